package io.gavel.policies.lp.solver.classes;

import io.gavel.policies.lp.solver.coefficients.PairClasses;
import java.util.Arrays;

/** The ranks of the jobs that may choose each column of their class, which only grow. Mutable. */
final class Choosers {

  private final PairClasses classes;

  /** The first rank of either side of a column, {@code [column][side]} row-major. */
  private final int[] from;

  /** The rank after the last. */
  private final int[] to;

  /** Whether anything is known of the choices; before that, any job may choose any column. */
  private boolean isKnown;

  Choosers(PairClasses classes) {
    this.classes = classes;
    from = new int[2 * classes.count()];
    to = new int[from.length];
    Arrays.fill(from, Integer.MAX_VALUE);
  }

  /** Adds jobs to which a column costs hardly more than their best one. */
  void add(RangePrices prices, double most) {
    isKnown = true;
    for (int c = 0; c < classes.count(); c++) {
      int b = classes.second[c];
      add(prices, most, c, classes.first[c]);
      if (b != PairClasses.NONE && b != classes.first[c]) {
        add(prices, most, c, b);
      }
    }
  }

  private void add(RangePrices prices, double most, int c, int a) {
    int side = side(c, a);
    for (int i = 0; i < classes.members[a].length; i++) {
      if (prices.isNear(c, a, i, most)) {
        from[side] = Math.min(from[side], i);
        to[side] = Math.max(to[side], i + 1);
      }
    }
  }

  private int side(int c, int a) {
    return 2 * c + (classes.first[c] == a ? 0 : 1);
  }

  /** Returns whether any of the ranks of a range may choose a column. */
  boolean reach(int c, int a, int first, int end) {
    return !isKnown || (from[side(c, a)] < end && to[side(c, a)] > first);
  }
}
