package io.gavel.mechanism;

import io.gavel.policies.Cluster;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** One greedy scan, type after type, by priority, then deficit, then fraction. */
final class OriginalSelection {

  /** A group that was taken, on a type. */
  record Choice(OriginalRow row, int type) {}

  private final Cluster cluster;
  private final OriginalLedger ledger;
  private final boolean takesZero;
  private final int[] left; // workers, by pool
  private final Set<String> taken = new HashSet<>();
  private final List<Choice> choices = new ArrayList<>();

  private OriginalSelection(Cluster cluster, OriginalLedger ledger, boolean takesZero) {
    this.cluster = cluster;
    this.ledger = ledger;
    this.takesZero = takesZero;
    this.left = new int[cluster.poolCount()];
    for (int k = 0; k < left.length; k++) {
      left[k] = cluster.poolWorkers(k);
    }
  }

  /** What is taken, in that order. */
  static List<Choice> of(
      Cluster cluster, OriginalLedger ledger, List<Integer> typeOrder, boolean takesZero) {
    OriginalSelection selection = new OriginalSelection(cluster, ledger, takesZero);
    typeOrder.forEach(selection::scan);
    return selection.choices;
  }

  private void scan(int j) {
    List<OriginalRow> rows = new ArrayList<>(ledger.rows());
    rows.sort( // stable: equal ones stay in order of arrival
        Comparator.<OriginalRow>comparingDouble(row -> row.priority[j])
            .thenComparingDouble(row -> row.deficit[j])
            .thenComparingDouble(row -> ledger.fraction(row, j))
            .reversed());
    for (OriginalRow row : rows) {
      int k = cluster.poolOf(j);
      if (row.scaleFactor <= left[k]
          && row.runs[j]
          && (takesZero || row.priority[j] > 0)
          && Collections.disjoint(taken, row.ids)) {
        left[k] -= row.scaleFactor;
        taken.addAll(row.ids);
        choices.add(new Choice(row, j));
      }
    }
  }
}
