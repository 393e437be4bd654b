package io.gavel.policies.lp.solver;

import io.gavel.policies.SolveFailedException;
import io.gavel.policies.SolveStoppedException;
import java.util.List;
import java.util.Optional;

/*
 * Prices of pools tell nearly everything of the optimum of a program without pairs: at a level, each job uses
 * the two of its columns that are cheapest together (CheapestUse), and one with a utility what suits it best
 * (BestUse). Only jobs for which another column costs about as much may have to decide otherwise.
 *
 * All jobs that certainly use the same two pools are as good as one job (SmallProgram). With the undecided jobs
 * that is a program of a few dozen jobs, whose optimum is that of the whole if none of the certain jobs would
 * rather change then. Otherwise it is done again from there, with more jobs undecided.
 */

/**
 * Solves a program that maximises a minimum, or utilities, from prices of pools that are nearly
 * right, such as those of the same problem before a job came, or of a sample of its jobs: by the
 * interior-point method on the jobs that these prices leave undecided. A few passes over the jobs;
 * the proof is the same as ever. Mutable while it works.
 */
abstract class WorkingSet {

  private static final int MOST_ATTEMPTS = 4;

  /** How many times as far prices may be off if those of an attempt are no better. */
  private static final double WIDER = 4;

  private static final double LARGEST_CHANGE = 0.2;

  /** By how many jobs' parts of a price earlier prices may be off. */
  private static final double FEW_JOBS = 10;

  /** By how many times the standard error of a mean the prices of a sample may be off. */
  private static final double ERRORS = 1.5;

  /** The same with utilities, whose attempts cost more by undecided jobs and gain more each. */
  private static final double ERRORS_OF_UTILITY = 0.5;

  /** From so many jobs on, solving a sample first takes less time than solving all at once. */
  private static final int MANY_JOBS = 8192;

  /** Times n to the power of two thirds: the sample, and what it leaves undecided, are small. */
  private static final double SAMPLE = 4;

  private static final CertifiedSolver SMALL =
      CertifiedSolver.of(List.of(new StructuredSolver()), CertifiedSolver.GOOD)
          .forPolicy("working set");

  final AllocationProgram program;
  final SolveLimits limits;
  final Blocks blocks;

  /** Prices of pools, in the unit of the objective if it has utilities, in any if it is a level. */
  final double[] price;

  final Uses uses;

  WorkingSet(AllocationProgram program, double[] price, SolveLimits limits) {
    this.program = program;
    this.limits = limits;
    this.price = price;
    blocks = Blocks.of(program, limits);
    uses = new Uses(blocks.jobs);
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
      return new LevelWorkingSet(program, 0, price.clone(), limits).improve(off);
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
    boolean level = isLevelAlone(program);
    if (program.jobCount() < MANY_JOBS || !(level || isUtilityAlone(program))) {
      return Optional.empty();
    }
    int draws = (int) (SAMPLE * StrictMath.pow(program.jobCount(), 2.0 / 3));
    try {
      CertifiedPoint few = SMALL.with(limits).solve(Sample.of(program, draws));
      double[] price = few.bound().prices().pools();
      double error = 1 / Math.sqrt(draws);
      Optional<CertifiedPoint> point =
          level
              ? new LevelWorkingSet(program, few.objective(), price, limits).improve(ERRORS * error)
              : new UtilityWorkingSet(program, price, limits).improve(ERRORS_OF_UTILITY * error);
      return point.filter(found -> found.holdsWithin(CertifiedSolver.GOOD));
    } catch (SolveFailedException | SolveStoppedException | CancelledSolve noHelp) {
      return Optional.empty();
    }
  }

  private static boolean isLevelAlone(AllocationProgram program) {
    return program.hasLevel() && !program.hasUtility() && hasNeitherGainNorFloor(program);
  }

  private static boolean isUtilityAlone(AllocationProgram program) {
    return program.hasUtility() && !program.hasLevel() && hasNeitherGainNorFloor(program);
  }

  private static boolean hasNeitherGainNorFloor(AllocationProgram program) {
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
    return true;
  }

  /** Solves with prices that may be off by a part. */
  final Optional<CertifiedPoint> improve(double off) {
    Optional<CertifiedPoint> best = Optional.empty();
    double part = off;
    double bound = bound();
    for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      if (decide(bound, Math.min(LARGEST_CHANGE, part)) > blocks.jobs / 2) {
        return best;
      }
      double[] earlier = price.clone();
      CertifiedPoint point = attempt();
      best = best.filter(other -> other.open() <= point.open()).or(() -> Optional.of(point));
      if (point.holdsWithin(CertifiedSolver.GOOD)) {
        return best;
      }
      double lower = bound();
      if (lower < bound) { // the better bound has the better prices
        bound = lower;
      } else {
        System.arraycopy(earlier, 0, price, 0, price.length);
        part *= WIDER;
      }
    }
    return best;
  }

  /** A value that no feasible point exceeds, as the prices prove it. */
  abstract double bound();

  /**
   * Decides jobs that are certain.
   *
   * @param bound that the prices prove
   * @param part by which they may be off
   * @return how many jobs are not
   */
  abstract int decide(double bound, double part);

  /** Solves the small program, whose prices are then those of the pools. */
  final CertifiedPoint attempt() {
    SmallProgram small = new SmallProgram(program, blocks, uses);
    CertifiedPoint found = SMALL.with(limits).solve(small.program());
    System.arraycopy(found.bound().prices().pools(), 0, price, 0, price.length);
    return undone(small, found);
  }

  /** The point of the whole program that the optimum of the small one stands for. */
  abstract CertifiedPoint undone(SmallProgram small, CertifiedPoint found);
}
