package io.gavel.policies.lp.fairness;

import static java.util.Objects.requireNonNull;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.claims.Condition;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.lp.OptimumChoice;
import io.gavel.policies.lp.internal.JobRates;
import io.gavel.policies.lp.internal.PoolShares;
import io.gavel.policies.lp.internal.ProgramPolicies;
import io.gavel.policies.lp.internal.Rights;
import io.gavel.policies.lp.internal.level.FinishTimeLevels;
import io.gavel.policies.lp.internal.level.LevelSearch;
import io.gavel.policies.lp.internal.level.SurplusStage;
import io.gavel.policies.lp.share.Normalizer;
import io.gavel.policies.lp.solver.CertifiedSolver;
import java.util.Arrays;
import java.util.Set;

/**
 * Minimises the time at which the last job ends (Gavel §4.2, makespan).
 *
 * <pre>
 *   minimise over X   max_m  steps_m / throughput(m, X)
 * </pre>
 *
 * <p>In {@code 1 / makespan} this is one linear program of the size of {@link MaxMinFairness}, and
 * it is solved that way by default; {@link #withBinarySearch} selects the paper's binary search.
 * The certificate's objective is the makespan in seconds, its bound is a lower bound, and its
 * prices are the seconds saved by one more unit of each resource. They prove the bound: it is
 * {@code Σ steps_m y_m}, for prices {@code y} of throughput, divided by the value of all workers
 * and all time at their prices.
 *
 * <p>Only the last job determines the makespan. {@link OptimumChoice} determines the use of the
 * remaining capacity; the total throughput is normalised by equal shares. Weights and history are
 * ignored. A job with no steps remaining is complete and does not count. A job that cannot run is
 * left out, although it will never complete.
 *
 * <p>Immutable and thread-safe.
 *
 * @param solver the solver of the programs
 * @param choice the use of the capacity beyond the level
 * @param tolerance the relative width of the interval at which the search ends; 0 for a program
 *     instead
 */
public record Makespan(CertifiedSolver solver, OptimumChoice choice, double tolerance)
    implements Policy {

  private static final double EXACT = 0;

  /**
   * Checks the options.
   *
   * @param solver the solver of the programs
   * @param choice the use of the capacity beyond the level
   * @param tolerance the relative width of the interval at which the search ends; 0 for a program
   *     instead
   * @throws IllegalArgumentException if a number is out of range
   */
  public Makespan {
    solver = solver.forPolicy("makespan");
    requireNonNull(choice, "choice");
    if (tolerance != EXACT) {
      requireTolerance(tolerance);
    }
  }

  /**
   * Returns the policy with the standard solvers.
   *
   * @return the policy
   */
  public static Makespan create() {
    return new Makespan(CertifiedSolver.standard(), OptimumChoice.LEVEL_THEN_THROUGHPUT, EXACT);
  }

  /**
   * Returns a copy with the given solver.
   *
   * @param solver solves the programs
   * @return a copy
   */
  public Makespan withSolver(CertifiedSolver solver) {
    return new Makespan(solver, choice, tolerance);
  }

  /**
   * Returns a copy that uses binary search over the completion time, to one part in a hundred
   * million.
   *
   * @return a copy
   */
  public Makespan withBinarySearch() {
    return withBinarySearch(1e-8);
  }

  /**
   * Returns a copy that uses binary search over the completion time, as in the paper: one program
   * per trial, about {@code log2(1 / tolerance)} trials. The search starts from a lower bound, the
   * longest time that any job needs at its fastest rate, and doubles it until all jobs can be done.
   *
   * @param relativeTolerance the allowed gap between the longest infeasible time and the result,
   *     relative to that time; from 1e-9 to 1. The certificate's bound is that time. The use of the
   *     remaining capacity may cost another 1e-8 of the result
   * @return a copy
   * @throws IllegalArgumentException if the tolerance is outside that range
   */
  public Makespan withBinarySearch(double relativeTolerance) {
    return new Makespan(solver, choice, requireTolerance(relativeTolerance));
  }

  private static double requireTolerance(double tolerance) {
    if (!(tolerance >= 1e-9 && tolerance <= 1)) {
      throw new IllegalArgumentException(
          "relative tolerance of the makespan is %s; it must be from 1e-9 to 1"
              .formatted(tolerance));
    }
    return tolerance;
  }

  /**
   * Returns a copy with another choice among optimal allocations.
   *
   * @param choice how the capacity beyond the makespan is used
   * @return a copy
   */
  public Makespan withChoice(OptimumChoice choice) {
    return new Makespan(solver, choice, tolerance);
  }

  /**
   * Allocates.
   *
   * @throws IllegalArgumentException if the steps remaining of a job that can run are not given
   */
  @Override
  public Allocation allocate(AllocationProblem problem) {
    return Rights.keep(problem, this::shared);
  }

  private Allocation shared(AllocationProblem problem) {
    FinishTimeLevels levels = levels(problem);
    LevelSearch search =
        tolerance == EXACT
            ? LevelSearch.exact(solver, problem, levels)
            : LevelSearch.bisecting(solver, problem, levels, tolerance);
    return search.answer(surplusStage());
  }

  @Override
  public Set<Aspect> reads() {
    return ProgramPolicies.reads(Aspect.STEPS);
  }

  @Override
  public Claims claims() {
    return surplusStage()
        .claims(Condition.NO_PAIRS, Condition.FIRST_WAYS, Condition.WORK_LEFT)
        .and(Invariant.PROGRESS, Condition.WORK_LEFT);
  }

  private SurplusStage surplusStage() {
    return new SurplusStage(solver, Normalizer.EQUAL_SHARE, choice);
  }

  private static FinishTimeLevels levels(AllocationProblem problem) {
    double[] steps = new double[problem.jobCount()];
    boolean[] runnable = PoolShares.runnable(problem);
    Arrays.setAll(steps, m -> runnable[m] ? JobRates.requireSteps(problem.job(m), "makespan") : 0);
    double[] seconds = new double[steps.length];
    Arrays.fill(seconds, 1);
    return new FinishTimeLevels(problem, steps, new double[steps.length], seconds);
  }
}
