package io.gavel.policies.lp.solver;

import java.util.Arrays;

/*
 * One linear system serves the predictor and the corrector. With D = x/z for columns and the like for
 * slacks, the equations of a job m can be solved for its two prices (time u, owed y) by themselves:
 *
 *   | ΣD + idle/u      -ΣDT          | |du|   | -Σ D s dp            + h1 |
 *   | -ΣDT             ΣDT² + surp/y | |dy| = |  Σ D s T dp + r dt   + h2 |
 *
 * which leaves the prices of the K pools and the level. What keeps it accurate: the block is pivoted on
 * its time row, and rates are taken relative to the block's weighted mean a = ΣDT / (ΣD + idle/u), so
 * that the remaining pivot e and the diagonal of the Schur complement are sums of terms that are never
 * negative; nothing large is subtracted from anything large.
 *
 * Time O(jobs · K²), memory O(jobs · K), nothing is allocated after construction.
 */

/** The Newton system of the interior-point method, reduced to the pools and the level. */
final class Newton {

  private final Blocks blocks;
  private final boolean hasLevel;

  /** x / z of each column, and 1 / z. */
  private final double[] weight;

  private final double[] inverse;

  /** D (T - a) of each column, times the size of the column. */
  private final double[] lever;

  /** Right-hand side of each column: what x would gain if no price moved. */
  private final double[] gain;

  /** First pivot, mean rate, second pivot and right-hand sides of each job's block. */
  private final double[] pivot;

  private final double[] mean;
  private final double[] spread;
  private final double[] timeSide;
  private final double[] owedSide;

  private final double[][] schur;
  private final double[] levelColumn;
  private final double[] side;
  private double levelPivot;

  Newton(Blocks blocks, boolean hasLevel) {
    this.blocks = blocks;
    this.hasLevel = hasLevel;
    weight = new double[blocks.pool.length];
    inverse = new double[blocks.pool.length];
    lever = new double[blocks.pool.length];
    gain = new double[blocks.pool.length];
    pivot = new double[blocks.jobs];
    mean = new double[blocks.jobs];
    spread = new double[blocks.jobs];
    timeSide = new double[blocks.jobs];
    owedSide = new double[blocks.jobs];
    schur = new double[blocks.pools][blocks.pools];
    levelColumn = new double[blocks.pools];
    side = new double[blocks.pools];
  }

  /** Factors the system at a point; false if it is numerically singular. */
  boolean factor(Point point) {
    for (int k = 0; k < blocks.pools; k++) {
      Arrays.fill(schur[k], 0);
      schur[k][k] = point.free[k] / point.price[k];
      levelColumn[k] = 0;
    }
    levelPivot = 0;
    for (int m = 0; m < blocks.jobs; m++) {
      blocks.limits.checkAt(m);
      factorBlock(point, m);
    }
    if (hasLevel) {
      for (int k = 0; k < blocks.pools; k++) {
        for (int i = 0; i <= k; i++) {
          schur[k][i] += levelColumn[k] * levelColumn[i] / levelPivot;
        }
      }
    }
    return cholesky();
  }

  private void factorBlock(Point point, int m) {
    int from = blocks.start[m];
    int to = blocks.start[m + 1];
    boolean bound = blocks.bound[m];
    double slack = point.idle[m] / point.time[m];
    double surplus = bound ? point.surplus[m] / curved(point, m) : 0;
    double sum = slack;
    double product = 0;
    for (int c = from; c < to; c++) {
      inverse[c] = 1 / point.z[c];
      weight[c] = point.x[c] * inverse[c];
      sum += weight[c];
      product += weight[c] * blocks.rate[c];
    }
    double a = product / sum;
    double e = slack * a * a + surplus;
    for (int c = from; c < to; c++) {
      double off = blocks.rate[c] - a;
      e += weight[c] * off * off;
      lever[c] = bound ? weight[c] * off * blocks.size[c] : 0;
    }
    pivot[m] = sum;
    mean[m] = a;
    spread[m] = e;
    double perSum = 1 / sum;
    double perSpread = bound ? 1 / e : 0;
    if (bound) {
      double r = blocks.requirement[m];
      levelPivot += r * r * perSpread;
      for (int c = from; c < to; c++) {
        levelColumn[blocks.pool[c]] += r * lever[c] * perSpread;
      }
    }
    for (int c = from; c < to; c++) {
      int k = blocks.pool[c];
      double drawn = blocks.size[c] * weight[c];
      double left = bound ? leftWithout(c, from, to, slack, surplus) * perSpread : 0;
      left = bound ? left * perSum : sumWithout(c, from, to, slack) * perSum;
      schur[k][k] += blocks.size[c] * drawn * left;
      for (int i = from; i < c; i++) {
        double entry =
            drawn * blocks.size[i] * weight[i] * perSum + lever[c] * lever[i] * perSpread;
        int other = blocks.pool[i];
        if (k == other) {
          schur[k][k] -= 2 * entry;
        } else {
          schur[Math.max(k, other)][Math.min(k, other)] -= entry;
        }
      }
    }
  }

  private double sumWithout(int without, int from, int to, double slack) {
    double sum = slack;
    for (int c = from; c < to; c++) {
      sum += c == without ? 0 : weight[c];
    }
    return sum;
  }

  /** The product of both pivots that the block has without a column. */
  private double leftWithout(int without, int from, int to, double slack, double surplus) {
    double sum = slack;
    double product = 0;
    for (int c = from; c < to; c++) {
      double w = c == without ? 0 : weight[c];
      sum += w;
      product += w * blocks.rate[c];
    }
    double a = product / sum;
    double spread = slack * a * a + surplus;
    for (int c = from; c < to; c++) {
      double off = blocks.rate[c] - a;
      spread += c == without ? 0 : weight[c] * off * off;
    }
    return sum * spread;
  }

  private double curved(Point point, int m) {
    return blocks.curvature(m) * point.owed[m];
  }

  private boolean cholesky() {
    for (int k = 0; k < blocks.pools; k++) {
      for (int i = 0; i <= k; i++) {
        double sum = schur[k][i];
        for (int l = 0; l < i; l++) {
          sum -= schur[k][l] * schur[i][l];
        }
        if (i < k) {
          schur[k][i] = sum / schur[i][i];
        } else if (sum > 0) {
          schur[k][k] = Math.sqrt(sum);
        } else {
          return false;
        }
      }
    }
    return true;
  }

  /**
   * The direction that closes the residuals and brings each product of partners to where the target
   * wants it.
   *
   * @param gaps by how much the rows are off at the point
   * @param target what each product of partners should change by; a direction is a target for none
   */
  void solve(Point point, Residuals gaps, Residuals.Products target, Point direction) {
    Arrays.fill(side, 0);
    double levelSide = gaps.level;
    for (int m = 0; m < blocks.jobs; m++) {
      blocks.limits.checkAt(m);
      levelSide -= side(point, gaps, target, m);
    }
    for (int k = 0; k < blocks.pools; k++) {
      side[k] += target.free[k] / point.price[k] - gaps.pools[k];
      side[k] += hasLevel ? levelColumn[k] * levelSide / levelPivot : 0;
    }
    substitute(direction.price);
    double moved = 0;
    for (int k = 0; k < blocks.pools; k++) {
      moved += levelColumn[k] * direction.price[k];
      direction.free[k] = (target.free[k] - point.free[k] * direction.price[k]) / point.price[k];
    }
    direction.level = hasLevel ? (levelSide - moved) / levelPivot : 0;
    for (int m = 0; m < blocks.jobs; m++) {
      blocks.limits.checkAt(m);
      resolveBlock(point, gaps, target, direction, m);
    }
  }

  /**
   * Adds a block's constant part to the pools' right-hand sides; returns its part of the level's.
   */
  private double side(Point point, Residuals gaps, Residuals.Products target, int m) {
    int from = blocks.start[m];
    int to = blocks.start[m + 1];
    double h1 = target.idle[m] / point.time[m] - gaps.time[m];
    double h2 = gaps.throughput[m];
    h2 += blocks.bound[m] ? target.surplus[m] / curved(point, m) : 0;
    for (int c = from; c < to; c++) {
      gain[c] = target.x[c] * inverse[c] - weight[c] * gaps.columns[c];
      h1 += gain[c];
      h2 -= blocks.rate[c] * gain[c];
    }
    timeSide[m] = h1;
    owedSide[m] = blocks.bound[m] ? (h2 + mean[m] * h1) / spread[m] : 0;
    for (int c = from; c < to; c++) {
      double move = gain[c] - weight[c] * h1 / pivot[m];
      side[blocks.pool[c]] += blocks.size[c] * move + lever[c] * owedSide[m];
    }
    return blocks.requirement[m] * owedSide[m];
  }

  private void substitute(double[] solution) {
    int pools = blocks.pools;
    for (int k = 0; k < pools; k++) {
      double sum = side[k];
      for (int i = 0; i < k; i++) {
        sum -= schur[k][i] * solution[i];
      }
      solution[k] = sum / schur[k][k];
    }
    for (int k = pools - 1; k >= 0; k--) {
      double sum = solution[k];
      for (int i = k + 1; i < pools; i++) {
        sum -= schur[i][k] * solution[i];
      }
      solution[k] = sum / schur[k][k];
    }
  }

  private void resolveBlock(
      Point point, Residuals gaps, Residuals.Products target, Point direction, int m) {
    int from = blocks.start[m];
    int to = blocks.start[m + 1];
    double paid = 0;
    double owed = blocks.bound[m] ? blocks.requirement[m] * direction.level / spread[m] : 0;
    owed += owedSide[m];
    for (int c = from; c < to; c++) {
      double price = direction.price[blocks.pool[c]];
      paid += weight[c] * blocks.size[c] * price;
      owed += blocks.bound[m] ? lever[c] * price / spread[m] : 0;
    }
    double time = (timeSide[m] - paid) / pivot[m];
    double whole = time + mean[m] * owed;
    direction.owed[m] = owed;
    direction.time[m] = whole;
    direction.idle[m] = (target.idle[m] - point.idle[m] * whole) / point.time[m];
    if (blocks.bound[m]) {
      direction.surplus[m] = (target.surplus[m] - point.surplus[m] * owed) / curved(point, m);
    }
    for (int c = from; c < to; c++) {
      double price = blocks.size[c] * direction.price[blocks.pool[c]];
      double reduced = time + price - (blocks.rate[c] - mean[m]) * owed;
      direction.z[c] = reduced + gaps.columns[c];
      direction.x[c] = gain[c] - weight[c] * reduced;
    }
  }
}
