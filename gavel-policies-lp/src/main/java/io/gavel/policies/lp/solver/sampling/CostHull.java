package io.gavel.policies.lp.solver.sampling;

import io.gavel.policies.lp.solver.interior.ColumnsByJob;

/*
 * The points (rate, cost) of a job's columns and of idling, (0, 0): the cheapest way to a throughput is on
 * their lower convex hull, between two of its corners. The slope there is the price of throughput, and what
 * the line through both is below the origin the price of time.
 */

/**
 * The corners of what a job may do at given prices of pools, and which of them it uses. Mutable;
 * jobs are asked for one by one, O(K²) at worst and O(K) mostly.
 */
abstract class CostHull {

  /** In {@link #from}: the rest of the time is idle. */
  static final int IDLE = -1;

  final ColumnsByJob blocks;
  private final double[] price;

  /**
   * The cheaper and slower of the two columns, or {@link #IDLE}, and the other; both the same if
   * all of the time is spent there.
   */
  int from;

  int to;

  /** The price of throughput. */
  double owed;

  CostHull(ColumnsByJob columnsByJob, double[] price) {
    this.blocks = columnsByJob;
    this.price = price;
  }

  final double rate(int c) {
    return c == IDLE ? 0 : blocks.rate[c];
  }

  final double cost(int c) {
    return c == IDLE ? 0 : blocks.size[c] * price[blocks.pool[c]];
  }

  /** What a throughput more costs between two corners. */
  final double slope(int slower, int faster) {
    return (cost(faster) - cost(slower)) / (rate(faster) - rate(slower));
  }

  /** The corner of the hull after a column; the column itself if it is the fastest. */
  final int corner(int m, int c) {
    int best = c;
    double least = Double.POSITIVE_INFINITY;
    for (int i = blocks.start[m]; i < blocks.start[m + 1]; i++) {
      double faster = blocks.rate[i] - rate(c);
      if (faster > 0) {
        double slope = (cost(i) - cost(c)) / faster;
        if (slope < least || (slope == least && blocks.rate[i] > rate(best))) {
          least = slope;
          best = i;
        }
      }
    }
    return best;
  }

  /**
   * Whether all other columns, and idling, stay dearer while no price changes by more than a part.
   */
  final boolean othersAreDearer(int m, double part) {
    boolean dearer = from == IDLE || isDearer(IDLE, part);
    for (int c = blocks.start[m]; dearer && c < blocks.start[m + 1]; c++) {
      dearer = c == from || c == to || isDearer(c, part);
    }
    return dearer;
  }

  /** Whether a column costs more than what the line through those in use says for its rate. */
  private boolean isDearer(int c, double part) {
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
