package io.gavel.simulator.failure;

/**
 * The cost of worker failures in a run. Immutable.
 *
 * @param failures the number of worker failures, whether a job ran on the worker or not
 * @param leasesLost the number of leases ended by a failure
 * @param lostWorkerSeconds worker time of these leases; all their work is lost, since progress is
 *     saved at the end of a round
 * @param availability the fraction of all worker time, from 0 to the end of the run, in which
 *     workers were in service
 */
public record BreakdownCost(
    long failures, long leasesLost, double lostWorkerSeconds, double availability) {}
