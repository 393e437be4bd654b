package io.gavel.mechanism.state;

import io.gavel.mechanism.plan.Worker;

/**
 * A worker and its availability. Immutable.
 *
 * @param worker a worker of the cluster
 * @param availability whether it can be used
 */
public record WorkerStatus(Worker worker, Availability availability) {}
