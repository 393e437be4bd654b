package io.gavel.catalog;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.deadline.BestEffort;
import io.gavel.policies.lp.share.EqualShare;
import java.util.List;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * What {@code gavel solve} reports for one policy and problem. Immutable.
 *
 * @param allocation the policy's answer with its certificate
 * @param throughput steps per second a job, in the order of the jobs
 * @param normalizedThroughput a job's throughput divided by its yardstick; NaN where that is 0
 * @param message what a reader must know to read the figures; mostly empty
 */
public record PolicyResult(
    Allocation allocation,
    List<Double> throughput,
    List<Double> normalizedThroughput,
    Optional<String> message) {

  /** Effective throughput, and its ratio to that of a full-time equal share. */
  static PolicyResult effective(AllocationProblem problem, Allocation allocation) {
    return new PolicyResult(
        allocation,
        perJob(problem, allocation::effectiveThroughput),
        perJob(problem, m -> normalized(problem, allocation, m)),
        Optional.empty());
  }

  /**
   * The yardstick itself as throughput, beside the feasible allocation that comes closest to it.
   */
  static PolicyResult equalShare(AllocationProblem problem, Allocation allocation) {
    return new PolicyResult(
        allocation,
        perJob(problem, m -> EqualShare.throughput(problem, m)),
        perJob(problem, m -> normalized(problem, allocation, m)),
        Optional.of(
            "throughput is the yardstick, of a job that holds an equal share full time; the"
                + " allocation gives everyone the fraction of it that fits the cluster, and"
                + " normalized_throughput is what that achieves relative to the yardstick"));
  }

  /** Effective throughput, and whose SLOs were given up. */
  static PolicyResult droppedSlos(AllocationProblem problem, Allocation allocation) {
    PolicyResult plain = effective(problem, allocation);
    List<String> dropped = BestEffort.of(new EqualShare()).select(problem).dropped();
    return new PolicyResult(
        allocation,
        plain.throughput(),
        plain.normalizedThroughput(),
        dropped.isEmpty()
            ? Optional.empty()
            : Optional.of("SLOs given up: jobs " + String.join(", ", dropped)));
  }

  private static double normalized(AllocationProblem problem, Allocation allocation, int m) {
    return allocation.effectiveThroughput(m) / EqualShare.throughput(problem, m);
  }

  private static List<Double> perJob(AllocationProblem problem, IntToDoubleFunction value) {
    return IntStream.range(0, problem.jobCount()).mapToObj(value::applyAsDouble).toList();
  }
}
