package io.gavel.experiment;

/** Something that can be measured again and again. Thread-safe. */
@FunctionalInterface
public interface SeededRun {

  /**
   * Runs once.
   *
   * @param publishedData what was published
   * @param seed of all that is drawn
   * @return what was measured; equal for equal seeds
   */
  RunFigures run(PublishedData publishedData, long seed);
}
