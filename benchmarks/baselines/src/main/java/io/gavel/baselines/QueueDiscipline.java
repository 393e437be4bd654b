package io.gavel.baselines;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.claims.Aspect;
import java.util.Set;

/**
 * The order in which a queue serves its jobs. {@link GangQueue} turns it into a policy.
 *
 * <p>A discipline has no state between calls; the past of each job is in its {@link
 * io.gavel.policies.model.Job#history}. Implementations are immutable and thread-safe.
 */
@FunctionalInterface
public interface QueueDiscipline {

  /**
   * Orders the jobs.
   *
   * @param problem the jobs and the cluster
   * @return every job index exactly once, in the order of service
   */
  int[] order(AllocationProblem problem);

  /**
   * Returns the aspects of a problem that the discipline reads.
   *
   * @return an unmodifiable set; all aspects unless a discipline overrides this method
   */
  default Set<Aspect> reads() {
    return Aspect.all();
  }

  /**
   * Returns this discipline with a bound on waiting: a job that has waited this much longer than it
   * has run goes first, so that no job starves.
   *
   * @param seconds the excess of waiting over running, finite and above 0
   * @return the discipline
   * @throws IllegalArgumentException if the number is not as stated
   */
  default QueueDiscipline promotedAfter(double seconds) {
    return new Promoted(this, seconds);
  }

  /**
   * First come, first served: in order of arrival.
   *
   * @return the discipline
   */
  static QueueDiscipline arrival() {
    return KnownOrder.ARRIVAL;
  }

  /**
   * Shortest remaining time first: by {@code steps / throughput} on the fastest type. It uses
   * durations that real schedulers have to estimate, so it is a reference for them. Requires the
   * steps remaining of every job.
   *
   * @return the discipline
   */
  static QueueDiscipline shortestTime() {
    return KnownOrder.SHORTEST_TIME;
  }

  /**
   * Shortest remaining service first: remaining time as in {@link #shortestTime} times the workers
   * that the job holds.
   *
   * @return the discipline
   */
  static QueueDiscipline shortestService() {
    return KnownOrder.SHORTEST_SERVICE;
  }
}
