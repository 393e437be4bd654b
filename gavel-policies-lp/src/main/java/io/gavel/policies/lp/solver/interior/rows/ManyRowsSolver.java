package io.gavel.policies.lp.solver.interior.rows;

import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.solver.interior.Incumbent;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.AllocationSolver;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The interior-point method for levels and linear sums under more coupling rows than columns, such
 * as the rows by which no job envies another. A step costs {@code O(columns³ / 3)}, and a pass over
 * the rows. Immutable.
 */
public final class ManyRowsSolver implements AllocationSolver {

  private static final Incumbent.Stop STOP = new Incumbent.Stop(1e-9, 1e-7, 4);

  private static final int MOST_STEPS = 100;

  /** The most columns: the matrix takes 32 MB, and a step some 3 billion operations. */
  private static final int MOST_COLUMNS = 2_000;

  /** The solver; it has no options. */
  public ManyRowsSolver() {}

  /**
   * Whether the method is for a program.
   *
   * @param program any program
   * @return true for a level or a linear sum under more inequalities than columns
   */
  public static boolean suits(AllocationProgram program) {
    int columns = program.columnCount() + program.freeColumns().count();
    return !program.hasUtility()
        && columns <= MOST_COLUMNS
        && program.rows().count() > columns
        && IntStream.range(0, program.rows().count())
            .noneMatch(i -> program.rows().relation(i) == Relation.EXACTLY);
  }

  @Override
  public SolverOutcome solve(AllocationProgram program, SolveLimits limits) {
    ProgramRows rows = ProgramRows.of(program);
    if (!suits(program) || !rows.allDemandsCanRun()) {
      return new SolverOutcome.Declined("%s: not for this program".formatted(this));
    }
    RowProgram stated = rows.program();
    RowProgram linear = stated.hasLevel() ? stated.withLevelAsColumn() : stated;
    ColumnInteriorPoint method = new ColumnInteriorPoint(linear);
    int columns = stated.columns();
    Incumbent best = new Incumbent(program, STOP);
    int steps = Math.min(MOST_STEPS, limits.maxSteps());
    int step = 0;
    while (step < steps && !limits.isCancelled() && method.step()) {
      step++;
      boolean far = method.isFar() && step < steps; // a certificate would prove nothing yet
      if (!far && best.note(claim(method, rows, columns))) {
        return best.answer(step);
      }
    }
    boolean interrupted = limits.isCancelled() || (step == steps && steps < MOST_STEPS);
    SolverOutcome.Solved solved = best.answer(step);
    return interrupted
        ? new SolverOutcome.Interrupted(best.isEmpty() ? Optional.empty() : Optional.of(solved))
        : solved;
  }

  private static Incumbent.Claim claim(ColumnInteriorPoint method, ProgramRows rows, int columns) {
    double[] values = Arrays.copyOf(method.fractions(), columns); // without the level
    return new Incumbent.Claim(
        rows.fractions(values),
        rows.fractions(method.fractionsWithoutDust()),
        rows.free(values),
        rows.prices(method.prices()),
        rows.rowPrices(method.prices()));
  }

  @Override
  public String toString() {
    return "interior point on columns";
  }
}
