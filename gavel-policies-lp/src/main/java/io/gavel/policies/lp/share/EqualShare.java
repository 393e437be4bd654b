package io.gavel.policies.lp.share;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.lp.internal.PoolShares;
import io.gavel.policies.lp.internal.Unsupported;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import java.util.Set;

/**
 * Runs every job for the same fraction of time, spread over the pools in proportion to their
 * workers.
 *
 * <p>Every job's row is {@code λ · W_k / ΣW}, with the largest {@code λ ≤ 1} that fits: {@code λ =
 * min(1, ΣW / Σs)} for jobs that hold {@code s} workers ({@link Job#workers}). With {@code λ = 1}
 * this is the <em>equal share</em> by which max-min fairness normalises (Gavel §4.1, "X^equal"): a
 * full-time share that ignores the sizes and the number of jobs, and so is a normaliser rather than
 * a schedule. A job loses its time on pools where it cannot run. Where types share a pool, the job
 * uses the fastest of them.
 *
 * <p>The certificate's objective is {@code λ}. Immutable.
 *
 * <p>Problems with constraints are refused: its shares follow from a formula.
 */
public record EqualShare() implements Policy {

  @Override
  public Allocation allocate(AllocationProblem problem) {
    Unsupported.requireListedPairs(problem, this);
    Unsupported.requireNoConstraints(problem, this, "its shares follow from a formula");
    long milli = 0;
    boolean[] runnable = PoolShares.runnable(problem);
    for (int m = 0; m < runnable.length; m++) {
      milli += runnable[m] ? PoolShares.milli(problem, m) : 0;
    }
    double wanted = (double) milli / Job.WHOLE_WORKER;
    double workers = problem.cluster().workers();
    double level = wanted > workers ? workers / wanted : 1;
    return PoolShares.allocate(
        problem,
        PoolShares.alone(problem, (m, k) -> level * fullTime(problem.cluster(), k)),
        level);
  }

  @Override
  public String toString() {
    return "EqualShare";
  }

  @Override
  public Set<Aspect> reads() {
    return Aspect.only(Aspect.SHARES, Aspect.CONSTRAINTS);
  }

  @Override
  public Claims claims() {
    return Claims.rules()
        .and(Invariant.PROGRESS)
        .and(Invariant.EQUAL_TREATMENT)
        .and(Invariant.UNIT_INVARIANCE)
        .and(Invariant.ORDER_INVARIANCE)
        .and(Invariant.POPULATION_MONOTONICITY)
        .and(Invariant.SPEED_MONOTONICITY);
  }

  /**
   * Returns the equal-share throughput {@code eq(m)}: the throughput of the job on a full-time
   * equal share.
   *
   * @param problem the jobs and the cluster
   * @param m a job index
   * @return steps per second; 0 only if the job cannot run alone
   */
  public static double throughput(AllocationProblem problem, int m) {
    return PoolShares.equalShare(problem, m);
  }

  private static double fullTime(Cluster cluster, int k) {
    return (double) cluster.poolWorkers(k) / cluster.workers();
  }
}
