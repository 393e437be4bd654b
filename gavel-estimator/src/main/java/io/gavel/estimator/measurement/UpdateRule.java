package io.gavel.estimator.measurement;

import io.gavel.policies.internal.Require;

/** The weight of a newly observed rate against the belief. Implementations are immutable. */
public sealed interface UpdateRule {

  /**
   * Returns the standard deviation of an observed rate around the true one.
   *
   * @return finite and {@code > 0}
   */
  double noise();

  /**
   * Returns the standard deviation by which the true rate wanders between observations.
   *
   * @return finite and at least 0
   */
  double wander();

  /**
   * Returns the weight of an observation.
   *
   * @param variance the variance of the belief
   * @return from 0 (ignore it) to 1 (replace the belief)
   */
  double gain(double variance);

  /**
   * The Kalman gain, which is optimal for a rate that wanders: large while the belief is uncertain,
   * small once it is certain.
   *
   * @param noise standard deviation of an observation, finite and {@code > 0}
   * @param wander standard deviation of the change between observations, finite and at least 0
   */
  record Kalman(double noise, double wander) implements UpdateRule {

    /**
     * Checks the parameters.
     *
     * @param noise finite and {@code > 0}
     * @param wander finite and at least 0
     * @throws IllegalArgumentException if a parameter is not as described
     */
    public Kalman {
      Require.positive(noise, "noise of an observation");
      Require.nonNegative(wander, "wander of a rate");
    }

    @Override
    public double gain(double variance) {
      return variance / (variance + noise * noise);
    }
  }

  /**
   * The same weight for every observation; Gavel uses 0.5.
   *
   * @param weight of an observation, from 0 to 1
   * @param noise standard deviation of an observation, finite and {@code > 0}; it only affects
   *     standard errors and drift
   */
  record ExponentialAverage(double weight, double noise) implements UpdateRule {

    /**
     * Checks the parameters.
     *
     * @param weight from 0 to 1
     * @param noise finite and {@code > 0}
     * @throws IllegalArgumentException if a parameter is not as described
     */
    public ExponentialAverage {
      Require.fraction(weight, "weight of an observation");
      Require.positive(noise, "noise of an observation");
    }

    @Override
    public double wander() {
      return 0;
    }

    @Override
    public double gain(double variance) {
      return weight;
    }
  }

  /**
   * Returns the recommended rule.
   *
   * @return a Kalman gain with 3 % noise and 0.3 % wander
   */
  static UpdateRule standard() {
    return new Kalman(0.03, 0.003);
  }

  /**
   * Returns the rule of Gavel's scheduler.
   *
   * @return an exponential average of weight 0.5
   */
  static UpdateRule published() {
    return new ExponentialAverage(0.5, 0.03);
  }
}
