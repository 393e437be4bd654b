package io.gavel.estimator.throughput;

import io.gavel.estimator.ErrorQuantiles;
import io.gavel.estimator.Interval;
import io.gavel.policies.internal.Require;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

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

  /** Returns a copy with a deviation of the logarithm where values are not exact. */
  IsolatedEstimate withNoise(Set<String> reported, double deviation) {
    double[] noisy = deviations.clone();
    reported.forEach(workerType -> noisy[indexOf(workerType)] = deviation);
    return new IsolatedEstimate(workerTypes, rates, noisy, quantiles);
  }

  /** Returns the standard deviation of a logarithm; 0 where the rate was measured. */
  double deviation(int j) {
    return deviations[j];
  }

  /**
   * Returns the worker types.
   *
   * @return an immutable list
   */
  public List<String> workerTypes() {
    return workerTypes;
  }

  /**
   * Returns the throughput on a worker type.
   *
   * @param j the type's index
   * @return steps per second
   * @throws IndexOutOfBoundsException if there is no such type
   */
  public double stepsPerSecond(int j) {
    return rates[Require.index(j, rates.length, "worker type")];
  }

  /**
   * Returns all throughputs.
   *
   * @return a copy, one for each worker type: a row of a throughput matrix
   */
  public double[] stepsPerSecond() {
    return rates.clone();
  }

  /**
   * Returns the throughput on a worker type.
   *
   * @param workerType the type's name
   * @return steps per second
   * @throws IllegalArgumentException if there is no such type
   */
  public double stepsPerSecond(String workerType) {
    return rates[indexOf(workerType)];
  }

  /**
   * Returns the range in which a throughput lies with the given probability.
   *
   * @param j the type's index
   * @param level the probability, between 0 and 1
   * @return the interval, in steps per second; a point where the throughput was measured
   * @throws IllegalArgumentException unless {@code 0 < level < 1}
   * @throws IndexOutOfBoundsException if there is no such type
   */
  public Interval interval(int j, double level) {
    Require.openFraction(level, "level of an interval");
    double rate = stepsPerSecond(j);
    double low = rate * StrictMath.exp(deviations[j] * quantiles.at((1 - level) / 2, level));
    double high = rate * StrictMath.exp(deviations[j] * quantiles.at((1 + level) / 2, level));
    return new Interval(Math.min(rate, low), Math.max(rate, high));
  }

  /**
   * Returns the range in which a throughput lies with the given probability.
   *
   * @param workerType the type's name
   * @param level the probability, between 0 and 1
   * @return as {@link #interval(int, double)}
   * @throws IllegalArgumentException if there is no such type, or unless {@code 0 < level < 1}
   */
  public Interval interval(String workerType, double level) {
    return interval(indexOf(workerType), level);
  }

  /**
   * Returns the lower ends of all intervals with the given probability: with {@link #high} a row of
   * intervals of a problem.
   *
   * @param level the probability of each interval, between 0 and 1
   * @return a new array of steps per second, one for each worker type
   * @throws IllegalArgumentException unless {@code 0 < level < 1}
   */
  public double[] low(double level) {
    return IntStream.range(0, rates.length).mapToDouble(j -> interval(j, level).low()).toArray();
  }

  /**
   * Returns the upper ends of all intervals with the given probability.
   *
   * @param level the probability of each interval, between 0 and 1
   * @return a new array of steps per second, one for each worker type
   * @throws IllegalArgumentException unless {@code 0 < level < 1}
   */
  public double[] high(double level) {
    return IntStream.range(0, rates.length).mapToDouble(j -> interval(j, level).high()).toArray();
  }

  /**
   * Returns whether intervals of a probability come from enough observed errors. If not, they
   * follow Chebyshev's inequality, or the outermost error where that is wider.
   *
   * @param level the probability, between 0 and 1
   * @return false if the jobs that were measured on several types are too few: a level of 0.9 needs
   *     19 measurements, each of which can be predicted from further ones
   * @throws IllegalArgumentException unless {@code 0 < level < 1}
   */
  public boolean isCalibrated(double level) {
    return quantiles.isCalibrated(Require.openFraction(level, "level of an interval"));
  }

  private int indexOf(String workerType) {
    int j = workerTypes.indexOf(workerType);
    if (j < 0) {
      throw Require.unknown("worker type", workerType, workerTypes);
    }
    return j;
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
