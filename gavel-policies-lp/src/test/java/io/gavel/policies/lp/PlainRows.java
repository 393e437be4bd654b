package io.gavel.policies.lp;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.constraint.LinearRow;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Group;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.ojalgo.optimisation.Expression;
import org.ojalgo.optimisation.ExpressionsBasedModel;
import org.ojalgo.optimisation.Optimisation;
import org.ojalgo.optimisation.Variable;

/**
 * An independent oracle: the allocations of a problem as plain rows for a general solver. The
 * unknowns are the entries of groups by types, then a level. Mutable.
 */
public final class PlainRows {

  private final AllocationProblem problem;
  private final int types;
  private final ExpressionsBasedModel model = new ExpressionsBasedModel();
  private final Variable[] x;
  private final Variable level;

  /** What the variable of the level counts for a level of 1. */
  private double unit = Double.MIN_NORMAL;

  public PlainRows(AllocationProblem problem) {
    this.problem = problem;
    Cluster cluster = problem.cluster();
    types = cluster.typeCount();
    x = new Variable[problem.groupCount() * types];
    for (int i = 0; i < x.length; i++) {
      boolean runs = problem.runs(i / types, i % types);
      x[i] = model.newVariable("x" + i).lower(0).upper(runs ? 1 : 0);
    }
    level = model.newVariable("level").lower(0);
    for (int m = 0; m < problem.jobCount(); m++) {
      Expression time = model.newExpression("time" + m).upper(1);
      forEachEntry(m, (i, rate) -> time.set(x[i], 1));
    }
    for (int k = 0; k < cluster.poolCount(); k++) {
      Expression workers = model.newExpression("pool" + k).upper(cluster.poolWorkers(k));
      for (int i = 0; i < x.length; i++) {
        if (cluster.poolOf(i % types) == k) {
          workers.set(x[i], problem.workers(i / types));
        }
      }
    }
    for (LinearRow row : problem.constraintRows()) {
      Expression sum = model.newExpression(row.name());
      for (int i = 0; i < x.length; i++) {
        sum.set(x[i], row.coefficientOf(i) / row.scale());
      }
      double bound = row.bound() / row.scale();
      switch (row.relation()) {
        case AT_MOST -> sum.upper(bound);
        case AT_LEAST -> sum.lower(bound);
        case EXACTLY -> sum.level(bound);
      }
    }
  }

  private interface Entry {
    void at(int i, double rate);
  }

  private void forEachEntry(int m, Entry entry) {
    for (int g = 0; g < problem.groupCount(); g++) {
      Group group = problem.group(g);
      for (int member = 0; member < group.size(); member++) {
        for (int j = 0; group.member(member) == m && j < types; j++) {
          entry.at(g * types + j, problem.throughputs().stepsPerSecond(g, member, j));
        }
      }
    }
  }

  /**
   * Requires throughputs of at least {@code fixed + perLevel · level}. Rows and level are scaled to
   * coefficients of 1 at most: the solver's tolerances are absolute.
   */
  PlainRows floor(IntToDoubleFunction fixed, IntToDoubleFunction perLevel) {
    double[] fastest = new double[problem.jobCount()];
    for (int m = 0; m < fastest.length; m++) {
      int job = m;
      fastest[m] = Double.MIN_NORMAL;
      forEachEntry(m, (i, rate) -> fastest[job] = Math.max(fastest[job], rate));
      unit = Math.max(unit, perLevel.applyAsDouble(m) / fastest[m]);
    }
    for (int m = 0; m < fastest.length; m++) {
      if (fixed.applyAsDouble(m) > 0 || perLevel.applyAsDouble(m) > 0) {
        double scale = 1 / fastest[m];
        Expression floor = model.newExpression("floor" + m).lower(scale * fixed.applyAsDouble(m));
        forEachEntry(m, (i, rate) -> floor.set(x[i], scale * rate));
        floor.set(level, -scale * perLevel.applyAsDouble(m) / unit);
      }
    }
    return this;
  }

  /** Requires throughputs of exactly {@code perLevel · level}. */
  PlainRows exactly(IntToDoubleFunction perLevel) {
    floor(m -> 0, perLevel);
    for (int m = 0; m < problem.jobCount(); m++) {
      if (perLevel.applyAsDouble(m) > 0) {
        model.getExpression("floor" + m).upper(0);
      } else {
        forEachEntry(m, (i, rate) -> x[i].upper(0));
      }
    }
    return this;
  }

  /** Requires that a sum of coefficients by entry times fractions is at least 0. */
  PlainRows atLeastNothing(String name, IntToDoubleFunction coefficient) {
    Expression sum = model.newExpression(name).lower(0);
    for (int i = 0; i < x.length; i++) {
      sum.set(x[i], coefficient.applyAsDouble(i));
    }
    return this;
  }

  /** The largest level. */
  double mostLevel() {
    level.weight(1);
    return solved() / unit;
  }

  /** The largest sum of weighted throughputs. */
  double mostThroughput(IntToDoubleFunction weight) {
    double[] gain = new double[x.length];
    for (int m = 0; m < problem.jobCount(); m++) {
      double w = weight.applyAsDouble(m);
      forEachEntry(m, (i, rate) -> gain[i] += w * rate);
    }
    level.upper(0);
    return mostGain(i -> gain[i]);
  }

  /** The largest sum of gains by entry. */
  public double mostGain(IntToDoubleFunction gain) {
    level.upper(0);
    double largest =
        IntStream.range(0, x.length)
            .mapToDouble(i -> Math.abs(gain.applyAsDouble(i)))
            .max()
            .orElse(0);
    for (int i = 0; i < x.length && largest > 0; i++) {
      x[i].weight(gain.applyAsDouble(i) / largest);
    }
    return largest * solved();
  }

  private double solved() {
    Optimisation.Result result = model.maximise();
    return result.getState().isOptimal() ? result.getValue() : Double.NaN;
  }
}
