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
import io.gavel.policies.lp.internal.ProgramPolicies;
import io.gavel.policies.lp.internal.Rights;
import io.gavel.policies.lp.internal.level.FinishTime;
import io.gavel.policies.lp.internal.level.FinishTimeLevels;
import io.gavel.policies.lp.internal.level.LevelSearch;
import io.gavel.policies.lp.internal.level.SurplusStage;
import io.gavel.policies.lp.share.IsolatedShare;
import io.gavel.policies.lp.share.Normalizer;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.model.Job;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Finish-time fairness (Gavel §4.2; Themis): minimises the largest ratio ρ of a job's finish time
 * to its finish time on its own {@code 1/n} of the cluster.
 *
 * <pre>
 *   minimise over X   max_m ρ_m
 *   ρ_m = (since_m + steps_m / throughput(m, X)) / (isolatedSoFar_m + steps_m / iso(m))
 * </pre>
 *
 * <p>with the seconds {@code since} the job started, the seconds {@code isolatedSoFar} that its
 * steps so far would have taken on its isolated share, its remaining {@code steps} and the
 * {@linkplain IsolatedShare#throughput isolated throughput} {@code iso}. The certificate's
 * objective is the largest ρ, and its bound is a lower bound. Its prices state by how much one more
 * unit of each resource would lower ρ. They prove the bound: it is the least ρ at which the demands
 * {@code steps_m / (ρ · (isolatedSoFar_m + steps_m / iso(m)) − since_m)}, valued at the prices of
 * throughput, do not exceed the value of all workers and all time at their prices.
 *
 * <p>For a given ρ the demands define a max-min program of the size of {@link MaxMinFairness}. Its
 * prices give the next ρ: one program if all jobs start now, seldom more than five. Then {@link
 * OptimumChoice} determines the use of the remaining capacity; the total throughput is normalised
 * by {@code iso}.
 *
 * <p>As in the paper, weights are ignored by default ({@link #withWeightedShares} uses them). A job
 * with no steps remaining, or a job that runs only in pairs and so has no isolated throughput, does
 * not count in the maximum and is owed nothing.
 *
 * <p>Immutable and thread-safe.
 *
 * @param solver the solver of the programs
 * @param choice the use of the capacity beyond the level
 * @param weightedShares whether isolated shares are in proportion to weights
 */
public record FinishTimeFairness(
    CertifiedSolver solver, OptimumChoice choice, boolean weightedShares) implements Policy {

  /**
   * Checks the options.
   *
   * @param solver the solver of the programs
   * @param choice the use of the capacity beyond the level
   * @param weightedShares whether isolated shares are in proportion to weights
   */
  public FinishTimeFairness {
    solver = solver.forPolicy("finish_time_fairness");
    requireNonNull(choice, "choice");
  }

  /**
   * Returns the policy of the paper with the standard solvers.
   *
   * @return the policy
   */
  public static FinishTimeFairness create() {
    return new FinishTimeFairness(
        CertifiedSolver.standard(), OptimumChoice.LEVEL_THEN_THROUGHPUT, false);
  }

  /**
   * Returns a copy with the given solver.
   *
   * @param solver solves the programs
   * @return a copy
   */
  public FinishTimeFairness withSolver(CertifiedSolver solver) {
    return new FinishTimeFairness(solver, choice, weightedShares);
  }

  /**
   * Returns a copy with isolated shares in proportion to weights: the isolated share of job {@code
   * m} is {@code w_m / Σw} of the workers of each pool instead of {@code 1/n}. Equal weights give
   * the same result as without this option. The problem's {@link Job#isolatedSecondsSoFar} should
   * refer to the same share.
   *
   * @return a copy
   */
  public FinishTimeFairness withWeightedShares() {
    return new FinishTimeFairness(solver, choice, true);
  }

  /**
   * Returns a copy with another choice among optimal allocations.
   *
   * @param choice how the capacity beyond the level is used
   * @return a copy
   */
  public FinishTimeFairness withChoice(OptimumChoice choice) {
    return new FinishTimeFairness(solver, choice, weightedShares);
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
    return LevelSearch.exact(solver, problem, levels(problem)).answer(surplusStage());
  }

  @Override
  public Set<Aspect> reads() {
    Set<Aspect> paper = ProgramPolicies.reads(Aspect.STEPS, Aspect.HISTORY);
    return weightedShares ? Aspect.union(paper, Aspect.WEIGHTS) : paper;
  }

  @Override
  public Claims claims() {
    Claims claims =
        surplusStage().claims(Condition.NO_PAIRS, Condition.NO_HISTORY, Condition.WORK_LEFT);
    return weightedShares
        ? claims.and(
            Invariant.SHARING_INCENTIVE,
            Condition.EQUAL_WEIGHTS,
            Condition.NOTHING_FORBIDDEN,
            Condition.NO_HISTORY,
            Condition.WORK_LEFT)
        : claims.and(
            Invariant.SHARING_INCENTIVE,
            Condition.NO_HISTORY,
            Condition.NOTHING_FORBIDDEN,
            Condition.WORK_LEFT);
  }

  private SurplusStage surplusStage() {
    return new SurplusStage(solver, Normalizer.ISOLATED_SHARE, choice);
  }

  private FinishTimeLevels levels(AllocationProblem problem) {
    int n = problem.jobCount();
    double[] steps = new double[n];
    double[] since = new double[n];
    double[] alone = new double[n];
    double[] isolated =
        weightedShares
            ? IsolatedShare.weightedThroughputs(problem)
            : IntStream.range(0, n)
                .mapToDouble(m -> IsolatedShare.throughput(problem, m))
                .toArray();
    for (int m = 0; m < n; m++) {
      FinishTime time = FinishTime.of(problem, m, isolated[m]);
      steps[m] = time.steps();
      since[m] = time.since();
      alone[m] = time.alone();
    }
    return new FinishTimeLevels(problem, steps, since, alone);
  }
}
