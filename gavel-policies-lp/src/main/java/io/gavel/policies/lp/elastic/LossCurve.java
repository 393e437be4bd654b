package io.gavel.policies.lp.elastic;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;

/**
 * How a job's training loss falls with its steps: what Optimus and SLAQ predict by. Immutable if
 * the function is pure.
 */
@FunctionalInterface
public interface LossCurve {

  /**
   * The loss.
   *
   * @param steps steps done, at least 0
   * @return the loss then, finite
   */
  double loss(double steps);

  /**
   * The curve of a job of which only the work is known: {@code 1 / (1 + 9 z)} at the fraction
   * {@code z} of its steps, so that nine tenths of the loss are gone at the end.
   *
   * @param totalSteps all the work of the job, {@code > 0}
   * @return the curve
   */
  static LossCurve ofWork(double totalSteps) {
    return steps -> 1 / (1 + 9 * steps / totalSteps);
  }

  /**
   * Optimus' curve (EuroSys 2018 §3.1), {@code l(k) = 1 / (b0 k + b1) + b2} with {@code b ≥ 0}. The
   * later third of the history counts three times.
   *
   * @param steps the steps done at each sample, {@code [sample]}, at least 0; three samples at
   *     least
   * @param losses in the unit of the loss, {@code [sample]}, finite and {@code > 0}
   * @return the curve nearest in squared loss, over a search in {@code b2}
   * @throws IllegalArgumentException if the samples are not so
   */
  static LossCurve fitReciprocal(double[] steps, double[] losses) {
    double[] weight = new double[steps.length];
    Arrays.setAll(weight, i -> 3 * i >= 2 * weight.length ? 3 : 1);
    return CurveFit.reciprocal(steps, losses, weight, 1);
  }

  /**
   * SLAQ's first-order curve (SoCC 2017), {@code l(k) = 1 / (a k² + b k + c) + d}, all at least 0.
   * The form is as we remember it from the paper.
   *
   * @param steps the steps done at each sample, {@code [sample]}, at least 0; three samples at
   *     least, in order
   * @param losses in the unit of the loss, {@code [sample]}, finite and {@code > 0}
   * @param decay by what a sample counts less than the next, from above 0 to 1
   * @return the curve nearest in squared loss, over a search in {@code d}
   * @throws IllegalArgumentException if the samples are not so
   */
  static LossCurve fitSublinear(double[] steps, double[] losses, double decay) {
    return CurveFit.reciprocal(steps, losses, CurveFit.decaying(steps.length, decay), 2);
  }

  /**
   * SLAQ's super-linear curve, {@code l(k) = μ^(k − b) + c}, with {@code μ ≤ 1} and {@code c ≥ 0}.
   *
   * @param steps the steps done at each sample, {@code [sample]}, at least 0; three samples at
   *     least, in order
   * @param losses in the unit of the loss, {@code [sample]}, finite and {@code > 0}
   * @param decay by what a sample counts less than the next, from above 0 to 1
   * @return the curve nearest in squared loss, over a search in {@code c}
   * @throws IllegalArgumentException if the samples are not so
   */
  static LossCurve fitExponential(double[] steps, double[] losses, double decay) {
    return CurveFit.exponential(steps, losses, CurveFit.decaying(steps.length, decay));
  }

  /**
   * When the curve is flat: the first number of steps from which {@code window} more lower the loss
   * by no more than {@code change}. Optimus takes ten epochs and 0.05.
   *
   * @param window steps, {@code > 0}
   * @param change of the loss, {@code > 0}
   * @return steps, to a part in 10⁹; 0 if the curve is flat from the start
   * @throws IllegalArgumentException if the curve does not become flat within 2⁴⁰ windows
   */
  default double stepsUntilFlat(double window, double change) {
    DoubleUnaryOperator fall = steps -> loss(steps) - loss(steps + window);
    if (fall.applyAsDouble(0) <= change) {
      return 0;
    }
    double high = window;
    for (int i = 0; fall.applyAsDouble(high) > change; i++) {
      if (i == 40) {
        throw new IllegalArgumentException(
            "the loss still falls by more than %s in %s steps after %s steps"
                .formatted(change, window, high));
      }
      high *= 2;
    }
    double low = 0;
    while (high - low > 1e-9 * high) {
      double middle = (low + high) / 2;
      if (fall.applyAsDouble(middle) > change) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }
}
