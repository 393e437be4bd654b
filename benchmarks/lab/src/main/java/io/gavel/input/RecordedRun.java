package io.gavel.input;

import java.util.List;
import java.util.Map;

/**
 * A run of Gavel's original program, recorded round by round.
 *
 * @param policy the policy's name
 * @param packed whether jobs could share workers
 * @param workers workers by type
 * @param workersPerServer workers per server, by type
 * @param roundSeconds length of a round
 * @param minResetSeconds minimum time between two allocations
 * @param throughputs the name of the throughput table
 * @param rounds the rounds in order
 * @param jctSeconds completion time by job
 * @param leaseExtensions the number of extended leases
 */
public record RecordedRun(
    String policy,
    boolean packed,
    Map<String, Integer> workers,
    Map<String, Integer> workersPerServer,
    double roundSeconds,
    double minResetSeconds,
    String throughputs,
    List<RecordedRound> rounds,
    Map<String, Double> jctSeconds,
    int leaseExtensions) {

  /**
   * Returns whether the original lists pairs of jobs under a policy.
   *
   * @param policy name of the policy in the original
   * @return whether its name says that jobs are packed, or that it is Gandiva, which packs as well
   */
  public static boolean packs(String policy) {
    return policy.contains("pack") || policy.equals("gandiva");
  }
}
