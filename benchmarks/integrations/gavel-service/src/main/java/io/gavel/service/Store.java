package io.gavel.service;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sqlite.SQLiteConfig;

/**
 * The last snapshot, the changes since, and the jobs that are over, in one SQLite file. Committed
 * changes are on disk: the write-ahead log is flushed before a commit returns. One process at a
 * time may have the file open.
 */
final class Store implements AutoCloseable {

  /** Marks files of this program: the letters of "gavl". */
  private static final int APPLICATION = 0x6761766c;

  private static final List<String> TABLES =
      List.of(
          "CREATE TABLE snapshot (only INTEGER PRIMARY KEY CHECK (only = 1), text TEXT NOT NULL)",
          "CREATE TABLE change (number INTEGER PRIMARY KEY, json TEXT NOT NULL)",
          "CREATE TABLE past_job (id TEXT PRIMARY KEY, json TEXT NOT NULL) WITHOUT ROWID",
          "PRAGMA application_id = " + APPLICATION);

  /** The committed changes. */
  record Saved(Optional<String> snapshot, List<Change> changes) {}

  private final Connection database;
  private final PreparedStatement insertChange;
  private final PreparedStatement insertPast;
  private final PreparedStatement selectPast;

  private Store(Connection database) throws SQLException {
    this.database = database;
    this.insertChange = database.prepareStatement("INSERT INTO change (json) VALUES (?)");
    this.insertPast = database.prepareStatement("INSERT INTO past_job VALUES (?, ?)");
    this.selectPast = database.prepareStatement("SELECT json FROM past_job WHERE id = ?");
  }

  /**
   * Opens a file, or creates it.
   *
   * @throws SQLException if it is not a database of this program, or another process has it open
   */
  static Store open(Path file) throws SQLException {
    SQLiteConfig config = new SQLiteConfig();
    config.setJournalMode(SQLiteConfig.JournalMode.WAL);
    config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
    config.setLockingMode(SQLiteConfig.LockingMode.EXCLUSIVE);
    Connection database = config.createConnection("jdbc:sqlite:" + file);
    try {
      database.setAutoCommit(false);
      prepare(database, file);
      return new Store(database);
    } catch (SQLException e) {
      database.close();
      throw e;
    }
  }

  private static void prepare(Connection database, Path file) throws SQLException {
    try (Statement statement = database.createStatement()) {
      int application = first(statement, "PRAGMA application_id");
      if (application != APPLICATION) {
        if (application != 0 || first(statement, "SELECT count(*) FROM sqlite_master") > 0) {
          throw new SQLException(file + " is a database of another program; name another file");
        }
        for (String table : TABLES) {
          statement.executeUpdate(table);
        }
      }
    }
    database.commit();
  }

  private static int first(Statement statement, String query) throws SQLException {
    try (ResultSet result = statement.executeQuery(query)) {
      return result.getInt(1);
    }
  }

  /** Reads the data for a restart. */
  Saved load() throws SQLException {
    database.rollback();
    Optional<String> snapshot = Optional.empty();
    List<Change> changes = new ArrayList<>();
    try (Statement statement = database.createStatement()) {
      try (ResultSet rows = statement.executeQuery("SELECT text FROM snapshot")) {
        if (rows.next()) {
          snapshot = Optional.of(rows.getString(1));
        }
      }
      try (ResultSet rows = statement.executeQuery("SELECT json FROM change ORDER BY number")) {
        while (rows.next()) {
          changes.add(JsonText.parse(rows.getString(1), Change.class));
        }
      }
    }
    return new Saved(snapshot, changes);
  }

  /** Adds changes, and jobs that are over by them: all of it or nothing. */
  void append(List<Change> changes, List<PastJob> past) throws SQLException {
    for (Change change : changes) {
      insertChange.setString(1, JsonText.print(change));
      insertChange.addBatch();
    }
    insertChange.executeBatch();
    for (PastJob job : past) {
      insertPast.setString(1, job.id());
      insertPast.setString(2, JsonText.print(job));
      insertPast.addBatch();
    }
    insertPast.executeBatch();
    database.commit();
  }

  /** Replaces the snapshot and all changes by a snapshot. */
  void replace(String snapshot) throws SQLException {
    try (PreparedStatement replace =
            database.prepareStatement("INSERT OR REPLACE INTO snapshot VALUES (1, ?)");
        Statement delete = database.createStatement()) {
      replace.setString(1, snapshot);
      replace.executeUpdate();
      delete.executeUpdate("DELETE FROM change");
    }
    database.commit();
  }

  /** Returns a job that is over. */
  Optional<PastJob> past(String id) throws SQLException {
    selectPast.setString(1, id);
    try (ResultSet row = selectPast.executeQuery()) {
      return row.next()
          ? Optional.of(JsonText.parse(row.getString(1), PastJob.class))
          : Optional.empty();
    }
  }

  @Override
  public void close() throws SQLException {
    database.close();
  }
}
