package io.gavel.policies.lp.living;

/**
 * The work of a {@link LivingLevel} since it was made. Immutable.
 *
 * @param events the events
 * @param evaluations how often a job was priced
 * @param boxes the small programs, each over a box of prices; at least one for each event
 * @param rebuilds how often all jobs were placed anew: at first, where pools become too small for
 *     gangs or large enough again, and where boxes did not lead to the optimum
 * @param open the jobs that are not settled on a mix now
 */
public record LivingCounts(long events, long evaluations, long boxes, long rebuilds, int open) {}
