package io.gavel.catalog;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.deadline.BestEffort;
import io.gavel.policies.lp.share.EqualShare;
import io.gavel.policies.program.Solution;
import java.util.List;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * The result of {@code gavel solve} for one policy and problem. Immutable.
 *
 * @param allocation the policy's allocation with its certificate
 * @param throughput steps per second of each job, in the order of the jobs
 * @param normalizedThroughput throughput of each job divided by its normaliser; NaN where that is 0
 * @param message a note on the figures; usually empty
 * @param purchased the workers bought of each worker type, if the policy buys any; usually empty
 */
public record PolicyResult(
    Allocation allocation,
    List<Double> throughput,
    List<Double> normalizedThroughput,
    Optional<String> message,
    List<Double> purchased) {

  /** Reports effective throughputs and their ratios to a full-time equal share. */
  static PolicyResult effective(AllocationProblem problem, Allocation allocation) {
    return new PolicyResult(
        allocation,
        perJob(problem, allocation::effectiveThroughput),
        perJob(problem, m -> normalized(problem, allocation, m)),
        Optional.empty(),
        List.of());
  }

  /** Reports effective throughputs and the workers bought. */
  static PolicyResult purchase(AllocationProblem problem, Solution solution) {
    PolicyResult plain = effective(problem, solution.allocation());
    return new PolicyResult(
        plain.allocation(),
        plain.throughput(),
        plain.normalizedThroughput(),
        Optional.empty(),
        problem.cluster().types().stream().map(type -> solution.purchased(type.name())).toList());
  }

  /** Reports the equal-share throughputs with the feasible allocation closest to them. */
  static PolicyResult equalShare(AllocationProblem problem, Allocation allocation) {
    return new PolicyResult(
        allocation,
        perJob(problem, m -> EqualShare.throughput(problem, m)),
        perJob(problem, m -> normalized(problem, allocation, m)),
        Optional.of(
            "throughput is that of a full-time equal share; the allocation gives every job the"
                + " fraction of it that fits the cluster, and normalized_throughput is the"
                + " throughput of the allocation relative to the equal share"),
        List.of());
  }

  /** Reports effective throughputs and the jobs whose SLOs were dropped. */
  static PolicyResult droppedSlos(AllocationProblem problem, Allocation allocation) {
    PolicyResult plain = effective(problem, allocation);
    List<String> dropped = BestEffort.of(new EqualShare()).select(problem).dropped();
    return new PolicyResult(
        allocation,
        plain.throughput(),
        plain.normalizedThroughput(),
        dropped.isEmpty()
            ? Optional.empty()
            : Optional.of("SLOs dropped: jobs " + String.join(", ", dropped)),
        List.of());
  }

  private static double normalized(AllocationProblem problem, Allocation allocation, int m) {
    return allocation.effectiveThroughput(m) / EqualShare.throughput(problem, m);
  }

  private static List<Double> perJob(AllocationProblem problem, IntToDoubleFunction value) {
    return IntStream.range(0, problem.jobCount()).mapToObj(value::applyAsDouble).toList();
  }
}
