package io.gavel.policies.lp.solver;

import io.gavel.policies.Prices;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.SolveStoppedException;
import io.gavel.policies.Tolerance;
import java.util.List;
import java.util.Optional;

/*
 * Prices of pools tell nearly everything of the optimum of a max-min program: at a level, each job uses the
 * two of its columns that are cheapest together (CheapestUse), so that its fractions are linear in the level.
 * Only jobs for which another column costs about as much may have to decide otherwise.
 *
 * All jobs that certainly use the same two pools are as good as one job. With x = α t − β of each on the
 * faster column and sizes s, a job of size S = Σs with rates Σsβ/S + 1 and Σsβ/S and requirement Σsα/S uses the
 * same workers at every level; one of a single column needs no β. With the undecided jobs that is a program of
 * a few dozen jobs, whose optimum is that of the whole if none of the certain jobs would rather change then.
 * Otherwise it is done again from there, with more jobs undecided.
 */

/**
 * Solves a program that maximises a minimum from prices of pools that are nearly right, such as
 * those of the same problem before a job came, or of a sample of its jobs: by the interior-point
 * method on the jobs that these prices leave undecided. A few passes over the jobs; the proof is
 * the same as ever. Mutable while it works.
 */
final class WorkingSet {

  private static final int MOST_ATTEMPTS = 4;

  /** How many times as far prices may be off if those of an attempt are no better. */
  private static final double WIDER = 4;

  private static final double LARGEST_CHANGE = 0.2;

  /** By how many jobs' parts of a price earlier prices may be off. */
  private static final double FEW_JOBS = 10;

  /** By how many times the standard error of a mean the prices of a sample may be off. */
  private static final double ERRORS = 1.5;

  /** From so many jobs on, solving a sample first takes less time than solving all at once. */
  private static final int MANY_JOBS = 8192;

  /** Times n to the power of two thirds: the sample, and what it leaves undecided, are small. */
  private static final double SAMPLE = 4;

  /** A gap that needs no further attempt. */
  private static final Tolerance GOOD = new Tolerance(0, 1e-8);

  private static final int MOST_PASSES = 60;

  private static final CertifiedSolver SMALL =
      CertifiedSolver.of(List.of(new StructuredSolver()), GOOD).forPolicy("working set");

  private final AllocationProgram program;
  private final SolveLimits limits;
  private final Blocks blocks;
  private final double[] price;
  private final CheapestUse use;

  /** The part by which prices may be off. */
  private final double off;

  private double level;

  /** The columns of each certain job; both {@link #UNDECIDED} for others. */
  private final int[] from;

  private final int[] to;

  private static final int UNDECIDED = -2;

  private WorkingSet(
      AllocationProgram program, double level, double[] price, double off, SolveLimits limits) {
    this.program = program;
    this.limits = limits;
    this.level = level;
    this.price = price;
    this.off = off;
    blocks = Blocks.of(program, limits);
    use = new CheapestUse(blocks, price);
    from = new int[blocks.jobs];
    to = new int[blocks.jobs];
  }

  /**
   * Solves.
   *
   * @param price prices of pools in any unit, {@code [pool]}; copied
   * @return a point that may not hold; none if the program is of another kind or the prices are no
   *     help
   */
  static Optional<CertifiedPoint> solve(
      AllocationProgram program, double[] price, SolveLimits limits) {
    if (price.length != program.poolCount() || !isLevelAlone(program) || !Blocks.fits(program)) {
      return Optional.empty();
    }
    try {
      double off = FEW_JOBS / program.jobCount();
      return new WorkingSet(program, 0, price.clone(), off, limits).solve();
    } catch (SolveFailedException | SolveStoppedException | CancelledSolve noHelp) {
      return Optional.empty();
    }
  }

  /**
   * Solves a program of many jobs, from the prices of a {@link Sample} of them.
   *
   * @param program one that {@linkplain Blocks#fits fits} blocks
   * @return a good point; none if the program is of another kind or has few jobs, or if the sample
   *     is no help
   */
  static Optional<CertifiedPoint> solve(AllocationProgram program, SolveLimits limits) {
    if (program.jobCount() < MANY_JOBS || !isLevelAlone(program)) {
      return Optional.empty();
    }
    int draws = (int) (SAMPLE * StrictMath.pow(program.jobCount(), 2.0 / 3));
    try {
      CertifiedPoint few = SMALL.with(limits).solve(Sample.of(program, draws));
      double[] price = few.bound().prices().pools();
      double off = ERRORS / Math.sqrt(draws);
      return new WorkingSet(program, few.objective(), price, off, limits)
          .solve()
          .filter(point -> point.holdsWithin(GOOD));
    } catch (SolveFailedException | SolveStoppedException | CancelledSolve noHelp) {
      return Optional.empty();
    }
  }

  private static boolean isLevelAlone(AllocationProgram program) {
    for (int c = 0; c < program.columnCount(); c++) {
      if (program.gain(c) != 0) {
        return false;
      }
    }
    for (int m = 0; m < program.jobCount(); m++) {
      if (program.floor(m) != 0) {
        return false;
      }
    }
    return program.hasLevel() && !program.hasUtility();
  }

  private Optional<CertifiedPoint> solve() {
    Optional<CertifiedPoint> best = Optional.empty();
    double part = off;
    level = highestLevel();
    for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      if (!(level > 0) || decide(Math.min(LARGEST_CHANGE, part)) > blocks.jobs / 2) {
        return best;
      }
      double[] earlier = price.clone();
      CertifiedPoint point = attempt();
      best = best.filter(other -> other.open() <= point.open()).or(() -> Optional.of(point));
      if (point.holdsWithin(GOOD)) {
        return best;
      }
      double lower = highestLevel();
      if (lower < level) { // the better bound has the better prices
        level = lower;
      } else {
        System.arraycopy(earlier, 0, price, 0, price.length);
        part *= WIDER;
      }
    }
    return best;
  }

  /**
   * The level at which the cheapest use of all jobs costs as much as all workers: no level is
   * higher. Costs are convex in the level, so that Newton's method, after a first step from
   * anywhere, comes down to it from above.
   */
  private double highestLevel() {
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

  /** Decides jobs that are certain; returns how many are not. */
  private int decide(double part) {
    int undecided = 0;
    for (int m = 0; m < blocks.jobs; m++) {
      from[m] = UNDECIDED;
      to[m] = UNDECIDED;
      if (blocks.requirement[m] > 0) {
        double throughput = blocks.requirement[m] * level;
        use.find(m, throughput);
        if (use.isCertain(m, throughput, part)) {
          from[m] = use.from;
          to[m] = use.to;
        } else {
          undecided++;
        }
      }
    }
    return undecided;
  }

  private CertifiedPoint attempt() {
    SmallProgram small = new SmallProgram(program, blocks, from, to);
    CertifiedPoint found = SMALL.with(limits).solve(small.program());
    System.arraycopy(found.bound().prices().pools(), 0, price, 0, price.length);
    double reached = found.objective();
    double[] x = small.undo(found.fractions());
    double[] owed = new double[blocks.jobs];
    for (int m = 0; m < blocks.jobs; m++) {
      double throughput = blocks.requirement[m] * reached;
      if (throughput > 0) {
        use.find(m, throughput);
        owed[m] = use.owed;
        if (to[m] != UNDECIDED) {
          double part = (throughput - rate(from[m])) / (rate(to[m]) - rate(from[m]));
          x[to[m]] = part;
          if (from[m] != CheapestUse.IDLE) {
            x[from[m]] = 1 - part;
          }
        } else {
          owed[m] = small.owed(m, found.bound().prices());
        }
      }
    }
    return CertifiedPoint.of(program, x, Prices.of(price, new double[owed.length], owed));
  }

  private double rate(int c) {
    return c == CheapestUse.IDLE ? 0 : blocks.rate[c];
  }
}
