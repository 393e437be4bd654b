package io.gavel.policies.lp.solver.sampling;

import io.gavel.policies.Prices;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.SolveStoppedException;
import io.gavel.policies.lp.solver.coefficients.Objective;
import io.gavel.policies.lp.solver.interior.ColumnsByJob;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CancelledSolve;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.SolveLimits;
import java.util.Optional;

/** The working set of a program that maximises a minimum: all throughputs follow one level. */
public final class LevelWorkingSet extends WorkingSet {

  private static final int MOST_PASSES = 60;

  /** By how many jobs' parts of a price earlier prices may be off. */
  private static final double FEW_JOBS = 10;

  private final CheapestMix use;

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
    use = new CheapestMix(blocks, price);
  }

  /**
   * Solves.
   *
   * @param price prices of pools in any unit, {@code [pool]}; copied
   * @param solver what solves the small programs
   * @return a point that may not hold; none if the program is of another kind or the prices are no
   *     help
   */
  public static Optional<CertifiedSolution> solve(
      AllocationProgram program, double[] price, SmallSolver solver, SolveLimits limits) {
    if (price.length != program.poolCount() || !suits(program) || !ColumnsByJob.fits(program)) {
      return Optional.empty();
    }
    try {
      double off = FEW_JOBS / program.jobCount();
      return new LevelWorkingSet(program, 0, price.clone(), solver, limits).improve(off);
    } catch (SolveFailedException | SolveStoppedException | CancelledSolve noHelp) {
      return Optional.empty();
    }
  }

  /** Whether a program maximises a level that says everything of what is wanted. */
  static boolean suits(AllocationProgram program) {
    return program.objective() instanceof Objective.MaxMin level
        && level.counts()
        && !program.hasFloor();
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
          uses.to[m] = ColumnChoice.UNDECIDED;
          undecided++;
        }
      }
    }
    return undecided;
  }

  @Override
  CertifiedSolution undone(AggregatedProgram small, CertifiedSolution found) {
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
    return CertifiedSolution.of(program, x, Prices.of(price, new double[owed.length], owed));
  }
}
