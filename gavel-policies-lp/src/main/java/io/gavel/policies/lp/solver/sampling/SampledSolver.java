package io.gavel.policies.lp.solver.sampling;

import io.gavel.policies.AllocationException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.solver.interior.ColumnsByJob;
import io.gavel.policies.lp.solver.presolve.IdenticalJobs;
import io.gavel.policies.lp.solver.presolve.SlowestJobs;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.AllocationSolver;
import io.gavel.policies.lp.solver.program.CancelledSolve;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.DualBound;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import java.util.Arrays;
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
   * How many times as large the error is over the range of prices within which jobs decide. The
   * error of the sample alone counts how little of the demand such jobs are, but not how much a
   * small change of prices moves all of it: with that one, a level and the total above it of a
   * million jobs take a third more processor time.
   */
  private static final double ERRORS_OF_ALIKE = 3;

  /**
   * The number of jobs, times the columns of a job on a pool, from which on solving a sample first
   * takes less time than solving all at once.
   */
  private static final int MANY_JOBS = 4096;

  /** The same for jobs that are undecided between prices that are close to each other. */
  private static final int MANY_ALIKE = 1024;

  /**
   * The size of a sample over n<sup>2/3</sup>: both the sample and its undecided jobs are few then.
   */
  private static final double SAMPLE = 4;

  /** The number of draws for each class of jobs from which on prices are good enough. */
  private static final int DRAWS_OF_CLASS = 400;

  /**
   * The number of draws for each pool from which on prices are good enough: fewer leave so much
   * undecided that all jobs at once take less time, by half with 8 or 16 pools and by five sixths
   * with 64.
   */
  private static final int DRAWS_OF_POOL = 150;

  /** The same with utilities, each of which decides by itself how much of the cheapest it takes. */
  private static final int DRAWS_OF_POOL_OF_UTILITY = 25;

  /** The same if columns have coefficients of their own in rows. */
  private static final int DRAWS_OF_CLASS_OF_COLUMNS = 150;

  /**
   * One draw for so many jobs, if columns have coefficients of their own in rows: the prices of
   * rows need many draws, and the sample is sampled in turn.
   */
  private static final int PART_OF_COLUMNS = 4;

  /**
   * The assumed error of the prices of such a sample, in standard errors of a mean over the
   * smallest class. A second attempt, with the prices of the first, costs less than one that leaves
   * more jobs undecided.
   */
  private static final double ERRORS_OF_COLUMNS = 0.3;

  /** The part of a program that a sample may be. */
  private static final double MOST_DRAWN = 0.75;

  /** The part of jobs identical to others from which on it is worthwhile to aggregate them. */
  private static final double MOST_ALIKE = 0.25;

  /** The relative distance of a level from the one at which the slowest job runs full time. */
  private static final double LIMITED = 1e-6;

  /** The levels at which jobs are slow, over one that a job limits. */
  private static final double SLOW = 2;

  private final AllocationSolver whole;
  private final SmallSolver small;
  private final double spread;
  private final boolean precise;

  /**
   * Creates a solver.
   *
   * @param whole solves the programs that are not sampled
   * @param small solves samples and the programs of working sets
   */
  public SampledSolver(AllocationSolver whole, SmallSolver small) {
    this(whole, small, 1);
  }

  /**
   * Creates a solver of programs whose jobs decide on their columns within a range of prices.
   *
   * @param spread the range, as a part of each price: that of a sample of the jobs is as much more
   *     precise; 1 for jobs of all kinds
   */
  public SampledSolver(AllocationSolver whole, SmallSolver small, double spread) {
    this(whole, small, spread, false);
  }

  private SampledSolver(AllocationSolver whole, SmallSolver small, double spread, boolean precise) {
    this.whole = whole;
    this.small = small;
    this.spread = spread;
    this.precise = precise;
  }

  @Override
  public AllocationSolver precise() {
    return precise ? this : new SampledSolver(whole.precise(), small, spread, true);
  }

  private Tolerance tolerance(AllocationProgram program) {
    return precise ? WarmStart.precise(program) : CertifiedSolution.GOOD;
  }

  /**
   * Solves a sum of jobs that differ: the scale of numbers does not matter to its prices, and
   * identical jobs get the same fractions in any case.
   */
  @Override
  public Optional<CertifiedSolution> solveUnreduced(AllocationProgram program, SolveLimits limits) {
    return SumWorkingSet.suits(program) && ColumnsByJob.fits(program)
        ? fromSample(program, MOST_ALIKE, limits)
        : Optional.empty();
  }

  @Override
  public SolverOutcome solve(AllocationProgram program, SolveLimits limits) {
    Optional<CertifiedSolution> sampled =
        ColumnsByJob.fitsCoupled(program) ? fromSample(program, limits) : Optional.empty();
    if (sampled.isPresent()) {
      return sampled.get().claim();
    }
    SolverOutcome outcome = whole.solve(program, limits);
    return outcome instanceof SolverOutcome.Solved solved
        ? continued(program, solved, limits)
        : outcome;
  }

  /**
   * Returns the solution that the prices of an uncertified one lead to: an interior point may stall
   * close to the optimum of a level, where nearly all jobs have decided on their columns.
   */
  private SolverOutcome continued(
      AllocationProgram program, SolverOutcome.Solved solved, SolveLimits limits) {
    if (!LevelWorkingSet.suits(program)
        || !ColumnsByJob.fitsRows(program)
        || CertifiedSolution.of(program, solved).holdsWithin(Tolerance.CERTIFIED)) {
      return solved;
    }
    double[] price = WorkingSet.prices(DualBound.of(program, solved.prices(), solved.rowPrices()));
    return WarmStart.solve(program, price, 0, small, tolerance(program), limits)
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
    return fromSample(program, 1, limits);
  }

  /** The same if no more than a part of the sample are jobs identical to others. */
  private Optional<CertifiedSolution> fromSample(
      AllocationProgram program, double alike, SolveLimits limits) {
    boolean sum = SumWorkingSet.suits(program);
    boolean suits =
        sum
            || (program.freeVariables().count() == 0
                && (LevelWorkingSet.suits(program) || UtilityWorkingSet.suits(program)));
    long size = (long) program.jobCount() * ColumnsByJob.mostOnAPool(program);
    if (size < (spread < 1 ? MANY_ALIKE : MANY_JOBS) || !suits) {
      return Optional.empty();
    }
    try {
      return Uses.of(program)
          .or(() -> sum && spread == 1 ? Optional.of(Uses.ofColumns(program)) : Optional.empty())
          .flatMap(uses -> fromSample(program, uses, alike, limits))
          .filter(found -> found.holdsWithin(tolerance(program)));
    } catch (AllocationException | CancelledSolve unsolved) {
      return Optional.empty();
    }
  }

  private Optional<CertifiedSolution> fromSample(
      AllocationProgram program, Uses uses, double alike, SolveLimits limits) {
    boolean ofColumns = uses.areColumns;
    int draws = draws(program, ofColumns);
    int ofClass = ofColumns ? DRAWS_OF_CLASS_OF_COLUMNS : DRAWS_OF_CLASS;
    int ofPool = UtilityWorkingSet.suits(program) ? DRAWS_OF_POOL_OF_UTILITY : DRAWS_OF_POOL;
    if (draws < ofClass * uses.classes() || draws < ofPool * program.poolCount()) {
      return Optional.empty();
    }
    JobSample sampled = JobSample.of(program, uses, draws);
    AllocationProgram drawn = sampled.program();
    if (drawn.jobCount() > MOST_DRAWN * program.jobCount()
        || (alike < 1 && partAlike(drawn) > alike)) {
      return Optional.empty();
    }
    SmallSolver ofSample = program.rows().count() > 0 && !ofColumns ? small.centred() : small;
    CertifiedSolution sample = ofSample.solve(drawn, CertifiedSolution.GOOD, limits);
    double error = spread < 1 ? ERRORS_OF_ALIKE * spread / Math.sqrt(draws) : sampled.error();
    if (LevelWorkingSet.suits(program)) {
      LevelWorkingSet jobs = levelSet(program, uses, sample, limits);
      double off = ERRORS * error;
      Optional<CertifiedSolution> limited =
          jobs.isLimitedBelow((1 + LIMITED) * sample.objective())
              ? limited(jobs, drawn, sample, limits)
                  .or(() -> limited(jobs, drawn, priced(drawn, sample, limits), limits))
              : Optional.empty();
      if (limited.isPresent()) {
        return limited;
      }
      double bound = jobs.bound();
      return jobs.isLimitedByTime(bound)
          ? withoutSlowest(program, uses, priced(drawn, sample, limits), off, limits)
              .or(() -> levelSet(program, uses, sample, limits).improve(off))
          : jobs.improve(off, bound);
    }
    double[] price = WorkingSet.prices(sample.bound());
    return UtilityWorkingSet.suits(program)
        ? new UtilityWorkingSet(program, uses, price, small, tolerance(program), limits)
            .improve(ERRORS_OF_UTILITY * error)
        : new SumWorkingSet(program, uses, price, small, tolerance(program), limits)
            .improve(ofColumns ? ERRORS_OF_COLUMNS * sampled.errorOfClass() : ERRORS * error);
  }

  /** Returns the least number of draws. */
  private static int draws(AllocationProgram program, boolean ofColumns) {
    int usual = (int) (SAMPLE * StrictMath.pow(program.jobCount(), 2.0 / 3));
    return ofColumns ? Math.max(usual, program.jobCount() / PART_OF_COLUMNS) : usual;
  }

  private LevelWorkingSet levelSet(
      AllocationProgram program, Uses uses, CertifiedSolution sample, SolveLimits limits) {
    double[] price = WorkingSet.prices(sample.bound());
    return new LevelWorkingSet(
        program, uses, sample.objective(), price, small, tolerance(program), limits);
  }

  /** Returns the part of the jobs that are identical to earlier ones. */
  private static double partAlike(AllocationProgram program) {
    int classes = 1 + Arrays.stream(IdenticalJobs.classOf(program)).max().orElse(0);
    return 1 - (double) classes / program.jobCount();
  }

  /**
   * Returns a level that the slowest job limits, if the sample has workers enough for it at its
   * prices.
   */
  private Optional<CertifiedSolution> limited(
      LevelWorkingSet jobs, AllocationProgram drawn, CertifiedSolution sample, SolveLimits limits) {
    double[] price = WorkingSet.prices(sample.bound());
    return Uses.of(drawn)
        .flatMap(uses -> levelSet(drawn, uses, sample, limits).limited(price))
        .flatMap(enough -> jobs.limited(price));
  }

  /**
   * Returns a solution of a sample whose prices are those of workers: a level that one of its jobs
   * limits has none, so the slow jobs are set aside until it is higher.
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

  /** Returns the solution of a level that the slowest jobs limit. */
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
                        slow.others(), uses, level, jobs.price, small, tolerance(program), limits)
                    .improve(off)
                    .map(slow::all))
        .filter(found -> found.holdsWithin(tolerance(program)));
  }

  @Override
  public String toString() {
    return whole.toString();
  }
}
