package io.gavel.policies.lp.internal;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.Tolerance;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.ConstraintSet;
import io.gavel.policies.constraint.LinearRow;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.internal.Programs;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.FreeVariables;
import io.gavel.policies.proof.Proof;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Soft constraints in programs: a free variable for the amount by which each is missed, with its
 * penalty as cost in the objective.
 */
public final class SoftRows {

  private static final String LEVEL = "level";

  /**
   * The part by which constraints may at most be missed more than by the best allocation known.
   * Misses are known with an error of some 10<sup>-12</sup>; a level of that size would be unknown.
   */
  private static final double LEFT = 1e-8;

  /** The part of the objective that these further misses may cost. */
  private static final double COST = Tolerance.CERTIFIED.relative() / 10;

  private final AllocationProblem problem;
  private final FreeVariables.Builder free = FreeVariables.builder();
  private final CouplingRows.Builder rows = CouplingRows.builder();
  private int count;

  private SoftRows(AllocationProblem problem) {
    if (!problem.pairsByType().isEmpty()) {
      throw new IllegalArgumentException(
          "the problem has pairs by job type; soft constraints need them listed: pass"
              + " problem.withAllPairs()");
    }
    this.problem = problem;
  }

  /** Returns the problem with its hard constraints only. */
  public static AllocationProblem hard(AllocationProblem problem) {
    return problem.softRows().isEmpty()
        ? problem
        : problem.withConstraints(problem.constraintSet().withoutSoft(problem));
  }

  /**
   * Returns a program with the soft constraints of a problem.
   *
   * @param hard maximises a sum over the problem without them
   */
  public static AllocationProgram added(AllocationProblem problem, AllocationProgram hard) {
    return problem.softRows().isEmpty() ? hard : new SoftRows(problem).in(hard);
  }

  private AllocationProgram in(AllocationProgram hard) {
    for (int i = 0; i < hard.rows().count(); i++) {
      rows.add(hard.rows().row(i));
    }
    int[] columns =
        Programs.columns(hard).byEntry(problem.groupCount() * problem.cluster().typeCount());
    for (LinearRow row : problem.softRows()) {
      add(row.mapped(columns));
    }
    return hard.withFreeVariables(free.build()).withRows(rows.build());
  }

  /** Adds a row with a variable for each side on which it can be missed. */
  private void add(LinearRow row) {
    double penalty = problem.constraintSet().penalty(row.name());
    int[] columns = new int[row.size()];
    double[] coefficients = new double[columns.length];
    double most = Math.abs(row.bound());
    for (int i = 0; i < columns.length; i++) {
      columns[i] = row.column(i);
      coefficients[i] = row.coefficient(i);
      most += Math.abs(coefficients[i]);
    }
    int sides = row.relation() == Relation.EXACTLY ? 2 : 1;
    int[] missed = new int[sides];
    double[] of = new double[sides];
    for (int side = 0; side < sides; side++) {
      boolean above = side == 0 && row.relation() != Relation.AT_LEAST;
      free.add("%s %s".formatted(row.name(), above ? "exceeded" : "missed"), most, -penalty);
      missed[side] = count++;
      of[side] = above ? -1 : 1;
    }
    rows.add(row.name(), row.relation(), row.bound(), columns, coefficients, missed, of);
  }

  /**
   * Returns the amounts by which fractions miss the soft constraints of a problem, in the order of
   * the variables.
   *
   * @param x {@code [group][worker type]} row-major
   */
  public static double[] missed(AllocationProblem problem, double[] x) {
    List<Double> values = new ArrayList<>();
    for (LinearRow row : problem.softRows()) {
      double excess = row.sum(i -> x[i]) - row.bound();
      // Missed by rounding only: a violation of the row instead of a cost.
      excess = Math.abs(excess) <= Proof.NOTHING * row.scale() ? 0 : excess;
      if (row.relation() != Relation.AT_LEAST) {
        values.add(Math.max(0, excess));
      }
      if (row.relation() != Relation.AT_MOST) {
        values.add(Math.max(0, -excess));
      }
    }
    return values.stream().mapToDouble(v -> v).toArray();
  }

  /**
   * Maximises a least level less the penalties of the soft constraints of a problem. Then a policy
   * chooses among the allocations that miss them by no more.
   *
   * @param requirement steps per second for one unit of level, {@code [job]}
   * @param within maximises the level of a problem without soft constraints
   */
  public static Allocation level(
      CertifiedSolver solver, AllocationProblem problem, double[] requirement, Policy within) {
    SoftRows soft = new SoftRows(problem);
    AllocationProblem hard = hard(problem);
    AllocationProgram program =
        soft.in(
            AllocationProgram.maximizeGain(
                hard, new double[hard.groupCount() * hard.cluster().typeCount()]));
    program = soft.withLevel(program, requirement);
    CertifiedSolution point = solver.solveOrFeasible(program);
    double[] values = // the variables of the point are feasible only within the tolerance
        missed(problem, point.fractionsByEntry(hard.groupCount() * hard.cluster().typeCount()));
    // The objective may be a small difference of level and cost.
    double cost = 0;
    for (int f = 0; f < values.length; f++) {
      cost -= values[f] * program.freeVariables().gain(f);
    }
    double left = cost > 0 ? Math.min(LEFT, COST * Math.abs(point.objective()) / cost) : LEFT;
    Allocation x = within.allocate(missing(problem, values, left));
    double[] reached = Arrays.copyOf(missed(problem, x.fractions()), values.length + 1);
    double level = Double.POSITIVE_INFINITY;
    for (int m = 0; m < requirement.length; m++) {
      if (requirement[m] > 0) {
        level = Math.min(level, x.effectiveThroughput(m) / requirement[m]);
      }
    }
    double most = program.freeVariables().most(values.length);
    reached[values.length] = Math.max(0, Math.nextDown(Math.min(level, most)));
    return AllocationFactory.certified(
        problem,
        x.fractions(),
        program.statement(problem, reached, false),
        point.bound().prices(),
        point.bound().value());
  }

  /**
   * Returns the problem with hard constraints that may be missed by given amounts, and by a part of
   * them more.
   */
  private static AllocationProblem missing(
      AllocationProblem problem, double[] missed, double left) {
    Map<String, Double> lower = new HashMap<>();
    Map<String, Double> upper = new HashMap<>();
    int f = 0;
    for (LinearRow row : problem.softRows()) {
      if (row.relation() != Relation.AT_LEAST) {
        upper.put(row.name(), row.bound() + missed[f++] * (1 + left));
      }
      if (row.relation() != Relation.AT_MOST) {
        lower.put(row.name(), row.bound() - missed[f++] * (1 + left));
      }
    }
    List<Constraint> all = new ArrayList<>();
    for (Constraint constraint : problem.constraintSet().inForce(problem)) {
      Double most = upper.get(constraint.name());
      Double least = lower.get(constraint.name());
      if (most != null && least != null && !most.equals(least)) {
        String other = constraint.name() + ":at least";
        all.add(bounded(constraint, constraint.name(), Relation.AT_MOST, most));
        all.add(bounded(constraint, other, Relation.AT_LEAST, least));
      } else {
        Double bound = most == null ? least : most;
        all.add(bound == null ? constraint : bounded(constraint, bound));
      }
    }
    return problem.withConstraints(new ConstraintSet(all, List.of()));
  }

  /** Adds a level that the throughput of each job reaches. */
  private AllocationProgram withLevel(AllocationProgram program, double[] requirement) {
    double[] fastest = program.fastest();
    double most = Double.POSITIVE_INFINITY; // the slowest job's, so that gaps are relative to it
    for (int m = 0; m < fastest.length; m++) {
      most = requirement[m] > 0 ? Math.min(most, fastest[m] / requirement[m]) : most;
    }
    free.add(LEVEL, most < Double.POSITIVE_INFINITY ? most : 0, 1);
    int level = count++;
    int[][] columns = Programs.columnsOfJobs(program);
    for (int m = 0; m < fastest.length; m++) {
      if (requirement[m] > 0) {
        int job = m;
        int[] own = columns[m];
        double[] rates = Arrays.stream(own).mapToDouble(c -> program.rate(c, job)).toArray();
        rows.add(
            "level of %s".formatted(problem.job(m).id()),
            Relation.AT_LEAST,
            0,
            own,
            rates,
            new int[] {level},
            new double[] {-requirement[m]});
      }
    }
    return program.withFreeVariables(free.build()).withRows(rows.build());
  }

  /**
   * Returns the problem with all constraints in force, hard and without quotas.
   *
   * @param bounds replace the bounds of the constraints with these names
   */
  public static AllocationProblem bounded(AllocationProblem problem, Map<String, Double> bounds) {
    List<Constraint> all = new ArrayList<>();
    for (Constraint constraint : problem.constraintSet().inForce(problem)) {
      Double bound = bounds.get(constraint.name());
      all.add(bound == null ? constraint : bounded(constraint, bound));
    }
    return problem.withConstraints(new ConstraintSet(all, List.of()));
  }

  private static Constraint bounded(Constraint constraint, double bound) {
    return bounded(constraint, constraint.name(), constraint.relation(), bound);
  }

  private static Constraint bounded(
      Constraint constraint, String name, Relation relation, double bound) {
    return new Constraint(
        name, constraint.form(), relation, new Constraint.Bound(bound, false), constraint.holds());
  }
}
