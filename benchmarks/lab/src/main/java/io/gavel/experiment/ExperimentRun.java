package io.gavel.experiment;

/** A measurement that an experiment repeats for each seed. Thread-safe. */
public interface ExperimentRun {

  /** A repeatable measurement. Thread-safe. */
  @FunctionalInterface
  interface Trial {

    /**
     * Measures once.
     *
     * @param data the published data
     * @param seed seed of all draws
     * @return the figures; equal for equal seeds
     */
    RunFigures run(PublishedData data, long seed);
  }

  /**
   * Describes all settings that affect the result. Runs of equal id share their results across
   * experiments.
   *
   * @return the description
   */
  String id();

  /**
   * Measures once.
   *
   * @param data the published data
   * @param seed seed of all draws
   * @return the figures; equal for equal seeds
   */
  RunFigures run(PublishedData data, long seed);

  /**
   * Creates a run.
   *
   * @param id the description of all settings that affect the result
   * @param trial the measurement
   * @return a run
   */
  static ExperimentRun of(String id, Trial trial) {
    return new Measured(id, trial);
  }

  /** A run that is not a simulation. */
  record Measured(String id, Trial trial) implements ExperimentRun {
    @Override
    public RunFigures run(PublishedData data, long seed) {
      return trial.run(data, seed);
    }
  }
}
