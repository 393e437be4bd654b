package io.gavel.kubernetes.plan;

/**
 * The workers that a workload holds. Immutable.
 *
 * @param flavor their flavour
 * @param sinceSeconds since when, in seconds of the clock
 * @param running false while it moves there: it was asked to stop elsewhere, and has not started
 */
public record Holding(String flavor, double sinceSeconds, boolean running) {

  /** A workload that is moved has this long to start again where its room is kept. */
  private static final double KEPT_SECONDS = 600;

  /** Returns whether the room that is kept for a move is kept no longer. */
  boolean isStale(double nowSeconds) {
    return !running && nowSeconds - sinceSeconds > KEPT_SECONDS;
  }
}
