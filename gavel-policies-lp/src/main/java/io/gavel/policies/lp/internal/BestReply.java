package io.gavel.policies.lp.internal;

import io.gavel.policies.lp.solver.program.AllocationProgram;

/**
 * Computes a job's best response at given prices of workers and rows: the price of its throughput
 * and its gain from other fractions. Without pairs. Mutable.
 */
final class BestReply {

  private static final int NONE = -1;

  private final AllocationProgram program;
  private final double[] worth;
  private final double[] known;

  /** The columns of job {@code m} are {@code start[m]} to {@code start[m + 1]}. */
  private final int[] start;

  private double missed;

  /**
   * Starts.
   *
   * @param worth of each column less the prices of workers and rows, {@code [column]}
   * @param known the fractions that the jobs have, {@code [column]}
   */
  BestReply(AllocationProgram program, double[] worth, double[] known) {
    this.program = program;
    this.worth = worth;
    this.known = known;
    start = new int[program.jobCount() + 1];
    for (int c = 0; c < worth.length; c++) {
      start[program.first(c) + 1]++;
    }
    for (int m = 0; m < program.jobCount(); m++) {
      start[m + 1] += start[m];
    }
  }

  /**
   * Returns the price of throughput with the best bound on a job's gain. The most that its columns
   * and idling can be worth is concave in throughput; the price is what one more unit costs at the
   * floor.
   */
  double owed(int m) {
    double held = 0;
    int at = NONE; // idling
    for (int c = start[m]; c < start[m + 1]; c++) {
      held += worth[c] * known[c];
      boolean faster = worth[c] == worth(at) && rate(c) > rate(at);
      at = worth[c] > worth(at) || faster ? c : at;
    }
    double floor = program.floor(m);
    double owed = 0;
    for (int next = next(m, at); rate(at) < floor && next != NONE; next = next(m, at)) {
      owed = price(at, next);
      at = next;
    }
    missed = worth(at) - owed * (floor - rate(at)) - held;
    return owed;
  }

  /** Returns the largest gain of the job of the last call of {@link #owed}. */
  double missed() {
    return missed;
  }

  /** Returns the faster column that costs least per throughput. */
  private int next(int m, int at) {
    int next = NONE;
    for (int c = start[m]; c < start[m + 1]; c++) {
      if (rate(c) > rate(at)) {
        double less = next == NONE ? 1 : price(at, next) - price(at, c);
        next = less > 0 || (less == 0 && rate(c) > rate(next)) ? c : next;
      }
    }
    return next;
  }

  private double price(int at, int faster) {
    return (worth(at) - worth(faster)) / (rate(faster) - rate(at));
  }

  private double worth(int c) {
    return c == NONE ? 0 : worth[c];
  }

  private double rate(int c) {
    return c == NONE ? 0 : program.rate(c);
  }
}
