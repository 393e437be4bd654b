package io.gavel.policies.lp.solver;

import java.util.Arrays;

/** By how much the rows of the primal and the dual program are off at a point. */
final class Residuals {

  /** What the products of partners should become, less what they are. */
  static final class Products {
    final double[] x;
    final double[] idle;
    final double[] surplus;
    final double[] free;

    Products(Blocks blocks) {
      x = new double[blocks.pool.length];
      idle = new double[blocks.jobs];
      surplus = new double[blocks.jobs];
      free = new double[blocks.pools];
    }

    /**
     * Aims at {@code mu} for all products, with what a step would add to second order taken off;
     * the price of a job with a utility aims at the utility's slope, see {@link Utility#pull}.
     */
    void aim(Blocks blocks, Point at, double mu, Point step) {
      aim(x, at.x, at.z, mu, step.x, step.z);
      aim(idle, at.idle, at.time, mu, step.idle, step.time);
      aim(surplus, at.surplus, at.owed, mu, step.surplus, step.owed);
      aim(free, at.free, at.price, mu, step.free, step.price);
      for (int m = 0; m < surplus.length; m++) {
        if (blocks.weight[m] > 0) {
          surplus[m] = Utility.pull(blocks.power, blocks.weight[m], at.surplus[m], at.owed[m]);
        }
      }
    }

    private static void aim(
        double[] target, double[] a, double[] b, double mu, double[] da, double[] db) {
      for (int i = 0; i < target.length; i++) {
        target[i] = mu - a[i] * b[i] - da[i] * db[i];
      }
    }
  }

  private final Blocks blocks;
  private final boolean hasLevel;
  final double[] columns;
  final double[] time;
  final double[] throughput;
  final double[] pools;
  double level;

  Residuals(Blocks blocks, boolean hasLevel) {
    this.blocks = blocks;
    this.hasLevel = hasLevel;
    columns = new double[blocks.pool.length];
    time = new double[blocks.jobs];
    throughput = new double[blocks.jobs];
    pools = new double[blocks.pools];
  }

  void measure(Point at) {
    level = hasLevel ? 1 : 0;
    for (int k = 0; k < pools.length; k++) {
      pools[k] = blocks.workers[k] - at.free[k];
    }
    Arrays.fill(throughput, 0);
    for (int m = 0; m < blocks.jobs; m++) {
      blocks.limits.checkAt(m);
      double used = at.idle[m];
      double reached = 0;
      for (int c = blocks.start[m]; c < blocks.start[m + 1]; c++) {
        int k = blocks.pool[c];
        used += at.x[c];
        reached += blocks.rate[c] * at.x[c];
        pools[k] -= blocks.size[c] * at.x[c];
        columns[c] =
            at.time[m]
                + blocks.size[c] * at.price[k]
                - blocks.rate[c] * at.owed[m]
                - blocks.gain[c]
                - at.z[c];
      }
      time[m] = 1 - used;
      if (blocks.bound[m]) {
        double demanded = blocks.floor[m] + blocks.requirement[m] * at.level;
        throughput[m] = demanded + at.surplus[m] - reached;
        level -= blocks.requirement[m] * at.owed[m];
      }
    }
  }

  /** Measures what a direction leaves of the rows' gaps; it leaves nothing of the columns'. */
  void leftBy(Point direction, Residuals gaps) {
    level = gaps.level;
    for (int k = 0; k < pools.length; k++) {
      pools[k] = gaps.pools[k] - direction.free[k];
    }
    for (int m = 0; m < blocks.jobs; m++) {
      double used = direction.idle[m];
      double reached = 0;
      for (int c = blocks.start[m]; c < blocks.start[m + 1]; c++) {
        used += direction.x[c];
        reached += blocks.rate[c] * direction.x[c];
        pools[blocks.pool[c]] -= blocks.size[c] * direction.x[c];
      }
      time[m] = gaps.time[m] - used;
      if (blocks.bound[m]) {
        double demanded = direction.surplus[m] + blocks.requirement[m] * direction.level;
        throughput[m] = gaps.throughput[m] + demanded - reached;
        level -= blocks.requirement[m] * direction.owed[m];
      }
    }
  }

  /** The largest primal residual. */
  double primal() {
    return Math.max(largest(time), Math.max(largest(throughput), largest(pools)));
  }

  private static double largest(double[] values) {
    double largest = 0;
    for (double value : values) {
      largest = Math.max(largest, Math.abs(value));
    }
    return largest;
  }
}
