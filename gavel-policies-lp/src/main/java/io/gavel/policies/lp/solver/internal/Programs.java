package io.gavel.policies.lp.solver.internal;

import io.gavel.policies.Prices;
import io.gavel.policies.lp.solver.internal.coefficients.PairClasses;
import io.gavel.policies.lp.solver.internal.coefficients.ProgramColumns;
import io.gavel.policies.lp.solver.internal.coefficients.ProgramParts;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.DualBound;
import io.gavel.policies.statement.Goal;
import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** The parts of programs that are not exported. Stateless. */
public final class Programs {

  private Programs() {}

  /** Returns the parts of a program. */
  @SuppressWarnings("unchecked") // programs have one view
  public static ProgramParts<AllocationProgram, DualBound> of(AllocationProgram program) {
    return program.unwrap(ProgramParts.class);
  }

  /** Returns the columns without a copy, {@code [column]}; not to be modified. */
  public static ProgramColumns columns(AllocationProgram program) {
    return of(program).columns();
  }

  /**
   * Returns whether a program has no pairs, and every job with a floor, requirement or utility can
   * run.
   */
  public static boolean isByJob(AllocationProgram program) {
    int jobs = program.jobCount();
    if (!columns(program).isByJob(jobs)) {
      return false;
    }
    int[] start = columns(program).starts(jobs);
    return IntStream.range(0, jobs)
        .allMatch(m -> start[m] < start[m + 1] || program.isIndifferentTo(m));
  }

  /** Returns the columns of each job, alone or in a pair, ascending, {@code [job][]}. */
  public static int[][] columnsOfJobs(AllocationProgram program) {
    IntStream.Builder[] byJob = new IntStream.Builder[program.jobCount()];
    Arrays.setAll(byJob, m -> IntStream.builder());
    for (int c = 0; c < program.columnCount(); c++) {
      byJob[program.first(c)].add(c);
      if (program.second(c) >= 0) {
        byJob[program.second(c)].add(c);
      }
    }
    return Arrays.stream(byJob).map(columns -> columns.build().toArray()).toArray(int[][]::new);
  }

  /** Returns the workers of each pool, {@code [pool]}; a copy. */
  public static double[] workers(AllocationProgram program) {
    return IntStream.range(0, program.poolCount()).mapToDouble(program::workers).toArray();
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
            : program.goal() instanceof Goal.Total
                ? Goal.total(filled(columns.count(), gain), false)
                : Goal.welfare(filled(floor.length, weight), program.power());
    return of(program).rewritten(columns, floor, goal);
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
    return of(of(program).rewritten(used, program.floors(), goal)).listed().withRows(rows);
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
    AllocationProgram nothing = of(program).rewritten(columns(program), none, Goal.level(none));
    return of(nothing).bound(classes, claim, rowPrices);
  }

  /** Returns whether some of the columns are of a job, alone or in a pair, {@code [job]}. */
  public static boolean[] jobsOf(AllocationProgram program, IntPredicate columns) {
    boolean[] found = new boolean[program.jobCount()];
    for (int c = 0; c < program.columnCount(); c++) {
      boolean counts = columns.test(c);
      found[program.first(c)] |= counts;
      found[Math.max(program.first(c), program.second(c))] |= counts;
    }
    return found;
  }
}
