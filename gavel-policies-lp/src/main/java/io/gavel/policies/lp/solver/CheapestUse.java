package io.gavel.policies.lp.solver;

/*
 * The points (rate, cost) of a job's columns and of idling, (0, 0): the cheapest way to a throughput is on
 * their lower convex hull, between two of its corners. The slope there is the price of throughput, and what
 * the line through both is below the origin the price of time.
 */

/**
 * How jobs reach a level most cheaply at given prices of pools: each with two of its columns, or
 * with one and idling. Mutable; {@link #find} is asked job by job, O(K²) at worst and O(K) mostly.
 */
final class CheapestUse {

  /** In {@link #from}: the rest of the time is idle. */
  static final int IDLE = -1;

  private final Blocks blocks;
  private final double[] price;

  /** The cheaper and slower of the two columns, or {@link #IDLE}, and the other. */
  int from;

  int to;

  /** The price of throughput, and of time. */
  double owed;

  double time;

  CheapestUse(Blocks blocks, double[] price) {
    this.blocks = blocks;
    this.price = price;
  }

  private double rate(int c) {
    return c == IDLE ? 0 : blocks.rate[c];
  }

  private double cost(int c) {
    return c == IDLE ? 0 : blocks.size[c] * price[blocks.pool[c]];
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
    double slope = (cost(to) - cost(from)) / (rate(to) - rate(from));
    owed = slope;
    time = from == IDLE ? 0 : Math.max(0, rate(to) * slope - cost(to));
  }

  /** The corner of the hull after a column; the column itself if it is the fastest. */
  private int corner(int m, int c) {
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
   * Whether it stays the cheapest use as long as no price, and not the throughput, changes by more
   * than a part.
   */
  boolean isCertain(int m, double throughput, double part) {
    double per = 1 / (rate(to) - rate(from));
    double change = part * throughput * per;
    double ofTo = (throughput - rate(from)) * per;
    boolean certain =
        ofTo + change <= 1 && (from == IDLE || (ofTo >= change && isDearer(IDLE, per, part)));
    for (int c = blocks.start[m]; certain && c < blocks.start[m + 1]; c++) {
      certain = c == from || c == to || isDearer(c, per, part);
    }
    return certain;
  }

  /** Whether a column costs more than the mixture of both, beyond one of them or not, like it. */
  private boolean isDearer(int c, double per, double part) {
    double mixed = (rate(c) - rate(from)) * per;
    double ofFrom = (1 - mixed) * cost(from);
    double ofTo = mixed * cost(to);
    double change = part * (cost(c) + Math.abs(ofFrom) + Math.abs(ofTo));
    return cost(c) - (ofFrom + ofTo) > change;
  }
}
