package io.gavel.baselines;

/**
 * The training loss of a job as a function of its steps, as SLAQ predicts it. Immutable if the
 * function is pure.
 */
@FunctionalInterface
public interface LossCurve {

  /**
   * Returns the loss after a number of steps.
   *
   * @param steps steps done, at least 0
   * @return the loss, finite
   */
  double loss(double steps);

  /**
   * Returns a default curve for a job whose losses are unknown: {@code 1 / (1 + 9 z)} at the
   * fraction {@code z} of its steps, so the loss falls by nine tenths until the end.
   *
   * @param totalSteps the total steps of the job, {@code > 0}
   * @return the curve
   */
  static LossCurve ofWork(double totalSteps) {
    return steps -> 1 / (1 + 9 * steps / totalSteps);
  }
}
