package io.gavel.mechanism;

import io.gavel.policies.Cluster;

/**
 * The memory of a scheduler.
 *
 * @param cluster the worker types
 * @param options the length of a round
 */
public record SchedulerState(Cluster cluster, RoundOptions options) {}
