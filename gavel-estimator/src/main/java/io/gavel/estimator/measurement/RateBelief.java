package io.gavel.estimator.measurement;

import io.gavel.policies.internal.Require;

/**
 * The estimate of one rate from observations, with sums that detect drift. Immutable.
 *
 * @param rate the believed rate, from 0 to 1
 * @param variance of the belief, finite and at least 0
 * @param observations the number of observed rates
 * @param above cumulative sum of upward deviations, at least 0 (Page's test)
 * @param below cumulative sum of downward deviations, at least 0
 * @param drifts how often the rate has drifted away from the belief
 */
public record RateBelief(
    double rate, double variance, int observations, double above, double below, int drifts) {

  /** The deviation tolerated at each observation, in standard deviations. */
  private static final double SLACK = 0.5;

  /**
   * The cumulative sum that counts as drift: reached by one deviation after 16 observations, by
   * three after 4.
   */
  private static final double ALARM = 8;

  /**
   * Checks every component.
   *
   * @param rate from 0 to 1
   * @param variance finite and at least 0
   * @param observations at least 0
   * @param above finite and at least 0
   * @param below finite and at least 0
   * @param drifts at least 0
   * @throws IllegalArgumentException if a component is not as described
   */
  public RateBelief {
    Require.fraction(rate, "believed rate");
    Require.nonNegative(variance, "variance of a belief");
    Require.atLeast(0, observations, "number of observations");
    Require.nonNegative(above, "cumulative sum of upward deviations");
    Require.nonNegative(below, "cumulative sum of downward deviations");
    Require.atLeast(0, drifts, "number of drifts");
  }

  /**
   * Returns a belief before any observation.
   *
   * @param rate the estimated rate, from 0 to 1
   * @param standardError of the estimate, finite and at least 0
   * @return the belief
   */
  public static RateBelief of(double rate, double standardError) {
    return new RateBelief(rate, standardError * standardError, 0, 0, 0, 0);
  }

  /**
   * Returns the belief after one more observation.
   *
   * <p>The rate moves by the rule's gain. If the deviations add up to a drift, the observation
   * replaces the belief. The same holds for a change from 0 to a positive rate or back: 0 means
   * that jobs cannot share, and must not be averaged.
   *
   * @param observed a normalised rate, from 0 to 1
   * @param rule the weight of the observation
   * @return the new belief
   * @throws IllegalArgumentException if the observed rate is outside [0, 1]
   */
  public RateBelief observe(double observed, UpdateRule rule) {
    Require.fraction(observed, "observed rate");
    double noise = rule.noise() * rule.noise();
    if ((observed == 0) != (rate == 0)) {
      return new RateBelief(observed, noise, observations + 1, 0, 0, drifts);
    }
    double prior = variance + rule.wander() * rule.wander();
    double surprise = (observed - rate) / Math.sqrt(prior + noise);
    double up = Math.max(0, above + surprise - SLACK);
    double down = Math.max(0, below - surprise - SLACK);
    if (Math.max(up, down) > ALARM) {
      return new RateBelief(observed, noise, observations + 1, 0, 0, drifts + 1);
    }
    double gain = rule.gain(prior);
    return new RateBelief(
        (1 - gain) * rate + gain * observed,
        (1 - gain) * (1 - gain) * prior + gain * gain * noise,
        observations + 1,
        up,
        down,
        drifts);
  }
}
