package io.gavel.policies.lp.discipline;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.claims.Aspect;
import java.util.Set;

/**
 * In which order jobs are to run. {@link GangQueue} makes a policy of it.
 *
 * <p>A discipline keeps nothing between calls; what it must know of the past is each job's {@link
 * io.gavel.policies.model.Job#history}. Implementations are immutable and may be shared by threads.
 */
@FunctionalInterface
public interface QueueDiscipline {

  /**
   * The order.
   *
   * @param problem the jobs and the cluster
   * @return every job index once, whose turn is first at 0
   */
  int[] order(AllocationProblem problem);

  /**
   * What of a problem the discipline looks at.
   *
   * @return an unmodifiable set; all aspects unless a discipline says otherwise
   */
  default Set<Aspect> reads() {
    return Aspect.all();
  }

  /**
   * In order of arrival.
   *
   * @return the discipline
   */
  static QueueDiscipline arrival() {
    return KnownOrder.ARRIVAL;
  }

  /**
   * Shortest remaining time first: by {@code steps / throughput} on the fastest type. It knows what
   * schedulers have to guess, so it serves as their yardstick. Needs the steps of every job.
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
