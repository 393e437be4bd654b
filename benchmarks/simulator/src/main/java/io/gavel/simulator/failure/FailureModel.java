package io.gavel.simulator.failure;

/**
 * How often workers fail. Each fails by itself, after a time of service that is drawn from an
 * exponential distribution, and returns as new; in the long run it serves {@code mean / (mean +
 * repair)} of the time. Which worker fails when depends on the seed alone, not on what runs.
 * Immutable.
 *
 * @param meanSeconds mean time of service until a worker fails
 * @param repairSeconds how long it is out then
 * @param seed of the draws
 */
public record FailureModel(double meanSeconds, double repairSeconds, long seed) {

  private static final double LEAST_MEAN = 1; // else a round has millions of failures

  /**
   * Checks the numbers.
   *
   * @param meanSeconds finite and at least a second
   * @param repairSeconds finite and greater than 0
   * @param seed at least 0
   * @throws IllegalArgumentException naming the number that is out of range
   */
  public FailureModel {
    if (!(meanSeconds >= LEAST_MEAN) || meanSeconds == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(
          "mean time of service of workers is %s s; must be finite and at least %s"
              .formatted(meanSeconds, LEAST_MEAN));
    }
    if (!(repairSeconds > 0) || repairSeconds == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(
          "repair of workers is %s s; must be finite and greater than 0".formatted(repairSeconds));
    }
  }
}
