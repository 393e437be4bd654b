package io.gavel.estimator.evaluate;

import io.gavel.estimator.internal.NameHash;
import io.gavel.estimator.table.Column;
import io.gavel.estimator.table.Columns;
import io.gavel.estimator.table.Measurements;
import io.gavel.estimator.table.ReferenceTable;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Random parts of known rows. Draws depend on names, not on positions. Stateless. */
final class ProfiledRows {

  private ProfiledRows() {}

  /** Returns the indices of a table's rows, sorted by the names of the reference types. */
  static List<Integer> byName(ReferenceTable table) {
    return IntStream.range(0, table.size())
        .boxed()
        .sorted(Comparator.comparing(table.names()::get))
        .toList();
  }

  /**
   * Returns a row of which each column was measured with the given probability, by seed and names.
   */
  static Measurements profiled(ReferenceTable table, int i, double probability, long seed) {
    Columns columns = table.columns();
    boolean[] measured = new boolean[columns.size()];
    for (int k = 0; k < measured.length; k++) {
      // A measurement of a pair yields both of its columns, so both depend on the job's own.
      Column column = columns.column(k);
      Column own = Column.of(column.workerType(), column.partner());
      long key = NameHash.of(own) + 0xBF58476D1CE4E5B9L * table.names().get(i).hashCode();
      SplittableRandom random = new SplittableRandom(seed * 0x9E3779B97F4A7C15L + key);
      measured[k] = random.nextDouble() < probability;
    }
    return Measurements.of(columns, table.row(i), measured);
  }
}
