package io.gavel.estimator.throughput;

import io.gavel.estimator.ErrorQuantiles;
import io.gavel.policies.internal.Require;
import java.util.Arrays;
import java.util.List;

/**
 * A job's throughputs alone on every worker type: measured, or estimated with a multiplicative
 * error. Immutable, equal by value.
 */
public final class IsolatedEstimate {

  private final List<String> workerTypes;
  private final double[] rates;
  private final double[] deviations; // of the logarithm; 0 where measured
  private final ErrorQuantiles quantiles;

  IsolatedEstimate(
      List<String> workerTypes, double[] rates, double[] deviations, ErrorQuantiles quantiles) {
    this.workerTypes = workerTypes;
    this.rates = rates;
    this.deviations = deviations;
    this.quantiles = quantiles;
  }

  /**
   * The worker types.
   *
   * @return an immutable list
   */
  public List<String> workerTypes() {
    return workerTypes;
  }

  /**
   * The throughput on a worker type.
   *
   * @param j the type's index
   * @return steps per second
   * @throws IndexOutOfBoundsException if there is no such type
   */
  public double stepsPerSecond(int j) {
    return rates[Require.index(j, rates.length, "worker type")];
  }

  /**
   * All throughputs.
   *
   * @return a copy, one for each worker type: a row of a throughput matrix
   */
  public double[] stepsPerSecond() {
    return rates.clone();
  }

  /**
   * The lower end of the interval with the given probability; equal to the throughput where it was
   * measured.
   *
   * @param j the type's index
   * @param level probability that the truth lies between {@code low} and {@link #high}
   * @return steps per second
   * @throws IllegalArgumentException unless {@code 0 < level < 1}
   */
  public double low(int j, double level) {
    return bound(j, (1 - Require.openFraction(level, "level of an interval")) / 2, level);
  }

  /**
   * The upper end of the interval with the given probability; equal to the throughput where it was
   * measured.
   *
   * @param j the type's index
   * @param level probability that the truth lies between {@link #low} and {@code high}
   * @return steps per second
   * @throws IllegalArgumentException unless {@code 0 < level < 1}
   */
  public double high(int j, double level) {
    return bound(j, (1 + Require.openFraction(level, "level of an interval")) / 2, level);
  }

  private double bound(int j, double q, double level) {
    return stepsPerSecond(j) * StrictMath.exp(deviations[j] * quantiles.at(q, level));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof IsolatedEstimate that
        && workerTypes.equals(that.workerTypes)
        && Arrays.equals(rates, that.rates)
        && Arrays.equals(deviations, that.deviations)
        && quantiles.equals(that.quantiles);
  }

  @Override
  public int hashCode() {
    return 31 * workerTypes.hashCode() + Arrays.hashCode(rates);
  }

  @Override
  public String toString() {
    return "IsolatedEstimate[%s: %s steps/s]".formatted(workerTypes, Arrays.toString(rates));
  }
}
