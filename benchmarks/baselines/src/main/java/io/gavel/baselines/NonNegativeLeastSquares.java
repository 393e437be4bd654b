package io.gavel.baselines;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Least squares with non-negative coefficients, for a few features: the best of the unconstrained
 * solutions over all sets of features that have no negative coefficient. Exact, since the optimum
 * is the unconstrained solution over its own support. O(2<sup>features</sup>), which is 32 sets for
 * five features.
 */
final class NonNegativeLeastSquares {

  private final double[][] gram;
  private final double[] moment;

  /**
   * Fits the coefficients.
   *
   * @param features the features, {@code [sample][feature]}
   * @param target the target values, {@code [sample]}
   * @param weight the weight of the squared error of each sample, at least 0
   * @return coefficients, {@code [feature]}, at least 0; 0 for features that explain nothing
   */
  static double[] fit(double[][] features, double[] target, double[] weight) {
    int count = features[0].length;
    double[] scale = new double[count];
    for (int i = 0; i < features.length; i++) {
      for (int f = 0; f < count; f++) {
        scale[f] = Math.max(scale[f], Math.abs(features[i][f]));
      }
    }
    double[] best =
        new NonNegativeLeastSquares(features, target, weight, scale).bestOfSubsets(count);
    Arrays.setAll(best, f -> scale[f] > 0 ? best[f] / scale[f] : 0);
    return best;
  }

  private NonNegativeLeastSquares(
      double[][] features, double[] target, double[] weight, double[] scale) {
    int count = scale.length;
    gram = new double[count][count];
    moment = new double[count];
    for (int i = 0; i < features.length; i++) {
      for (int f = 0; f < count; f++) {
        double a = scale[f] > 0 ? features[i][f] / scale[f] : 0;
        moment[f] += weight[i] * a * target[i];
        for (int g = 0; g < count; g++) {
          gram[f][g] += weight[i] * a * (scale[g] > 0 ? features[i][g] / scale[g] : 0);
        }
      }
    }
  }

  private double[] bestOfSubsets(int count) {
    double[] best = new double[count];
    double bestGain = 0;
    for (int set = 1; set < 1 << count; set++) {
      double[] x = solve(set, count);
      if (Arrays.stream(x).allMatch(value -> value >= 0 && value < Double.POSITIVE_INFINITY)) {
        double gain = 0; // how much less than of all zeros the squared error of a solution is
        for (int f = 0; f < count; f++) {
          gain += x[f] * moment[f];
        }
        if (gain > bestGain) {
          bestGain = gain;
          best = x;
        }
      }
    }
    return best;
  }

  /**
   * Returns the unconstrained solution over a set of features, by elimination; NaN if it is not
   * unique.
   */
  private double[] solve(int set, int count) {
    int[] features = IntStream.range(0, count).filter(f -> (set >> f & 1) == 1).toArray();
    int n = features.length;
    double[][] a = new double[n][n + 1];
    for (int r = 0; r < n; r++) {
      for (int c = 0; c < n; c++) {
        a[r][c] = gram[features[r]][features[c]];
      }
      a[r][n] = moment[features[r]];
    }
    for (int p = 0; p < n; p++) { // positive semidefinite: pivots down the diagonal
      if (!(a[p][p] > 1e-13 * gram[features[p]][features[p]])) {
        return new double[] {Double.NaN};
      }
      for (int r = p + 1; r < n; r++) {
        double factor = a[r][p] / a[p][p];
        for (int c = p; c <= n; c++) {
          a[r][c] -= factor * a[p][c];
        }
      }
    }
    double[] x = new double[count];
    for (int p = n - 1; p >= 0; p--) {
      double sum = a[p][n];
      for (int c = p + 1; c < n; c++) {
        sum -= a[p][c] * x[features[c]];
      }
      x[features[p]] = sum / a[p][p];
    }
    return x;
  }
}
