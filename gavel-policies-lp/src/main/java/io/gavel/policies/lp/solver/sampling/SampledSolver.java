package io.gavel.policies.lp.solver.sampling;

import io.gavel.policies.AllocationException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.solver.interior.ColumnsByJob;
import io.gavel.policies.lp.solver.presolve.SlowestJobs;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.AllocationSolver;
import io.gavel.policies.lp.solver.program.CancelledSolve;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.DualBound;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import java.util.Optional;

/**
 * Solves programs of thousands of jobs that maximise only a minimum, a sum under floors, or only
 * utilities, with or without coupling rows, from the prices of a {@link JobSample}. It takes a few
 * passes over all jobs and a small program of the jobs whose columns the prices do not decide. If
 * that does not prove a gap of 10<sup>-8</sup>, and for all other programs, another solver is
 * called. Immutable.
 */
public final class SampledSolver implements AllocationSolver {

  /** The assumed error of the prices of a sample, in standard errors of a mean. */
  private static final double ERRORS = 1.5;

  /** The same with utilities, for which undecided jobs cost more and each attempt gains more. */
  private static final double ERRORS_OF_UTILITY = 0.5;

  /**
   * The number of jobs, times the columns of a job on a pool, from which on solving a sample first
   * takes less time than solving all at once.
   */
  private static final int MANY_JOBS = 8192;

  /**
   * The size of a sample over n<sup>2/3</sup>: both the sample and its undecided jobs are few then.
   */
  private static final double SAMPLE = 4;

  /** The number of draws for each class of jobs from which on prices are good enough. */
  private static final int DRAWS_OF_CLASS = 400;

  /** The relative distance of a level from the one at which the slowest job runs full time. */
  private static final double LIMITED = 1e-6;

  /** The levels at which jobs are slow, over one that a job limits. */
  private static final double SLOW = 2;

  private final AllocationSolver whole;
  private final SmallSolver small;
  private final Tolerance tolerance;

  /**
   * A solver.
   *
   * @param whole solves the programs that are not sampled
   * @param small solves samples and the programs of working sets
   */
  public SampledSolver(AllocationSolver whole, SmallSolver small) {
    this(whole, small, CertifiedSolution.GOOD);
  }

  private SampledSolver(AllocationSolver whole, SmallSolver small, Tolerance tolerance) {
    this.whole = whole;
    this.small = small;
    this.tolerance = tolerance;
  }

  @Override
  public AllocationSolver precise() {
    return tolerance.equals(WarmStart.PRECISE)
        ? this
        : new SampledSolver(whole.precise(), small, WarmStart.PRECISE);
  }

  @Override
  public SolverOutcome solve(AllocationProgram program, SolveLimits limits) {
    Optional<CertifiedSolution> sampled =
        ColumnsByJob.fitsRows(program) ? fromSample(program, limits) : Optional.empty();
    if (sampled.isPresent()) {
      return sampled.get().claim();
    }
    SolverOutcome outcome = whole.solve(program, limits);
    return outcome instanceof SolverOutcome.Solved solved
        ? continued(program, solved, limits)
        : outcome;
  }

  /**
   * The solution that the prices of an uncertified one lead to: an interior point may stall close
   * to the optimum of a level, where nearly all jobs have decided on their columns.
   */
  private SolverOutcome continued(
      AllocationProgram program, SolverOutcome.Solved solved, SolveLimits limits) {
    if (!LevelWorkingSet.suits(program)
        || !ColumnsByJob.fitsRows(program)
        || CertifiedSolution.of(program, solved).holdsWithin(Tolerance.CERTIFIED)) {
      return solved;
    }
    double[] price = WorkingSet.prices(DualBound.of(program, solved.prices(), solved.rowPrices()));
    return WarmStart.solve(program, price, 0, small, tolerance, limits)
        .map(CertifiedSolution::claim)
        .orElse(solved);
  }

  /**
   * Solves a program of many jobs from a sample of them.
   *
   * @param program a program that {@linkplain ColumnsByJob#fitsRows fits} columns by job
   * @return a good solution; empty if the program is of another kind or has few jobs, or if the
   *     sample leads nowhere
   */
  Optional<CertifiedSolution> fromSample(AllocationProgram program, SolveLimits limits) {
    long size = (long) program.jobCount() * ColumnsByJob.mostOnAPool(program);
    boolean suits =
        LevelWorkingSet.suits(program)
            || UtilityWorkingSet.suits(program)
            || SumWorkingSet.suits(program);
    if (size < MANY_JOBS || !suits) {
      return Optional.empty();
    }
    try {
      return Uses.of(program)
          .flatMap(uses -> fromSample(program, uses, limits))
          .filter(found -> found.holdsWithin(tolerance));
    } catch (AllocationException | CancelledSolve unsolved) {
      return Optional.empty();
    }
  }

  private Optional<CertifiedSolution> fromSample(
      AllocationProgram program, Uses uses, SolveLimits limits) {
    int draws = (int) (SAMPLE * StrictMath.pow(program.jobCount(), 2.0 / 3));
    if (draws < DRAWS_OF_CLASS * uses.classes()) {
      return Optional.empty();
    }
    JobSample drawn = JobSample.of(program, uses, draws);
    double error = drawn.error();
    CertifiedSolution sample = small.solve(drawn.program(), CertifiedSolution.GOOD, limits);
    if (LevelWorkingSet.suits(program)) {
      LevelWorkingSet jobs = levelSet(program, uses, sample, limits);
      double off = ERRORS * error;
      double bound = jobs.bound();
      // With workers enough for everybody's cheapest mix, one attempt reaches the level.
      return jobs.isLimitedByTime(bound)
          ? jobs.improve(off, bound, 1)
              .filter(found -> found.holdsWithin(tolerance))
              .or(
                  () ->
                      withoutSlowest(
                          program, uses, priced(drawn.program(), sample, limits), off, limits))
              .or(() -> levelSet(program, uses, sample, limits).improve(off))
          : jobs.improve(off, bound, WorkingSet.MOST_ATTEMPTS);
    }
    double[] price = WorkingSet.prices(sample.bound());
    return UtilityWorkingSet.suits(program)
        ? new UtilityWorkingSet(program, uses, price, small, tolerance, limits)
            .improve(ERRORS_OF_UTILITY * error)
        : new SumWorkingSet(program, uses, price, small, tolerance, limits).improve(ERRORS * error);
  }

  private LevelWorkingSet levelSet(
      AllocationProgram program, Uses uses, CertifiedSolution sample, SolveLimits limits) {
    double[] price = WorkingSet.prices(sample.bound());
    return new LevelWorkingSet(program, uses, sample.objective(), price, small, tolerance, limits);
  }

  /**
   * A solution of a sample whose prices are those of workers: a level that one of its jobs limits
   * has none, so the slow jobs are set aside until it is higher.
   */
  private CertifiedSolution priced(
      AllocationProgram sample, CertifiedSolution found, SolveLimits limits) {
    if (SlowestJobs.below(sample, (1 + LIMITED) * found.objective()).isEmpty()) {
      return found;
    }
    return SlowestJobs.below(sample, SLOW * found.objective())
        .map(SlowestJobs::others)
        .map(others -> priced(others, small.solve(others, CertifiedSolution.GOOD, limits), limits))
        .orElse(found);
  }

  /** The solution of a level that the slowest jobs limit. */
  private Optional<CertifiedSolution> withoutSlowest(
      AllocationProgram program,
      Uses uses,
      CertifiedSolution sample,
      double off,
      SolveLimits limits) {
    LevelWorkingSet jobs = levelSet(program, uses, sample, limits);
    double level = (1 + off) * jobs.levelWithoutSlowest();
    return SlowestJobs.below(program, level)
        .flatMap(
            slow ->
                new LevelWorkingSet(
                        slow.others(), uses, level, jobs.price, small, tolerance, limits)
                    .improve(off)
                    .map(slow::all))
        .filter(found -> found.holdsWithin(tolerance));
  }

  @Override
  public String toString() {
    return whole.toString();
  }
}
