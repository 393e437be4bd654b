package io.gavel.policies.lp.solver.interior.rows;

import io.gavel.policies.lp.solver.interior.PredictorCorrector;

/**
 * A primal and dual point of a {@link RowProgram}, or a direction between two points: columns with
 * their reduced costs, rows with slack and price, and the level. Mutable.
 */
final class RowIterate {

  final double[] x;
  final double[] z;
  final double[] slack;
  final double[] price;
  double level;

  RowIterate(RowProgram program) {
    x = new double[program.columns()];
    z = new double[program.columns()];
    slack = new double[program.rows];
    price = new double[program.rows];
  }

  void moveBy(RowIterate direction, double primal, double dual) {
    add(x, direction.x, primal);
    add(slack, direction.slack, primal);
    level += primal * direction.level;
    add(z, direction.z, dual);
    add(price, direction.price, dual);
  }

  private static void add(double[] values, double[] direction, double step) {
    for (int i = 0; i < values.length; i++) {
      values[i] += step * direction[i];
    }
  }

  /** Returns how far a direction leads from this point. */
  PredictorCorrector.Reach reach(RowProgram program, RowIterate direction) {
    return new PredictorCorrector.Reach() {
      @Override
      public double longestPrimal() {
        return RowIterate.this.longestPrimal(direction);
      }

      @Override
      public double longestDual() {
        return RowIterate.this.longestDual(program, direction);
      }

      @Override
      public double products(double primal, double dual) {
        return complementarity(program, direction, primal, dual);
      }
    };
  }

  /** Returns the longest step, at most 1, that keeps fractions and slacks at least 0. */
  private double longestPrimal(RowIterate direction) {
    return longest(slack, direction.slack, longest(x, direction.x, 1));
  }

  /**
   * Returns the longest step, at most 1, that keeps reduced costs and prices of inequalities at
   * least 0.
   */
  private double longestDual(RowProgram program, RowIterate direction) {
    double step = longest(z, direction.z, 1);
    for (int i = 0; i < price.length; i++) {
      if (!program.exact[i] && price[i] + step * direction.price[i] < 0) {
        step = -price[i] / direction.price[i];
      }
    }
    return step;
  }

  private static double longest(double[] values, double[] direction, double most) {
    double step = most;
    for (int i = 0; i < values.length; i++) {
      if (values[i] + step * direction[i] < 0) {
        step = -values[i] / direction[i];
      }
    }
    return step;
  }

  /**
   * Returns the sum of the complementarity products after a primal and a dual step, without
   * products of utilities.
   */
  double complementarity(RowProgram program, RowIterate direction, double primal, double dual) {
    double sum = 0;
    for (int c = 0; c < x.length; c++) {
      sum += (x[c] + primal * direction.x[c]) * (z[c] + dual * direction.z[c]);
    }
    for (int i = 0; i < slack.length; i++) {
      if (program.weight[i] == 0) {
        sum += (slack[i] + primal * direction.slack[i]) * (price[i] + dual * direction.price[i]);
      }
    }
    return sum;
  }
}
