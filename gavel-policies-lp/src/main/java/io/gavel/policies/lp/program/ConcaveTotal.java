package io.gavel.policies.lp.program;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.internal.Require;
import io.gavel.policies.lp.internal.ColumnsOfJobs;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.FreeVariables;
import io.gavel.policies.model.Job;
import io.gavel.policies.program.Objective;
import io.gavel.policies.program.Objective.Concave.Segment;
import io.gavel.policies.statement.Statement;
import java.util.Arrays;
import java.util.List;

/**
 * A sum of piecewise linear concave utilities: a free variable for each segment of a job, which
 * together are at most its throughput. The slopes fall, so an optimum fills segments in order.
 * Immutable.
 */
final class ConcaveTotal extends StatedObjective {

  private final List<Segment> segments;

  /** What a step per second of each job is worth in the unit of the segments, {@code [job]}. */
  private final double[] worth;

  private final double[] weight;

  ConcaveTotal(ProgramTerms terms, Objective.Concave concave) {
    super(terms);
    segments = concave.segments();
    worth = terms.worth(concave.measure());
    weight = new double[worth.length];
    for (int m = 0; m < weight.length; m++) {
      Job job = terms.problem().job(m);
      weight[m] =
          Require.nonNegative(concave.weight().applyAsDouble(job), "weight of job", job.id());
    }
  }

  private boolean counts(int m) {
    return worth[m] > 0 && weight[m] > 0;
  }

  @Override
  AllocationProgram program(Kept kept) {
    FreeVariables.Builder free = terms.purchases(0);
    CouplingRows.Builder rows = terms.rows();
    ColumnsOfJobs columns = new ColumnsOfJobs(terms.columns());
    int next = terms.purchasableCount();
    for (int m = 0; m < worth.length; m++) {
      if (counts(m)) {
        String id = terms.problem().job(m).id();
        int[] own = columns.of(m);
        double[] coefficients = new double[own.length];
        for (int i = 0; i < own.length; i++) {
          coefficients[i] = worth[m] * columns.rate(m, own[i]);
        }
        int[] variables = new int[segments.size()];
        double[] minus = new double[variables.length];
        Arrays.fill(minus, -1);
        for (int s = 0; s < variables.length; s++) {
          Segment segment = segments.get(s);
          free.add("%s segment %s".formatted(id, s), segment.width(), weight[m] * segment.slope());
          variables[s] = next++;
        }
        rows.add("throughput of " + id, Relation.AT_LEAST, 0, own, coefficients, variables, minus);
      }
    }
    return withRows(terms.columns().withFloor(kept.floors()), kept, free.build(), rows);
  }

  @Override
  Statement statement(Kept kept, StagePoint point, AllocationProblem problem) {
    int purchases = terms.purchasableCount();
    double[] values = new double[purchases + worth.length * segments.size()];
    System.arraycopy(point.bought(), 0, values, 0, purchases);
    int next = purchases;
    for (int m = 0; m < worth.length; m++) {
      if (counts(m)) {
        double left = worth[m] * point.throughput()[m];
        for (Segment segment : segments) {
          double filled = Math.min(left, segment.width());
          values[next++] = filled;
          left -= filled;
        }
      }
    }
    return program(kept).statement(problem, Arrays.copyOf(values, next), false);
  }

  @Override
  Kept keep(Kept kept, StagePoint point, double slack) {
    double[] least = new double[worth.length];
    Arrays.setAll(least, m -> counts(m) ? (1 - slack) * useful(point, m) : 0);
    return kept.andThroughputs(least, point.throughput());
  }

  /** Returns the throughput of a job that the segments cover, in steps per second. */
  private double useful(StagePoint point, int m) {
    double most = segments.stream().mapToDouble(Segment::width).sum() / worth[m];
    return Math.min(point.throughput()[m], most);
  }
}
