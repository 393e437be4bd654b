package io.gavel.policies.lp.solver.sampling;

import io.gavel.policies.lp.solver.interior.ColumnsByJob;

/*
 * Each column of a job is a point (rate, cost), and idling is (0, 0). The cheapest mix for a throughput lies on
 * their lower convex hull, between two of its corners. The slope there is the price of throughput; the distance
 * by which the line through both corners passes below the origin is the price of time.
 */

/**
 * The lower convex hull of a job's columns, by rate and cost at given prices of workers, and the
 * corners that the job uses. Mutable; it is positioned at one job at a time, in O(K²) at worst and
 * mostly O(K).
 */
abstract class CostHull {

  /** In {@link #from}: the rest of the time is idle. */
  static final int IDLE = -1;

  /** The most columns of an undecided job on a pool: more would make the small program slow. */
  private static final int MOST = 5;

  /** An upper bound on the relative rounding error of a comparison. */
  private static final double ROUNDING = 0x1p-40;

  final ColumnsByJob columnsByJob;
  private final int[] use;
  private final double[] price;
  private final CheapestOnPools cheapest;

  /**
   * The slower and cheaper of the two columns in use, or {@link #IDLE}, and the faster one; both
   * are the same if one column gets all of the time.
   */
  int from;

  int to;

  /** The price of throughput. */
  double owed;

  /** See {@link #begin}. */
  private double perRate;

  private double base;

  private double within;

  /** Of the column compared last: the part of the faster column in the mix. */
  double ofFaster;

  /** By how much it costs more. */
  double excess;

  /** By how much that changes if prices change by their whole. */
  double reach;

  /**
   * Creates a hull without position.
   *
   * @param uses the uses of workers by the columns
   * @param price of a worker, {@code [use]}; read at each position
   */
  CostHull(ColumnsByJob columnsByJob, Uses uses, double[] price) {
    this.columnsByJob = columnsByJob;
    this.price = price;
    use = uses.of;
    cheapest = new CheapestOnPools(price.length, MOST);
  }

  final double rate(int c) {
    return c == IDLE ? 0 : columnsByJob.rate[c];
  }

  final int use(int c) {
    return c == IDLE ? IDLE : use[c];
  }

  final double cost(int c) {
    return c == IDLE ? 0 : columnsByJob.size[c] * price[use[c]];
  }

  /** Returns the cost of one more unit of throughput between two corners. */
  final double slope(int slower, int faster) {
    return (cost(faster) - cost(slower)) / (rate(faster) - rate(slower));
  }

  /** Returns the part of its time that the job spends on the faster column for a throughput. */
  final double partOfFaster(double throughput) {
    return from == to ? 1 : (throughput - rate(from)) / (rate(to) - rate(from));
  }

  /** Returns the corner of the hull after a column; the column itself if it is the fastest. */
  final int corner(int m, int c) {
    int best = c;
    double least = Double.POSITIVE_INFINITY;
    double[] rate = columnsByJob.rate;
    double slow = rate(c);
    double paid = cost(c);
    for (int i = columnsByJob.start[m]; i < columnsByJob.start[m + 1]; i++) {
      double faster = rate[i] - slow;
      if (faster > 0) {
        double slope = (columnsByJob.size[i] * price[use[i]] - paid) / faster;
        if (slope < least || (slope == least && rate[i] > rate(best))) {
          least = slope;
          best = i;
        }
      }
    }
    return best;
  }

  /** Returns whether all unused columns, and idling, have a negative reduced cost. */
  final boolean isCheapest(int m) {
    double[] rate = columnsByJob.rate;
    double[] size = columnsByJob.size;
    double net = cost(to) - owed * rate(to);
    for (int c = columnsByJob.start[m]; c < columnsByJob.start[m + 1]; c++) {
      if (!(size[c] * price[use[c]] - owed * rate[c] > net) && c != from && c != to) {
        return false;
      }
    }
    return from == IDLE || net < 0;
  }

  /**
   * Returns whether a mix of the columns in use may be the choice if prices change by a fraction.
   */
  abstract boolean mayEnter(double part);

  /**
   * Marks the columns that a job may use while prices change by no more than a fraction, but on
   * each pool, or of each use of it, only the cheapest columns. The hull then has no position.
   *
   * @param used {@code [column]}
   */
  final void mark(int m, double part, boolean[] used) {
    double slope = owed;
    markNear(m, part, used);
    from = IDLE;
    boolean entered = false;
    for (to = corner(m, from); to != from; to = corner(m, from)) {
      if (mayEnter(part)) {
        markNear(m, part, used);
        entered = true;
      } else if (entered) { // slopes and throughputs ascend along the hull
        break;
      }
      from = to;
    }
    for (int c = columnsByJob.start[m]; c < columnsByJob.start[m + 1]; c++) {
      if (used[c]) {
        cheapest.offer(c, use(c), cost(c) - slope * rate(c));
        used[c] = false;
      }
    }
    cheapest.moveTo(used);
  }

  private void markNear(int m, double part, boolean[] used) {
    for (int c = columnsByJob.start[m]; c < columnsByJob.start[m + 1]; c++) {
      used[c] |= c == from || c == to || !costsMore(c, part);
    }
  }

  /**
   * Returns whether all other columns, and idling, stay more expensive while no price changes by
   * more than a fraction.
   */
  final boolean othersCostMore(int m, double part) {
    boolean more = from == IDLE || costsMore(IDLE, part);
    for (int c = columnsByJob.start[m]; more && c < columnsByJob.start[m + 1]; c++) {
      more = c == from || c == to || costsMore(c, part);
    }
    return more;
  }

  /** Returns whether a column costs more than a mix of the columns in use with the same rate. */
  private boolean costsMore(int c, double part) {
    compare(c);
    return excess > part * reach;
  }

  /** Prepares {@link #isFar} for the columns in use. */
  final void begin(double part) {
    perRate = from == to ? 0 : 1 / (rate(to) - rate(from));
    base = Math.abs(cost(from)) + Math.abs(cost(to)) + (from == to ? owed * rate(to) : 0);
    within = part * (1 + ROUNDING) + ROUNDING;
  }

  /**
   * Returns whether a column {@linkplain #compare costs} so much more than a mix of the columns in
   * use that neither rounding nor prices that change by a fraction matter. Most do, and this takes
   * no division.
   */
  final boolean isFar(int c) {
    double more = columnsByJob.rate[c] - rate(to);
    double costs = columnsByJob.size[c] * price[use[c]];
    double worth = owed * more;
    // The part of the faster column is 1 + more · perRate.
    double most = Math.abs(costs) + Math.abs(worth) + base * (1 + Math.abs(more) * perRate);
    return costs - cost(to) - worth > within * most;
  }

  /** Compares a column with a mix of the columns in use that has the same rate. */
  final void compare(int c) {
    if (from == to) {
      double worth = owed * (rate(c) - rate(to));
      ofFaster = 1;
      excess = cost(c) - cost(to) - worth;
      reach = // also where prices are next to nothing
          use(c) == use(to)
              ? Math.abs(cost(c) - cost(to)) + Math.abs(worth)
              : Math.abs(cost(c)) + owed * rate(to);
      return;
    }
    ofFaster = partOfFaster(rate(c));
    excess = cost(c) - ((1 - ofFaster) * cost(from) + ofFaster * cost(to));
    reach = shift(c, 1 - ofFaster, ofFaster);
  }

  /**
   * Returns the change of the difference between the costs of a column and of a mix per relative
   * change of prices. All columns of a use have the same price.
   *
   * @param slower the part of the slower column in use
   * @param faster the part of the faster one
   */
  final double shift(int c, double slower, double faster) {
    double other = cost(c);
    double ofFrom = -slower * cost(from);
    double ofTo = -faster * cost(to);
    if (use(from) == use(to)) {
      ofTo += ofFrom;
      ofFrom = 0;
    }
    if (use(c) == use(to)) {
      ofTo += other;
      other = 0;
    } else if (use(c) == use(from)) {
      ofFrom += other;
      other = 0;
    }
    return Math.abs(other) + Math.abs(ofFrom) + Math.abs(ofTo);
  }
}
