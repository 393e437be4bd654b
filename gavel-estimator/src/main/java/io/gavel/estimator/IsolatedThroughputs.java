package io.gavel.estimator;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/**
 * Throughputs of a job alone on worker types where it was not measured, from those where it was.
 *
 * <p>The logarithm of a throughput is taken as the job's own level, plus what the worker type adds
 * on average, plus a deviation that is Gaussian across worker types: jobs that gain more than
 * others on one new generation gain more on the next. Mean and covariance come from jobs measured
 * on several types; the level of the new job may be anything, so units of work do not matter. The
 * covariance is moved towards equal, independent deviations, as if two such jobs had been measured.
 *
 * <p>Whether a job can run on a type at all is not predicted: the estimate says how fast it would.
 * Immutable, and may be shared by threads.
 */
public final class IsolatedThroughputs {

  private static final double PRIOR_JOBS = 2; // added, with independent deviations
  private static final double NOISE = 4e-4; // variance of a logarithm: 2 % errors
  private static final double LEVEL =
      100; // variance of a level around that of the measured types: anything goes
  private static final int SWEEPS = 20;

  private final List<String> workerTypes;
  private final Conditional conditional;
  private final ErrorQuantiles quantiles;

  private IsolatedThroughputs(
      List<String> workerTypes, Conditional conditional, ErrorQuantiles quantiles) {
    this.workerTypes = workerTypes;
    this.conditional = conditional;
    this.quantiles = quantiles;
  }

  /**
   * Learns from jobs that were measured.
   *
   * @param workerTypes names of the worker types, at least one, all different
   * @param stepsPerSecond {@code [job][worker type]}, finite and at least 0; 0 = not measured or
   *     cannot run there; not modified, not retained. Every type needs a job that runs on it, and
   *     every job a type it runs on
   * @return an estimator for other jobs
   * @throws IllegalArgumentException if shapes or entries are not as described
   */
  public static IsolatedThroughputs fit(List<String> workerTypes, double[][] stepsPerSecond) {
    List<String> types = List.copyOf(workerTypes);
    double[][] logs = logarithms(types, stepsPerSecond);
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < logs.length && logs.length > 1; i++) {
      List<double[]> others = new ArrayList<>(Arrays.asList(logs));
      others.remove(i);
      if (covers(others, types.size())) {
        Conditional without = learn(others, types.size());
        for (int j = 0; j < types.size(); j++) {
          addRatio(ratios, without, logs[i], j);
        }
      }
    }
    return new IsolatedThroughputs(
        types,
        learn(Arrays.asList(logs), types.size()),
        ErrorQuantiles.of(ratios.stream().mapToDouble(Double::doubleValue).toArray()));
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
                stepsPerSecond[i][j], "throughput of job %d on \"%s\"".formatted(i, types.get(j)));
        logs[i][j] = rate > 0 ? StrictMath.log(rate) : Double.NaN;
        runs |= rate > 0;
      }
      if (!runs) {
        throw new IllegalArgumentException(
            "job %d has throughput 0 on every type; it must run somewhere".formatted(i));
      }
    }
    for (int j = 0; j < types.size(); j++) {
      if (!covers(Arrays.asList(logs), j, j + 1)) {
        throw new IllegalArgumentException(
            "no job was measured on \"%s\"; there must be one".formatted(types.get(j)));
      }
    }
    return logs;
  }

  private static boolean covers(List<double[]> logs, int types) {
    return covers(logs, 0, types);
  }

  private static boolean covers(List<double[]> logs, int from, int to) {
    for (int j = from; j < to; j++) {
      boolean some = false;
      for (double[] row : logs) {
        some |= !Double.isNaN(row[j]);
      }
      if (!some) {
        return false;
      }
    }
    return true;
  }

  /** Held out alone, with all other types of its job known. */
  private static void addRatio(List<Double> ratios, Conditional model, double[] logs, int j) {
    double[] without = logs.clone();
    without[j] = Double.NaN;
    int[] known = known(without);
    if (!Double.isNaN(logs[j]) && known.length > 0) {
      Prediction prediction = predict(model, without, known);
      ratios.add((logs[j] - prediction.rates[j]) / deviation(prediction, j));
    }
  }

  /** Level + type + deviation; gaps are filled with level and type, in turns until they agree. */
  private static Conditional learn(List<double[]> logs, int types) {
    double[] means = new double[types];
    double[] levels = new double[logs.size()];
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
      double[] sums = new double[types];
      int[] counts = new int[types];
      for (int i = 0; i < levels.length; i++) {
        int[] known = known(logs.get(i));
        levels[i] = 0;
        for (int j : known) {
          levels[i] += (logs.get(i)[j] - means[j]) / known.length;
        }
        for (int j : known) {
          sums[j] += logs.get(i)[j] - levels[i];
          counts[j]++;
        }
      }
      for (int j = 0; j < types; j++) {
        means[j] = sums[j] / counts[j];
      }
    }
    return new Conditional(means, covariance(logs, levels, means), NOISE);
  }

  private static double[] covariance(List<double[]> logs, double[] levels, double[] means) {
    int types = means.length;
    double shrinkage = PRIOR_JOBS / (PRIOR_JOBS + levels.length);
    double[] covariance = new double[types * types];
    for (int i = 0; i < levels.length; i++) {
      double[] deviations = new double[types];
      for (int j : known(logs.get(i))) {
        deviations[j] = logs.get(i)[j] - levels[i] - means[j];
      }
      RidgeCombination.addOuter(
          covariance, deviations, 0, types, (1 - shrinkage) / Math.max(1, levels.length - 1));
    }
    double trace = 0;
    for (int j = 0; j < types; j++) {
      trace += covariance[j * types + j] / (1 - shrinkage);
    }
    for (int j = 0; j < types; j++) {
      covariance[j * types + j] += shrinkage * trace / types + NOISE;
      for (int l = 0; l < types; l++) {
        covariance[j * types + l] += LEVEL;
      }
    }
    return covariance;
  }

  private static int[] known(double[] logs) {
    int[] indices = new int[logs.length];
    int count = 0;
    for (int j = 0; j < logs.length; j++) {
      if (!Double.isNaN(logs[j])) {
        indices[count++] = j;
      }
    }
    return Arrays.copyOf(indices, count);
  }

  /** Measured from the level of what is known, so that a scaled job gets a scaled answer. */
  private static Prediction predict(Conditional model, double[] logs, int[] known) {
    double[] values = new double[known.length];
    double level = 0;
    for (int j : known) {
      level += (logs[j] - model.mean(j)) / known.length;
    }
    for (int i = 0; i < known.length; i++) {
      values[i] = logs[known[i]] - level;
    }
    Prediction prediction = model.fill(known, values);
    for (int j = 0; j < logs.length; j++) {
      prediction.rates[j] += level;
    }
    return prediction;
  }

  private static double deviation(Prediction prediction, int j) {
    return Math.sqrt(Math.max(0, prediction.variances[j]) + NOISE);
  }

  /**
   * The worker types.
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
   * @throws IllegalArgumentException if nothing was measured (the job's level is then unknown), a
   *     type is unknown, or a throughput is not as described
   */
  public IsolatedEstimate estimate(Map<String, Double> measured) {
    if (measured.isEmpty()) {
      throw new IllegalArgumentException(
          "nothing was measured; one throughput at least must be, or the job's level is unknown");
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
    int[] known = known(logs);
    Prediction prediction = predict(conditional, logs, known);
    double[] deviations = new double[logs.length];
    for (int j = 0; j < logs.length; j++) {
      if (exact[j] == 0) {
        exact[j] = StrictMath.exp(prediction.rates[j]);
        deviations[j] = deviation(prediction, j);
      }
    }
    return new IsolatedEstimate(workerTypes, exact, deviations, quantiles);
  }
}
