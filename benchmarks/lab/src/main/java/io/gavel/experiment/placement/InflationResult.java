package io.gavel.experiment.placement;

/**
 * The result of one run of {@link Inflation}. Immutable.
 *
 * @param allocation100 GPUs allocated at 100 % demand, per cent of all
 * @param allocation130 GPUs allocated at 130 % demand, per cent of all
 * @param fragmentation130 GPUs idle and fragmented at 130 % demand, per cent of all
 * @param arrived number of tasks that arrived
 * @param placed number of tasks that were placed
 * @param wallMillis duration of the run
 */
public record InflationResult(
    double allocation100,
    double allocation130,
    double fragmentation130,
    int arrived,
    int placed,
    double wallMillis) {}
