package io.gavel.policies.lp.program;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.FormCoefficients;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Group;
import io.gavel.policies.program.Program.Purchasable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import org.apache.commons.math3.exception.MathIllegalStateException;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.optim.MaxIter;
import org.apache.commons.math3.optim.PointValuePair;
import org.apache.commons.math3.optim.linear.LinearConstraint;
import org.apache.commons.math3.optim.linear.LinearConstraintSet;
import org.apache.commons.math3.optim.linear.LinearObjectiveFunction;
import org.apache.commons.math3.optim.linear.NoFeasibleSolutionException;
import org.apache.commons.math3.optim.linear.NonNegativeConstraint;
import org.apache.commons.math3.optim.linear.Relationship;
import org.apache.commons.math3.optim.linear.SimplexSolver;
import org.apache.commons.math3.optim.nonlinear.scalar.GoalType;

/**
 * An oracle: the allocations of a problem as plain rows for Commons Math's simplex. The variables
 * are the fractions by group and type, the workers bought, and a level. Mutable.
 */
public final class PlainRows {

  private final AllocationProblem problem;
  private final List<Purchasable> purchasables;
  private final List<LinearConstraint> rows = new ArrayList<>();

  public PlainRows(AllocationProblem problem, List<Purchasable> purchasables) {
    this.problem = problem;
    this.purchasables = purchasables;
    int types = types();
    for (int m = 0; m < problem.jobCount(); m++) {
      double[] time = new double[variables()];
      for (int g = 0; g < problem.groupCount(); g++) {
        if (contains(g, m)) {
          Arrays.fill(time, g * types, (g + 1) * types, 1);
        }
      }
      rows.add(new LinearConstraint(time, Relationship.LEQ, 1));
    }
    for (int g = 0; g < problem.groupCount(); g++) {
      for (int j = 0; j < types; j++) {
        if (!runs(g, j)) {
          double[] forbidden = new double[variables()];
          forbidden[g * types + j] = 1;
          rows.add(new LinearConstraint(forbidden, Relationship.LEQ, 0));
        }
      }
    }
    addPools();
    problem.constraints().forEach(this::add);
  }

  private int types() {
    return problem.cluster().typeCount();
  }

  /** The variable of a purchasable; the level comes after all of them. */
  int bought(int f) {
    return problem.groupCount() * types() + f;
  }

  int level() {
    return bought(purchasables.size());
  }

  public int variables() {
    return level() + 1;
  }

  private boolean contains(int g, int m) {
    Group group = problem.group(g);
    return group.member(0) == m || group.member(group.size() - 1) == m;
  }

  private double most(int k) {
    Cluster cluster = problem.cluster();
    double most = cluster.poolWorkers(k);
    for (Purchasable p : purchasables) {
      most += cluster.poolOf(cluster.indexOf(p.typeName())) == k ? p.most() : 0;
    }
    return most;
  }

  private boolean runs(int g, int j) {
    boolean fits = problem.scaleFactor(g) <= most(problem.cluster().poolOf(j));
    boolean allowed = true;
    for (int i = 0; i < problem.group(g).size(); i++) {
      allowed &= !problem.eligibility().forbids(problem.group(g).member(i), j);
      allowed &= problem.throughputs().stepsPerSecond(g, i, j) > 0;
    }
    return fits && allowed;
  }

  private void addPools() {
    Cluster cluster = problem.cluster();
    for (int k = 0; k < cluster.poolCount(); k++) {
      double[] row = new double[variables()];
      for (int g = 0; g < problem.groupCount(); g++) {
        for (int j = 0; j < types(); j++) {
          row[g * types() + j] = cluster.poolOf(j) == k ? problem.workers(g) : 0;
        }
      }
      for (int f = 0; f < purchasables.size(); f++) {
        String type = purchasables.get(f).typeName();
        row[bought(f)] = cluster.poolOf(cluster.indexOf(type)) == k ? -1 : 0;
      }
      rows.add(new LinearConstraint(row, Relationship.LEQ, cluster.poolWorkers(k)));
      double[] lacking = row.clone(); // what gangs lack while they run, in place of what they hold
      for (int g = 0; g < problem.groupCount(); g++) {
        for (int j = 0; j < types(); j++) {
          int entry = g * types() + j;
          lacking[entry] = row[entry] > 0 ? Math.max(0, row[entry] - cluster.poolWorkers(k)) : 0;
        }
      }
      rows.add(new LinearConstraint(lacking, Relationship.LEQ, 0));
    }
    for (int f = 0; f < purchasables.size(); f++) {
      double[] row = new double[variables()];
      row[bought(f)] = 1;
      rows.add(new LinearConstraint(row, Relationship.LEQ, purchasables.get(f).most()));
    }
  }

  private void add(Constraint constraint) {
    FormCoefficients form = constraint.form().over(problem);
    double[] row = new double[variables()];
    for (int g = 0; g < problem.groupCount(); g++) {
      for (int j = 0; j < types(); j++) {
        row[g * types() + j] = form.at(g, j);
      }
    }
    Relationship relation =
        switch (constraint.relation()) {
          case AT_MOST -> Relationship.LEQ;
          case AT_LEAST -> Relationship.GEQ;
          case EXACTLY -> Relationship.EQ;
        };
    rows.add(new LinearConstraint(row, relation, constraint.bound().value()));
  }

  /** What the throughput of a job adds to a row, multiplied by a factor. */
  public void addThroughput(double[] row, int m, double factor) {
    for (int g = 0; g < problem.groupCount(); g++) {
      for (int i = 0; i < problem.group(g).size(); i++) {
        for (int j = 0; j < types(); j++) {
          boolean of = problem.group(g).member(i) == m;
          row[g * types() + j] += of ? factor * problem.throughputs().stepsPerSecond(g, i, j) : 0;
        }
      }
    }
  }

  public void atLeast(double[] row, double bound) {
    rows.add(new LinearConstraint(row, Relationship.GEQ, bound));
  }

  void atMost(double[] row, double bound) {
    rows.add(new LinearConstraint(row, Relationship.LEQ, bound));
  }

  double[] prices() {
    double[] row = new double[variables()];
    for (int f = 0; f < purchasables.size(); f++) {
      row[bought(f)] = purchasables.get(f).pricePerHour();
    }
    return row;
  }

  /** The largest value of a sum; empty if the simplex finds no point that satisfies the rows. */
  public OptionalDouble maximum(double[] sum) {
    return optimum(sum, GoalType.MAXIMIZE);
  }

  /** The smallest value of a sum; empty if the simplex finds no point that satisfies the rows. */
  OptionalDouble minimum(double[] sum) {
    return optimum(sum, GoalType.MINIMIZE);
  }

  /** The simplex ends outside the rows in one of some thousand programs. */
  private boolean keepsRows(double[] point) {
    return rows.stream()
        .allMatch(
            row -> {
              double excess = row.getCoefficients().dotProduct(new ArrayRealVector(point));
              excess -= row.getValue();
              double allowed = 1e-6 * (1 + Math.abs(row.getValue()));
              return switch (row.getRelationship()) {
                case LEQ -> excess <= allowed;
                case GEQ -> excess >= -allowed;
                case EQ -> Math.abs(excess) <= allowed;
              };
            });
  }

  private OptionalDouble optimum(double[] sum, GoalType goal) {
    try {
      PointValuePair point =
          new SimplexSolver()
              .optimize(
                  new MaxIter(100_000),
                  new LinearObjectiveFunction(sum, 0),
                  new LinearConstraintSet(rows),
                  goal,
                  new NonNegativeConstraint(true));
      return keepsRows(point.getPoint())
          ? OptionalDouble.of(point.getValue())
          : OptionalDouble.empty();
    } catch (NoFeasibleSolutionException infeasible) {
      return OptionalDouble.empty();
    } catch (MathIllegalStateException broken) {
      throw new AssertionError("the oracle failed", broken);
    }
  }
}
