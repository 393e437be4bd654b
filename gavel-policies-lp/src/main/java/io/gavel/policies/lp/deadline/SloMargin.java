package io.gavel.policies.lp.deadline;

import static java.util.Objects.requireNonNull;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.lp.internal.CombinedAllocations;
import io.gavel.policies.lp.internal.Rights;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.model.Job;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Decorates a policy with SLO constraints to plan for deadlines that are earlier by a margin.
 *
 * <p>The cheapest allocation that meets an SLO leaves no slack: the job ends at its deadline if it
 * receives exactly its fractions. Rounds follow an allocation with a lag, so without a margin they
 * miss deadlines by minutes. A margin of two rounds covers the lag of one-worker jobs.
 *
 * <p>With SLO {@code d}, margin {@code g} and {@code t} seconds to complete the remaining steps at
 * full time where the job is fastest, alone, in a configuration or in a pair, the policy sees the
 * SLO
 *
 * <pre>
 *   max(d - g, min(d, t))
 * </pre>
 *
 * <p>so that the margin never makes an SLO impossible that the job could meet if no other job had
 * one. SLOs that can be met together may still conflict with the margin: decorate {@link
 * BestEffort} to drop some then. Objective and bound of the certificate refer to the earlier
 * deadlines.
 *
 * <p>Immutable and thread-safe.
 *
 * @param policy the decorated policy
 * @param seconds the safety margin of every SLO
 */
public record SloMargin(Policy policy, double seconds) implements Policy {

  /**
   * Checks the options.
   *
   * @param policy the decorated policy
   * @param seconds the safety margin of every SLO
   * @throws IllegalArgumentException if the margin is negative or not finite
   */
  public SloMargin {
    requireNonNull(policy, "policy");
    if (!(seconds >= 0) || seconds == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(
          "margin of SLOs is %s seconds; it must be finite and at least 0".formatted(seconds));
    }
  }

  /**
   * Returns a policy that plans for earlier deadlines.
   *
   * @param policy the policy to decorate, such as {@code BestEffort.of(ThroughputPerCost.create())}
   * @param seconds the margin, finite and at least 0; for rounds of {@code r} seconds {@code 2 r}
   * @return the policy
   * @throws IllegalArgumentException if the margin is out of range
   */
  public static SloMargin of(Policy policy, double seconds) {
    return new SloMargin(policy, seconds);
  }

  @Override
  public Allocation allocate(AllocationProblem problem) {
    return Rights.keep(problem, this::shared);
  }

  private Allocation shared(AllocationProblem problem) {
    List<Job> jobs = problem.jobs();
    if (jobs.stream().allMatch(job -> job.sloSeconds().isEmpty())) {
      return policy.allocate(problem);
    }
    double[] fastest = AllocationProgram.maximizeSum(problem, new double[jobs.size()]).fastest();
    List<Job> earlier =
        IntStream.range(0, jobs.size()).mapToObj(m -> withMargin(jobs.get(m), fastest[m])).toList();
    if (earlier.equals(jobs)) {
      return policy.allocate(problem);
    }
    Allocation x =
        policy.allocate(problem.withJobs(earlier).withConstraints(problem.constraintSet()));
    return CombinedAllocations.forOriginal(problem, x);
  }

  private Job withMargin(Job job, double fastest) {
    double steps = job.stepsRemaining().orElse(0);
    if (job.sloSeconds().isEmpty() || !(steps > 0) || !(fastest > 0)) {
      return job; // no deadline, nothing to plan for, or a job that is set aside
    }
    double slo = job.sloSeconds().getAsDouble();
    double seen = Math.max(slo - seconds, Math.min(slo, steps / fastest));
    return job.toBuilder().sloSeconds(seen).build();
  }

  @Override
  public Set<Aspect> reads() {
    return policy.reads();
  }

  @Override
  public Claims claims() {
    return policy.claims();
  }
}
