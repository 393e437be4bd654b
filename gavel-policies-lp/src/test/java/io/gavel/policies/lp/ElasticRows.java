package io.gavel.policies.lp;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.model.Group;
import java.util.Arrays;
import org.apache.commons.math3.optim.MaxIter;
import org.apache.commons.math3.optim.linear.LinearConstraint;
import org.apache.commons.math3.optim.linear.LinearConstraintSet;
import org.apache.commons.math3.optim.linear.LinearObjectiveFunction;
import org.apache.commons.math3.optim.linear.NonNegativeConstraint;
import org.apache.commons.math3.optim.linear.Relationship;
import org.apache.commons.math3.optim.linear.SimplexSolver;
import org.apache.commons.math3.optim.nonlinear.scalar.GoalType;

/**
 * Linear programs over the entries of a problem, {@code g · types + j}, written down row by row
 * from the definition of a feasible allocation and solved by Commons Math's simplex. It shares no
 * code with the programs of the library.
 */
final class ElasticRows {

  private final AllocationProblem problem;
  private final int types;
  private final int entries;

  ElasticRows(AllocationProblem problem) {
    this.problem = problem;
    this.types = problem.cluster().typeCount();
    this.entries = problem.groupCount() * types;
  }

  /** The largest level that all jobs reach in multiples of what is required, {@code [job]}. */
  double level(double[] required) {
    double[] objective = new double[entries + 1];
    objective[entries] = 1;
    double[][] demands = new double[problem.jobCount()][];
    for (int m = 0; m < demands.length; m++) {
      double scale = scale(m);
      double[] row = throughputOf(m, scale);
      row[entries] = -required[m] * scale;
      demands[m] = row;
    }
    return maximize(objective, demands, new double[demands.length]);
  }

  /** The largest sum of throughput times worth, {@code [job]}, above floors, {@code [job]}. */
  double sum(double[] worth, double[] floor) {
    double[] objective = new double[entries + 1];
    double[][] demands = new double[worth.length][];
    double[] least = new double[worth.length];
    for (int m = 0; m < worth.length; m++) {
      double[] row = throughputOf(m, 1);
      for (int i = 0; i < entries; i++) {
        objective[i] += worth[m] * row[i];
      }
      double scale = scale(m);
      demands[m] = throughputOf(m, scale);
      least[m] = floor[m] * scale;
    }
    return maximize(objective, demands, least);
  }

  private double scale(int m) {
    double largest = Arrays.stream(throughputOf(m, 1)).max().orElse(0);
    return largest > 0 ? 1 / largest : 1;
  }

  private double[] throughputOf(int m, double factor) {
    double[] row = new double[entries + 1];
    for (int g = 0; g < problem.groupCount(); g++) {
      for (int i = 0; i < problem.group(g).size(); i++) {
        for (int j = 0; problem.group(g).member(i) == m && j < types; j++) {
          row[g * types + j] =
              problem.runs(g, j) ? factor * problem.throughputs().stepsPerSecond(g, i, j) : 0;
        }
      }
    }
    return row;
  }

  private double maximize(double[] objective, double[][] demands, double[] least) {
    double[][] time = new double[problem.jobCount()][entries + 1];
    double[][] used = new double[problem.cluster().poolCount()][entries + 1];
    for (int g = 0; g < problem.groupCount(); g++) {
      Group group = problem.group(g);
      double size =
          group instanceof Group.Configuration way
              ? way.workers()
              : problem.job(group.member(0)).workers();
      for (int j = 0; j < types; j++) {
        int k = problem.cluster().poolOf(j);
        used[k][g * types + j] = size / Math.max(1, problem.cluster().poolWorkers(k));
        for (int i = 0; i < group.size(); i++) {
          time[group.member(i)][g * types + j] = 1;
        }
      }
    }
    int count = time.length + used.length + demands.length;
    LinearConstraint[] rows = new LinearConstraint[count];
    for (int i = 0; i < count; i++) {
      if (i < time.length) {
        rows[i] = new LinearConstraint(time[i], Relationship.LEQ, 1);
      } else if (i < time.length + used.length) {
        int k = i - time.length;
        double workers = Math.min(1, problem.cluster().poolWorkers(k));
        rows[i] = new LinearConstraint(used[k], Relationship.LEQ, workers);
      } else {
        int m = i - time.length - used.length;
        rows[i] = new LinearConstraint(demands[m], Relationship.GEQ, least[m]);
      }
    }
    return new SimplexSolver(1e-11, 10, 1e-12)
        .optimize(
            new LinearObjectiveFunction(objective, 0),
            new LinearConstraintSet(rows),
            GoalType.MAXIMIZE,
            new NonNegativeConstraint(true),
            new MaxIter(50_000))
        .getValue();
  }
}
