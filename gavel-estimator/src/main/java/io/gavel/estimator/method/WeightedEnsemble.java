package io.gavel.estimator.method;

import io.gavel.estimator.Estimate;
import io.gavel.estimator.EstimationMethod;
import io.gavel.estimator.RowEstimator;
import io.gavel.estimator.internal.AbstractRowEstimator;
import io.gavel.estimator.internal.Prediction;
import io.gavel.estimator.table.Measurements;
import io.gavel.estimator.table.ReferenceTable;
import io.gavel.policies.internal.Require;
import java.util.List;

/**
 * The weighted mean of several methods. Its standard error includes their own standard errors and
 * their disagreement. Immutable.
 *
 * @param parts the methods with their weights, at least one
 */
public record WeightedEnsemble(List<Part> parts) implements EstimationMethod {

  /**
   * A method and its weight. Immutable.
   *
   * @param method the method
   * @param weight relative to the other parts', finite and {@code > 0}
   */
  public record Part(EstimationMethod method, double weight) {

    /**
     * Checks the weight.
     *
     * @param method any
     * @param weight finite and {@code > 0}
     * @throws IllegalArgumentException if the weight is not as described
     */
    public Part {
      Require.positive(weight, "weight of a method in an ensemble");
    }
  }

  /**
   * Keeps a copy.
   *
   * @param parts at least one
   * @throws IllegalArgumentException if there is none
   */
  public WeightedEnsemble {
    parts = List.copyOf(parts);
    Require.atLeast(1, parts.size(), "number of methods in an ensemble");
  }

  @Override
  public RowEstimator fit(ReferenceTable references) {
    List<RowEstimator> fitted = parts.stream().map(part -> part.method().fit(references)).toList();
    double total = parts.stream().mapToDouble(Part::weight).sum();
    return new AbstractRowEstimator(references) {
      @Override
      public Prediction fill(Measurements row) {
        Prediction mixture = new Prediction(row.columns().size());
        for (int p = 0; p < fitted.size(); p++) {
          Estimate one = fitted.get(p).estimate(row);
          for (int k = 0; k < mixture.rates.length; k++) {
            mixture.mix(
                k,
                parts.get(p).weight() / total,
                one.rate(k),
                one.standardError(k),
                one.zeroProbability(k));
          }
        }
        return mixture.mixed();
      }
    };
  }
}
