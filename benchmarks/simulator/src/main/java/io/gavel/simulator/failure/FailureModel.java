package io.gavel.simulator.failure;

/**
 * A model of worker failures. Workers fail independently: the time of service until a failure is
 * exponentially distributed, the repair time is fixed, and a repaired worker is as new. In the long
 * run a worker serves {@code mean / (mean + repair)} of the time. Failures depend on the seed only,
 * not on the jobs that run. Immutable.
 *
 * @param meanSeconds mean time of service until a worker fails
 * @param repairSeconds time out of service after a failure
 * @param seed seed of the draws
 */
public record FailureModel(double meanSeconds, double repairSeconds, long seed) {

  private static final double LEAST_MEAN = 1; // otherwise a round has millions of failures

  /**
   * Checks the numbers.
   *
   * @param meanSeconds finite and at least a second
   * @param repairSeconds finite and greater than 0
   * @param seed at least 0
   * @throws IllegalArgumentException naming the value that is out of range
   */
  public FailureModel {
    if (!(meanSeconds >= LEAST_MEAN) || meanSeconds == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(
          "mean time of service of workers is %s s; it must be finite and at least %s"
              .formatted(meanSeconds, LEAST_MEAN));
    }
    if (!(repairSeconds > 0) || repairSeconds == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(
          "repair time of workers is %s s; it must be finite and greater than 0"
              .formatted(repairSeconds));
    }
  }
}
