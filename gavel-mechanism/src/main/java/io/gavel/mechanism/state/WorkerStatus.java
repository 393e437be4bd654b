package io.gavel.mechanism.state;

import io.gavel.mechanism.plan.Worker;

/**
 * A worker and whether it can be used. Immutable.
 *
 * @param worker one of the cluster
 * @param availability whether it can be used
 */
public record WorkerStatus(Worker worker, Availability availability) {}
