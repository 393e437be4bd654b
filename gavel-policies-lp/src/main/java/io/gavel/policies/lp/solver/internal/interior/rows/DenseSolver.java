package io.gavel.policies.lp.solver.internal.interior.rows;

import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.solver.internal.interior.Incumbent;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.AllocationSolver;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import java.util.stream.IntStream;

/**
 * Solves all programs by an interior-point method: with pairs in general position, coupling rows,
 * free variables and concave utilities.
 *
 * <p>Newton's equations are reduced to the rows. A step costs {@code O(rows³ / 3)} with {@code 2n +
 * K} rows, and one pass over the columns. A column has at most five entries besides its
 * coefficients in coupling rows, so the number of pairs matters much less than the number of jobs.
 * If each job has few pairs, the matrix is sparse, and only its core is dense; with thousands of
 * pairs beyond one for each job, a sparser matrix preconditions conjugate gradients. With more
 * coupling rows than columns the equations are reduced to the columns instead; a step then costs a
 * pass over the rows and the factorisation of a core of the columns.
 *
 * <p>Immutable.
 */
public final class DenseSolver implements AllocationSolver {

  /** When the method stops: as far as rounding of a dense factor allows. */
  private static final Incumbent.Stop STOP = new Incumbent.Stop(1e-11, 1e-7, 6);

  /** The same with conjugate gradients, whose residuals are a part of the gap. */
  private static final Incumbent.Stop ROUGH = new Incumbent.Stop(1e-9, 1e-7, 6);

  /** The largest order of the dense core: it takes 200 MB, a step some 40 billion operations. */
  static final int MOST = 5_000;

  @Override
  public SolverOutcome solve(AllocationProgram program, SolveLimits limits) {
    ProgramRows rows = ProgramRows.of(program);
    if (!rows.allDemandsCanRun()) {
      return new SolverOutcome.Declined(
          "%s: the program has demands of jobs that cannot run".formatted(this));
    }
    if (isByColumns(program)) {
      ColumnRows columns = new ColumnRows(rows.program().asLimits());
      return columns.core() > MOST
          ? tooMany(columns.core(), "columns that others join")
          : solve(program, rows, RowInteriorPoint.byColumns(columns), limits);
    }
    int core = rows.program().rows > MOST ? NormalEquations.order(rows.program()).core() : 0;
    return core > MOST
        ? tooMany(core, "rows that others join")
        : solve(program, rows, new RowInteriorPoint(rows.program()), limits);
  }

  /** Returns when the method stops on some rows. */
  public static Incumbent.Stop stop(RowProgram rows) {
    return SplitPairs.areMany(rows) ? ROUGH : STOP;
  }

  private SolverOutcome tooMany(int order, String what) {
    return new SolverOutcome.Declined(
        "%s: %s %s; at most %s fit".formatted(this, order, what, MOST));
  }

  private static SolverOutcome solve(
      AllocationProgram program, ProgramRows rows, RowInteriorPoint method, SolveLimits limits) {
    Incumbent best = new Incumbent(program, stop(rows.program()));
    return best.solve(method, () -> rows.claim(method), rows.program().mostSteps(), limits);
  }

  /**
   * Returns whether the matrix is that of the columns: if there are more coupling rows, such as
   * those by which no job envies another.
   *
   * @param program any program
   * @return true if so
   */
  public static boolean isByColumns(AllocationProgram program) {
    int columns = program.columnCount() + program.freeVariables().count();
    return program.rows().count() > columns
        && IntStream.range(0, program.rows().count())
            .noneMatch(i -> program.rows().relation(i) == Relation.EXACTLY);
  }

  @Override
  public String toString() {
    return "dense interior point";
  }
}
