package io.gavel.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.policies.Policy;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.WorkerType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.lifecycle.AfterProperty;
import net.jqwik.api.lifecycle.BeforeProperty;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that is killed between any two events, and within the writing of one. */
class TornDiskTest {

  private static final Cluster CLUSTER =
      Cluster.of(new WorkerType("v100", 2), new WorkerType("k80", 3));
  private static final RoundOptions ROUNDS = new RoundOptions(60);
  private static final Policy POLICY = MaxMinFairness.create();

  /** One thing that happens: a change at some time, or a plan. */
  private record Step(double afterSeconds, int kind, int number) {

    /** The change, if it is one that the state takes. */
    List<Change> changes(ClusterState state) {
      double at = state.now() + afterSeconds;
      String id = "job" + number % 7;
      boolean known = state.request(id).isPresent();
      if (kind == 0 && !known) {
        Map<String, Double> rates = Map.of("v100", 1.0 + number, "k80", 0.3 + number % 3);
        return List.of(
            new Change.Submitted(
                at,
                id,
                new JobRequest(rates, 1 + number % 2, 1, null, List.of("run", "job " + number))));
      }
      if (kind == 1 && known) {
        return List.of(new Change.Ended(at, id));
      }
      if (kind == 2 && state.leases().containsKey(id)) {
        long lease = state.leases().get(id).lease();
        return List.of(
            number % 3 == 0
                ? new Change.Failed(at, id, lease)
                : new Change.Progress(at, id, lease, 10 * at, number % 2 == 0 ? at : null));
      }
      if (kind == 3 && number % 3 < state.cluster().type(1).workers()) {
        WorkerCondition[] conditions = WorkerCondition.values();
        return List.of(
            new Change.WorkerChanged(
                at, "k80", number % 3, conditions[number % conditions.length]));
      }
      if (kind == 6) { // every gang fits on the v100
        return List.of(new Change.Resized(at, "k80", number % 5));
      }
      return kind == 4 ? List.of(new Change.Filled(at)) : List.of();
    }
  }

  /** What the disk had to hold after each commit, and the files as a kill would leave them. */
  private static final class Disk implements AutoCloseable {
    final Path folder;
    final Store store;
    final List<String> states = new ArrayList<>();

    Disk(Path folder) throws SQLException {
      this.folder = folder;
      this.store = Store.open(folder.resolve("state.db"));
    }

    /** Copies the files, the last of which is cut after some bytes. */
    Path copy(String name, double part) throws IOException {
      Path copy = Files.createDirectories(folder.resolve(name));
      Files.copy(folder.resolve("state.db"), copy.resolve("state.db"));
      byte[] log = Files.readAllBytes(folder.resolve("state.db-wal"));
      Files.write(copy.resolve("state.db-wal"), Arrays.copyOf(log, (int) (part * log.length)));
      return copy.resolve("state.db");
    }

    @Override
    public void close() throws SQLException {
      store.close();
    }
  }

  private static String read(Path file) throws SQLException {
    try (Store store = Store.open(file)) {
      Store.Saved saved = store.load();
      ClusterState state =
          saved
              .snapshot()
              .map(text -> ClusterState.restore(text, POLICY))
              .orElseGet(() -> new ClusterState(CLUSTER, POLICY, ROUNDS));
      saved.changes().forEach(state::apply);
      return state.save();
    }
  }

  private Path folder = Path.of("");

  @BeforeProperty
  void createFolder() throws IOException {
    folder = Files.createTempDirectory("torn");
  }

  @AfterProperty
  void deleteFolder() throws IOException {
    try (var files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  @Provide
  Arbitrary<List<Step>> steps() {
    return Combinators.combine(
            Arbitraries.of(0.0, 1.0, 20.0, 70.0),
            Arbitraries.frequencyOf(
                Tuple.of(5, Arbitraries.just(0)),
                Tuple.of(4, Arbitraries.integers().between(1, 4)),
                Tuple.of(1, Arbitraries.just(6)),
                Tuple.of(3, Arbitraries.just(5))),
            Arbitraries.integers().between(0, 20))
        .as(Step::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(25);
  }

  @Property(tries = 25)
  void killAfterEachEvent_restoresTheStateThatWasAnswered(@ForAll("steps") List<Step> steps)
      throws Exception {
    Path run = Files.createTempDirectory(folder, "run");
    ClusterState state = new ClusterState(CLUSTER, POLICY, ROUNDS);
    try (Disk disk = new Disk(run)) {
      disk.states.add(state.save());
      for (int i = 0; i < steps.size(); i++) {
        Step step = steps.get(i);
        if (step.kind() == 5) {
          state.plan(state.now() + step.afterSeconds());
          disk.store.replace(state.save());
        } else {
          List<Change> changes = step.changes(state);
          changes.forEach(state::apply);
          disk.store.append(changes, List.of());
        }
        disk.states.add(state.save());
        assertEquals(state.save(), read(disk.copy("kill" + i, 1)), "after event " + i);
      }
      Random random = new Random(steps.hashCode());
      for (int i = 0; i < 5; i++) {
        String found = read(disk.copy("torn" + i, random.nextDouble()));
        assertTrue(disk.states.contains(found), "a state that never was:\n" + found);
      }
    }
  }

  @Test
  void fileOfAnotherProgram_isLeftAlone(@TempDir Path folder) throws Exception {
    Path text = Files.writeString(folder.resolve("notes.txt"), "shopping list".repeat(100));
    byte[] before = Files.readAllBytes(text);
    assertThrows(SQLException.class, () -> Store.open(text));
    assertEquals(before.length, Files.size(text));

    Path other = folder.resolve("other.db");
    try (Connection database = DriverManager.getConnection("jdbc:sqlite:" + other)) {
      database.createStatement().executeUpdate("CREATE TABLE mine (value TEXT)");
    }
    SQLException refused = assertThrows(SQLException.class, () -> Store.open(other));
    assertTrue(refused.getMessage().contains("another program"), refused.getMessage());
  }

  @Test
  void twoProcesses_cannotShareAFile(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("state.db");
    try (Store first = Store.open(file)) {
      first.replace("x");
      SQLException refused = assertThrows(SQLException.class, () -> Store.open(file));
      assertTrue(refused.getMessage().contains("locked"), refused.getMessage());
    }
  }

  @Test
  void otherWorkersAndRounds_areTakenAtTheStart(@TempDir Path folder) throws Exception {
    try (Store store = Store.open(folder.resolve("state.db"))) {
      new Desk(CLUSTER, POLICY, ROUNDS, store, () -> Instant.EPOCH).close();
      Cluster other = Cluster.of(new WorkerType("v100", 1), new WorkerType("k80", 9));
      RoundOptions shorter = new RoundOptions(30);
      new Desk(other, POLICY, shorter, store, () -> Instant.EPOCH).close();
      ClusterState state = ClusterState.restore(store.load().snapshot().orElseThrow(), POLICY);
      assertEquals(other, state.cluster());
      assertEquals(30, state.plan(60).endSeconds() - 60);
    }
  }

  @Test
  void otherTypes_areRefused(@TempDir Path folder) throws Exception {
    try (Store store = Store.open(folder.resolve("state.db"))) {
      new Desk(CLUSTER, POLICY, ROUNDS, store, () -> Instant.EPOCH).close();
      Cluster smaller = Cluster.of(new WorkerType("v100", 1));
      IllegalArgumentException refused =
          assertThrows(
              IllegalArgumentException.class,
              () -> new Desk(smaller, POLICY, ROUNDS, store, () -> Instant.EPOCH));
      assertEquals(
          "the saved worker types are [v100, k80], not [v100]; name all of them, with 0 workers if"
              + " there are none",
          refused.getMessage());
    }
  }

  @Test
  void pastJobs_areKept(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("state.db");
    List<PastJob> past =
        IntStream.range(0, 3)
            .mapToObj(
                i ->
                    new PastJob(
                        "job" + i,
                        new JobRequest(Map.of("a", 1.0), 1, 1, 5.0, List.of()),
                        i,
                        "ended"))
            .toList();
    try (Store store = Store.open(file)) {
      store.append(List.of(), past);
    }
    try (Store store = Store.open(file)) {
      assertEquals(past.get(1), store.past("job1").orElseThrow());
      assertTrue(store.past("job3").isEmpty());
    }
  }
}
