package io.gavel.benchmarks.simulation;

/**
 * What a run may be subject to beside jobs and policy. Immutable.
 *
 * @param untilSeconds the run is over with the first round that ends then or later; infinite = with
 *     the last job
 */
public record Circumstances(double untilSeconds) {

  /** Workers that never fail, and an end with the last job. */
  public static final Circumstances NONE = new Circumstances(Double.POSITIVE_INFINITY);

  /**
   * Checks the time.
   *
   * @param untilSeconds greater than 0
   * @throws IllegalArgumentException if it is not
   */
  public Circumstances {
    if (!(untilSeconds > 0)) {
      throw new IllegalArgumentException(
          "the run is to end at %s s; must be greater than 0".formatted(untilSeconds));
    }
  }

  /** Whether the run is over. */
  boolean isOver(double now) {
    return now >= untilSeconds;
  }
}
