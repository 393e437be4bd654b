package io.gavel.policies.lp.solver.sampling;

import io.gavel.policies.SolveFailedException;
import io.gavel.policies.SolveStoppedException;
import io.gavel.policies.lp.solver.interior.ColumnsByJob;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.AllocationSolver;
import io.gavel.policies.lp.solver.program.CancelledSolve;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import java.util.Optional;

/**
 * Solves programs of thousands of jobs that maximise a minimum alone, or utilities alone, from the
 * prices of a {@link JobSample} of their jobs: in a few passes over all, and by a small program of
 * those whose place the prices leave open. If that proves no gap of 10<sup>-8</sup>, and for all
 * other programs, another solver is asked. Immutable.
 */
public final class SampledSolver implements AllocationSolver {

  /** By how many times the standard error of a mean the prices of a sample may be off. */
  private static final double ERRORS = 1.5;

  /** The same with utilities, whose attempts cost more by undecided jobs and gain more each. */
  private static final double ERRORS_OF_UTILITY = 0.5;

  /** From so many jobs on, solving a sample first takes less time than solving all at once. */
  private static final int MANY_JOBS = 8192;

  /** Times n to the power of two thirds: the sample, and what it leaves undecided, are small. */
  private static final double SAMPLE = 4;

  private final AllocationSolver whole;
  private final SmallSolver small;

  /**
   * A solver.
   *
   * @param whole what is asked for programs that are not sampled
   * @param small what solves samples and the programs of working sets
   */
  public SampledSolver(AllocationSolver whole, SmallSolver small) {
    this.whole = whole;
    this.small = small;
  }

  /** Goes as far as it can on the whole: a sample would end at its gap. */
  @Override
  public AllocationSolver precise() {
    return whole.precise();
  }

  @Override
  public SolverOutcome solve(AllocationProgram program, SolveLimits limits) {
    Optional<CertifiedSolution> sampled =
        ColumnsByJob.fits(program) ? fromSample(program, limits) : Optional.empty();
    if (sampled.isPresent()) {
      CertifiedSolution point = sampled.get();
      return new SolverOutcome.Solved(point.fractions(), point.bound().prices(), new double[0]);
    }
    return whole.solve(program, limits);
  }

  /**
   * Solves a program of many jobs from a sample of them.
   *
   * @param program one that {@linkplain ColumnsByJob#fits fits} blocks
   * @return a good point; none if the program is of another kind or has few jobs, or if the sample
   *     is no help
   */
  Optional<CertifiedSolution> fromSample(AllocationProgram program, SolveLimits limits) {
    boolean level = LevelWorkingSet.suits(program);
    if (program.jobCount() < MANY_JOBS || !(level || UtilityWorkingSet.suits(program))) {
      return Optional.empty();
    }
    int draws = (int) (SAMPLE * StrictMath.pow(program.jobCount(), 2.0 / 3));
    try {
      CertifiedSolution few = small.solve(JobSample.of(program, draws), limits);
      double[] price = few.bound().prices().pools();
      double error = 1 / Math.sqrt(draws);
      Optional<CertifiedSolution> point =
          level
              ? new LevelWorkingSet(program, few.objective(), price, small, limits)
                  .improve(ERRORS * error)
              : new UtilityWorkingSet(program, price, small, limits)
                  .improve(ERRORS_OF_UTILITY * error);
      return point.filter(found -> found.holdsWithin(CertifiedSolution.GOOD));
    } catch (SolveFailedException | SolveStoppedException | CancelledSolve noHelp) {
      return Optional.empty();
    }
  }

  @Override
  public String toString() {
    return whole.toString();
  }
}
