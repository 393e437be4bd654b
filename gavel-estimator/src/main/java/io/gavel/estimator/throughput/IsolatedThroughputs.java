package io.gavel.estimator.throughput;

import io.gavel.estimator.Estimate.ErrorQuantiles;
import io.gavel.estimator.Estimate.Interval;
import io.gavel.estimator.internal.LogModel;
import io.gavel.estimator.internal.Prediction;
import io.gavel.policies.internal.Require;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Estimates throughputs of a job alone on worker types without measurements, from measurements on
 * other types.
 *
 * <p>The logarithm of a throughput is modelled as the job's own level, plus the average effect of
 * the worker type, plus a deviation that is Gaussian across worker types: jobs with a large gain on
 * one new generation also gain much on the next. Mean and covariance come from jobs measured on
 * several types; the level of the new job may be anything, so units of work do not matter. The
 * covariance is shrunk towards equal, independent deviations, as if two jobs with such deviations
 * had been measured.
 *
 * <p>Whether a job can run on a type is not predicted: the estimate assumes that it can. Immutable,
 * and may be shared by threads.
 */
public final class IsolatedThroughputs {

  private final List<String> workerTypes;
  private final LogModel model;
  private final ErrorQuantiles quantiles;
  private final ErrorQuantiles coldQuantiles; // of jobs of which nothing was measured

  private IsolatedThroughputs(
      List<String> workerTypes,
      LogModel model,
      ErrorQuantiles quantiles,
      ErrorQuantiles coldQuantiles) {
    this.workerTypes = workerTypes;
    this.model = model;
    this.quantiles = quantiles;
    this.coldQuantiles = coldQuantiles;
  }

  /**
   * Learns from jobs that were measured.
   *
   * @param workerTypes names of the worker types, at least one, all different
   * @param stepsPerSecond throughputs, {@code [job][worker type]}, finite and at least 0; 0 = not
   *     measured or cannot run there; not modified, not retained. Every job must run on some type,
   *     and jobs that run on several types must link all types to each other
   * @return an estimator for other jobs
   * @throws IllegalArgumentException if shapes or entries are not as described
   */
  public static IsolatedThroughputs fit(List<String> workerTypes, double[][] stepsPerSecond) {
    List<String> types = List.copyOf(workerTypes);
    double[][] logs = logarithms(types, stepsPerSecond);
    List<Double> ratios = new ArrayList<>();
    List<Double> coldRatios = new ArrayList<>();
    for (int i = 0; i < logs.length && logs.length > 1; i++) {
      List<double[]> others = new ArrayList<>(Arrays.asList(logs));
      others.remove(i);
      if (LogModel.unlinked(others, types.size()) < 0) {
        LogModel without = LogModel.of(others, types.size());
        for (int j = 0; j < types.size(); j++) {
          addRatio(ratios, without, logs[i], j);
        }
        addColdRatio(coldRatios, without, logs[i], i);
      }
    }
    return of(types, logs, ratios, coldRatios);
  }

  /**
   * Learns from families of jobs, such as one application at many batch sizes, for jobs of other
   * families. Jobs of a family are similar, so a family counts as one job for the intervals: its
   * middle job is estimated from all other families, on one worker type, and families take turns
   * with the types. Intervals are wide unless there are many families.
   *
   * @param workerTypes names of the worker types, at least one, all different
   * @param families the family of each job
   * @param stepsPerSecond throughputs as in {@link #fit(List, double[][])}, {@code [job][worker
   *     type]}; not modified, not retained
   * @return an estimator for jobs of other families
   * @throws IllegalArgumentException if shapes or entries are not as described
   */
  public static IsolatedThroughputs fit(
      List<String> workerTypes, List<String> families, double[][] stepsPerSecond) {
    List<String> types = List.copyOf(workerTypes);
    Require.length(stepsPerSecond.length, families.size(), "families of jobs");
    double[][] logs = logarithms(types, stepsPerSecond);
    Map<String, List<double[]>> rows = new TreeMap<>();
    for (int i = 0; i < logs.length; i++) {
      rows.computeIfAbsent(families.get(i), family -> new ArrayList<>()).add(logs[i]);
    }
    List<Double> ratios = new ArrayList<>();
    List<Double> coldRatios = new ArrayList<>();
    int turn = 0;
    for (List<double[]> family : rows.values()) {
      List<double[]> others = new ArrayList<>(Arrays.asList(logs));
      others.removeAll(family); // arrays are equal to themselves only
      double[] job = family.get(family.size() / 2);
      if (LogModel.unlinked(others, types.size()) < 0) {
        LogModel without = LogModel.of(others, types.size());
        addRatio(ratios, without, job, turn % types.size());
        addColdRatio(coldRatios, without, job, turn);
      }
      turn++;
    }
    return of(types, logs, ratios, coldRatios);
  }

  private static IsolatedThroughputs of(
      List<String> types, double[][] logs, List<Double> ratios, List<Double> coldRatios) {
    LogModel model = LogModel.of(Arrays.asList(logs), types.size());
    return new IsolatedThroughputs(types, model, quantiles(ratios), quantiles(coldRatios));
  }

  private static ErrorQuantiles quantiles(List<Double> ratios) {
    return ErrorQuantiles.of(ratios.stream().mapToDouble(Double::doubleValue).toArray());
  }

  private static double[][] logarithms(List<String> types, double[][] stepsPerSecond) {
    Require.atLeast(1, types.size(), "number of worker types");
    if (new HashSet<>(types).size() < types.size()) {
      throw new IllegalArgumentException("worker types %s must all differ".formatted(types));
    }
    double[][] logs = new double[stepsPerSecond.length][types.size()];
    for (int i = 0; i < logs.length; i++) {
      Require.length(types.size(), stepsPerSecond[i].length, "row of job " + i);
      boolean runs = false;
      for (int j = 0; j < types.size(); j++) {
        double rate =
            Require.nonNegative(
                stepsPerSecond[i][j], "throughput of job %s on \"%s\"".formatted(i, types.get(j)));
        logs[i][j] = rate > 0 ? StrictMath.log(rate) : Double.NaN;
        runs |= rate > 0;
      }
      if (!runs) {
        throw new IllegalArgumentException(
            "job %s has throughput 0 on every type; it must run somewhere".formatted(i));
      }
    }
    int lone = LogModel.unlinked(Arrays.asList(logs), types.size());
    if (lone >= 0) {
      throw new IllegalArgumentException(
          "no job links \"%s\" to \"%s\"; jobs must be measured on both, or on types between them"
              .formatted(types.get(lone), types.get(0)));
    }
    return logs;
  }

  /** Adds the error ratio of one entry, estimated from all other types of its job. */
  private static void addRatio(List<Double> ratios, LogModel model, double[] logs, int j) {
    double[] without = logs.clone();
    without[j] = Double.NaN;
    boolean others = Arrays.stream(without).anyMatch(log -> !Double.isNaN(log));
    if (!Double.isNaN(logs[j]) && others) {
      Prediction prediction = model.predict(without);
      ratios.add((logs[j] - prediction.rates[j]) / LogModel.deviation(prediction, j));
    }
  }

  /**
   * Adds the error ratio of a job of which nothing is known, on one of its types: all of a job's
   * errors share that of its level, so that one counts. Jobs take turns with the types.
   */
  private static void addColdRatio(List<Double> ratios, LogModel model, double[] logs, int turn) {
    int[] known = IntStream.range(0, logs.length).filter(j -> !Double.isNaN(logs[j])).toArray();
    int j = known[turn % known.length];
    Prediction prediction = model.predictUnmeasured();
    ratios.add((logs[j] - prediction.rates[j]) / LogModel.deviation(prediction, j));
  }

  /**
   * Returns the worker types.
   *
   * @return an immutable list in order of the columns
   */
  public List<String> workerTypes() {
    return workerTypes;
  }

  /**
   * Estimates a job on every type.
   *
   * @param measured steps per second by worker type, at least one, each finite and {@code > 0}
   * @return the job's throughputs; measured ones unchanged
   * @throws IllegalArgumentException if there is no measurement (the job's level is then unknown),
   *     a type is unknown, or a throughput is not as described
   */
  public IsolatedEstimate estimate(Map<String, Double> measured) {
    if (measured.isEmpty()) {
      throw new IllegalArgumentException(
          "number of measured throughputs is 0; it must be at least 1, or the job's level is"
              + " unknown");
    }
    double[] logs = new double[workerTypes.size()];
    Arrays.fill(logs, Double.NaN);
    double[] exact = new double[workerTypes.size()];
    measured.forEach(
        (type, rate) -> {
          int j = workerTypes.indexOf(type);
          if (j < 0) {
            throw new IllegalArgumentException(
                "there is no worker type \"%s\"; known: %s".formatted(type, workerTypes));
          }
          exact[j] = Require.positive(rate, "throughput on \"%s\"".formatted(type));
          logs[j] = StrictMath.log(rate);
        });
    Prediction prediction = model.predict(logs);
    double[] deviations = new double[logs.length];
    for (int j = 0; j < logs.length; j++) {
      if (exact[j] == 0) {
        exact[j] = StrictMath.exp(prediction.rates[j]);
        deviations[j] = LogModel.deviation(prediction, j);
      }
    }
    return new IsolatedEstimate(workerTypes, exact, deviations, quantiles);
  }

  /**
   * Estimates a job without measurements: the mean of the fitted jobs, with intervals as wide as
   * their differences. The ratios between types are much more certain than the level, which does
   * not matter to policies that compare a job with its own share.
   *
   * @return the throughputs of an average job, if steps have one unit
   */
  public IsolatedEstimate unmeasured() {
    Prediction prediction = model.predictUnmeasured();
    double[] rates = new double[workerTypes.size()];
    double[] deviations = new double[rates.length];
    for (int j = 0; j < rates.length; j++) {
      rates[j] = StrictMath.exp(prediction.rates[j]);
      deviations[j] = LogModel.deviation(prediction, j);
    }
    return new IsolatedEstimate(workerTypes, rates, deviations, coldQuantiles);
  }

  /**
   * A job's throughputs alone on every worker type: measured, or estimated with a multiplicative
   * error. Immutable, equal by value.
   */
  public static final class IsolatedEstimate {

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
     * Returns the lower ends of all intervals with the given probability: with {@link #high} a row
     * of intervals of a problem.
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
     * @return false if the jobs that were measured on several types are too few: a level of 0.9
     *     needs 19 measurements, each of which can be predicted from further ones
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
}
