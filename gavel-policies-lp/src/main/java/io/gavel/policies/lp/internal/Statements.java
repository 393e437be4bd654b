package io.gavel.policies.lp.internal;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.FreeVariables;
import io.gavel.policies.statement.FreeVariable;
import io.gavel.policies.statement.Goal;
import io.gavel.policies.statement.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Programs as statements of certificates. */
public final class Statements {

  private Statements() {}

  /** Returns the statement that a point is optimal for a program without free variables. */
  public static Statement of(AllocationProgram program, AllocationProblem problem) {
    return of(program, problem, new double[0], false);
  }

  /**
   * Returns the statement that a point is optimal for a program.
   *
   * @param problem has the groups of the program; its constraints are the first of the rows
   * @param values of the free variables at the point, {@code [free variable]}
   * @param minimized whether the program maximises the negative of a sum
   * @throws IllegalArgumentException if the program has a level above floors, which is none of a
   *     statement
   */
  public static Statement of(
      AllocationProgram program, AllocationProblem problem, double[] values, boolean minimized) {
    if (program.hasLevel() && program.hasFloor()) {
      throw new IllegalArgumentException("a statement has no level above floors");
    }
    double sign = minimized ? -1 : 1;
    Statement statement = Statement.of(goal(program, problem, minimized));
    if (program.hasFloor()) {
      double[] floors = new double[program.jobCount()];
      Arrays.setAll(floors, program::floor);
      statement = statement.withFloors(floors);
    }
    FreeVariables free = program.freeVariables();
    int own = problem.constraintRows().size();
    if (program.rows().count() > own) {
      statement =
          statement.withRows(
              IntStream.range(own, program.rows().count())
                  .mapToObj(i -> program.rows().row(i).mapped(program.columns().entry))
                  .toList());
    }
    if (free.count() == 0) {
      return statement;
    }
    List<FreeVariable> columns = new ArrayList<>();
    for (int f = 0; f < free.count(); f++) {
      int[] pool = {FreeVariable.NO_POOL};
      free.forEach(f, (k, size) -> pool[0] = k); // adds one worker for each unit
      double gain = sign * free.gain(f) + 0.0;
      columns.add(new FreeVariable(free.name(f), pool[0], free.most(f), gain, values[f]));
    }
    double[] workers = new double[program.poolCount()];
    Arrays.setAll(workers, program::workers);
    return statement.withFree(columns, workers);
  }

  private static Goal goal(
      AllocationProgram program, AllocationProblem problem, boolean minimized) {
    if (!(program.goal() instanceof Goal.Total)) {
      return program.goal(); // its jobs are the jobs of the statement
    }
    double[] gain = new double[problem.groupCount() * problem.cluster().typeCount()];
    for (int c = 0; c < program.columnCount(); c++) {
      gain[program.entry(c)] = minimized ? 0.0 - program.gain(c) : program.gain(c);
    }
    return Goal.total(gain, minimized);
  }
}
