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
import io.gavel.policies.lp.Configured;
import io.gavel.policies.lp.internal.PoolShares;
import java.util.OptionalLong;
import java.util.Set;

/**
 * First in, first out by whole gangs, as a queue whose head blocks it: the baseline of the papers.
 *
 * <p>In order of arrival each job takes all its workers of one type, full time, among the types
 * with that many free; a job that takes a share of a worker the fullest worker with room for it.
 * The first job for which no type has room stops the queue: it and all later jobs wait. A job that
 * finds room, but none where it runs, is passed over. Three ways to choose:
 *
 * <ul>
 *   <li>{@link #aware}: the type on which the job is fastest, the first of equals;
 *   <li>{@link #agnostic}: a type drawn at random among those with room where the job runs. The
 *       draw depends on the seed and the job's id alone, so a job keeps its place while the same
 *       types have room;
 *   <li>{@link #packed}: as aware; then each waiting job in turn joins the job running alone beside
 *       which the two together are the fastest, if that pays. The first that cannot join stops it.
 * </ul>
 *
 * <p>Nothing is optimised, so the certificate proves nothing but feasibility: objective and bound
 * are the number of jobs that run. Weights do not matter. O(nK), packed O(n²) at worst. Jobs that
 * can run nowhere are not in the queue. Immutable; may be shared by threads.
 */
public final class HeadOfLineFifo extends Configured implements Policy {

  /** The seed by which jobs draw their type, or none: then each takes its fastest. */
  private record Options(OptionalLong seed, double packingThreshold) {}

  private final Options options;

  private HeadOfLineFifo(OptionalLong seed, double packingThreshold) {
    options = new Options(seed, packingThreshold);
  }

  /**
   * The rule that knows how fast jobs are.
   *
   * @return the policy
   */
  public static HeadOfLineFifo aware() {
    return new HeadOfLineFifo(OptionalLong.empty(), Double.POSITIVE_INFINITY);
  }

  /**
   * The rule that does not look at throughputs, except where they are 0.
   *
   * @param seed decides, with a job's id, which type the job draws
   * @return the policy
   */
  public static HeadOfLineFifo agnostic(long seed) {
    return new HeadOfLineFifo(OptionalLong.of(seed), Double.POSITIVE_INFINITY);
  }

  /**
   * The aware rule with space sharing where two jobs together are worth more than 1.5 alone.
   *
   * @return the policy
   */
  public static HeadOfLineFifo packed() {
    return packed(1.5);
  }

  /**
   * The aware rule with space sharing.
   *
   * @param threshold what the members' throughputs together, each as a fraction of that alone on
   *     the same type, must exceed; finite and at least 0
   * @return the policy
   * @throws IllegalArgumentException if the threshold is not
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
    InOrderFill queue = new InOrderFill(problem);
    OptionalLong seed = options.seed();
    InOrderFill.Rule rule =
        seed.isPresent() ? (q, m) -> q.drawn(m, seed.getAsLong()) : InOrderFill::fastest;
    boolean[] runnable = PoolShares.runnable(problem);
    int head = 0;
    while (head < runnable.length && (!runnable[head] || queue.start(head, rule))) {
      head++;
    }
    while (head < runnable.length
        && (!runnable[head] || queue.join(head, options.packingThreshold()))) {
      head++;
    }
    double running = queue.running();
    return Allocation.of(
        problem, queue.fractions(), new Certificate(running, running, 0, Prices.zero(problem)));
  }

  @Override
  protected Record options() {
    return options;
  }

  @Override
  public Set<Aspect> reads() {
    Set<Aspect> solo = Aspect.only(Aspect.SHARES, Aspect.ARRIVAL_ORDER);
    return Double.isInfinite(options.packingThreshold()) ? solo : Aspect.union(solo, Aspect.PAIRS);
  }

  @Override
  public Claims claims() {
    return Claims.rules()
        .and(Invariant.UNIT_INVARIANCE)
        .and(Invariant.ARRIVAL_PRIORITY, Condition.NO_PAIRS);
  }
}
