package io.gavel.estimator.method;

import io.gavel.estimator.EstimationMethod;
import java.util.List;

/** Ready-made estimation methods. Stateless. */
public final class EstimationMethods {

  private EstimationMethods() {}

  /**
   * Returns the recommended method.
   *
   * <p>{@link Feasibility} predicts which pairs cannot share. Rates come from {@link
   * GaussianConditional}, alone or two parts to one of {@link NearestReferences}; {@link
   * CrossValidated} chooses among these by leave-one-out on the references and sets the intervals.
   * On the table of the original Gavel code (16 references, 20 choices of them), its root mean
   * square errors are .123, .112 and .101 with 10, 20 and 50 % of the columns measured; the errors
   * of a ridge combination are .139, .128 and .113.
   *
   * @return the method; it is not random, and equal on every call
   */
  public static EstimationMethod standard() {
    GaussianConditional gaussian = GaussianConditional.create();
    WeightedEnsemble weightedEnsemble =
        new WeightedEnsemble(
            List.of(
                new WeightedEnsemble.Part(gaussian, 2),
                new WeightedEnsemble.Part(NearestReferences.create(), 1)));
    return new CrossValidated(
        List.of(
            new Feasibility(weightedEnsemble, 3),
            new Feasibility(weightedEnsemble, 24),
            new Feasibility(gaussian, 24)),
        0);
  }
}
