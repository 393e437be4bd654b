package io.gavel.policies.lp.program;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.solver.internal.Programs;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.program.Objective;
import io.gavel.policies.statement.Goal;
import io.gavel.policies.statement.Statement;
import java.util.Arrays;

/** A sum of concave utilities of throughput. Immutable. */
final class TotalUtility extends StatedObjective {

  /** The weight of each job's utility of throughput in steps per second, {@code [job]}. */
  private final double[] weight;

  private final double power;

  /** The constant that the measures add to a sum of logarithms. */
  private final double constant;

  TotalUtility(ProgramTerms terms, Objective.Utility utility) {
    super(terms);
    power = utility.power();
    double[] worth = terms.worth(utility.measure());
    weight = new double[worth.length];
    double sum = 0;
    for (int m = 0; m < weight.length; m++) {
      double own = utility.weight().applyAsDouble(terms.problem().job(m));
      if (worth[m] > 0 && own != 0) {
        weight[m] = own * (power == 0 ? 1 : StrictMath.pow(worth[m], power));
        sum += power == 0 ? own * StrictMath.log(worth[m]) : 0;
      }
    }
    constant = sum;
  }

  @Override
  AllocationProgram program(Kept kept) {
    AllocationProgram program = AllocationProgram.maximizeUtility(terms.largest(), weight, power);
    double[] floors = kept.floors().clone();
    CouplingRows.Builder rows = terms.rows();
    int[][] columns = Programs.columnsOfJobs(program);
    for (int m = 0; m < floors.length; m++) {
      if (weight[m] > 0 && floors[m] > 0) { // the price of throughput is the slope of the utility
        int job = m;
        double[] rates = Arrays.stream(columns[m]).mapToDouble(c -> program.rate(c, job)).toArray();
        rows.add(terms.floorName(m), Relation.AT_LEAST, floors[m], columns[m], rates);
        floors[m] = 0;
      }
    }
    return withRows(program.withFloor(floors), kept, terms.purchases(0).build(), rows);
  }

  @Override
  Statement statement(Kept kept, StagePoint point, AllocationProblem problem) {
    Goal.Welfare welfare = Goal.welfare(weight, power).withOffset(constant);
    return program(kept).statement(problem, point.bought(), false).withGoal(welfare);
  }

  /** Returns the throughputs at the optimum are unique, so they are kept, each up to the slack. */
  @Override
  Kept keep(Kept kept, StagePoint point, double slack) {
    double[] least = new double[weight.length];
    Arrays.setAll(least, m -> weight[m] > 0 ? (1 - slack) * point.throughput()[m] : 0);
    return kept.andThroughputs(least, point.throughput());
  }
}
