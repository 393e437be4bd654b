package io.gavel.legacy.replay;

import java.util.List;
import java.util.Map;

/**
 * A run of Gavel's original program, recorded round by round.
 *
 * @param policy the policy's name
 * @param workers by type
 * @param workersPerServer by type
 * @param roundSeconds length of a round
 * @param minResetSeconds least time between two allocations
 * @param throughputs the name of the table
 * @param rounds the rounds in order
 * @param jctSeconds completion time by job
 * @param leaseExtensions how often a group kept its workers
 */
public record RecordedRun(
    String policy,
    Map<String, Integer> workers,
    Map<String, Integer> workersPerServer,
    double roundSeconds,
    double minResetSeconds,
    String throughputs,
    List<RecordedRound> rounds,
    Map<String, Double> jctSeconds,
    int leaseExtensions) {}
