package io.gavel.policies.lp.solver.internal;

import io.gavel.policies.Prices;
import io.gavel.policies.lp.solver.internal.coefficients.ImplicitPairs;
import io.gavel.policies.lp.solver.internal.coefficients.PairClasses;
import io.gavel.policies.lp.solver.internal.coefficients.ProgramColumns;
import io.gavel.policies.lp.solver.internal.coefficients.ProgramParts;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.DualBound;
import io.gavel.policies.statement.Goal;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;

/** The parts of programs that are not exported. Stateless. */
public final class Programs {

  private Programs() {}

  @SuppressWarnings("unchecked") // programs have one view
  private static ProgramParts<AllocationProgram, DualBound> parts(AllocationProgram program) {
    return program.unwrap(ProgramParts.class);
  }

  /** Returns the columns without a copy, {@code [column]}; not to be modified. */
  public static ProgramColumns columns(AllocationProgram program) {
    return parts(program).columns();
  }

  /** Returns the set of pairs that are known by job type; the program must have one. */
  public static ImplicitPairs pairs(AllocationProgram program) {
    return parts(program).pairs();
  }

  /**
   * Returns a program with the same capacities, rows and free variables, but other columns, floors
   * and objective. Rows name columns by index, so they keep their meaning only if the columns do.
   *
   * @param columns the columns, {@code [column]}; not copied
   * @param floor the floors in steps per second, {@code [job]}; not copied
   * @param goal the goal over these columns and jobs
   */
  public static AllocationProgram rewritten(
      AllocationProgram program, ProgramColumns columns, double[] floor, Goal goal) {
    return parts(program).rewritten(columns, floor, goal);
  }

  /**
   * Returns a program with the same capacities, rows and free variables, but other columns, floors
   * and numbers of the goal. The form of the goal stays, and only the function for this form is
   * called.
   *
   * @param columns the columns, {@code [column]}; not copied
   * @param floor the floors in steps per second, {@code [job]}; not copied
   * @param gain of each column, for a fraction of 1
   * @param requirement of each job, in steps per second for one unit of level
   * @param weight of each job's utility
   */
  public static AllocationProgram rewritten(
      AllocationProgram program,
      ProgramColumns columns,
      double[] floor,
      IntToDoubleFunction gain,
      IntToDoubleFunction requirement,
      IntToDoubleFunction weight) {
    Goal goal =
        program.goal() instanceof Goal.Level
            ? Goal.level(filled(floor.length, requirement))
            : program.goal() instanceof Goal.Welfare
                ? Goal.welfare(filled(floor.length, weight), program.power())
                : Goal.total(filled(columns.count(), gain), false);
    return rewritten(program, columns, floor, goal);
  }

  private static double[] filled(int count, IntToDoubleFunction number) {
    double[] filled = new double[count];
    Arrays.setAll(filled, number);
    return filled;
  }

  /**
   * Returns a program on the columns that a solution uses, including pairs by job type as columns.
   *
   * @param used the columns, {@code [column]}; not copied
   * @param gain their parts of a linear sum for a fraction of 1, {@code [column]}; not copied
   * @param rows the coupling rows over these columns
   * @return a program without pairs by job type
   */
  public static AllocationProgram written(
      AllocationProgram program, ProgramColumns used, double[] gain, CouplingRows rows) {
    Goal goal = program.goal() instanceof Goal.Total ? Goal.total(gain, false) : program.goal();
    AllocationProgram written = rewritten(program, used, program.floors(), goal);
    return parts(written).listed().withRows(rows);
  }

  /**
   * Proves a bound over all pairs of jobs that classes of jobs describe.
   *
   * @param program a program with pairs by job type
   * @param classes classes of its jobs, with the columns of the classes
   * @param claim any prices of the jobs and pools, in units of the objective per unit of each row
   * @param rowPrices any prices of the coupling rows, likewise, {@code [row]}; not modified
   * @return the bound and the repaired prices that prove it; positive infinity if the prices prove
   *     nothing
   */
  public static DualBound bound(
      AllocationProgram program, PairClasses classes, Prices claim, double[] rowPrices) {
    return parts(program).bound(classes, claim, rowPrices);
  }

  /**
   * Proves a bound on an objective of 0 without floors, over all pairs of jobs. If it is below 0,
   * there is no feasible point.
   *
   * @param classes classes of the program's jobs whose columns have no gain
   */
  public static DualBound boundOfNothing(
      AllocationProgram program, PairClasses classes, Prices claim, double[] rowPrices) {
    double[] none = new double[program.jobCount()];
    return bound(
        rewritten(program, columns(program), none, Goal.level(none)), classes, claim, rowPrices);
  }
}
