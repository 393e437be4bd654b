package io.gavel.policies.lp.solver;

import io.gavel.policies.Prices;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.AllocationSolver;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.FreeVariables;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.math3.exception.MathIllegalStateException;
import org.apache.commons.math3.optim.MaxIter;
import org.apache.commons.math3.optim.linear.LinearConstraint;
import org.apache.commons.math3.optim.linear.LinearConstraintSet;
import org.apache.commons.math3.optim.linear.LinearObjectiveFunction;
import org.apache.commons.math3.optim.linear.NonNegativeConstraint;
import org.apache.commons.math3.optim.linear.Relationship;
import org.apache.commons.math3.optim.linear.SimplexSolver;
import org.apache.commons.math3.optim.nonlinear.scalar.GoalType;

/**
 * An independent oracle: the program written out densely for Commons Math's simplex, and its dual
 * for the prices.
 */
public final class CommonsMathSolver implements AllocationSolver {

  /** The oracle. */
  public CommonsMathSolver() {}

  @Override
  public SolverOutcome solve(AllocationProgram program, SolveLimits limits) {
    int n = program.jobCount();
    int pools = program.poolCount();
    CouplingRows coupling = program.rows();
    FreeVariables free = program.freeVariables();
    int firstFree = program.columnCount();
    int columns = firstFree + free.count() + 1; // the level is the last one
    int firstRow = 2 * n + pools;
    int firstMost = firstRow + coupling.count();
    double[][] rows = new double[firstMost + free.count()][columns];
    double[] limit = new double[rows.length];
    boolean[] exact = new boolean[rows.length];
    double[] objective = new double[columns];
    objective[columns - 1] = program.hasLevel() ? 1 : 0;
    for (int m = 0; m < n; m++) {
      limit[m] = 1;
      limit[n + pools + m] = -program.floor(m);
      rows[n + pools + m][columns - 1] = program.requirement(m);
    }
    for (int k = 0; k < pools; k++) {
      limit[n + k] = program.workers(k);
    }
    for (int c = 0; c < program.columnCount(); c++) {
      objective[c] = program.gain(c);
      rows[n + program.pool(c)][c] = program.size(c);
      rows[program.first(c)][c] = 1;
      rows[n + pools + program.first(c)][c] = -program.rate(c);
      if (program.second(c) >= 0) {
        rows[program.second(c)][c] = 1;
        rows[n + pools + program.second(c)][c] = -program.secondRate(c);
      }
    }
    for (int f = 0; f < free.count(); f++) {
      int column = firstFree + f;
      objective[column] = free.gain(f);
      free.forEach(f, (k, size) -> rows[n + k][column] = size);
      rows[firstMost + f][column] = free.most(f) < Double.POSITIVE_INFINITY ? 1 : 0;
      limit[firstMost + f] = free.most(f) < Double.POSITIVE_INFINITY ? free.most(f) : 0;
    }
    for (int i = 0; i < coupling.count(); i++) {
      int row = firstRow + i;
      int sign = coupling.relation(i) == Relation.AT_LEAST ? -1 : 1;
      exact[row] = coupling.relation(i) == Relation.EXACTLY;
      limit[row] = sign * coupling.bound(i);
      coupling.forEach(i, (c, a) -> rows[row][c] = sign * a);
      coupling.forEachFree(i, (f, e) -> rows[row][firstFree + f] = sign * e);
    }
    try {
      return solve(program, objective, rows, limit, exact);
    } catch (MathIllegalStateException broken) { // its tolerances are absolute, too
      return new SolverOutcome.Declined(broken.toString());
    }
  }

  private static SolverOutcome solve(
      AllocationProgram program,
      double[] objective,
      double[][] rows,
      double[] limit,
      boolean[] exact) {
    int n = program.jobCount();
    int pools = program.poolCount();
    double[] scale = scaled(rows, limit);
    double[] x = simplex(objective, rows, limit, exact, Relationship.LEQ, GoalType.MAXIMIZE);
    double[] scaledDuals = dual(objective, rows, limit, exact);
    double[] duals = new double[scale.length]; // of the rows as they were
    Arrays.setAll(duals, i -> scaledDuals[i] / scale[i]);
    return new SolverOutcome.Solved(
        Arrays.copyOf(x, program.columnCount()),
        Arrays.copyOfRange(x, program.columnCount(), objective.length - 1),
        Prices.of(slice(duals, n, pools), slice(duals, 0, n), slice(duals, n + pools, n)),
        Arrays.copyOfRange(duals, 2 * n + pools, 2 * n + pools + program.rows().count()),
        0);
  }

  /** Divides each row by its largest entry, since the simplex has absolute tolerances. */
  private static double[] scaled(double[][] rows, double[] limit) {
    double[] scale = new double[rows.length];
    for (int i = 0; i < rows.length; i++) {
      double largest = Arrays.stream(rows[i]).map(Math::abs).max().orElse(0);
      double of = largest == 0 ? 1 : largest;
      rows[i] = Arrays.stream(rows[i]).map(a -> a / of).toArray();
      limit[i] /= of;
      scale[i] = of;
    }
    return scale;
  }

  /** The prices of the rows; that of an equation is the difference of two. */
  private static double[] dual(double[] gains, double[][] rows, double[] limit, boolean[] exact) {
    int equations = 0;
    for (boolean e : exact) {
      equations += e ? 1 : 0;
    }
    double[][] all = Arrays.copyOf(rows, rows.length + equations);
    double[] costs = Arrays.copyOf(limit, all.length);
    int next = rows.length;
    for (int i = 0; i < rows.length; i++) {
      if (exact[i]) {
        all[next] = Arrays.stream(rows[i]).map(a -> -a).toArray();
        costs[next++] = -limit[i];
      }
    }
    double[] prices =
        simplex(
            costs,
            transposed(all),
            gains,
            new boolean[gains.length],
            Relationship.GEQ,
            GoalType.MINIMIZE);
    next = rows.length;
    for (int i = 0; i < rows.length; i++) {
      prices[i] -= exact[i] ? prices[next++] : 0;
    }
    return prices;
  }

  private static double[] simplex(
      double[] objective,
      double[][] rows,
      double[] limit,
      boolean[] exact,
      Relationship sign,
      GoalType goal) {
    List<LinearConstraint> constraints = new ArrayList<>();
    for (int i = 0; i < rows.length; i++) {
      constraints.add(new LinearConstraint(rows[i], exact[i] ? Relationship.EQ : sign, limit[i]));
    }
    return new SimplexSolver(1e-10, 10, 1e-12)
        .optimize(
            new MaxIter(100_000),
            new LinearObjectiveFunction(objective, 0),
            new LinearConstraintSet(constraints),
            goal,
            new NonNegativeConstraint(true))
        .getPoint();
  }

  private static double[][] transposed(double[][] rows) {
    double[][] columns = new double[rows[0].length][rows.length];
    for (int i = 0; i < rows.length; i++) {
      for (int c = 0; c < columns.length; c++) {
        columns[c][i] = rows[i][c];
      }
    }
    return columns;
  }

  private static double[] slice(double[] values, int from, int count) {
    double[] slice = Arrays.copyOfRange(values, from, from + count);
    for (int i = 0; i < count; i++) {
      slice[i] = Math.max(0, slice[i]); // the simplex leaves rounding below 0
    }
    return slice;
  }

  @Override
  public String toString() {
    return "Commons Math";
  }
}
