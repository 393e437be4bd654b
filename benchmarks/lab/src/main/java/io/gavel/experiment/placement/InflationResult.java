package io.gavel.experiment.placement;

/**
 * What one run of {@link Inflation} reached. Immutable.
 *
 * @param allocation100 GPUs allocated once all were asked for, per cent of all
 * @param allocation130 GPUs allocated in the end, per cent of all
 * @param fragmentation130 GPUs idle and fragmented in the end, per cent of all
 * @param arrived tasks that came
 * @param placed tasks that found a place
 * @param wallMillis duration of the run
 */
public record InflationResult(
    double allocation100,
    double allocation130,
    double fragmentation130,
    int arrived,
    int placed,
    double wallMillis) {}
