package io.gavel.estimator.internal;

import java.util.Arrays;
import java.util.List;

/**
 * Logarithms of throughputs, {@code log T = level of the job + mean of the type + deviation}, with
 * deviations Gaussian across types. A gap in a row is NaN. Immutable.
 */
public final class LogModel {

  /** The number of jobs with independent deviations that the prior adds. */
  private static final double PRIOR_JOBS = 2;

  private static final double NOISE = 4e-4; // variance of a logarithm: 2 % errors
  private static final double LEVEL = 100; // prior variance of levels: in effect any level
  private static final int SWEEPS = 10_000; // long chains of jobs need many
  private static final double TOLERANCE = 1e-12;

  private final double[] means;
  private final double[] covariance; // [type][type], row-major, with the prior of levels
  private final double[] levels; // of the jobs
  private final GaussianPosterior gaussianPosterior;

  private LogModel(double[] means, double[] covariance, double[] levels) {
    this.means = means;
    this.covariance = covariance;
    this.levels = levels;
    this.gaussianPosterior = new GaussianPosterior(means, covariance, NOISE);
  }

  /**
   * Returns the first type that no chain of jobs measured on several types links to type 0.
   *
   * @param logs a row for each job
   * @param types the number of types
   * @return a type index; -1 if all types are linked
   */
  public static int unlinked(List<double[]> logs, int types) {
    boolean[] linked = new boolean[types];
    linked[0] = !logs.isEmpty();
    for (boolean grown = true; grown; ) {
      grown = false;
      for (double[] row : logs) {
        int[] known = known(row);
        if (Arrays.stream(known).anyMatch(j -> linked[j])) {
          for (int j : known) {
            grown |= !linked[j];
            linked[j] = true;
          }
        }
      }
    }
    for (int j = 0; j < types; j++) {
      if (!linked[j]) {
        return j;
      }
    }
    return -1;
  }

  /**
   * Fits levels, type means and deviations. Gaps are filled with level plus type mean, alternating
   * until both converge.
   *
   * @param logs a row for each job; all types are linked
   * @param types the number of types
   * @return the fitted model
   */
  public static LogModel of(List<double[]> logs, int types) {
    double[] means = new double[types];
    double[] levels = new double[logs.size()];
    double change = Double.POSITIVE_INFINITY;
    for (int sweep = 0; sweep < SWEEPS && change > TOLERANCE; sweep++) {
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
      change = 0;
      for (int j = 0; j < types; j++) {
        change = Math.max(change, Math.abs(sums[j] / counts[j] - means[j]));
        means[j] = sums[j] / counts[j];
      }
    }
    return new LogModel(means, covariance(logs, levels, means), levels);
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
      ShrunkenCovariance.addOuter(
          covariance, deviations, types, (1 - shrinkage) / Math.max(1, levels.length - 1));
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

  /**
   * Predicts a row relative to its level on the known types, so that a scaled job gets a scaled
   * prediction.
   *
   * @param logs logarithms of throughputs, one for each type; NaN where unknown; not modified
   * @return means and variances of all logarithms
   */
  public Prediction predict(double[] logs) {
    int[] known = known(logs);
    double[] values = new double[known.length];
    double level = 0;
    for (int j : known) {
      level += (logs[j] - means[j]) / known.length;
    }
    for (int i = 0; i < known.length; i++) {
      values[i] = logs[known[i]] - level;
    }
    Prediction prediction = gaussianPosterior.fill(known, values);
    for (int j = 0; j < logs.length; j++) {
      prediction.rates[j] += level;
    }
    return prediction;
  }

  /**
   * Predicts a job without data: its level is that of an average job of the model, with the
   * variance of a further draw. A single job says nothing about the variance, which is then that of
   * any level.
   *
   * @return means and variances of all logarithms
   */
  public Prediction predictUnmeasured() {
    int jobs = levels.length;
    double level = Arrays.stream(levels).average().orElse(0);
    double squares = Arrays.stream(levels).map(each -> (each - level) * (each - level)).sum();
    double variance = jobs > 1 ? squares / (jobs - 1) * (1 + 1.0 / jobs) : LEVEL;
    Prediction prediction = new Prediction(means.length);
    for (int j = 0; j < means.length; j++) {
      prediction.rates[j] = means[j] + level;
      prediction.variances[j] = covariance[j * means.length + j] - LEVEL + variance;
    }
    return prediction;
  }

  /**
   * Returns the standard deviation of a measured logarithm around its prediction.
   *
   * @param prediction of a row
   * @param j a type index
   * @return the standard deviation, {@code > 0}
   */
  public static double deviation(Prediction prediction, int j) {
    return Math.sqrt(Math.max(0, prediction.variances[j]) + NOISE);
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
}
