package io.gavel.policies.lp.solver.internal.interior.rows;

import io.gavel.policies.lp.solver.internal.interior.Iterate;
import io.gavel.policies.lp.solver.internal.interior.NewtonSystem;
import io.gavel.policies.lp.solver.internal.interior.PredictorCorrector;

/** The interior-point method on a {@link RowProgram}. Mutable. */
public final class RowInteriorPoint extends PredictorCorrector {

  /**
   * The least fraction of the mean product that a step aims at. Below it centrality is lost and
   * refinement fails: residuals of rows then keep gaps at 10<sup>-7</sup>, in one of a thousand
   * small programs with 10<sup>-6</sup>.
   */
  private static final double LEAST_AIM = 1e-3;

  /** The residual that rows, which are scaled near 1, may have after a step. */
  private static final double CLOSE = 1e-13;

  /**
   * Near the optimum, a direction with a larger residual is rejected. If the optimum has fewer
   * positive columns than rows, Newton's equations are nearly singular there. A step would then
   * violate rows by a millionth, while the point before it is within a hundred-millionth.
   */
  private static final double LOST = 1e-9;

  private static final double FAR = 1e-6;

  /** The largest value of a new column. */
  private static final double NEW = 0.1;

  /** The least part of its reduced cost that a column keeps when rows or prices change. */
  private static final double LEAST = 0.1;

  private final RowProgram program;

  /** Creates a method at its starting point. */
  public RowInteriorPoint(RowProgram program) {
    this(new RowBlocks(program));
  }

  private RowInteriorPoint(RowBlocks blocks) {
    this(blocks, new NormalEquations(blocks, CLOSE));
  }

  private RowInteriorPoint(RowBlocks blocks, NewtonSystem newton) {
    super(blocks, newton, LEAST_AIM, blocks.rows.leastScale);
    program = blocks.rows;
  }

  /**
   * Returns a method for programs with more rows, all of them inequalities, than columns.
   *
   * @param rows of a program without a level
   */
  static RowInteriorPoint byColumns(ColumnRows rows) {
    return new RowInteriorPoint(new RowBlocks(rows.program), new ColumnDirections(rows));
  }

  /**
   * Returns the method on the same rows with other columns, at the point that this one has reached.
   *
   * @param other a program with the same rows
   * @param earlier the column of this program that each column of the other was, or {@link
   *     RowProgram#NONE}; {@code [column]}
   * @param raise by how much new columns are worth more than they pay, as rises of the prices of
   *     time that cover it; {@code [time row]}
   */
  public RowInteriorPoint continuedOn(RowProgram other, int[] earlier, double[] raise) {
    RowInteriorPoint next = new RowInteriorPoint(new RowBlocks(other));
    Iterate point = next.at();
    System.arraycopy(at().slack[0], 0, point.slack[0], 0, program.rows);
    System.arraycopy(prices(), 0, point.price[0], 0, program.rows);
    point.level = level();
    for (int i = 0; i < raise.length; i++) {
      point.price[0][i] += raise[i];
    }
    for (int c = 0; c < earlier.length; c++) {
      double paid = other.priced(c, point.price[0]) - other.gain[c];
      if (earlier[c] == RowProgram.NONE) {
        point.z[0][c] = Math.max(paid, meanProduct() / NEW);
        point.x[0][c] = meanProduct() / point.z[0][c];
      } else {
        point.x[0][c] = fractions()[earlier[c]];
        point.z[0][c] = Math.max(paid, LEAST * at().z[0][earlier[c]]);
      }
    }
    next.startAt(point);
    return next;
  }

  /** Steps until the sum of the products is within a relative gap; false if that is not reached. */
  public boolean converge(double gap) {
    for (int step = 0; step < program.mostSteps(); step++) {
      if (isWithin(gap)) {
        return true;
      }
      if (!(isWithin(FAR) ? step(LOST) : step())) {
        return false;
      }
    }
    return false;
  }

  public double level() {
    return at().level;
  }

  /** Returns the fractions, {@code [column]}; not to be modified. */
  public double[] fractions() {
    return at().x[0];
  }

  /** Returns a copy of the fractions, {@code [column]}, with those that converge to 0 set to 0. */
  public double[] fractionsWithoutDust() {
    return withoutDust()[0];
  }

  /** Returns the prices of the rows, {@code [row]}; not to be modified. */
  public double[] prices() {
    return at().price[0];
  }
}
