package io.gavel.legacy;

import io.gavel.mechanism.placement.PlacementStrategy;

/**
 * How a fork of the original lets jobs share workers. In each round all workers start empty. Jobs
 * that ran in the last round and have a priority above 0 are placed first, then the remaining jobs,
 * both by falling priority; a job that does not fit is skipped. No job keeps its worker. Immutable.
 *
 * @param strategy chooses among the workers of a type, which it sees as one server
 * @param waiting whether jobs of priority 0 are placed in the second pass
 */
public record OriginalSharing(PlacementStrategy strategy, ZeroPriority waiting) {}
