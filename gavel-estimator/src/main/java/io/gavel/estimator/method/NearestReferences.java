package io.gavel.estimator.method;

import io.gavel.estimator.EstimationMethod;
import io.gavel.estimator.RowEstimator;
import io.gavel.estimator.internal.AbstractRowEstimator;
import io.gavel.estimator.internal.Prediction;
import io.gavel.estimator.table.Measurements;
import io.gavel.estimator.table.ReferenceTable;
import io.gavel.policies.internal.Require;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * The mean of the {@code count} references that are nearest on the measured columns, each weighted
 * by the inverse of its mean squared difference. A mean of rates is always from 0 to 1.
 *
 * <p>A row takes {@code O(references · m)} for m measurements, and a sort. Immutable.
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
    int[] nearest =
        IntStream.range(0, distances.length)
            .boxed()
            .sorted(
                Comparator.comparingDouble((Integer i) -> distances[i])
                    .thenComparing(i -> references.names().get(i)))
            .mapToInt(Integer::intValue)
            .limit(count)
            .toArray();
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

  /** Mean squared differences on the measured columns. */
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
