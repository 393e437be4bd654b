package io.gavel.estimator.method;

import io.gavel.estimator.EstimationMethod;
import io.gavel.estimator.RowEstimator;
import io.gavel.estimator.internal.AbstractRowEstimator;
import io.gavel.estimator.internal.Prediction;
import io.gavel.estimator.table.Measurements;
import io.gavel.estimator.table.ReferenceTable;
import io.gavel.policies.internal.Require;

/**
 * Estimates the mean of the {@code count} references nearest on the measured columns, each weighted
 * by the inverse of its mean squared difference. A mean of rates is always from 0 to 1.
 *
 * <p>A row takes {@code O(references · (m + count))} for m measurements. Immutable.
 *
 * @param count the number of references, at least 1; if the table has fewer, all of them are used
 */
public record NearestReferences(int count) implements EstimationMethod {

  /** Added to squared differences: references within about 3 % have nearly equal weights. */
  private static final double TWIN = 1e-3;

  /**
   * Checks the parameter.
   *
   * @param count at least 1
   * @throws IllegalArgumentException if the count is below 1
   */
  public NearestReferences {
    Require.atLeast(1, count, "number of nearest references");
  }

  /**
   * Returns a method with a count for a few dozen references.
   *
   * @return a count of 3
   */
  public static NearestReferences create() {
    return new NearestReferences(3);
  }

  @Override
  public RowEstimator fit(ReferenceTable references) {
    return new AbstractRowEstimator(references) {
      @Override
      public Prediction fill(Measurements row) {
        return mean(references, row);
      }
    };
  }

  private Prediction mean(ReferenceTable references, Measurements row) {
    double[] distances = distances(references, row);
    int[] nearest = nearest(references, distances);
    double total = 0;
    for (int i : nearest) {
      total += 1 / (distances[i] + TWIN);
    }
    Prediction prediction = new Prediction(row.columns().size());
    for (int i : nearest) {
      double weight = 1 / (distances[i] + TWIN) / total;
      double error = Math.sqrt(distances[i] + TWIN);
      for (int k = 0; k < prediction.rates.length; k++) {
        prediction.mix(k, weight, references.rate(i, k), error, 0);
      }
    }
    return prediction.mixed();
  }

  /** Returns the nearest references, in order; of equally near ones, the first by name. */
  private int[] nearest(ReferenceTable references, double[] distances) {
    int[] nearest = new int[Math.min(count, distances.length)];
    int found = 0;
    for (int i = 0; i < distances.length; i++) {
      int at = found;
      for (; at > 0 && isNearer(references, distances, i, nearest[at - 1]); at--) {
        if (at < nearest.length) {
          nearest[at] = nearest[at - 1];
        }
      }
      if (at < nearest.length) {
        nearest[at] = i;
        found = Math.min(found + 1, nearest.length);
      }
    }
    return nearest;
  }

  private static boolean isNearer(ReferenceTable references, double[] distances, int i, int other) {
    int byDistance = Double.compare(distances[i], distances[other]);
    return byDistance < 0
        || (byDistance == 0
            && references.names().get(i).compareTo(references.names().get(other)) < 0);
  }

  /** Returns mean squared differences on the measured columns. */
  private static double[] distances(ReferenceTable references, Measurements row) {
    int[] measured = row.indices();
    double[] distances = new double[references.size()];
    for (int i = 0; i < distances.length; i++) {
      for (int k : measured) {
        double difference = references.rate(i, k) - row.rate(k);
        distances[i] += difference * difference / measured.length;
      }
    }
    return distances;
  }
}
