package io.gavel.policies.lp.solver.sampling;

import io.gavel.policies.lp.solver.coefficients.Utility;
import io.gavel.policies.lp.solver.interior.ColumnsByJob;

/**
 * What jobs with a utility do at given prices of pools: each goes from corner to corner as long as
 * a throughput more is worth what it costs. It ends between two corners, where its utility is as
 * steep as the line through both, or rests at one, with all of its time there.
 */
final class UtilityResponse extends CostHull {

  private final double power;
  private final double[] weight;

  double throughput;

  /** The slope of the utility at the corners in use. */
  private double steepest;

  private double least;

  UtilityResponse(ColumnsByJob columnsByJob, double[] price) {
    super(columnsByJob, price);
    power = columnsByJob.power;
    weight = columnsByJob.weight;
  }

  /** Finds the best use; of a job that has a utility. */
  void find(int m) {
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

  /** Whether it stays between the same corners, or at the same, while prices change by a part. */
  boolean isCertain(int m, double part) {
    if (to == IDLE) {
      return false;
    }
    if (from != to) {
      double change = part * (cost(from) + cost(to)) / (rate(to) - rate(from));
      if (!(owed - change > least && owed + change < steepest)) {
        return false;
      }
    }
    return othersAreDearer(m, part);
  }
}
