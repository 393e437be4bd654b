package io.gavel.policies.lp.living;

import java.util.Arrays;

/**
 * What the open jobs use, each by its cheapest mix, at several prices: the points that the master
 * mixes. A point is kept as its prices, since these stay good ones when the level changes or a job
 * comes or goes; what it uses is computed again. Mutable.
 */
final class PricePoints {

  private final int pools;
  private final int most;

  /** Of a worker, {@code [point][pool]}. */
  final double[][] price;

  /** Workers in parts of the pool, {@code [point][pool]}. */
  final double[][] use;

  /** The change of {@link #use} by a relative change of the level, {@code [point][pool]}. */
  final double[][] slope;

  /** The part of each point in the mix, {@code [point]}. */
  final double[] part;

  int count;

  PricePoints(int pools) {
    this.pools = pools;
    most = 2 * pools + 6;
    price = new double[most][pools];
    use = new double[most][pools];
    slope = new double[most][pools];
    part = new double[most];
  }

  /** Makes room for a point of part 0, at the cost of the oldest of those that have no part. */
  int add(double[] prices) {
    int i = count;
    if (count < most) {
      count++;
    } else {
      i = 0;
      while (part[i] > 0) { // at most as many have a part as there are pools, and one
        i++;
      }
      rotate(i);
      i = most - 1;
    }
    System.arraycopy(prices, 0, price[i], 0, pools);
    part[i] = 0;
    return i;
  }

  /** Moves a point to the end. */
  private void rotate(int from) {
    double[] ofPrice = price[from];
    double[] ofUse = use[from];
    double[] ofSlope = slope[from];
    for (int i = from; i + 1 < most; i++) {
      price[i] = price[i + 1];
      use[i] = use[i + 1];
      slope[i] = slope[i + 1];
      part[i] = part[i + 1];
    }
    price[most - 1] = ofPrice;
    use[most - 1] = ofUse;
    slope[most - 1] = ofSlope;
  }

  /** Moves a point to a multiple of the level, as if the mixes stayed the same. */
  void shift(int i, double factor) {
    for (int k = 0; k < pools; k++) {
      use[i][k] += slope[i][k] * (factor - 1);
      slope[i][k] *= factor;
    }
  }

  /** Takes the parts of a mix. */
  void mix(double[] parts) {
    System.arraycopy(parts, 0, part, 0, count);
  }

  /** The sum of a number of each point by part, {@code [point][pool]}. */
  double mixed(double[][] of, int k) {
    double sum = 0;
    for (int i = 0; i < count; i++) {
      sum += part[i] * of[i][k];
    }
    return sum;
  }

  void clear() {
    count = 0;
    Arrays.fill(part, 0);
  }
}
