package io.gavel.policies.lp.fairness;

import static java.util.Objects.requireNonNull;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.claims.Condition;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.lp.Configured;
import io.gavel.policies.lp.OptimumChoice;
import io.gavel.policies.lp.level.FinishTime;
import io.gavel.policies.lp.level.FinishTimeLevels;
import io.gavel.policies.lp.level.LevelSearch;
import io.gavel.policies.lp.level.SurplusStage;
import io.gavel.policies.lp.near.EpsilonOptimal;
import io.gavel.policies.lp.near.NearOptimalSet;
import io.gavel.policies.lp.share.IsolatedShare;
import io.gavel.policies.lp.share.Normalizer;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.model.Job;
import java.util.Set;

/**
 * Finish-time fairness (Gavel §4.2; Themis): nobody finishes much later than on a cluster of its
 * own.
 *
 * <pre>
 *   minimise over X   max_m ρ_m
 *   ρ_m = (since_m + steps_m / throughput(m, X)) / (isolatedSoFar_m + steps_m / iso(m))
 * </pre>
 *
 * <p>with the seconds {@code since} the job started, the seconds {@code isolatedSoFar} that its
 * steps so far would have taken on its isolated share, its remaining {@code steps} and the
 * {@linkplain IsolatedShare#throughput isolated throughput} {@code iso}. The certificate's
 * objective is the largest ρ, its bound is from below, and its prices are by how much one more of
 * each would lower ρ. They prove the bound: it is the least ρ at which the demands {@code steps_m /
 * (ρ · (isolatedSoFar_m + steps_m / iso(m)) − since_m)}, at the prices of throughput, are worth no
 * more than all workers and all time at theirs.
 *
 * <p>For a given ρ the demands make a max-min program, as large as that of {@link MaxMinFairness}.
 * Its prices lead to the next ρ: one program if all jobs start now, seldom more than five. Then the
 * rest is handed out as {@link OptimumChoice} says, the total being normalised by {@code iso}.
 *
 * <p>As in the paper, weights do not matter unless asked for ({@link #withWeightedShares}). A job
 * with no steps remaining, or one that runs only beside others and so has no isolated throughput,
 * does not count in the maximum and is owed nothing.
 *
 * <p>Immutable; may be shared by threads.
 */
public final class FinishTimeFairness extends Configured implements EpsilonOptimal {

  private record Options(CertifiedSolver solver, OptimumChoice choice, boolean weightedShares) {}

  private final Options options;

  private FinishTimeFairness(CertifiedSolver solver, OptimumChoice choice, boolean weightedShares) {
    options =
        new Options(
            solver.forPolicy("finish_time_fairness"),
            requireNonNull(choice, "choice"),
            weightedShares);
  }

  /**
   * The policy of the paper with the library's own solvers.
   *
   * @return the policy
   */
  public static FinishTimeFairness create() {
    return new FinishTimeFairness(
        CertifiedSolver.standard(), OptimumChoice.LEVEL_THEN_THROUGHPUT, false);
  }

  /**
   * The same policy with a solver of the caller's.
   *
   * @param solver what answers the programs
   * @return a copy
   */
  public FinishTimeFairness withSolver(CertifiedSolver solver) {
    return new FinishTimeFairness(solver, options.choice(), options.weightedShares());
  }

  /**
   * The same policy with isolated shares in proportion to weights: job {@code m} is measured by
   * {@code w_m / Σw} of the workers of each pool instead of {@code 1/n}. With equal weights nothing
   * changes. The problem's {@link Job#isolatedSecondsSoFar} should be measured by the same share.
   *
   * @return a copy
   */
  public FinishTimeFairness withWeightedShares() {
    return new FinishTimeFairness(options.solver(), options.choice(), true);
  }

  /**
   * The same policy with another choice among optima.
   *
   * @param choice what happens above the level
   * @return a copy
   */
  public FinishTimeFairness withChoice(OptimumChoice choice) {
    return new FinishTimeFairness(options.solver(), choice, options.weightedShares());
  }

  /**
   * Allocates.
   *
   * @throws IllegalArgumentException if a job that can run has no steps remaining given
   */
  @Override
  public Allocation allocate(AllocationProblem problem) {
    return LevelSearch.exact(options.solver(), problem, levels(problem)).answer(filling());
  }

  @Override
  public NearOptimalSet near(AllocationProblem problem, Allocation optimum, double part) {
    FinishTimeLevels levels = levels(problem);
    double level = optimum.certificate().objective() / (1 - part);
    return NearOptimalSet.ofLevel(problem, levels.demands(level), levels::level);
  }

  @Override
  protected Record options() {
    return options;
  }

  @Override
  public Set<Aspect> reads() {
    Set<Aspect> paper = Aspect.only(Aspect.STEPS, Aspect.HISTORY, Aspect.PAIRS, Aspect.SHARES);
    return options.weightedShares() ? Aspect.union(paper, Aspect.WEIGHTS) : paper;
  }

  @Override
  public Claims claims() {
    Claims filled = filling().claims(Condition.NO_PAIRS, Condition.NO_HISTORY, Condition.WORK_LEFT);
    return options.weightedShares()
        ? filled.and(
            Invariant.SHARING_INCENTIVE,
            Condition.EQUAL_WEIGHTS,
            Condition.NO_HISTORY,
            Condition.WORK_LEFT)
        : filled.and(Invariant.SHARING_INCENTIVE, Condition.NO_HISTORY, Condition.WORK_LEFT);
  }

  private SurplusStage filling() {
    return new SurplusStage(options.solver(), Normalizer.ISOLATED_SHARE, options.choice());
  }

  private FinishTimeLevels levels(AllocationProblem problem) {
    int n = problem.jobCount();
    double[] steps = new double[n];
    double[] since = new double[n];
    double[] alone = new double[n];
    for (int m = 0; m < n; m++) {
      FinishTime time =
          FinishTime.of(
              problem,
              m,
              options.weightedShares()
                  ? IsolatedShare.weightedThroughput(problem, m)
                  : IsolatedShare.throughput(problem, m));
      steps[m] = time.steps();
      since[m] = time.since();
      alone[m] = time.alone();
    }
    return new FinishTimeLevels(problem, steps, since, alone);
  }
}
