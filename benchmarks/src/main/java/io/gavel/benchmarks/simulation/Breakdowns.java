package io.gavel.benchmarks.simulation;

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
public record Breakdowns(double meanSeconds, double repairSeconds, long seed) {

  /**
   * Checks the numbers.
   *
   * @param meanSeconds finite and greater than 0
   * @param repairSeconds finite and greater than 0
   * @param seed at least 0
   * @throws IllegalArgumentException naming the number that is out of range
   */
  public Breakdowns {
    requirePositive(meanSeconds, "mean time of service");
    requirePositive(repairSeconds, "repair");
  }

  private static void requirePositive(double seconds, String what) {
    if (!(seconds > 0) || seconds == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(
          "%s of workers is %s s; must be finite and greater than 0".formatted(what, seconds));
    }
  }
}
