package io.gavel.policies.lp.solver.interior.rows;

import io.gavel.policies.lp.solver.coefficients.Utility;

/** What a step should close: the right-hand sides of Newton's equations at a point. Mutable. */
final class RowResiduals {

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
}
