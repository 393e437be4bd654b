package io.gavel.policies.lp.hierarchy;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.share.EqualShare;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import org.ojalgo.optimisation.Expression;
import org.ojalgo.optimisation.ExpressionsBasedModel;
import org.ojalgo.optimisation.Optimisation;
import org.ojalgo.optimisation.Variable;

/**
 * Water filling as Gavel §4.3 has it: after each level an integer program asks which jobs can still
 * be raised, by at least one part in 10,000. An oracle, but not a sure one: the integer solver
 * claims now and then that there is no answer, though the point of the level is one.
 */
final class IntegerWaterFilling {

  /** By how much a job must be improvable, in equal shares. */
  private static final double IMPROVEMENT = 1e-3;

  private final AllocationProgram columns;
  private final double[] equal;

  private IntegerWaterFilling(AllocationProblem problem) {

    columns = AllocationProgram.maximizeMinimum(problem, new double[problem.jobCount()]);
    equal = new double[problem.jobCount()];
    Arrays.setAll(equal, m -> EqualShare.throughput(problem, m));
  }

  /** Throughput over equal share of every job, {@code [job]}; empty if the solver fails. */
  static Optional<double[]> fill(AllocationProblem problem, boolean overEntities) {
    IntegerWaterFilling paper = new IntegerWaterFilling(problem);
    int n = problem.jobCount();
    double[] v = new double[n];
    boolean[] saturated = new boolean[n];
    for (int m = 0; m < n; m++) {
      saturated[m] = paper.equal[m] == 0;
    }
    while (IntStream.range(0, n).anyMatch(m -> !saturated[m])) {
      double[] rise = Shares.of(problem, overEntities, saturated);
      Arrays.setAll(rise, m -> rise[m] / problem.job(m).workers());
      double gained = paper.raise(v, rise);
      Arrays.setAll(v, m -> v[m] + gained * rise[m]);
      Optional<boolean[]> improvable = paper.improvable(v, rise);
      boolean found = false;
      for (int m = 0; m < n && improvable.isPresent(); m++) {
        boolean stuck = rise[m] > 0 && !improvable.get()[m];
        saturated[m] |= stuck;
        found |= stuck;
      }
      if (!found) {
        return Optional.empty();
      }
    }
    return Optional.of(v);
  }

  private double raise(double[] v, double[] rise) {
    ExpressionsBasedModel model = new ExpressionsBasedModel();
    Expression[] reaches = reaches(model, v);
    Variable level = model.newVariable("level").lower(0).weight(1);
    for (int m = 0; m < v.length; m++) {
      reaches[m].set(level, -rise[m]);
    }
    return model.maximise().doubleValue(columns.columnCount());
  }

  private Optional<boolean[]> improvable(double[] v, double[] rise) {
    ExpressionsBasedModel model = new ExpressionsBasedModel();
    reaches(model, v);
    for (int m = 0; m < v.length; m++) {
      if (rise[m] > 0) {
        Variable stuck = model.newVariable("stuck " + m).binary().weight(1);
        Expression improves = model.newExpression("improves " + m).lower(v[m] + IMPROVEMENT);
        addThroughput(model, improves, m);
        improves.set(stuck, 2 * IMPROVEMENT); // no big number is needed
      }
    }
    Optimisation.Result result = model.minimise();
    if (!result.getState().isOptimal()) {
      return Optional.empty();
    }
    boolean[] improvable = new boolean[v.length];
    int i = columns.columnCount();
    for (int m = 0; m < v.length; m++) {
      improvable[m] = rise[m] > 0 && result.doubleValue(i++) < 0.5;
    }
    return Optional.of(improvable);
  }

  /** Columns and limits, and a row for each job that keeps it at what it has. */
  private Expression[] reaches(ExpressionsBasedModel model, double[] v) {
    Expression[] time = new Expression[v.length];
    Expression[] pool = new Expression[columns.poolCount()];
    Arrays.setAll(time, m -> model.newExpression("time " + m).upper(1));
    Arrays.setAll(pool, k -> model.newExpression("pool " + k).upper(columns.workers(k)));
    for (int c = 0; c < columns.columnCount(); c++) {
      Variable x = model.newVariable("x " + c).lower(0);
      pool[columns.pool(c)].set(x, columns.size(c));
      time[columns.first(c)].set(x, 1);
      if (columns.second(c) >= 0) {
        time[columns.second(c)].set(x, 1);
      }
    }
    Expression[] reaches = new Expression[v.length];
    for (int m = 0; m < v.length; m++) {
      reaches[m] = model.newExpression("reaches " + m).lower(v[m] * (1 - 1e-5));
      addThroughput(model, reaches[m], m);
    }
    return reaches;
  }

  private void addThroughput(ExpressionsBasedModel model, Expression row, int m) {
    for (int c = 0; c < columns.columnCount() && equal[m] > 0; c++) {
      if (columns.first(c) == m) {
        row.set(model.getVariable(c), columns.rate(c) / equal[m]);
      } else if (columns.second(c) == m) {
        row.set(model.getVariable(c), columns.secondRate(c) / equal[m]);
      }
    }
  }
}
