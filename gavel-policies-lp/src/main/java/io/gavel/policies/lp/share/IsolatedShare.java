package io.gavel.policies.lp.share;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.lp.internal.PoolShares;
import io.gavel.policies.lp.internal.Unsupported;
import io.gavel.policies.model.Job;
import java.util.Arrays;
import java.util.Set;

/**
 * Gives every job its own part of the cluster: {@code 1/n} of the workers of each pool.
 *
 * <p>Job {@code m} of {@code n} runs for {@code W_k / (n · s_m)} of its time on pool {@code k},
 * where {@code s} is the number of workers that it holds while it runs ({@link Job#workers}). A row
 * with a sum above 1 is scaled down to 1 (Gavel §4.2, "X^isolated"). A job loses its time on pools
 * where it cannot run. Where types share a pool, it uses the fastest of them. Jobs that cannot run
 * do not count in {@code n}; jobs that run only in pairs or configurations do. Finish-time fairness
 * is relative to this share.
 *
 * <p>The certificate's objective is 1: every job has exactly its isolated throughput. Immutable.
 *
 * <p>Problems with constraints are refused: its shares follow from a formula.
 */
public record IsolatedShare() implements Policy {

  @Override
  public Allocation allocate(AllocationProblem problem) {
    Unsupported.requireListedPairs(problem, this);
    Unsupported.requireNoConstraints(problem, this, "its shares follow from a formula");
    double part = equalPart(problem);
    return PoolShares.allocate(
        problem, PoolShares.alone(problem, (m, k) -> share(problem, m, k, part)), 1);
  }

  @Override
  public String toString() {
    return "IsolatedShare";
  }

  @Override
  public Set<Aspect> reads() {
    return Aspect.only(Aspect.SHARES, Aspect.CONSTRAINTS);
  }

  @Override
  public Claims claims() {
    return Claims.rules()
        .and(Invariant.PROGRESS)
        .and(Invariant.SHARING_INCENTIVE)
        .and(Invariant.EQUAL_TREATMENT)
        .and(Invariant.UNIT_INVARIANCE)
        .and(Invariant.ORDER_INVARIANCE)
        .and(Invariant.POPULATION_MONOTONICITY)
        .and(Invariant.WEIGHT_MONOTONICITY)
        .and(Invariant.SPEED_MONOTONICITY)
        .and(Invariant.STRATEGY_PROOFNESS);
  }

  /**
   * Returns the isolated throughput {@code iso(m)}.
   *
   * @param problem the jobs and the cluster
   * @param m a job index
   * @return steps per second; 0 only if the job cannot run alone
   */
  public static double throughput(AllocationProblem problem, int m) {
    return throughput(problem, m, equalPart(problem));
  }

  /**
   * Returns the throughput of a job that has the part {@code 1/n} of each pool.
   *
   * @param problem the job and the cluster
   * @param m a job index
   * @param n the number of jobs that share the cluster, at least 1
   * @return steps per second; 0 only if the job cannot run alone
   */
  public static double throughputAmong(AllocationProblem problem, int m, int n) {
    return throughput(problem, m, 1.0 / n);
  }

  /**
   * Returns the throughput of a job that has the part {@code w_m / Σw} of each pool instead of
   * {@code 1/n}. Equal to {@link #throughput} if all weights are equal.
   *
   * @param problem the jobs and the cluster
   * @param m a job index
   * @return steps per second; 0 only if the job cannot run alone
   */
  public static double weightedThroughput(AllocationProblem problem, int m) {
    return weightedThroughput(problem, m, weights(problem));
  }

  /**
   * Returns the {@linkplain #weightedThroughput weighted throughputs} of all jobs.
   *
   * @param problem the jobs and the cluster
   * @return steps per second, {@code [job]}; 0 only for jobs that cannot run alone
   */
  public static double[] weightedThroughputs(AllocationProblem problem) {
    double weights = weights(problem);
    double[] throughputs = new double[problem.jobCount()];
    Arrays.setAll(throughputs, m -> weightedThroughput(problem, m, weights));
    return throughputs;
  }

  private static double weightedThroughput(AllocationProblem problem, int m, double weights) {
    return throughput(problem, m, problem.job(m).weight() / weights);
  }

  private static double throughput(AllocationProblem problem, int m, double part) {
    return scarcest(problem, m, part)
        * PoolShares.throughput(problem, m, k -> share(problem, m, k, part));
  }

  /**
   * Returns the factor by which a co-gang runs less, so that a part of each pool has the workers
   * that it holds there alongside; 1 for other jobs.
   */
  private static double scarcest(AllocationProblem problem, int m, double part) {
    double[] time = new double[problem.isCoGang(m) ? problem.cluster().poolCount() : 0];
    Arrays.setAll(time, k -> PoolShares.runsIn(problem, m, k) ? share(problem, m, k, part) : 0);
    double all = Arrays.stream(time).sum();
    double factor = 1;
    for (int k = 0; k < time.length && all > 0; k++) {
      double held = time[k] * problem.workers(m) + all * PoolShares.alongside(problem, m, k);
      double own = part * problem.cluster().poolWorkers(k);
      factor = held > own ? Math.min(factor, own / held) : factor;
    }
    return factor;
  }

  /**
   * Returns the sum of the weights of the jobs that can run, if only in pairs or configurations.
   */
  private static double weights(AllocationProblem problem) {
    double weights = 0;
    boolean[] runnable = PoolShares.runnable(problem);
    for (int i = 0; i < runnable.length; i++) {
      weights += runnable[i] ? problem.job(i).weight() : 0;
    }
    return weights;
  }

  /** Returns the share of pool {@code k} for a job with its own part of the cluster. */
  private static double share(AllocationProblem problem, int m, int k, double partOfCluster) {
    double part = partOfCluster / problem.job(m).workers();
    double wholeRow = problem.cluster().workers() * part;
    double share = problem.cluster().poolWorkers(k) * part;
    return wholeRow > 1 ? share / wholeRow : share;
  }

  private static double equalPart(AllocationProblem problem) {
    return 1.0 / (problem.jobCount() - problem.unrunnable().size());
  }
}
