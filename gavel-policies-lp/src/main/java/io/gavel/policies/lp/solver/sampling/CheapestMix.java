package io.gavel.policies.lp.solver.sampling;

import io.gavel.policies.lp.solver.interior.ColumnsByJob;

/**
 * How jobs reach a throughput most cheaply at given prices of pools: each with two of its columns,
 * or with one and idling.
 */
final class CheapestMix extends CostHull {

  /** The price of time. */
  double time;

  CheapestMix(ColumnsByJob columnsByJob, double[] price) {
    super(columnsByJob, price);
  }

  /** Finds the cheapest use; of a job that has a column. */
  void find(int m, double throughput) {
    from = IDLE;
    to = corner(m, IDLE);
    while (rate(to) < throughput) {
      int next = corner(m, to);
      if (next == to) { // but for rounding, no job is asked for more than it can
        break;
      }
      from = to;
      to = next;
    }
    owed = slope(from, to);
    time = from == IDLE ? 0 : Math.max(0, rate(to) * owed - cost(to));
  }

  /**
   * Whether it stays the cheapest use as long as no price, and not the throughput, changes by more
   * than a part.
   */
  boolean isCertain(int m, double throughput, double part) {
    double per = 1 / (rate(to) - rate(from));
    double change = part * throughput * per;
    double ofTo = (throughput - rate(from)) * per;
    return ofTo + change <= 1 && (from == IDLE || ofTo >= change) && othersAreDearer(m, part);
  }
}
