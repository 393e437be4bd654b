package io.gavel.policies.lp.queue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Policy;
import io.gavel.policies.Prices;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.claims.Condition;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.lp.internal.PoolShares;
import io.gavel.policies.lp.internal.Unsupported;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.IntUnaryOperator;

/**
 * First in, first out with gangs and head-of-line blocking: the baseline of the papers.
 *
 * <p>In order of arrival, each job takes all its workers of one type, full time, among the types
 * with enough free workers. A job with a share of a worker takes the fullest worker with room for
 * it. The first job for which no type has room blocks the queue: it and all later jobs wait. A job
 * for which types have room, but only types on which it cannot run, is skipped. There are three
 * rules for the choice of the type:
 *
 * <ul>
 *   <li>{@link #aware}: the type on which the job is fastest; ties go to the first;
 *   <li>{@link #agnostic}: a random type with room where the job can run. The draw depends only on
 *       the seed and the job's id, so a job keeps its place while the same types have room;
 *   <li>{@link #packed}: as aware; then each waiting job in turn joins the job running alone with
 *       which it has the largest combined throughput, if that exceeds a threshold. The first job
 *       that cannot join ends this.
 * </ul>
 *
 * <p>Nothing is optimised, so the certificate proves only feasibility: objective and bound are the
 * number of running jobs. Weights are ignored. O(nK); packed also O(pairs), or O(n log n) for each
 * class that a job may join if pairs are known by job type. Jobs that cannot run, or only in
 * configurations, are not in the queue. Immutable and thread-safe.
 *
 * <p>Problems with constraints are refused: gangs in the order of arrival may miss a lower limit
 * that other gangs keep.
 *
 * @param seed the seed of the draws
 * @param packingThreshold the combined relative throughput that a pair must exceed, at least 0;
 *     infinite without space sharing
 */
public record HeadOfLineFifo(OptionalLong seed, double packingThreshold) implements Policy {

  /**
   * Returns the rule that uses throughputs.
   *
   * @return the policy
   */
  public static HeadOfLineFifo aware() {
    return new HeadOfLineFifo(OptionalLong.empty(), Double.POSITIVE_INFINITY);
  }

  /**
   * Returns the rule that ignores throughputs, except where they are 0.
   *
   * @param seed determines, together with a job's id, the type that the job draws
   * @return the policy
   */
  public static HeadOfLineFifo agnostic(long seed) {
    return new HeadOfLineFifo(OptionalLong.of(seed), Double.POSITIVE_INFINITY);
  }

  /**
   * Returns the aware rule with space sharing, for pairs with a combined relative throughput above
   * 1.5.
   *
   * @return the policy
   */
  public static HeadOfLineFifo packed() {
    return packed(1.5);
  }

  /**
   * Returns the aware rule with space sharing.
   *
   * @param threshold the value that the combined relative throughput must exceed: the sum of the
   *     members' throughputs, each as a fraction of its throughput alone on the same type; finite
   *     and at least 0
   * @return the policy
   * @throws IllegalArgumentException if the threshold is negative or not finite
   */
  public static HeadOfLineFifo packed(double threshold) {
    if (!(threshold >= 0) || threshold == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(
          "packing threshold is %s; it must be finite and \u2265 0".formatted(threshold));
    }
    return new HeadOfLineFifo(OptionalLong.empty(), threshold);
  }

  @Override
  public Allocation allocate(AllocationProblem problem) {
    Unsupported.requireNoConstraints(
        problem,
        this,
        "whole gangs in the order of arrival may miss a lower limit that other gangs keep");
    InOrderFill queue = new InOrderFill(problem);
    IntUnaryOperator rule =
        seed.isPresent() ? m -> queue.drawn(m, seed.getAsLong()) : queue::fastest;
    boolean[] runnable = // in a way that this rule knows
        Double.isInfinite(packingThreshold)
            ? PoolShares.runnableAlone(problem)
            : PoolShares.runnable(problem.withoutConfigurations());
    int head = 0;
    while (head < runnable.length && (!runnable[head] || queue.start(head, rule))) {
      head++;
    }
    while (head < runnable.length && (!runnable[head] || queue.join(head, packingThreshold))) {
      head++;
    }
    double running = queue.running();
    AllocationProblem used = queue.problem();
    return Allocation.of(
        used, queue.fractions(used), new Certificate(running, running, 0, Prices.zero(used)));
  }

  @Override
  public Set<Aspect> reads() {
    Set<Aspect> solo = Aspect.only(Aspect.SHARES, Aspect.ARRIVAL_ORDER, Aspect.CONSTRAINTS);
    return Double.isInfinite(packingThreshold) ? solo : Aspect.union(solo, Aspect.PAIRS);
  }

  @Override
  public Claims claims() {
    return Claims.rules()
        .and(Invariant.UNIT_INVARIANCE)
        .and(Invariant.ARRIVAL_PRIORITY, Condition.NO_PAIRS);
  }
}
