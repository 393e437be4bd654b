package io.gavel.policies.lp.program;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Tolerance;
import io.gavel.policies.constraint.LinearRow;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.FreeVariables;
import io.gavel.policies.program.Objective;
import io.gavel.policies.statement.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The smallest of several totals: of sets of jobs, or of one job at rates that it may turn out to
 * have. Immutable.
 */
final class LevelOfTotals extends StatedObjective {

  /** The part of the largest price of a total that counts as none. */
  private static final double NEGLIGIBLE = 1e-3;

  private final List<Total> totals;

  /** Whether the level is raised further among the totals that can be larger. */
  private final boolean filled;

  /**
   * A total.
   *
   * @param level it is at least the level
   * @param kept it is at least a number
   * @param most the value if each of its jobs had all of its time where that adds most
   */
  record Total(LinearRow level, LinearRow kept, double most) {

    static Total of(
        ProgramTerms terms, String name, int[] columns, double[] coefficients, double most) {
      int[] level = {terms.purchasableCount()};
      double[] one = {-1};
      return new Total(
          LinearRow.of("level of " + name, Relation.AT_LEAST, 0, columns, coefficients, level, one),
          LinearRow.of("kept level of " + name, Relation.AT_LEAST, 0, columns, coefficients),
          most);
    }
  }

  LevelOfTotals(ProgramTerms terms, List<Total> totals, boolean filled) {
    super(terms);
    this.totals = totals;
    this.filled = filled;
  }

  /** Returns the level of sets of jobs, per unit of weight. */
  static LevelOfTotals of(ProgramTerms terms, Objective.LeastOfSets least) {
    List<Total> totals = new ArrayList<>();
    double[] fastest = terms.columns().fastest();
    for (SetTotal total : SetTotal.of(terms, least.sets(), least.measure())) {
      double[] coefficients =
          Arrays.stream(total.coefficients()).map(a -> a / total.weight()).toArray();
      double most = 0;
      for (int i = 0; i < total.jobs().length; i++) {
        most += total.worth()[i] * fastest[total.jobs()[i]];
      }
      totals.add(
          Total.of(terms, total.name(), total.columns(), coefficients, most / total.weight()));
    }
    return new LevelOfTotals(terms, totals, least.filled());
  }

  @Override
  AllocationProgram program(Kept kept) {
    FreeVariables.Builder free = terms.purchases(0);
    totals.stream()
        .mapToDouble(total -> total.most)
        .min()
        .ifPresent(most -> free.add("level", most, 1));
    CouplingRows.Builder rows = terms.rows();
    totals.forEach(total -> rows.add(total.level));
    return withRows(terms.columns().withFloor(kept.floors()), kept, free.build(), rows);
  }

  /** The level is the last free variable. */
  @Override
  Statement statement(Kept kept, StagePoint point, AllocationProblem problem) {
    double[] values = Arrays.copyOf(point.bought(), point.bought().length + 1);
    values[point.bought().length] = value(point);
    return program(kept).statement(problem, values, false);
  }

  private double value(StagePoint point) {
    return totals.stream().mapToDouble(total -> total.kept.sum(c -> point.x()[c])).min().orElse(0);
  }

  /**
   * A total with a price limits the level at every optimum. There is always one, or a total at its
   * largest value, unless the solver was stopped.
   */
  @Override
  Optional<StatedObjective> raised(StageAnswer answer) {
    double level = value(answer.point());
    double largest = totals.stream().mapToDouble(total -> price(total, answer)).max().orElse(0);
    List<Total> others =
        totals.stream()
            .filter(total -> price(total, answer) <= NEGLIGIBLE * largest)
            .filter(total -> !Tolerance.CERTIFIED.atMost(total.most, level))
            .toList();
    return filled && !others.isEmpty() && others.size() < totals.size()
        ? Optional.of(new LevelOfTotals(terms, others, true))
        : Optional.empty();
  }

  private static double price(Total total, StageAnswer answer) {
    return Math.abs(answer.prices().constraints().getOrDefault(total.level.name(), 0.0));
  }

  @Override
  Kept keep(Kept kept, StagePoint point, double slack) {
    double level = value(point);
    Kept all = kept;
    if (level > 0) {
      for (Total total : totals) {
        all = all.andSum(total.kept, (1 - slack) * level, level);
      }
    }
    return all;
  }
}
