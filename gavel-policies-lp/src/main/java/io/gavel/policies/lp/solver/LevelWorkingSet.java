package io.gavel.policies.lp.solver;

import io.gavel.policies.Prices;

/** The working set of a program that maximises a minimum: all throughputs follow one level. */
final class LevelWorkingSet extends WorkingSet {

  private static final int MOST_PASSES = 60;

  private final CheapestUse use;

  /** Where to look for the level first; later, the one that was reached. */
  private double level;

  LevelWorkingSet(
      AllocationProgram program,
      double level,
      double[] price,
      SmallSolver solver,
      SolveLimits limits) {
    super(program, price, solver, limits);
    this.level = level;
    use = new CheapestUse(blocks, price);
  }

  /**
   * The level at which the cheapest use of all jobs costs as much as all workers: no level is
   * higher. Costs are convex in the level, so that Newton's method, after a first step from
   * anywhere, comes down to it from above.
   */
  @Override
  double bound() {
    double most = Double.POSITIVE_INFINITY;
    double worth = 0;
    for (int m = 0; m < blocks.jobs; m++) {
      if (blocks.requirement[m] > 0) {
        most = Math.min(most, fastest(m) / blocks.requirement[m]);
      }
    }
    for (int k = 0; k < blocks.pools; k++) {
      worth += price[k] * program.workers(k);
    }
    double at = Math.min(most, level);
    for (int pass = 0; pass < MOST_PASSES; pass++) {
      double open = -worth;
      double slope = 0;
      for (int m = 0; m < blocks.jobs; m++) {
        if (blocks.requirement[m] > 0) {
          double throughput = blocks.requirement[m] * at;
          use.find(m, throughput);
          open += throughput * use.owed - use.time;
          slope += blocks.requirement[m] * use.owed;
        }
      }
      limits.check();
      double next = slope > 0 ? Math.min(most, at - open / slope) : most;
      if (pass > 0 && !(next < at)) {
        return at;
      }
      at = next;
    }
    return at;
  }

  private double fastest(int m) {
    double fastest = 0;
    for (int c = blocks.start[m]; c < blocks.start[m + 1]; c++) {
      fastest = Math.max(fastest, blocks.rate[c]);
    }
    return fastest;
  }

  @Override
  int decide(double bound, double part) {
    level = bound;
    if (!(level > 0)) {
      return Integer.MAX_VALUE;
    }
    int undecided = 0;
    for (int m = 0; m < blocks.jobs; m++) {
      if (blocks.requirement[m] > 0) {
        double throughput = blocks.requirement[m] * level;
        use.find(m, throughput);
        if (use.isCertain(m, throughput, part)) {
          uses.decide(m, use, blocks.requirement[m]);
        } else {
          uses.to[m] = Uses.UNDECIDED;
          undecided++;
        }
      }
    }
    return undecided;
  }

  @Override
  CertifiedPoint undone(SmallProgram small, CertifiedPoint found) {
    double reached = found.objective();
    double[] owed = new double[blocks.jobs];
    for (int m = 0; m < blocks.jobs; m++) {
      if (uses.isUndecided(m)) {
        owed[m] = small.owed(m, found.bound().prices());
      } else if (uses.isDecided(m)) {
        use.find(m, blocks.requirement[m] * reached);
        owed[m] = use.owed;
      }
    }
    double[] x = small.undo(found.fractions(), small.alike(reached));
    return CertifiedPoint.of(program, x, Prices.of(price, new double[owed.length], owed));
  }
}
