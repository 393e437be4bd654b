package io.gavel.policies.lp.solver.interior.rows;

import io.gavel.policies.lp.solver.coefficients.Utility;

/** The right-hand sides of Newton's equations at a point. Mutable. */
final class RowResiduals {

  /** The factor within which products are near. */
  private static final double NEAR = 10;

  private final RowProgram program;
  private final boolean hasLevel;

  /** The desired changes of the products of partners, {@code [column]} and {@code [row]}. */
  final double[] target;

  final double[] rowTarget;

  /** Residuals of the columns of the dual and of the rows of the primal program. */
  final double[] columnGap;

  final double[] rowGap;
  double levelGap;

  RowResiduals(RowProgram program, boolean hasLevel) {
    this.program = program;
    this.hasLevel = hasLevel;
    target = new double[program.columns()];
    columnGap = new double[program.columns()];
    rowTarget = new double[program.rows];
    rowGap = new double[program.rows];
  }

  void measure(RowIterate at) {
    levelGap = hasLevel ? 1 : 0;
    for (int i = 0; i < program.rows; i++) {
      rowGap[i] = program.limit[i] - at.slack[i] - program.requirement[i] * at.level;
      levelGap -= program.requirement[i] * at.price[i];
    }
    for (int c = 0; c < program.columns(); c++) {
      program.add(c, -at.x[c], rowGap);
      columnGap[c] = at.z[c] + program.gain[c] - program.priced(c, at.price);
    }
  }

  /** Aims at {@code mu} for all products, minus a part of the second-order terms of a step. */
  void aim(RowIterate at, double mu, RowIterate step, double secondOrder) {
    for (int c = 0; c < target.length; c++) {
      target[c] = mu - at.x[c] * at.z[c] - secondOrder * step.x[c] * step.z[c];
    }
    for (int i = 0; i < rowTarget.length; i++) {
      rowTarget[i] =
          program.weight[i] > 0
              ? Utility.pull(program.power, program.weight[i], at.slack[i], at.price[i])
              : mu - at.slack[i] * at.price[i] - secondOrder * step.slack[i] * step.price[i];
    }
  }

  /**
   * Aims at products that are not far from {@code mu} after a step, either way.
   *
   * @param step a direction to the present aims
   * @param primal the length of the primal step
   * @param dual the length of the dual step
   */
  void centre(RowIterate at, double mu, RowIterate step, double primal, double dual) {
    for (int c = 0; c < target.length; c++) {
      double x = at.x[c] + primal * step.x[c];
      target[c] += towards(mu, x * (at.z[c] + dual * step.z[c]));
    }
    for (int i = 0; i < rowTarget.length; i++) {
      double slack = at.slack[i] + primal * step.slack[i];
      rowTarget[i] += towards(mu, slack * (at.price[i] + dual * step.price[i]));
    }
  }

  private static double towards(double mu, double product) {
    double least = mu / NEAR;
    double most = mu * NEAR;
    return product < least ? least - product : product > most ? Math.max(most - product, -most) : 0;
  }
}
