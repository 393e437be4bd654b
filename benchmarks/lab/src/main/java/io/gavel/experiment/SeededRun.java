package io.gavel.experiment;

/** A repeatable measurement. Thread-safe. */
@FunctionalInterface
public interface SeededRun {

  /**
   * Runs the measurement once.
   *
   * @param publishedData the published data
   * @param seed seed of all draws
   * @return the figures; equal for equal seeds
   */
  RunFigures run(PublishedData publishedData, long seed);
}
