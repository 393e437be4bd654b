package io.gavel.simulator.failure;

/**
 * What failures of workers did to a run. Immutable.
 *
 * @param failures of workers, whether anything ran on them or not
 * @param leasesLost leases that a failure ended
 * @param lostWorkerSeconds time of these leases, all for nothing: the work of a round is saved at
 *     its end
 * @param availability part of all time of all workers, from 0 to the end of the run, in which they
 *     were not out
 */
public record BreakdownCost(
    long failures, long leasesLost, double lostWorkerSeconds, double availability) {}
