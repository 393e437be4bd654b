package io.gavel.policies.lp.solver.interior.rows;

/** Directions by the matrix of the rows, {@link NormalEquations}. Mutable. */
final class RowDirections implements Directions {

  /**
   * A refinement that leaves more than this fraction of the residual needs more accurate solutions.
   */
  private static final double SLOW = 0.3;

  private static final int MOST_REFINEMENTS = 10;

  private final RowProgram program;
  private final double close;
  private final NormalEquations newton;
  private final RowIterate correction;
  private final double[] side;

  /**
   * Creates the equations.
   *
   * @param close the residual that rows may have after a step
   */
  RowDirections(RowProgram program, boolean hasLevel, double close) {
    this.program = program;
    this.close = close;
    newton = new NormalEquations(program, hasLevel);
    correction = new RowIterate(program);
    side = new double[program.rows];
  }

  @Override
  public boolean factor(RowIterate at) {
    return newton.factor(at);
  }

  @Override
  public double solve(RowIterate at, RowResiduals open, RowIterate direction) {
    for (int i = 0; i < side.length; i++) {
      side[i] = slackChange(at, open, i, 0) - open.rowGap[i];
    }
    for (int c = 0; c < open.target.length; c++) {
      program.add(c, open.target[c] / at.z[c] + newton.weight(c) * open.columnGap[c], side);
    }
    newton.solve(side, open.levelGap, false, direction);
    for (int c = 0; c < open.target.length; c++) {
      direction.z[c] = program.priced(c, direction.price) - open.columnGap[c];
      direction.x[c] = (open.target[c] - at.x[c] * direction.z[c]) / at.z[c];
    }
    for (int i = 0; i < side.length; i++) {
      direction.slack[i] = slackChange(at, open, i, direction.price[i]);
    }
    return refine(open, direction);
  }

  /**
   * Returns the change of a row's slack that brings its product to its target if its price moves.
   */
  private double slackChange(RowIterate at, RowResiduals open, int i, double move) {
    return program.exact[i]
        ? 0
        : (open.rowTarget[i] - at.slack[i] * move) / (program.curvature(i) * at.price[i]);
  }

  /**
   * Refines a direction on the primal rows; returns the largest residual. The rounding of a single
   * solve for the prices is multiplied by x / z, which is huge for the columns that the optimum
   * uses. Corrections are small, and so is their rounding. Refinement allows gaps of
   * 10<sup>-15</sup>.
   */
  private double refine(RowResiduals open, RowIterate direction) {
    double before = missed(open, direction);
    boolean closely = false;
    for (int i = 0; i < MOST_REFINEMENTS && before > close; i++) {
      correct(closely);
      direction.moveBy(correction, 1, 1);
      double after = missed(open, direction);
      if (after < before) {
        closely = after > SLOW * before;
        before = after;
      } else {
        direction.moveBy(correction, -1, -1);
        missed(open, direction);
        if (closely) {
          return before;
        }
        closely = true;
      }
    }
    return before;
  }

  /**
   * Solves for the correction that closes the residuals in {@link #side} and leaves the products
   * unchanged.
   */
  private void correct(boolean closely) {
    newton.solve(side, 0, closely, correction);
    for (int c = 0; c < correction.x.length; c++) {
      correction.z[c] = program.priced(c, correction.price);
      correction.x[c] = -newton.weight(c) * correction.z[c];
    }
    for (int i = 0; i < side.length; i++) {
      correction.slack[i] = -newton.rowWeight(i) * correction.price[i];
    }
  }

  /** Sets {@link #side} to the residuals of a direction; returns the largest. */
  private double missed(RowResiduals open, RowIterate direction) {
    for (int i = 0; i < side.length; i++) {
      side[i] = direction.slack[i] + program.requirement[i] * direction.level - open.rowGap[i];
    }
    for (int c = 0; c < direction.x.length; c++) {
      program.add(c, direction.x[c], side);
    }
    double largest = 0;
    for (double gap : side) {
      largest = Math.max(largest, Math.abs(gap));
    }
    return largest;
  }
}
