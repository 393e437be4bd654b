package io.gavel.policies.lp.solver.interior.rows;

import io.gavel.policies.lp.solver.interior.Incumbent;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import java.util.Optional;

/**
 * The dense interior-point method by columns on a program that gets more rows from time to time. It
 * goes on where it was: a few steps lead to the neighbourhood of the next optimum, while a new
 * start takes fifty. Mutable.
 */
public final class GrowingRows {

  private final ProgramRows rows;
  private final RowProgram program;
  private final RowInteriorPoint method;
  private int steps;

  private GrowingRows(ProgramRows rows, RowProgram program, RowInteriorPoint method, int steps) {
    this.rows = rows;
    this.program = program;
    this.method = method;
    this.steps = steps;
  }

  /**
   * Returns the method at an even start.
   *
   * @param program the first program
   * @return empty if the method does not suit the program
   */
  public static Optional<GrowingRows> of(AllocationProgram program) {
    return of(program, Optional.empty());
  }

  /**
   * Returns the method at the point that this one has reached, or at an even start if the columns
   * differ.
   *
   * @param more a program with the rows of this one, followed by further rows
   * @return empty if the method does not suit the program
   */
  public Optional<GrowingRows> under(AllocationProgram more) {
    return of(more, Optional.of(this));
  }

  private static Optional<GrowingRows> of(
      AllocationProgram program, Optional<GrowingRows> earlier) {
    if (!DenseSolver.isByColumns(program) || program.hasUtility()) {
      return Optional.empty();
    }
    ProgramRows rows = ProgramRows.of(program);
    if (!rows.allDemandsCanRun()) {
      return Optional.empty();
    }
    ColumnRows columns = new ColumnRows(rows.program().withLevelAsColumn());
    if (columns.core() > DenseSolver.MOST) {
      return Optional.empty();
    }
    RowInteriorPoint method =
        earlier
            .filter(before -> before.isWithin(columns.program))
            .map(before -> before.method.under(columns))
            .orElseGet(() -> RowInteriorPoint.byColumns(columns));
    int steps = earlier.map(GrowingRows::steps).orElse(0);
    return Optional.of(new GrowingRows(rows, columns.program, method, steps));
  }

  /**
   * Returns whether a program has the same columns and row types as this one, and no fewer rows.
   */
  private boolean isWithin(RowProgram other) {
    return other.columns() == program.columns()
        && other.times == program.times
        && other.pools == program.pools
        && other.rows >= program.rows;
  }

  /**
   * Steps until the sum of the products is within a relative gap, and so is what rows miss, which
   * are scaled near 1. New rows are violated at first.
   *
   * @param gap relative to the objective
   * @param limits of all steps since the even start
   * @return false if that is not reached
   */
  public boolean reach(double gap, SolveLimits limits) {
    int most = steps + program.mostSteps();
    while (!method.isWithin(gap) || !method.isFeasibleWithin(gap)) {
      if (steps == most || steps >= limits.maxSteps() || limits.isCancelled() || !method.step()) {
        return false;
      }
      steps++;
    }
    return true;
  }

  /** Returns the steps since the even start. */
  public int steps() {
    return steps;
  }

  /** Returns the point that is reached, and its prices. */
  public SolverOutcome.Solved claim() {
    Incumbent.Claim claim = rows.claim(method);
    return claim.solved(steps);
  }
}
