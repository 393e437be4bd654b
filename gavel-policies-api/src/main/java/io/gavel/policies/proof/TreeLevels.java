package io.gavel.policies.proof;

import io.gavel.policies.internal.tree.Side;
import io.gavel.policies.internal.tree.TreeFilling;
import io.gavel.policies.statement.FairLevels.Entitlements;

/**
 * The levels of the tree at which jobs have received their throughput, between two doubles; gains
 * are fractions of the throughput full time on the fastest type.
 */
final class TreeLevels implements JobLevels {

  private final Entitlements entitlements;
  private final double[] fastest;

  /** Whether a job has no throughput, {@code [job]}; it cannot lose any, whatever its level. */
  private final boolean[] nothing;

  private final double[] low;
  private final double[] high;

  /**
   * Levels at a point.
   *
   * @param fastest the throughput full time on the fastest type, {@code [job]}; not copied
   */
  TreeLevels(Point x, Entitlements entitlements, double[] fastest) {
    this.entitlements = entitlements;
    this.fastest = fastest;
    nothing = new boolean[fastest.length];
    double[] least = new double[fastest.length];
    double[] most = new double[fastest.length];
    ExactSum exact = new ExactSum();
    for (int m = 0; m < fastest.length; m++) {
      double q = Math.max(0, x.throughput[m]);
      nothing[m] = q == 0 && x.addThroughput(m, exact.clear()).signum() <= 0;
      least[m] = q;
      most[m] = nothing[m] ? 0 : Math.max(Double.MIN_NORMAL, q * (1 + Point.ROUNDED_DOWN));
    }
    low = new TreeFilling(x.problem, entitlements, Side.DOWN).levels(least);
    high = new TreeFilling(x.problem, entitlements, Side.UP).levels(most);
  }

  @Override
  public boolean counts(int m) {
    return entitlements.unit(m) > 0;
  }

  @Override
  public int compare(int m, double level) {
    if (high[m] > level) {
      return nothing[m] ? 0 : 1;
    }
    return low[m] < level ? -1 : 0;
  }

  @Override
  public double below(int m, double level) {
    return JobLevels.missed(low[m], level);
  }

  @Override
  public double gained(int m, double price, double missing) {
    double worth = Math.max(0, Directed.productDown(price, fastest[m]));
    return Math.min(1, Directed.quotientUp(missing, worth));
  }
}
