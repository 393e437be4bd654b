package io.gavel.baselines;

import java.util.Arrays;
import java.util.function.DoubleFunction;
import java.util.stream.IntStream;

/**
 * Fits loss curves. For a given floor they are linear after a transformation. The floor is found by
 * a grid search, followed by golden section around the best grid point.
 */
final class CurveFit {

  private static final int GRID = 64;

  private CurveFit() {}

  /** Weights that give each sample {@code decay} times the weight of the next one. */
  static double[] decaying(int samples, double decay) {
    if (!(decay > 0 && decay <= 1)) {
      throw new IllegalArgumentException(
          "decay is %s; it must be above 0 and at most 1".formatted(decay));
    }
    double[] weight = new double[samples];
    Arrays.setAll(weight, i -> StrictMath.pow(decay, samples - 1 - i));
    return weight;
  }

  /** Fits {@code 1 / polynomial(k) + floor}, with a polynomial of the given degree. */
  static LossCurve reciprocal(double[] steps, double[] losses, double[] weight, int degree) {
    double[][] powers = new double[steps.length][degree + 1];
    for (int i = 0; i < steps.length; i++) {
      for (int f = 0; f <= degree; f++) {
        powers[i][f] = StrictMath.pow(steps[i], f);
      }
    }
    return best(
        steps,
        losses,
        weight,
        floor -> {
          double[] target = new double[losses.length];
          double[] scaled = new double[losses.length];
          for (int i = 0; i < target.length; i++) {
            double above = losses[i] - floor;
            target[i] = 1 / above;
            scaled[i] =
                weight[i] * StrictMath.pow(above, 4); // converts errors of 1/l to errors of l
          }
          double[] b = NonNegativeLeastSquares.fit(powers, target, scaled);
          return k -> 1 / polynomial(b, k) + floor;
        });
  }

  private static double polynomial(double[] coefficients, double x) {
    double value = 0;
    for (int f = coefficients.length - 1; f >= 0; f--) {
      value = value * x + coefficients[f];
    }
    return value;
  }

  /** Fits {@code exp(α − β k) + floor} with {@code β ≥ 0}. */
  static LossCurve exponential(double[] steps, double[] losses, double[] weight) {
    return best(
        steps,
        losses,
        weight,
        floor -> {
          double[] scaled = new double[losses.length];
          Arrays.setAll(scaled, i -> weight[i] * (losses[i] - floor) * (losses[i] - floor));
          double[] log = new double[losses.length];
          Arrays.setAll(log, i -> StrictMath.log(losses[i] - floor));
          double sum = 0;
          double meanStep = 0;
          double meanLog = 0;
          for (int i = 0; i < log.length; i++) {
            sum += scaled[i];
            meanStep += scaled[i] * steps[i];
            meanLog += scaled[i] * log[i];
          }
          double step = meanStep / sum;
          double level = meanLog / sum;
          double across = 0;
          double spread = 0;
          for (int i = 0; i < log.length; i++) {
            across += scaled[i] * (steps[i] - step) * (log[i] - level);
            spread += scaled[i] * (steps[i] - step) * (steps[i] - step);
          }
          double slope = spread > 0 ? Math.min(0, across / spread) : 0;
          return k -> StrictMath.exp(level + slope * (k - step)) + floor;
        });
  }

  private static LossCurve best(
      double[] steps, double[] losses, double[] weight, DoubleFunction<LossCurve> forFloor) {
    require(steps, losses);
    double least = Arrays.stream(losses).min().orElseThrow() * (1 - 1e-9);
    double bestFloor =
        IntStream.range(0, GRID)
            .mapToObj(i -> i * least / GRID)
            .min(
                (a, b) ->
                    Double.compare(
                        error(forFloor.apply(a), steps, losses, weight),
                        error(forFloor.apply(b), steps, losses, weight)))
            .orElseThrow();
    double low = Math.max(0, bestFloor - least / GRID);
    double high = Math.min(least, bestFloor + least / GRID);
    double golden = (Math.sqrt(5) - 1) / 2;
    while (high - low > 1e-12 * least) {
      double left = high - golden * (high - low);
      double right = low + golden * (high - low);
      if (error(forFloor.apply(left), steps, losses, weight)
          <= error(forFloor.apply(right), steps, losses, weight)) {
        high = right;
      } else {
        low = left;
      }
    }
    LossCurve refined = forFloor.apply((low + high) / 2);
    LossCurve coarse = forFloor.apply(bestFloor);
    return error(refined, steps, losses, weight) <= error(coarse, steps, losses, weight)
        ? refined
        : coarse;
  }

  private static double error(LossCurve curve, double[] steps, double[] losses, double[] weight) {
    double sum = 0;
    for (int i = 0; i < steps.length; i++) {
      double miss = curve.loss(steps[i]) - losses[i];
      sum += weight[i] * miss * miss;
    }
    return Double.isNaN(sum) ? Double.POSITIVE_INFINITY : sum;
  }

  private static void require(double[] steps, double[] losses) {
    boolean right =
        steps.length == losses.length
            && steps.length >= 3
            && Arrays.stream(steps).allMatch(k -> k >= 0 && k < Double.POSITIVE_INFINITY)
            && Arrays.stream(losses).allMatch(l -> l > 0 && l < Double.POSITIVE_INFINITY);
    if (!right) {
      throw new IllegalArgumentException(
          "samples have steps %s and losses %s; at least three pairs are required, all finite,"
                  .formatted(Arrays.toString(steps), Arrays.toString(losses))
              + " steps \u2265 0 and losses > 0");
    }
  }
}
