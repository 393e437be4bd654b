package io.gavel.policies.lp.schedulers;

import io.gavel.policies.AllocationProblem;
import java.util.Comparator;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * In which order jobs are to run. {@link GangQueue} makes a policy of it.
 *
 * <p>A discipline keeps nothing between calls; what it must know of the past is each job's {@link
 * io.gavel.policies.Job#history}. Implementations are immutable and may be shared by threads.
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
   * In order of arrival.
   *
   * @return the discipline
   */
  static QueueDiscipline arrival() {
    return problem -> IntStream.range(0, problem.jobCount()).toArray();
  }

  /**
   * Shortest remaining time first: by {@code steps / throughput} on the fastest type. It knows what
   * schedulers have to guess, so it serves as their yardstick. Needs the steps of every job.
   *
   * @return the discipline
   */
  static QueueDiscipline shortestTime() {
    return problem -> ascending(problem, m -> Rates.secondsLeft(problem, m, "shortest time"));
  }

  /**
   * Shortest remaining service first: remaining time as in {@link #shortestTime} times the workers
   * that the job holds.
   *
   * @return the discipline
   */
  static QueueDiscipline shortestService() {
    return problem ->
        ascending(
            problem, m -> problem.workers(m) * Rates.secondsLeft(problem, m, "shortest service"));
  }

  /** By a key, the smallest first; equal keys by arrival. */
  private static int[] ascending(AllocationProblem problem, IntToDoubleFunction key) {
    double[] keys = IntStream.range(0, problem.jobCount()).mapToDouble(key).toArray();
    return IntStream.range(0, keys.length)
        .boxed()
        .sorted(Comparator.comparingDouble(m -> keys[m])) // stable
        .mapToInt(Integer::intValue)
        .toArray();
  }
}
