package io.gavel.baselines;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;

/**
 * The training loss of a job as a function of its steps, as predicted by Optimus and SLAQ.
 * Immutable if the function is pure.
 */
@FunctionalInterface
public interface LossCurve {

  /**
   * Returns the loss after a number of steps.
   *
   * @param steps steps done, at least 0
   * @return the loss, finite
   */
  double loss(double steps);

  /**
   * Returns a default curve for a job whose losses are unknown: {@code 1 / (1 + 9 z)} at the
   * fraction {@code z} of its steps, so the loss falls by nine tenths until the end.
   *
   * @param totalSteps the total steps of the job, {@code > 0}
   * @return the curve
   */
  static LossCurve ofWork(double totalSteps) {
    return steps -> 1 / (1 + 9 * steps / totalSteps);
  }

  /**
   * Optimus' curve (EuroSys 2018 §3.1), {@code l(k) = 1 / (b0 k + b1) + b2} with {@code b ≥ 0}. The
   * last third of the samples counts three times.
   *
   * @param steps the steps done at each sample, {@code [sample]}, at least 0; at least three
   *     samples
   * @param losses the loss at each sample, in any unit, {@code [sample]}, finite and {@code > 0}
   * @return the least-squares curve, over a search in {@code b2}
   * @throws IllegalArgumentException if there are fewer samples, or a value is out of range
   */
  static LossCurve fitReciprocal(double[] steps, double[] losses) {
    double[] weight = new double[steps.length];
    Arrays.setAll(weight, i -> 3 * i >= 2 * weight.length ? 3 : 1);
    return CurveFit.reciprocal(steps, losses, weight, 1);
  }

  /**
   * SLAQ's first-order curve (SoCC 2017), {@code l(k) = 1 / (a k² + b k + c) + d}, all at least 0.
   * The form is quoted from memory of the paper.
   *
   * @param steps the steps done at each sample, {@code [sample]}, at least 0; at least three
   *     samples, in order
   * @param losses the loss at each sample, in any unit, {@code [sample]}, finite and {@code > 0}
   * @param decay the weight of a sample relative to the next one, above 0 and at most 1
   * @return the least-squares curve, over a search in {@code d}
   * @throws IllegalArgumentException if there are fewer samples, or a value is out of range
   */
  static LossCurve fitSublinear(double[] steps, double[] losses, double decay) {
    return CurveFit.reciprocal(steps, losses, CurveFit.decaying(steps.length, decay), 2);
  }

  /**
   * SLAQ's super-linear curve, {@code l(k) = μ^(k − b) + c}, with {@code μ ≤ 1} and {@code c ≥ 0}.
   *
   * @param steps the steps done at each sample, {@code [sample]}, at least 0; at least three
   *     samples, in order
   * @param losses the loss at each sample, in any unit, {@code [sample]}, finite and {@code > 0}
   * @param decay the weight of a sample relative to the next one, above 0 and at most 1
   * @return the least-squares curve, over a search in {@code c}
   * @throws IllegalArgumentException if there are fewer samples, or a value is out of range
   */
  static LossCurve fitExponential(double[] steps, double[] losses, double decay) {
    return CurveFit.exponential(steps, losses, CurveFit.decaying(steps.length, decay));
  }

  /**
   * Returns the number of steps after which the curve is flat: the first at which {@code window}
   * more steps lower the loss by at most {@code change}. Optimus uses ten epochs and 0.05.
   *
   * @param window the number of steps compared, {@code > 0}
   * @param change the change of the loss, {@code > 0}
   * @return steps, to one part in 10⁹; 0 if the curve is flat from the start
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
