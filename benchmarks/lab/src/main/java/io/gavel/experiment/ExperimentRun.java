package io.gavel.experiment;

/**
 * One thing that experiments measure. Immutable.
 *
 * @param id all that decides about the result, in words: arms of equal id measure the same, so that
 *     a result serves every experiment that asks for it
 * @param trial measures it
 */
public record ExperimentRun(String id, SeededRun trial) {}
