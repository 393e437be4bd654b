package io.gavel.legacy;

import io.gavel.policies.model.Cluster;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;

/** One greedy scan, type after type, by priority, then deficit, then fraction. */
final class OriginalSelection {

  /** A selected group on a type. */
  record Choice(OriginalRow row, int type) {}

  private final Cluster cluster;
  private final OriginalLedger ledger;
  private final boolean takesZero;
  private final int[] left; // workers, by pool
  private final BitSet taken = new BitSet(); // jobs
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

  /** Returns the selected groups, in the order of selection. */
  static List<Choice> of(
      Cluster cluster, OriginalLedger ledger, List<Integer> typeOrder, boolean takesZero) {
    OriginalSelection selection = new OriginalSelection(cluster, ledger, takesZero);
    typeOrder.forEach(selection::scan);
    return selection.choices;
  }

  private void scan(int j) {
    List<OriginalRow> rows = new ArrayList<>();
    for (OriginalRow row : ledger.rows()) {
      if (row.runs[j] && (takesZero || row.priority[j] > 0) && !isTaken(row)) {
        rows.add(row);
      }
    }
    rows.sort(byRank(j)); // stable: equal ones stay in order of arrival
    int k = cluster.poolOf(j);
    for (OriginalRow row : rows) {
      if (row.scaleFactor <= left[k] && !isTaken(row)) {
        left[k] -= row.scaleFactor;
        taken.set(row.firstJob);
        taken.set(row.lastJob);
        choices.add(new Choice(row, j));
      }
    }
  }

  private boolean isTaken(OriginalRow row) {
    return taken.get(row.firstJob) || taken.get(row.lastJob);
  }

  /** Highest first; one comparator, because a run spends much of its time here. */
  private static Comparator<OriginalRow> byRank(int j) {
    return (a, b) -> {
      int order = Double.compare(b.priority[j], a.priority[j]);
      if (order == 0) {
        order = Double.compare(b.deficit[j], a.deficit[j]);
      }
      return order != 0 ? order : Double.compare(b.fraction[j], a.fraction[j]);
    };
  }
}
