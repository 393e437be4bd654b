package io.gavel.policies.lp.solver.internal.price;

import io.gavel.policies.lp.solver.internal.coefficients.Utility;
import io.gavel.policies.lp.solver.internal.interior.ColumnsByJob;

/*
 * Each column of a job is a point (rate, cost), and idling is (0, 0). The best answer lies on their lower convex hull:
 * at its lowest corner or, for a demand or a utility, further along the faster corners, between two of them. The slope
 * there is the price of throughput.
 */

/**
 * The best answer of one job to prices: the cheapest way to meet a demand, or the throughput whose
 * utility exceeds its cost by most. Mutable; it is positioned at one job at a time, in O(K²) at
 * worst and mostly O(K).
 */
final class Answer {

  /** In place of a column: the rest of the time is idle. */
  static final int IDLE = -1;

  private static final int NONE = -2;

  private final ColumnCosts costs;
  private final ColumnsByJob columns;
  private final int[] bundle;
  private final double[] rate;
  private final double[] marginal;
  private final boolean hasUtility;
  private final boolean isSum;

  private int job;
  private double demand;

  /** The slower of the two columns in use and the faster one; equal if one gets all of the time. */
  int from;

  int to;

  /** The price of throughput. */
  double owed;

  /** The slopes of the utility at the slower and at the faster column. */
  private double steepest;

  private double least;

  Answer(ColumnCosts costs) {
    this.costs = costs;
    columns = costs.program.columns;
    bundle = costs.program.bundle;
    rate = columns.rate;
    marginal = costs.program.marginal;
    isSum = costs.program.isSum;
    hasUtility = costs.program.program.hasUtility();
  }

  private double rate(int c) {
    return c == IDLE ? 0 : rate[c];
  }

  /**
   * Finds the answer of a job.
   *
   * @param throughputDemand what it must make; ignored if the program has utilities
   */
  void ask(int m, double throughputDemand) {
    job = m;
    demand = throughputDemand;
    from = IDLE;
    double lowest = 0;
    for (int c = columns.start[m]; c < columns.start[m + 1]; c++) {
      double cost = costs.cost(c);
      if (cost < lowest || (cost == lowest && cost < 0 && rate[c] > rate(from))) {
        lowest = cost;
        from = c;
      }
    }
    to = from;
    owed = 0;
    if (hasUtility) {
      respond();
    } else {
      meet();
    }
  }

  private void meet() {
    while (rate(to) < demand) {
      int next = next(to);
      if (next == NONE) { // only rounding asks for more than the job's fastest rate
        break;
      }
      from = to;
      to = next;
    }
    owed = from == to ? 0 : slope();
  }

  /** Moves on as long as one more unit of throughput is worth more than it costs. */
  private void respond() {
    steepest = slopeOfUtility(from);
    for (int next = next(from); next != NONE; next = next(from)) {
      to = next;
      owed = slope();
      if (owed >= steepest) {
        break;
      }
      least = slopeOfUtility(to);
      if (owed > least) {
        return;
      }
      from = to;
      steepest = least;
    }
    to = from;
    owed = steepest;
  }

  /** Returns the throughput of the job. */
  double throughput() {
    if (from == to) {
      return rate(to);
    }
    if (!hasUtility) {
      return Math.min(demand, rate[to]);
    }
    double best = Utility.throughput(columns.power, columns.weight[job], owed);
    return Math.min(rate[to], Math.max(rate(from), best));
  }

  private double slopeOfUtility(int c) {
    return c == IDLE ? Double.POSITIVE_INFINITY : marginal[c];
  }

  /** Returns the next corner of the hull after one; {@link #NONE} after the fastest one. */
  private int next(int corner) {
    int next = NONE;
    double least = Double.POSITIVE_INFINITY;
    double slow = rate(corner);
    double paid = costs.cost(corner);
    for (int c = columns.start[job]; c < columns.start[job + 1]; c++) {
      double more = rate[c] - slow;
      if (more > 0) {
        double slope = (costs.cost(c) - paid) / more;
        if (slope < least || (slope == least && next != NONE && rate[c] > rate[next])) {
          least = slope;
          next = c;
        }
      }
    }
    return next;
  }

  /** Returns what one more unit of throughput costs between the columns in use. */
  private double slope() {
    return (costs.cost(to) - costs.cost(from)) / (rate(to) - rate(from));
  }

  /** Returns the fraction of time on the faster column. */
  double faster() {
    return from == to ? 1 : (throughput() - rate(from)) / (rate[to] - rate(from));
  }

  /** Returns the cost of the answer to a demand, also if a job cannot meet it. */
  double costAtDemand() {
    return costs.cost(to) + owed * (demand - rate(to));
  }

  /**
   * Returns whether the job keeps its columns while no price, and no level, changes by more than a
   * radius.
   *
   * @param attainable whether the job is known to reach its demand
   */
  boolean isStable(double radius, boolean attainable) {
    if (!keepsBoth(radius, attainable) || (from != IDLE && isNear(IDLE, radius))) {
      return false;
    }
    for (int c = columns.start[job]; c < columns.start[job + 1]; c++) {
      if (c != from && c != to && isNear(c, radius)) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether both columns in use stay in use, as far as it depends on these alone. */
  private boolean keepsBoth(double radius, boolean attainable) {
    if (from == to) {
      return isSum || (hasUtility && to != IDLE);
    }
    if (isSum) { // otherwise, the job may go beyond its floor
      return costs.cost(to) - costs.cost(from) > radius * stake(from, 0, 1);
    }
    if (hasUtility) {
      double change = change(radius);
      return owed - change > least && owed + change < steepest;
    }
    double change = radius * demand;
    return (from == IDLE || demand - change >= rate[from])
        && (demand + change <= rate[to] || (attainable && next(to) == NONE));
  }

  /** Returns the change of the slope between the columns in use if prices change by a radius. */
  private double change(double radius) {
    return radius * stake(from, 0, 1) / (rate(to) - rate(from));
  }

  /** Returns whether prices within a radius may make another column as cheap as those in use. */
  private boolean isNear(int c, double radius) {
    if (from == to) {
      double worth = owed * (rate(c) - rate(to));
      double reach = stake(c, 0, 1) + (shareBundle(c, to) ? Math.abs(worth) : owed * rate(to));
      return costs.cost(c) - costs.cost(to) - worth <= radius * reach; // also if prices are 0
    }
    double faster = (rate(c) - rate(from)) / (rate(to) - rate(from));
    double mix = (1 - faster) * costs.cost(from) + faster * costs.cost(to);
    return costs.cost(c) - mix <= radius * stake(c, 1 - faster, faster);
  }

  /**
   * Returns the most by which the cost of a column less that of a mix changes per relative change
   * of prices. Columns of one bundle have one price.
   */
  private double stake(int c, double ofFrom, double ofTo) {
    double other = costs.stake(c);
    double slow = -ofFrom * costs.stake(from);
    double fast = -ofTo * costs.stake(to);
    if (shareBundle(from, to)) {
      fast += slow;
      slow = 0;
    }
    if (shareBundle(c, to)) {
      fast += other;
      other = 0;
    } else if (shareBundle(c, from)) {
      slow += other;
      other = 0;
    }
    return Math.abs(other) + Math.abs(slow) + Math.abs(fast);
  }

  private boolean shareBundle(int c, int d) {
    return c != IDLE && d != IDLE && bundle[c] == bundle[d];
  }

  /**
   * Marks the columns that the job may use while no price changes by more than a radius. Ends the
   * position.
   *
   * @param used {@code [column]}
   */
  void mark(double radius, boolean[] used) {
    markNear(radius, used);
    if (isSum) {
      return;
    }
    from = IDLE;
    boolean entered = false;
    for (to = next(from); to != NONE; to = next(from)) {
      if (mayEnter(radius)) {
        markNear(radius, used);
        entered = true;
      } else if (entered) { // slopes and throughputs ascend along the hull
        break;
      }
      from = to;
    }
    to = from;
  }

  private void markNear(double radius, boolean[] used) {
    for (int c = columns.start[job]; c < columns.start[job + 1]; c++) {
      used[c] |= c == from || c == to || isNear(c, radius);
    }
  }

  private boolean mayEnter(double radius) {
    if (hasUtility) {
      double slope = slope();
      double change = change(radius);
      return slope - change < slopeOfUtility(from) && slope + change > slopeOfUtility(to);
    }
    return rate(from) < (1 + radius) * demand && rate(to) > (1 - radius) * demand;
  }
}
