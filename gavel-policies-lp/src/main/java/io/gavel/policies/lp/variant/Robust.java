package io.gavel.policies.lp.variant;

import static java.util.Objects.requireNonNull;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.ThroughputMatrix;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Claims;
import java.util.Set;

/**
 * Decorates a policy to guarantee throughputs: it allocates as if every throughput were at the
 * {@linkplain ThroughputMatrix#low lower end} of its interval.
 *
 * <p>A job's throughput under fixed fractions grows with each of its rates. So it is at least
 * {@link Allocation#effectiveThroughput} for <em>all</em> rates within the intervals, and so is
 * every level, sum or welfare that grows with throughputs, if its reference throughputs do not
 * change. No allocation guarantees more, because the worst rates are the same for all allocations.
 * The {@link Allocation#problem} of the answer is the problem with the lower ends as its
 * throughputs. Objective, bound, statement and prices of the certificate are about it, and so are
 * reference throughputs such as the equal share, and the claims of the policy.
 *
 * <p>The promise holds as often as the intervals do. Where the lower end is 0, the group gets no
 * time. Rates without interval are known; if all are, the answer is that of the policy. Intervals
 * of pairs by job type cannot be stated.
 *
 * <p>Immutable; may be shared by threads if the policy may.
 *
 * @param policy the decorated policy
 */
public record Robust(Policy policy) implements Policy {

  /**
   * Checks the options.
   *
   * @param policy the decorated policy
   */
  public Robust {
    requireNonNull(policy, "policy");
  }

  /**
   * Returns a policy that guarantees throughputs.
   *
   * @param policy allocates at the lower ends
   * @return the policy
   */
  public static Robust of(Policy policy) {
    return new Robust(policy);
  }

  @Override
  public Allocation allocate(AllocationProblem problem) {
    return policy.allocate(problem.withThroughputs(problem.throughputs().low()));
  }

  @Override
  public Set<Aspect> reads() {
    return Aspect.union(policy.reads(), Aspect.INTERVALS);
  }

  @Override
  public Claims claims() {
    return policy.claims();
  }
}
