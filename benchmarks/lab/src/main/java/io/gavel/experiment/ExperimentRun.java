package io.gavel.experiment;

/**
 * A run of an experiment, repeated for each seed. Immutable.
 *
 * @param id a description of all settings that affect the result; runs of equal id share their
 *     results across experiments
 * @param trial the measurement
 */
public record ExperimentRun(String id, SeededRun trial) {}
