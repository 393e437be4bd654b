package io.gavel.policies.lp.program;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.internal.Statements;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.FreeVariables;
import io.gavel.policies.program.JobSet;
import io.gavel.policies.program.Objective;
import io.gavel.policies.statement.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * The smallest of several totals: of sets of jobs, or of one job at rates that it may turn out to
 * have. Immutable.
 */
final class LevelOfTotals extends StatedObjective {

  private final List<Total> totals;

  /** A total. Arrays are not modified. */
  static final class Total {
    final String name;

    /** The value at a point. */
    final ToDoubleFunction<StagePoint> value;

    /** The value if each of its jobs had all of its time where that adds most. */
    final double most;

    final int[] columns;
    final double[] coefficients;

    Total(
        String name,
        ToDoubleFunction<StagePoint> value,
        double most,
        int[] columns,
        double[] coefficients) {
      this.name = name;
      this.value = value;
      this.most = most;
      this.columns = columns;
      this.coefficients = coefficients;
    }
  }

  LevelOfTotals(ProgramTerms terms, List<Total> totals) {
    super(terms);
    this.totals = totals;
  }

  /** Returns the level of sets of jobs, per unit of weight. */
  static LevelOfTotals of(ProgramTerms terms, Objective.LeastOfSets least) {
    double[] worth = terms.worth(least.measure());
    double[] fastest = terms.columns().fastest();
    ColumnsOfJobs columns = new ColumnsOfJobs(terms.columns());
    double[] ofColumn = new double[terms.columns().columnCount()];
    List<Total> totals = new ArrayList<>();
    for (JobSet set : least.sets()) {
      int[] jobs =
          set.jobIds().stream()
              .mapToInt(terms.problem()::indexOf)
              .filter(m -> worth[m] > 0)
              .sorted()
              .toArray();
      double[] ofJob = Arrays.stream(jobs).mapToDouble(m -> worth[m] / set.weight()).toArray();
      if (jobs.length > 0) { // a set of jobs that cannot run has no level
        totals.add(total(set.name(), jobs, ofJob, fastest, columns, ofColumn));
      }
    }
    return new LevelOfTotals(terms, totals);
  }

  /**
   * Returns the total of a set of jobs.
   *
   * @param worth what one step per second counts, by job of the set
   * @param ofColumn working space of zeros, {@code [column]}
   */
  private static Total total(
      String name,
      int[] jobs,
      double[] worth,
      double[] fastest,
      ColumnsOfJobs columns,
      double[] ofColumn) {
    IntStream.Builder all = IntStream.builder();
    for (int i = 0; i < jobs.length; i++) {
      for (int c : columns.of(jobs[i])) {
        ofColumn[c] += worth[i] * columns.rate(jobs[i], c);
        all.add(c);
      }
    }
    int[] own = all.build().sorted().distinct().toArray();
    double[] coefficients = Arrays.stream(own).mapToDouble(c -> ofColumn[c]).toArray();
    for (int c : own) {
      ofColumn[c] = 0;
    }
    return new Total(
        name,
        point -> sum(jobs, worth, point.throughput),
        sum(jobs, worth, fastest),
        own,
        coefficients);
  }

  private static double sum(int[] jobs, double[] worth, double[] throughput) {
    double sum = 0;
    for (int i = 0; i < jobs.length; i++) {
      sum += worth[i] * throughput[jobs[i]];
    }
    return sum;
  }

  @Override
  AllocationProgram program(Kept kept) {
    FreeVariables.Builder free = terms.purchases(0);
    totals.stream()
        .mapToDouble(total -> total.most)
        .min()
        .ifPresent(most -> free.add("level", most, 1));
    CouplingRows.Builder rows = terms.rows();
    int[] level = {terms.purchasableCount()};
    for (Total total : totals) {
      rows.add(
          "level of " + total.name,
          Relation.AT_LEAST,
          0,
          total.columns,
          total.coefficients,
          level,
          new double[] {-1});
    }
    return withRows(terms.columns().withFloor(kept.floors()), kept, free.build(), rows);
  }

  /** The level is the last free variable. */
  @Override
  Statement statement(Kept kept, StagePoint point, AllocationProblem problem) {
    double[] values = Arrays.copyOf(point.bought, point.bought.length + 1);
    values[point.bought.length] = value(point);
    return Statements.of(program(kept), problem, values, false);
  }

  private double value(StagePoint point) {
    return totals.stream().mapToDouble(total -> total.value.applyAsDouble(point)).min().orElse(0);
  }

  @Override
  Kept keep(Kept kept, StagePoint point, double slack) {
    double level = value(point);
    Kept all = kept;
    if (level > 0) {
      for (Total total : totals) {
        all =
            all.andSum(
                "kept level of " + total.name,
                (1 - slack) * level,
                level,
                total.columns,
                total.coefficients,
                new double[terms.purchasableCount()]);
      }
    }
    return all;
  }
}
