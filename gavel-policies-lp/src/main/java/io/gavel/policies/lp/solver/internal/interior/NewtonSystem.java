package io.gavel.policies.lp.solver.internal.interior;

import io.gavel.policies.lp.solver.internal.coefficients.Utility;

/**
 * Newton's equations of the interior-point method on a {@link BlockProgram}: their right-hand sides
 * at a point, and the directions that solve them. Mutable.
 */
public abstract class NewtonSystem {

  protected final BlockProgram blocks;

  /** The desired changes of the products of partners, {@code [block][place]}. */
  public final double[][] target;

  public final double[][] rowTarget;

  /** Residuals of the columns of the dual and of the rows of the primal program. */
  public final double[][] columnGap;

  public final double[][] rowGap;

  double levelGap;

  /** The desired changes of the prices of utilities, times their slacks. */
  private final double[][] pull;

  protected NewtonSystem(BlockProgram blocks) {
    this.blocks = blocks;
    target = BlockProgram.like(blocks.gain);
    columnGap = BlockProgram.like(blocks.gain);
    rowTarget = BlockProgram.like(blocks.limit);
    rowGap = BlockProgram.like(blocks.limit);
    pull = BlockProgram.like(blocks.limit);
  }

  /** Factors the equations at a point; false if they are numerically singular. */
  public abstract boolean factor(Iterate at);

  /**
   * Finds the direction that closes the gaps and brings the products to their targets, after {@link
   * #factor} and {@link #aim}.
   *
   * @param at the same point
   * @return the largest residual of the rows, relative to the sizes of their terms
   */
  public abstract double solve(Iterate at, Iterate direction);

  /** Finds the direction of a predictor, which need not be as precise. */
  protected void predict(Iterate at, Iterate direction) {
    solve(at, direction);
  }

  /** Measures the gaps at a point. */
  final void measure(Iterate at) {
    levelGap = blocks.hasLevel() ? 1 : 0;
    for (int b = 0; b < rowGap.length; b++) {
      open(blocks.limit[b], at.slack[b], blocks.requirement[b], at.level, rowGap[b]);
      for (int i = 0; blocks.hasLevel() && i < rowGap[b].length; i++) {
        levelGap -= blocks.requirement[b][i] * at.price[b][i];
      }
    }
    for (int b = 0; blocks.hasUtility() && b < pull.length; b++) {
      for (int i = 0; i < pull[b].length; i++) {
        double weight = blocks.weight[b][i];
        if (weight > 0) {
          pull[b][i] = Utility.pull(blocks.power, weight, at.slack[b][i], at.price[b][i]);
        }
      }
    }
    blocks.subtract(at.x, rowGap);
    blocks.price(at.price, columnGap);
    for (int b = 0; b < columnGap.length; b++) {
      close(at.z[b], blocks.gain[b], columnGap[b]);
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
  final void aim(Iterate at, double mu, Iterate step, double secondOrder) {
    for (int b = 0; b < target.length; b++) {
      aim(at.x[b], at.z[b], mu, step.x[b], step.z[b], secondOrder, target[b]);
    }
    for (int b = 0; b < rowTarget.length; b++) {
      double[] slack = at.slack[b];
      double[] price = at.price[b];
      aim(slack, price, mu, step.slack[b], step.price[b], secondOrder, rowTarget[b]);
      for (int i = 0; blocks.hasUtility() && i < slack.length; i++) {
        rowTarget[b][i] = blocks.weight[b][i] > 0 ? pull[b][i] : rowTarget[b][i];
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
