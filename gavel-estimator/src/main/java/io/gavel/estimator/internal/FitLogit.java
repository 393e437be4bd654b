package io.gavel.estimator.internal;

import io.gavel.estimator.table.Column;
import io.gavel.estimator.table.Columns;
import io.gavel.estimator.table.Measurements;
import io.gavel.estimator.table.ReferenceTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A model of which pairs do not fit: {@code log odds of 0 = base + job + partner + worker type},
 * with Gaussian priors around 0. Both columns of a pair are one observation. Immutable.
 */
public final class FitLogit {

  private static final int GRID = 61; // levels of demand, from -3 to 3 standard deviations

  private final int[] pairOf; // for each column, its pair of worker type and partner
  private final int pairCount;
  private final double[] zeroAt; // [level][pair]: probability of 0
  private final double[] logZeroAt; // its logarithm
  private final double[] logFitsAt; // the logarithm of its complement

  private FitLogit(double spread, int[] pairOf, double[] difficulty) {
    this.pairOf = pairOf;
    this.pairCount = difficulty.length;
    this.zeroAt = new double[GRID * pairCount];
    this.logZeroAt = new double[GRID * pairCount];
    this.logFitsAt = new double[GRID * pairCount];
    for (int g = 0; g < GRID; g++) {
      for (int p = 0; p < pairCount; p++) {
        double logOdds = spread * level(g) + difficulty[p];
        int at = g * pairCount + p;
        zeroAt[at] = 1 / (1 + StrictMath.exp(-logOdds));
        logZeroAt[at] = -StrictMath.log1p(StrictMath.exp(-logOdds));
        logFitsAt[at] = -StrictMath.log1p(StrictMath.exp(logOdds));
      }
    }
  }

  /**
   * Fits the model to a table.
   *
   * @param spread prior standard deviation of each part of the log odds, {@code > 0}
   * @param references the rows of known job types
   * @return the fitted model
   */
  public static FitLogit fit(double spread, ReferenceTable references) {
    Columns columns = references.columns();
    Map<Column, Integer> pairs = new LinkedHashMap<>();
    Map<String, Integer> partners = new LinkedHashMap<>();
    Map<String, Integer> workers = new LinkedHashMap<>();
    int[] pairOf = new int[columns.size()];
    List<int[]> parts = new ArrayList<>(); // for each pair, its partner and worker type
    for (int k = 0; k < pairOf.length; k++) {
      Column column = columns.column(k);
      Column own = Column.of(column.workerType(), column.partner());
      pairOf[k] = pairs.computeIfAbsent(own, absent -> pairs.size());
      if (pairOf[k] == parts.size()) {
        parts.add(
            new int[] {
              partners.computeIfAbsent(own.partner(), absent -> partners.size()),
              workers.computeIfAbsent(own.workerType(), absent -> workers.size())
            });
      }
    }
    boolean[][] zero = new boolean[references.size()][parts.size()];
    for (int i = 0; i < zero.length; i++) {
      for (int k = 0; k < pairOf.length; k++) {
        zero[i][pairOf[k]] |= references.rate(i, k) == 0;
      }
    }
    return new FitLogit(
        spread,
        pairOf,
        new LogitLikelihood(spread * spread, zero, parts, partners.size(), workers.size())
            .maximize());
  }

  /**
   * Returns the probability of 0 in each column, given the measured zeros of a row.
   *
   * @param row the measurements
   * @return a new array, one probability for each column
   */
  public double[] zeroProbabilities(Measurements row) {
    byte[] seen = new byte[pairCount]; // 1: does not fit, -1: fits, 0: not measured
    for (int k : row.indices()) {
      if (row.rate(k) == 0) {
        seen[pairOf[k]] = 1;
      } else if (seen[pairOf[k]] == 0) {
        seen[pairOf[k]] = -1;
      }
    }
    double[] posterior = posterior(seen);
    double[] zeros = new double[pairOf.length];
    for (int k = 0; k < zeros.length; k++) {
      int p = pairOf[k];
      if (seen[p] != 0) {
        zeros[k] = seen[p] > 0 ? 1 : 0;
      } else {
        for (int g = 0; g < GRID; g++) {
          zeros[k] += posterior[g] * zeroAt[g * pairCount + p];
        }
      }
    }
    return zeros;
  }

  private double[] posterior(byte[] seen) {
    double[] weights = new double[GRID];
    double largest = Double.NEGATIVE_INFINITY;
    for (int g = 0; g < GRID; g++) {
      weights[g] = -level(g) * level(g) / 2;
      for (int p = 0; p < pairCount; p++) {
        if (seen[p] != 0) {
          weights[g] += (seen[p] > 0 ? logZeroAt : logFitsAt)[g * pairCount + p];
        }
      }
      largest = Math.max(largest, weights[g]);
    }
    double total = 0;
    for (int g = 0; g < GRID; g++) {
      weights[g] = StrictMath.exp(weights[g] - largest);
      total += weights[g];
    }
    for (int g = 0; g < GRID; g++) {
      weights[g] /= total;
    }
    return weights;
  }

  /** Returns a level of demand in standard deviations. */
  private static double level(int g) {
    return 6.0 * g / (GRID - 1) - 3;
  }
}
