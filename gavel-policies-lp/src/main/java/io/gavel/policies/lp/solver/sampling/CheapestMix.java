package io.gavel.policies.lp.solver.sampling;

import io.gavel.policies.lp.solver.interior.ColumnsByJob;

/**
 * The cheapest way for a job to reach a throughput at given prices of workers: two of its columns,
 * or one and idling. It is a single column, with more throughput, if rows make that cheaper.
 */
final class CheapestMix extends CostHull {

  /** The price of time. */
  double time;

  private double wanted;

  CheapestMix(ColumnsByJob columnsByJob, Uses uses, double[] price) {
    super(columnsByJob, uses, price);
  }

  /**
   * Finds the cheapest mix for a job that has a column.
   *
   * @param throughput in steps per second
   */
  void find(int m, double throughput) {
    wanted = throughput;
    from = IDLE;
    to = corner(m, IDLE);
    while (rate(to) < throughput) {
      int next = corner(m, to);
      if (next == to) { // only rounding asks for more than the job's fastest rate
        break;
      }
      from = to;
      to = next;
    }
    owed = slope(from, to);
    if (owed < 0) { // rows reward the job for more throughput
      for (int next = corner(m, to); next != to && slope(to, next) < 0; next = corner(m, to)) {
        to = next;
      }
      from = to;
      owed = 0;
    }
    time = from == IDLE ? 0 : Math.max(0, rate(to) * owed - cost(to));
  }

  /**
   * Returns whether the mix stays the cheapest as long as neither a price nor the throughput
   * changes by more than a fraction. A job that has more throughput than it asks for is never
   * certain.
   *
   * @param attainable whether throughputs up to the demands are known to be attainable by each job
   *     alone
   */
  boolean isCertain(int m, double part, boolean attainable) {
    if (from == to) {
      return false;
    }
    double per = 1 / (rate(to) - rate(from));
    double change = part * wanted * per;
    double ofTo = (wanted - rate(from)) * per;
    boolean within = ofTo + change <= 1 || (attainable && corner(m, to) == to);
    return within && (from == IDLE || ofTo >= change) && othersCostMore(m, part);
  }

  @Override
  boolean mayEnter(double part) {
    return rate(from) < (1 + part) * wanted && rate(to) > (1 - part) * wanted;
  }
}
