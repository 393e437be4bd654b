package io.gavel.policies.lp.solver.internal.interior.rows;

import io.gavel.policies.lp.solver.internal.interior.EliminationOrder;
import io.gavel.policies.lp.solver.internal.interior.Iterate;
import io.gavel.policies.lp.solver.internal.interior.NewtonSystem;
import io.gavel.policies.lp.solver.internal.interior.SparseCholesky;
import java.util.Arrays;

/*
 * The prices of wide rows E stay unknowns beside the columns:
 *
 *   H dx + Eᵀ dv = f      with H = Z/X + Aᵀ (Y/S) A of the other rows
 *   E dx − (S/Y) dv = g
 *
 * Where only wide rows fix the optimum, H is nearly singular, and its factor that of a matrix a little larger. That hardly
 * moves the solution, since E fixes it there, and refinement of both equations takes the rest away.
 */

/**
 * Directions by the matrix of the columns, {@code Z/X + Aᵀ (Y/S) A}, for inequalities of which
 * there are more than columns, without a level. A row costs the square of its entries, and the
 * factorisation does not depend on the number of rows. Mutable.
 */
final class ColumnDirections extends NewtonSystem {

  private static final int MOST_REFINEMENTS = 5;

  /** The part of the largest right-hand side at which refinement ends. */
  private static final double CLOSE = 1e-13;

  /** Refinement that leaves more than this part of a residual ends. */
  private static final double SLOW = 0.3;

  private final RowProgram program;
  private final ColumnRows rows;
  private final SparseCholesky factor;

  /** {@code H⁻¹ Eᵀ}, a column for each wide row. */
  private final double[][] image;

  /** The factor of {@code S/Y + E H⁻¹ Eᵀ}. */
  private final SparseCholesky ofPrices;

  private final double[] side;
  private final double[] wideSide;

  /** The residuals of the two equations for a direction; then its correction. */
  private final double[] left;

  private final double[] wideLeft;
  private final double[] paid;

  /** Fall of the price of each row, times its slack, with a rise of the slack, {@code [row]}. */
  private final double[] fall;

  ColumnDirections(ColumnRows rows) {
    super(new RowBlocks(rows.program));
    this.rows = rows;
    program = rows.program;
    factor = rows.factor();
    image = new double[rows.wide.length][program.columns()];
    ofPrices = new SparseCholesky(EliminationOrder.dense(rows.wide.length));
    side = new double[program.columns()];
    left = new double[program.columns()];
    wideSide = new double[rows.wide.length];
    wideLeft = new double[rows.wide.length];
    paid = new double[program.rows];
    fall = new double[program.rows];
  }

  @Override
  public boolean factor(Iterate at) {
    Arrays.setAll(fall, i -> program.curvature(i) * at.price[0][i]);
    factor.clear();
    for (int c = 0; c < side.length; c++) {
      factor.addNext(c, c, at.z[0][c] / at.x[0][c]);
    }
    for (int i = 0; i < paid.length; i++) {
      if (!rows.isWide[i]) {
        addSquare(i, fall[i] / at.slack[0][i]);
      }
    }
    return factor.factor() && factorPrices(at);
  }

  private void addSquare(int i, double weight) {
    for (int e = rows.byRow.start[i]; e < rows.byRow.start[i + 1]; e++) {
      double weighted = weight * rows.byRow.value[e];
      for (int f = rows.byRow.start[i]; f <= e; f++) {
        factor.addNext(rows.byRow.row[e], rows.byRow.row[f], weighted * rows.byRow.value[f]);
      }
    }
  }

  private boolean factorPrices(Iterate at) {
    ofPrices.clear();
    for (int k = 0; k < image.length; k++) {
      int i = rows.wide[k];
      Arrays.fill(image[k], 0);
      for (int e = rows.byRow.start[i]; e < rows.byRow.start[i + 1]; e++) {
        image[k][rows.byRow.row[e]] = rows.byRow.value[e];
      }
      factor.solve(image[k]);
      for (int l = 0; l <= k; l++) {
        ofPrices.add(k, l, rows.sum(rows.wide[l], image[k]));
      }
      ofPrices.add(k, k, at.slack[0][i] / fall[i]);
    }
    return ofPrices.factor();
  }

  @Override
  public double solve(Iterate at, Iterate direction) {
    for (int i = 0; i < paid.length; i++) {
      double alone = (rowTarget[0][i] - fall[i] * rowGap[0][i]) / at.slack[0][i];
      paid[i] = rows.isWide[i] ? 0 : alone;
    }
    for (int c = 0; c < side.length; c++) {
      side[c] = columnGap[0][c] + target[0][c] / at.x[0][c] - program.priced(c, paid);
    }
    for (int k = 0; k < wideSide.length; k++) {
      int i = rows.wide[k];
      wideSide[k] = rowGap[0][i] - rowTarget[0][i] / fall[i];
    }
    solveRefined(at, direction);
    for (int i = 0; i < paid.length; i++) {
      direction.slack[0][i] = rowGap[0][i] - rows.sum(i, direction.x[0]);
      if (!rows.isWide[i]) {
        direction.price[0][i] =
            (rowTarget[0][i] - fall[i] * direction.slack[0][i]) / at.slack[0][i];
      }
    }
    for (int c = 0; c < side.length; c++) {
      direction.z[0][c] = (target[0][c] - at.z[0][c] * direction.x[0][c]) / at.x[0][c];
    }
    return 0; // slacks are what rows leave
  }

  /** Solves for the columns and the prices of wide rows, at least twice. */
  private void solveRefined(Iterate at, Iterate direction) {
    Arrays.fill(direction.x[0], 0);
    for (int i : rows.wide) {
      direction.price[0][i] = 0;
    }
    System.arraycopy(side, 0, left, 0, side.length);
    System.arraycopy(wideSide, 0, wideLeft, 0, wideSide.length);
    double enough = CLOSE * largest(side);
    double before = Double.POSITIVE_INFINITY;
    for (int i = 0; i < MOST_REFINEMENTS; i++) {
      correct(direction);
      measureLeft(at, direction);
      double after = largest(left);
      if (i > 0 && (after <= enough || after > SLOW * before)) {
        return;
      }
      before = after;
    }
  }

  private void correct(Iterate direction) {
    factor.solve(left);
    for (int k = 0; k < wideLeft.length; k++) {
      wideLeft[k] = rows.sum(rows.wide[k], left) - wideLeft[k];
    }
    ofPrices.solve(wideLeft);
    for (int k = 0; k < wideLeft.length; k++) {
      direction.price[0][rows.wide[k]] += wideLeft[k];
      for (int c = 0; c < left.length; c++) {
        left[c] -= wideLeft[k] * image[k][c];
      }
    }
    for (int c = 0; c < left.length; c++) {
      direction.x[0][c] += left[c];
    }
  }

  private void measureLeft(Iterate at, Iterate direction) {
    for (int i = 0; i < paid.length; i++) {
      paid[i] =
          rows.isWide[i]
              ? direction.price[0][i]
              : fall[i] / at.slack[0][i] * rows.sum(i, direction.x[0]);
    }
    for (int c = 0; c < left.length; c++) {
      left[c] = side[c] - at.z[0][c] / at.x[0][c] * direction.x[0][c] - program.priced(c, paid);
    }
    for (int k = 0; k < wideLeft.length; k++) {
      int i = rows.wide[k];
      double yielded = at.slack[0][i] / fall[i] * direction.price[0][i];
      wideLeft[k] = wideSide[k] - rows.sum(i, direction.x[0]) + yielded;
    }
  }

  private static double largest(double[] values) {
    double largest = 0;
    for (double value : values) {
      largest = Math.max(largest, Math.abs(value));
    }
    return largest;
  }
}
