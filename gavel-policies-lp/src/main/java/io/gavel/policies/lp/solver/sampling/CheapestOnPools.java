package io.gavel.policies.lp.solver.sampling;

import java.util.Arrays;

/** The columns of a job with the least costs on each pool. Mutable. */
final class CheapestOnPools {

  private final int most;

  /** 1 more than a column, ascending by cost; 0 for none; {@code [pool][rank]} row-major. */
  private final int[] column;

  private final double[] cost;

  /**
   * No columns.
   *
   * @param most the number of columns that are kept on each pool
   */
  CheapestOnPools(int pools, int most) {
    this.most = most;
    column = new int[pools * most];
    cost = new double[column.length];
  }

  /** Takes a column into account; of equal costs, the first counts. */
  void offer(int c, int pool, double ofColumn) {
    int entering = c + 1;
    double least = ofColumn;
    for (int i = pool * most; i < (pool + 1) * most && entering > 0; i++) {
      if (column[i] == 0 || least < cost[i]) {
        int worse = column[i];
        double ofWorse = cost[i];
        column[i] = entering;
        cost[i] = least;
        entering = worse;
        least = ofWorse;
      }
    }
  }

  /** Marks the columns found, and forgets them. */
  void moveTo(boolean[] kept) {
    for (int c : column) {
      if (c > 0) {
        kept[c - 1] = true;
      }
    }
    Arrays.fill(column, 0);
  }
}
