package io.gavel.policies.lp.solver.simplex;

import io.gavel.policies.Prices;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.solver.coefficients.ProgramColumns;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.AllocationSolver;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.DualBound;
import io.gavel.policies.lp.solver.program.FreeVariables;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import java.util.Arrays;
import java.util.Optional;
import org.ojalgo.optimisation.Expression;
import org.ojalgo.optimisation.ExpressionsBasedModel;
import org.ojalgo.optimisation.Optimisation;
import org.ojalgo.optimisation.Variable;

/**
 * ojAlgo's modelling layer with its own presolve and scaling, which solves some programs on which
 * {@link OjAlgoSolver} fails. Its presolve loses the prices, so the dual program is stated and
 * solved as well: this takes twice the work, and both optima must agree. Immutable.
 */
public final class OjAlgoModelSolver implements AllocationSolver {

  /**
   * The most columns, which are the rows of the dual program. To state, presolve and factorise them
   * takes 0.1 s, which no interruption ends; 20,000 took 2 s. The programs on which the other
   * methods fail have had some hundred at most.
   */
  private static final int MOST_COLUMNS = 3_000;

  /** Creates the solver; it has no options. */
  public OjAlgoModelSolver() {}

  @Override
  public SolverOutcome solve(AllocationProgram program, SolveLimits limits) {
    if (program.hasUtility()) {
      return new SolverOutcome.Declined("%s: the program is not linear".formatted(this));
    }
    if (isTooLarge(program)) {
      return new SolverOutcome.Declined("%s: the program is too large".formatted(this));
    }
    if (limits.isCancelled()) {
      return new SolverOutcome.Interrupted(Optional.empty());
    }
    try {
      Optimisation.Result primal = limited(primal(program), limits).maximise();
      if (limits.isCancelled()) { // then no state can be trusted
        return new SolverOutcome.Interrupted(Optional.empty());
      }
      if (primal.getState() == Optimisation.State.INFEASIBLE) {
        return new SolverOutcome.Infeasible("%s: %s".formatted(this, primal.getState()));
      }
      Optimisation.Result dual = limited(dual(program), limits).minimise();
      if (limits.isCancelled()) {
        return new SolverOutcome.Interrupted(Optional.empty());
      }
      if (!primal.getState().isOptimal() || !dual.getState().isOptimal()) {
        return new SolverOutcome.Declined(
            "%s: %s, its dual %s".formatted(this, primal.getState(), dual.getState()));
      }
      int n = program.jobCount();
      int pools = program.poolCount();
      double[] rowPrices = new double[program.rows().count()];
      Arrays.setAll(rowPrices, i -> dual.doubleValue(pools + n + n + i));
      return new SolverOutcome.Solved(
          values(primal, 0, program.columnCount()),
          values(primal, program.columnCount(), program.freeVariables().count()),
          Prices.of(values(dual, 0, pools), values(dual, pools, n), values(dual, pools + n, n)),
          rowPrices,
          0);
    } catch (RuntimeException broken) { // on hard programs ojAlgo exceeds its own array bounds
      return new SolverOutcome.Declined("%s: %s".formatted(this, broken));
    }
  }

  /** Returns whether the program is too large for an interruption to end it soon. */
  static boolean isTooLarge(AllocationProgram program) {
    return program.columnCount() + program.freeVariables().count() > MOST_COLUMNS
        || OjAlgoSolver.isTooLarge(program);
  }

  private static ExpressionsBasedModel limited(ExpressionsBasedModel model, SolveLimits limits) {
    model.options.iterations_abort = limits.maxSteps();
    return model;
  }

  private static ExpressionsBasedModel primal(AllocationProgram program) {
    ExpressionsBasedModel model = new ExpressionsBasedModel();
    Expression[] time = new Expression[program.jobCount()];
    Expression[] throughput = new Expression[program.jobCount()];
    Expression[] pool = new Expression[program.poolCount()];
    Arrays.setAll(time, m -> model.newExpression("time " + m).upper(1));
    Arrays.setAll(throughput, m -> model.newExpression("throughput " + m).lower(program.floor(m)));
    Arrays.setAll(pool, k -> model.newExpression("pool " + k).upper(program.workers(k)));
    Variable[] fraction = new Variable[program.columnCount()];
    for (int c = 0; c < program.columnCount(); c++) {
      Variable x = model.newVariable("x " + c).lower(0).weight(program.gain(c));
      fraction[c] = x;
      pool[program.pool(c)].set(x, program.size(c));
      time[program.first(c)].set(x, 1);
      throughput[program.first(c)].set(x, program.rate(c));
      if (program.second(c) != ProgramColumns.NONE) {
        time[program.second(c)].set(x, 1);
        throughput[program.second(c)].set(x, program.secondRate(c));
      }
    }
    FreeVariables freeVariables = program.freeVariables();
    Variable[] free = new Variable[freeVariables.count()];
    for (int f = 0; f < free.length; f++) {
      Variable y = model.newVariable("y " + f).lower(0).weight(freeVariables.gain(f));
      free[f] =
          freeVariables.most(f) < Double.POSITIVE_INFINITY ? y.upper(freeVariables.most(f)) : y;
      freeVariables.forEach(f, (k, size) -> pool[k].set(y, size));
    }
    if (program.hasLevel()) {
      Variable level = model.newVariable("level").lower(0).weight(1);
      for (int m = 0; m < throughput.length; m++) {
        throughput[m].set(level, -program.requirement(m));
      }
    }
    CouplingRows rows = program.rows();
    for (int i = 0; i < rows.count(); i++) {
      Expression row = model.newExpression("row " + i);
      if (rows.relation(i) != Relation.AT_LEAST) {
        row.upper(rows.bound(i));
      }
      if (rows.relation(i) != Relation.AT_MOST) {
        row.lower(rows.bound(i));
      }
      rows.forEach(i, (c, a) -> row.set(fraction[c], a));
      rows.forEachFree(i, (f, e) -> row.set(free[f], e));
    }
    return model;
  }

  /**
   * Returns the dual program: prices of pools, time, throughput, coupling rows and largest values
   * of free variables, in this order, that minimise the {@link DualBound}.
   */
  private static ExpressionsBasedModel dual(AllocationProgram program) {
    ExpressionsBasedModel model = new ExpressionsBasedModel();
    Variable[] pool = new Variable[program.poolCount()];
    Variable[] time = new Variable[program.jobCount()];
    Variable[] throughput = new Variable[program.jobCount()];
    Arrays.setAll(pool, k -> model.newVariable("pool " + k).lower(0).weight(program.workers(k)));
    Arrays.setAll(time, m -> model.newVariable("time " + m).lower(0).weight(1));
    Arrays.setAll(
        throughput, m -> model.newVariable("throughput " + m).lower(0).weight(-program.floor(m)));
    Expression[] columns = new Expression[program.columnCount()];
    for (int c = 0; c < program.columnCount(); c++) {
      Expression column = model.newExpression("x " + c).lower(program.gain(c));
      columns[c] = column;
      column.set(pool[program.pool(c)], program.size(c));
      column.set(time[program.first(c)], 1);
      column.set(throughput[program.first(c)], -program.rate(c));
      if (program.second(c) != ProgramColumns.NONE) {
        column.set(time[program.second(c)], 1);
        column.set(throughput[program.second(c)], -program.secondRate(c));
      }
    }
    if (program.hasLevel()) {
      Expression level = model.newExpression("level").lower(1);
      for (int m = 0; m < throughput.length; m++) {
        level.set(throughput[m], program.requirement(m));
      }
    }
    FreeVariables freeVariables = program.freeVariables();
    Expression[] free = new Expression[freeVariables.count()];
    for (int f = 0; f < free.length; f++) {
      Expression column = model.newExpression("y " + f).lower(freeVariables.gain(f));
      free[f] = column;
      freeVariables.forEach(f, (k, size) -> column.set(pool[k], size));
    }
    CouplingRows rows = program.rows();
    for (int i = 0; i < rows.count(); i++) {
      int sign = rows.sign(i);
      Variable price = model.newVariable("row " + i).weight(sign * rows.bound(i));
      if (rows.relation(i) != Relation.EXACTLY) {
        price.lower(0);
      }
      rows.forEach(i, (c, a) -> columns[c].set(price, sign * a));
      rows.forEachFree(i, (f, e) -> free[f].set(price, sign * e));
    }
    for (int f = 0; f < free.length; f++) {
      if (freeVariables.most(f) < Double.POSITIVE_INFINITY) {
        Variable price = model.newVariable("most " + f).lower(0).weight(freeVariables.most(f));
        free[f].set(price, 1);
      }
    }
    return model;
  }

  /** Values of variables, with negative rounding cut off. */
  private static double[] values(Optimisation.Result result, int from, int count) {
    double[] values = new double[count];
    Arrays.setAll(values, i -> Math.max(0, result.doubleValue(from + i)));
    return values;
  }

  @Override
  public String toString() {
    return "ojAlgo model";
  }
}
