package io.gavel.policies.lp.living;

/*
 * A job's pools are points (rate, price), and idling is (0, 0). The cheapest mix for a demand lies on their lower
 * convex hull, between two corners. Unlike the hulls of programs, each pool is one point and all of a job's columns
 * hold the same workers.
 */

/**
 * The cheapest way for a job to run at given prices: two pools, or one and idling. Mutable; it is
 * positioned at one job at a time.
 */
final class SlotMix {

  static final int IDLE = -1;

  /** Rates that differ by less have no slope between them. */
  private static final double ALIKE = 1e-13;

  private final JobSlots jobs;
  private int row;
  private double[] price = new double[0];

  /** The slower pool, or {@link #IDLE}, and the faster one. */
  int from;

  int to;

  /** The fractions of time on both; the slower one's is 0 if it is idling. */
  double ofFrom;

  double ofTo;

  /** The price of throughput. */
  double owed;

  SlotMix(JobSlots jobs) {
    this.jobs = jobs;
  }

  double rate(int k) {
    return k == IDLE ? 0 : jobs.rate[row + k];
  }

  private double price(int k) {
    return k == IDLE ? 0 : price[k];
  }

  /**
   * Finds the mix of a job that can run somewhere.
   *
   * @param prices of a worker, {@code [pool]}, above 0; not modified
   * @param demand steps per second, at most the job's fastest rate
   */
  void find(int slot, double[] prices, double demand) {
    row = slot * jobs.pools;
    price = prices;
    from = IDLE;
    to = corner(IDLE);
    while (rate(to) < demand) {
      int next = corner(to);
      if (next == to) { // only rounding asks for more than the fastest rate
        break;
      }
      from = to;
      to = next;
    }
    double per = 1 / (rate(to) - rate(from));
    owed = (price(to) - price(from)) * per;
    place(demand);
  }

  /** Takes the two pools as given. */
  void at(int slot, int slower, int faster, double demand) {
    row = slot * jobs.pools;
    from = slower;
    to = faster;
    place(demand);
  }

  private void place(double demand) {
    ofTo = Math.min(1, (demand - rate(from)) / (rate(to) - rate(from)));
    ofFrom = from == IDLE ? 0 : 1 - ofTo;
  }

  /** The corner of the hull after a pool; the pool itself if it is the fastest. */
  private int corner(int k) {
    int best = k;
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < jobs.pools; i++) {
      double faster = rate(i) - rate(k);
      if (faster > ALIKE * rate(k)) {
        double slope = (price[i] - price(k)) / faster;
        if (slope < least || (slope == least && rate(i) > rate(best))) {
          least = slope;
          best = i;
        }
      }
    }
    return best;
  }

  /**
   * The fraction by which all prices and the demand may change before another mix may be the
   * cheapest: at prices within it, none of the other pools pays, and the demand stays between the
   * two corners.
   */
  double slack(double demand) {
    double slack = Math.min(rate(to) / demand - 1, from == IDLE ? 1 : 1 - rate(from) / demand);
    for (int k = IDLE; k < jobs.pools && slack > 0; k++) {
      if (k != from && k != to && (k == IDLE || rate(k) > 0)) {
        slack = Math.min(slack, slack(k));
      }
    }
    return slack;
  }

  /** The slack to another pool, or to idling. */
  private double slack(int k) {
    double faster = (rate(k) - rate(from)) / (rate(to) - rate(from));
    double more = price(k) - (1 - faster) * price(from) - faster * price(to);
    double change = price(k) + Math.abs(1 - faster) * price(from) + Math.abs(faster) * price(to);
    return more / change;
  }
}
