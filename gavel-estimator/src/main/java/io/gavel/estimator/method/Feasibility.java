package io.gavel.estimator.method;

import io.gavel.estimator.Estimate;
import io.gavel.estimator.EstimationMethod;
import io.gavel.estimator.RowEstimator;
import io.gavel.estimator.internal.AbstractRowEstimator;
import io.gavel.estimator.internal.FitLogit;
import io.gavel.estimator.internal.Prediction;
import io.gavel.estimator.table.Measurements;
import io.gavel.estimator.table.ReferenceTable;

/**
 * Predicts whether two jobs can share workers, and leaves their rates to another method.
 *
 * <p>A rate of 0 means that two jobs do not fit into memory; it contains no information on how they
 * would compete. Zeros are therefore removed from the data of the other method, and a separate
 * model learns them: the log odds of 0 are the sum of a term for each of job, partner and worker
 * type (a Rasch model, fitted by penalised likelihood). The estimate is the probability of fitting
 * times the rate in that case. Where a column was measured, it is also known whether its linked
 * column is 0. Immutable.
 *
 * @param rates estimates the rates of pairs that can share
 * @param spread prior standard deviation of each part of the log odds, {@code > 0} and at most 100:
 *     the larger, the sharper the line between pairs that fit and pairs that do not
 */
public record Feasibility(EstimationMethod rates, double spread) implements EstimationMethod {

  /**
   * Checks the parameter.
   *
   * @param rates any method
   * @param spread {@code > 0}, at most 100
   * @throws IllegalArgumentException if the spread is outside that range
   */
  public Feasibility {
    if (!(spread > 0 && spread <= 100)) {
      throw new IllegalArgumentException(
          "spread of the log odds is %s; it must be > 0 and at most 100".formatted(spread));
    }
  }

  @Override
  public RowEstimator fit(ReferenceTable references) {
    FitLogit memory = FitLogit.fit(spread, references);
    RowEstimator positive = rates.fit(positiveRows(references));
    return new AbstractRowEstimator(references) {
      @Override
      public Prediction fill(Measurements row) {
        Estimate ifFits = positive.estimate(positive(row));
        double[] zeros = memory.zeroProbabilities(row);
        Prediction prediction = new Prediction(zeros.length);
        for (int k = 0; k < zeros.length; k++) {
          prediction.mix(k, 1 - zeros[k], ifFits.rate(k), ifFits.standardError(k), 0);
          prediction.mix(k, zeros[k], 0, 0, 1);
        }
        return prediction.mixed();
      }
    };
  }

  private static Measurements positive(Measurements row) {
    double[] known = new double[row.columns().size()];
    boolean[] measured = new boolean[known.length];
    for (int k : row.indices()) {
      known[k] = row.rate(k);
      measured[k] = known[k] > 0;
    }
    return Measurements.of(row.columns(), known, measured);
  }

  /**
   * Replaces zeros by the expected rate: the column's mean, adjusted by the row's deviation from
   * the means.
   */
  private static ReferenceTable positiveRows(ReferenceTable references) {
    double[] means = positiveMeans(references);
    double[][] filled = new double[references.size()][];
    for (int i = 0; i < filled.length; i++) {
      filled[i] = references.row(i);
      double offset = 0;
      int count = 0;
      for (int k = 0; k < means.length; k++) {
        if (filled[i][k] > 0) {
          offset += filled[i][k] - means[k];
          count++;
        }
      }
      for (int k = 0; k < means.length; k++) {
        if (filled[i][k] == 0) {
          filled[i][k] = Math.max(0, Math.min(1, means[k] + offset / Math.max(1, count)));
        }
      }
    }
    return ReferenceTable.of(references.columns(), references.names(), filled);
  }

  /** Means of positive rates: of the column, else of the table, else 0. */
  private static double[] positiveMeans(ReferenceTable references) {
    double[] sums = new double[references.columns().size()];
    int[] counts = new int[sums.length];
    double total = 0;
    int all = 0;
    for (int i = 0; i < references.size(); i++) {
      for (int k = 0; k < sums.length; k++) {
        double rate = references.rate(i, k);
        sums[k] += rate;
        counts[k] += rate > 0 ? 1 : 0;
        total += rate;
        all += rate > 0 ? 1 : 0;
      }
    }
    for (int k = 0; k < sums.length; k++) {
      sums[k] = counts[k] > 0 ? sums[k] / counts[k] : total / Math.max(1, all);
    }
    return sums;
  }
}
