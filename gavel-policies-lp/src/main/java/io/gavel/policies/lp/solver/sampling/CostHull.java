package io.gavel.policies.lp.solver.sampling;

import io.gavel.policies.lp.solver.interior.ColumnsByJob;

/*
 * Each column of a job is a point (rate, cost), and idling is (0, 0). The cheapest mix for a throughput lies on
 * their lower convex hull, between two of its corners. The slope there is the price of throughput; the distance
 * by which the line through both corners passes below the origin is the price of time.
 */

/**
 * The lower convex hull of a job's columns, by rate and cost at given prices of pools, and the
 * corners that the job uses. Mutable; it is positioned at one job at a time, in O(K²) at worst and
 * mostly O(K).
 */
abstract class CostHull {

  /** In {@link #from}: the rest of the time is idle. */
  static final int IDLE = -1;

  final ColumnsByJob columnsByJob;
  private final double[] price;

  /**
   * The slower and cheaper of the two columns in use, or {@link #IDLE}, and the faster one; both
   * are the same if one column gets all of the time.
   */
  int from;

  int to;

  /** The price of throughput. */
  double owed;

  CostHull(ColumnsByJob columnsByJob, double[] price) {
    this.columnsByJob = columnsByJob;
    this.price = price;
  }

  final double rate(int c) {
    return c == IDLE ? 0 : columnsByJob.rate[c];
  }

  final double cost(int c) {
    return c == IDLE ? 0 : columnsByJob.size[c] * price[columnsByJob.pool[c]];
  }

  /** The cost of one more unit of throughput between two corners. */
  final double slope(int slower, int faster) {
    return (cost(faster) - cost(slower)) / (rate(faster) - rate(slower));
  }

  /** The corner of the hull after a column; the column itself if it is the fastest. */
  final int corner(int m, int c) {
    int best = c;
    double least = Double.POSITIVE_INFINITY;
    for (int i = columnsByJob.start[m]; i < columnsByJob.start[m + 1]; i++) {
      double faster = columnsByJob.rate[i] - rate(c);
      if (faster > 0) {
        double slope = (cost(i) - cost(c)) / faster;
        if (slope < least || (slope == least && columnsByJob.rate[i] > rate(best))) {
          least = slope;
          best = i;
        }
      }
    }
    return best;
  }

  /**
   * Whether all other columns, and idling, stay more expensive while no price changes by more than
   * a fraction.
   */
  final boolean othersCostMore(int m, double part) {
    boolean more = from == IDLE || costsMore(IDLE, part);
    for (int c = columnsByJob.start[m]; more && c < columnsByJob.start[m + 1]; c++) {
      more = c == from || c == to || costsMore(c, part);
    }
    return more;
  }

  /** Whether a column costs more than a mix of the columns in use with the same rate. */
  private boolean costsMore(int c, double part) {
    if (from == to) {
      double change = part * (cost(c) + owed * rate(to)); // also where prices are next to nothing
      return cost(c) - cost(to) - owed * (rate(c) - rate(to)) > change;
    }
    double mixed = (rate(c) - rate(from)) / (rate(to) - rate(from));
    double ofFrom = (1 - mixed) * cost(from);
    double ofTo = mixed * cost(to);
    double change = part * (cost(c) + Math.abs(ofFrom) + Math.abs(ofTo));
    return cost(c) - (ofFrom + ofTo) > change;
  }
}
