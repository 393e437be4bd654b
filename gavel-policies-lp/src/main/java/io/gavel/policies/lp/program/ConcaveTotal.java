package io.gavel.policies.lp.program;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.constraint.LinearRow;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.internal.Require;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.FreeVariables;
import io.gavel.policies.model.Job;
import io.gavel.policies.program.Measure.JobSet;
import io.gavel.policies.program.Objective;
import io.gavel.policies.program.Objective.Concave.Segment;
import io.gavel.policies.statement.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A sum of piecewise linear concave utilities of totals: a free variable for each segment of a
 * total, which together are at most the total. The slopes fall, so an optimum fills segments in
 * order. The total of a single job is its throughput. Immutable.
 */
final class ConcaveTotal extends StatedObjective {

  private final List<Segment> segments;
  private final List<SetTotal> totals;

  /** Whether each total is the throughput of one job. */
  private final boolean ofJobs;

  ConcaveTotal(ProgramTerms terms, Objective.Concave concave) {
    super(terms);
    segments = concave.segments();
    ofJobs = concave.sets().isEmpty();
    List<JobSet> sets = ofJobs ? singletons(terms.problem(), concave) : concave.sets();
    totals = SetTotal.of(terms, sets, concave.measure());
  }

  private static List<JobSet> singletons(AllocationProblem problem, Objective.Concave concave) {
    List<JobSet> sets = new ArrayList<>();
    for (Job job : problem.jobs()) {
      double weight =
          Require.nonNegative(concave.weight().applyAsDouble(job), "weight of job", job.id());
      if (weight > 0) {
        sets.add(new JobSet(job.id(), List.of(job.id()), weight));
      }
    }
    return sets;
  }

  @Override
  AllocationProgram program(Kept kept) {
    FreeVariables.Builder free = terms.purchases(0);
    CouplingRows.Builder rows = terms.rows();
    int next = terms.purchasableCount();
    for (SetTotal total : totals) {
      int[] variables = new int[segments.size()];
      double[] minus = new double[variables.length];
      Arrays.fill(minus, -1);
      for (int s = 0; s < variables.length; s++) {
        Segment segment = segments.get(s);
        String name = "%s segment %s".formatted(total.name(), s);
        free.add(name, segment.width(), total.weight() * segment.slope());
        variables[s] = next++;
      }
      String name = "throughput of " + total.name();
      rows.add(name, Relation.AT_LEAST, 0, total.columns(), total.coefficients(), variables, minus);
    }
    return withRows(terms.columns().withFloor(kept.floors()), kept, free.build(), rows);
  }

  @Override
  Statement statement(Kept kept, StagePoint point, AllocationProblem problem) {
    int purchases = terms.purchasableCount();
    double[] values = Arrays.copyOf(point.bought(), purchases + totals.size() * segments.size());
    int next = purchases;
    for (SetTotal total : totals) {
      double left = total.at(point.x());
      for (Segment segment : segments) {
        double filled = Math.min(left, segment.width());
        values[next++] = filled;
        left -= filled;
      }
    }
    return program(kept).statement(problem, values, false);
  }

  @Override
  Kept keep(Kept kept, StagePoint point, double slack) {
    double most = segments.stream().mapToDouble(Segment::width).sum();
    double[] floors = new double[terms.jobCount()];
    Kept all = kept;
    for (SetTotal total : totals) {
      if (ofJobs) {
        int m = total.jobs()[0];
        floors[m] = (1 - slack) * Math.min(point.throughput()[m], most / total.worth()[0]);
      } else {
        double useful = Math.min(total.at(point.x()), most);
        String name = "kept total of " + total.name();
        LinearRow row =
            LinearRow.of(name, Relation.AT_LEAST, 0, total.columns(), total.coefficients());
        all = useful > 0 ? all.andSum(row, (1 - slack) * useful, useful) : all;
      }
    }
    return all.andThroughputs(floors, point.throughput());
  }
}
