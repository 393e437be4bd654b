package io.gavel.policies.lp.solver.sampling;

import io.gavel.policies.lp.solver.coefficients.Utility;
import io.gavel.policies.lp.solver.interior.ColumnsByJob;

/**
 * The best response of a job with a utility to given prices of workers. From corner to corner of
 * the hull, the throughput rises as long as the utility's slope exceeds the price of throughput. It
 * ends between two corners, where the slopes of the utility and of the line through both are equal,
 * or at one corner, which gets all of the time.
 */
final class UtilityResponse extends CostHull {

  private final double power;
  private final double[] weight;

  private int job;

  double throughput;

  /** The slopes of the utility at the slower and at the faster corner in use. */
  private double steepest;

  private double least;

  UtilityResponse(ColumnsByJob columnsByJob, Uses uses, double[] price) {
    super(columnsByJob, uses, price);
    power = columnsByJob.power;
    weight = columnsByJob.weight;
  }

  /** Finds the best response of a job that has a utility. */
  void find(int m) {
    job = m;
    from = IDLE;
    steepest = Double.POSITIVE_INFINITY;
    for (to = corner(m, from); to != from; to = corner(m, from)) {
      owed = slope(from, to);
      if (owed >= steepest) {
        break;
      }
      least = Utility.slope(power, weight[m], rate(to));
      if (owed > least) {
        double best = Utility.throughput(power, weight[m], owed);
        throughput = Math.min(rate(to), Math.max(rate(from), best));
        return;
      }
      from = to;
      steepest = least;
    }
    to = from;
    owed = steepest;
    throughput = rate(to);
  }

  /**
   * Whether the response stays between the same corners, or at the same corner, while prices change
   * by a fraction.
   */
  boolean isCertain(int m, double part) {
    if (to == IDLE) {
      return false;
    }
    if (from != to) {
      double change = change(part);
      if (!(owed - change > least && owed + change < steepest)) {
        return false;
      }
    }
    return othersCostMore(m, part);
  }

  /** The change of the slope between the columns in use if prices change by a fraction. */
  private double change(double part) {
    return part * shift(from, 0, 1) / (rate(to) - rate(from));
  }

  @Override
  boolean mayEnter(double part) {
    double slope = slope(from, to);
    double change = change(part);
    return slope - change < Utility.slope(power, weight[job], rate(from))
        && slope + change > Utility.slope(power, weight[job], rate(to));
  }
}
