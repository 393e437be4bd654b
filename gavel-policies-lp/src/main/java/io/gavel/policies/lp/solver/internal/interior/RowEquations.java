package io.gavel.policies.lp.solver.internal.interior;

import java.util.Arrays;

/*
 * With D = x / z of columns and S = slack / price of rows, Newton's equations reduce to the prices of the rows:
 *
 *   (A D Aᵀ + S) dv  =  h + r dt,      r · dv  =  what the level's row lacks
 *
 * The rounding of a single solve for the prices is multiplied by x / z, which is huge for the columns that the optimum
 * uses. Corrections are small, and so is their rounding: refinement on the primal rows allows gaps of 10⁻¹⁵.
 */

/** Newton's equations reduced to the prices of the rows, and refined. Mutable. */
public abstract class RowEquations extends NewtonSystem {

  private static final int MOST_REFINEMENTS = 10;

  /** The most conjugate gradients of a refinement. */
  private static final int MOST_GRADIENTS = 8;

  /** The same with a rough factor. */
  private static final int MANY_GRADIENTS = 150;

  /** The residual that directions of a rough factor may leave, as a part of the relative gap. */
  private static final double ROUGH = 1e-2;

  /** The part of the residual that a refinement leaves if others will hardly reduce it further. */
  private static final double SLOW = 0.5;

  /** The part of the residual at which conjugate gradients stop; refinement reduces it further. */
  private static final double ENOUGH = 1e-8;

  /** x / z of columns. */
  protected final double[][] columnRatio;

  /** The ratio of slack and price of rows, which is 0 for equations. */
  protected final double[][] rowRatio;

  private final double close;

  /** The sizes of the terms of rows at a point inside, to which residuals are relative. */
  private final double[][] size;

  private final double[][] side;
  private final double[] largest;
  private final Iterate correction;

  /** The relative gap at the point, for a rough factor; else 0. */
  private double gap;

  /** The conjugate gradients since the last rough factor. */
  protected int gradients;

  /**
   * Creates the equations.
   *
   * @param close the residual of a row, relative to the sizes of its terms, above which directions
   *     are refined
   */
  protected RowEquations(BlockProgram blocks, double close) {
    super(blocks);
    this.close = close;
    columnRatio = BlockProgram.like(blocks.gain);
    rowRatio = BlockProgram.like(blocks.limit);
    side = BlockProgram.like(blocks.limit);
    size = BlockProgram.like(blocks.limit);
    correction = new Iterate(blocks);
    blocks.spread(correction.x);
    blocks.addSizes(correction.x, size);
    for (int b = 0; b < size.length; b++) {
      for (int i = 0; i < size[b].length; i++) {
        size[b][i] = Math.max(1, Math.max(size[b][i], Math.abs(blocks.limit[b][i])));
      }
    }
    largest = new double[Vectors.longest(blocks.limit)];
  }

  /** Returns whether the factor is that of an approximate matrix. */
  protected boolean isRough() {
    return false;
  }

  /** Returns the relative gap at the point, for a rough factor. */
  protected final double gap() {
    return gap;
  }

  /** Factors the equations of the ratios; false if they are numerically singular. */
  protected abstract boolean factor();

  /**
   * Solves for the prices of the rows and the level.
   *
   * @param rows right-hand side of the rows without that of the columns; may be modified
   * @param levelSide right-hand side of the level
   * @param direction has the changes of columns if no price moved; receives prices, the level and,
   *     as reduced costs, what columns pay for the prices
   */
  protected abstract void solve(double[][] rows, double levelSide, Iterate direction);

  @Override
  public final boolean factor(Iterate at) {
    for (int b = 0; b < columnRatio.length; b++) {
      Vectors.ratio(at.x[b], at.z[b], columnRatio[b]);
    }
    for (int b = 0; b < rowRatio.length; b++) {
      Vectors.ratio(at.slack[b], at.price[b], rowRatio[b]);
      for (int i = 0; !blocks.isPlain(b) && i < rowRatio[b].length; i++) {
        rowRatio[b][i] = blocks.exact[b][i] ? 0 : rowRatio[b][i] / blocks.curvature(b, i);
      }
    }
    gap = isRough() ? gap(at) : 0;
    return factor();
  }

  /**
   * Returns the products relative to the worth of the limits, which is the objective in the end.
   */
  private double gap(Iterate at) {
    double worth = 0;
    for (int b = 0; b < at.price.length; b++) {
      for (int i = 0; i < at.price[b].length; i++) {
        worth += Math.abs(blocks.limit[b][i] * at.price[b][i]);
      }
    }
    return PredictorCorrector.products(blocks, at) / worth;
  }

  @Override
  public final double solve(Iterate at, Iterate direction) {
    solveOnce(at, direction);
    return refined(direction);
  }

  /** Finds a direction without refinement. */
  protected final void solveOnce(Iterate at, Iterate direction) {
    for (int b = 0; b < columnRatio.length; b++) {
      change(target[b], at.z[b], columnRatio[b], columnGap[b], direction.x[b]);
    }
    for (int b = 0; b < side.length; b++) {
      Vectors.ratio(rowTarget[b], at.price[b], direction.slack[b]);
      for (int i = 0; !blocks.isPlain(b) && i < side[b].length; i++) {
        direction.slack[b][i] =
            blocks.exact[b][i] ? 0 : direction.slack[b][i] / blocks.curvature(b, i);
      }
      difference(direction.slack[b], rowGap[b], side[b]);
    }
    solve(side, levelGap, direction);
    follow(direction);
    for (int b = 0; b < columnRatio.length; b++) {
      Vectors.add(direction.z[b], -1, columnGap[b]);
    }
  }

  /** The change of columns if no price moved. */
  private static void change(
      double[] target, double[] z, double[] ratio, double[] gap, double[] change) {
    for (int i = 0; i < change.length; i++) {
      change[i] = target[i] / z[i] + ratio[i] * gap[i];
    }
  }

  private static void difference(double[] a, double[] b, double[] difference) {
    for (int i = 0; i < difference.length; i++) {
      difference[i] = a[i] - b[i];
    }
  }

  /** Moves columns and slacks with the prices. */
  private void follow(Iterate direction) {
    for (int b = 0; b < columnRatio.length; b++) {
      Vectors.subtractProduct(direction.x[b], columnRatio[b], direction.z[b]);
    }
    for (int b = 0; b < rowRatio.length; b++) {
      Vectors.subtractProduct(direction.slack[b], rowRatio[b], direction.price[b]);
    }
  }

  /** Refines a direction on the primal rows; returns the largest residual. */
  private double refined(Iterate direction) {
    double before = missed(direction);
    boolean closely = isRough();
    double enough = Math.max(close, ROUGH * gap);
    for (int i = 0; i < MOST_REFINEMENTS && before > enough; i++) {
      Iterate change = closely ? descended(isRough() ? enough / before : 0) : corrected();
      direction.moveBy(change, -1, -1);
      double after = missed(direction);
      boolean slow = after > SLOW * before;
      if (after < before) {
        before = after;
      } else {
        direction.moveBy(change, 1, 1);
        missed(direction);
      }
      if (slow && closely) {
        return before;
      }
      closely |= slow;
    }
    return before;
  }

  /** Returns the change by the factor alone that closes the residuals of the rows. */
  private Iterate corrected() {
    clear(correction.x);
    clear(correction.slack);
    solve(side, 0, correction);
    follow(correction);
    return correction;
  }

  /**
   * Returns the same by conjugate gradients, which are accurate where the factor is not. The sum of
   * prices that the level demands stays the same in all directions.
   *
   * @param part the part of the residual at which they stop, if it is more than usual
   */
  private Iterate descended(double part) {
    Iterate sum = new Iterate(blocks);
    Iterate search = new Iterate(blocks);
    double[][] residual = BlockProgram.like(side);
    copy(side, residual);
    double before = Double.POSITIVE_INFINITY;
    double enough = Math.max(ENOUGH, part) * size(residual);
    int most = isRough() ? MANY_GRADIENTS : MOST_GRADIENTS;
    for (int i = 0; i < most && size(residual) > enough; i++) {
      gradients++;
      copy(residual, side);
      Iterate steepest = corrected();
      double product = dot(residual, steepest.price);
      steepest.moveBy(search, product / before, product / before);
      search.moveBy(search, -1, -1);
      search.moveBy(steepest, 1, 1);
      before = product;
      for (int b = 0; b < side.length; b++) {
        Arrays.fill(side[b], 0);
        open(side[b], search.slack[b], blocks.requirement[b], search.level, side[b]);
      }
      blocks.subtract(search.x, side);
      double length = product / dot(side, search.price);
      if (!(length > 0 && length < Double.POSITIVE_INFINITY)) {
        return sum;
      }
      sum.moveBy(search, length, length);
      for (int b = 0; b < side.length; b++) {
        Vectors.add(residual[b], -length, side[b]);
      }
    }
    return sum;
  }

  private static double size(double[][] blocks) {
    return Math.sqrt(dot(blocks, blocks));
  }

  private static double dot(double[][] a, double[][] b) {
    double sum = 0;
    for (int block = 0; block < a.length; block++) {
      for (int i = 0; i < a[block].length; i++) {
        sum += a[block][i] * b[block][i];
      }
    }
    return sum;
  }

  private static void copy(double[][] from, double[][] to) {
    for (int b = 0; b < from.length; b++) {
      System.arraycopy(from[b], 0, to[b], 0, from[b].length);
    }
  }

  private static void clear(double[][] blocks) {
    for (double[] block : blocks) {
      Arrays.fill(block, 0);
    }
  }

  /** Sets the right-hand side to the gaps that remain after a direction; returns the largest. */
  private double missed(Iterate direction) {
    Arrays.fill(largest, 0);
    for (int b = 0; b < side.length; b++) {
      open(rowGap[b], direction.slack[b], blocks.requirement[b], direction.level, side[b]);
    }
    blocks.subtract(direction.x, side);
    for (int b = 0; b < side.length; b++) {
      Vectors.largest(side[b], size[b], largest);
    }
    return Vectors.max(largest);
  }
}
