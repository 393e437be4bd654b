package io.gavel.policies.lp.solver.internal.interior;

import io.gavel.policies.lp.solver.internal.coefficients.Utility;

/** The right-hand sides of Newton's equations at a point. Mutable. */
public final class Residuals {

  private final BlockProgram program;

  /** The desired changes of the products of partners, {@code [block][place]}. */
  public final double[][] target;

  public final double[][] rowTarget;

  /** Residuals of the columns of the dual and of the rows of the primal program. */
  public final double[][] columnGap;

  public final double[][] rowGap;

  double levelGap;

  /** The desired changes of the prices of utilities, times their slacks. */
  private final double[][] pull;

  public Residuals(BlockProgram program) {
    this.program = program;
    target = BlockProgram.like(program.gain);
    columnGap = BlockProgram.like(program.gain);
    rowTarget = BlockProgram.like(program.limit);
    rowGap = BlockProgram.like(program.limit);
    pull = BlockProgram.like(program.limit);
  }

  public void measure(Iterate at) {
    levelGap = program.hasLevel() ? 1 : 0;
    for (int b = 0; b < rowGap.length; b++) {
      open(program.limit[b], at.slack[b], program.requirement[b], at.level, rowGap[b]);
      for (int i = 0; program.hasLevel() && i < rowGap[b].length; i++) {
        levelGap -= program.requirement[b][i] * at.price[b][i];
      }
    }
    for (int b = 0; program.hasUtility() && b < pull.length; b++) {
      for (int i = 0; i < pull[b].length; i++) {
        double weight = program.weight[b][i];
        if (weight > 0) {
          pull[b][i] = Utility.pull(program.power, weight, at.slack[b][i], at.price[b][i]);
        }
      }
    }
    program.subtract(at.x, rowGap);
    program.price(at.price, columnGap);
    for (int b = 0; b < columnGap.length; b++) {
      close(at.z[b], program.gain[b], columnGap[b]);
    }
  }

  /** Sets the gap of rows to what slacks and the level leave of the limits. */
  static void open(
      double[] limit, double[] slack, double[] requirement, double level, double[] gap) {
    for (int i = 0; i < gap.length; i++) {
      gap[i] = limit[i] - slack[i] - requirement[i] * level;
    }
  }

  private static void close(double[] z, double[] gain, double[] gap) {
    for (int i = 0; i < gap.length; i++) {
      gap[i] = z[i] + gain[i] - gap[i];
    }
  }

  /** Aims at {@code mu} for all products, minus a part of the second-order terms of a step. */
  void aim(Iterate at, double mu, Iterate step, double secondOrder) {
    for (int b = 0; b < target.length; b++) {
      aim(at.x[b], at.z[b], mu, step.x[b], step.z[b], secondOrder, target[b]);
    }
    for (int b = 0; b < rowTarget.length; b++) {
      double[] slack = at.slack[b];
      double[] price = at.price[b];
      aim(slack, price, mu, step.slack[b], step.price[b], secondOrder, rowTarget[b]);
      for (int i = 0; program.hasUtility() && i < slack.length; i++) {
        rowTarget[b][i] = program.weight[b][i] > 0 ? pull[b][i] : rowTarget[b][i];
      }
    }
  }

  private static void aim(
      double[] a,
      double[] b,
      double mu,
      double[] da,
      double[] db,
      double secondOrder,
      double[] target) {
    for (int i = 0; i < target.length; i++) {
      target[i] = mu - a[i] * b[i] - secondOrder * da[i] * db[i];
    }
  }
}
