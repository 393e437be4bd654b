package io.gavel.policies.lp;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Claims;
import io.gavel.policies.Condition;
import io.gavel.policies.Invariant;
import io.gavel.policies.SolveStoppedException;
import io.gavel.policies.lp.solver.AllocationProgram;
import io.gavel.policies.lp.solver.CertifiedPoint;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.OnExpiry;
import java.util.Arrays;
import java.util.function.UnaryOperator;

/**
 * The second program of policies that optimise a level: hands out what is left when everyone has
 * what the level owes. Immutable.
 *
 * @param solver what answers the programs
 * @param normalizer the yardstick of the total
 * @param choice whether there is a second program at all
 */
record Filling(CertifiedSolver solver, Normalizer normalizer, OptimumChoice choice) {

  Filling with(Normalizer other) {
    return new Filling(solver, other, choice);
  }

  Filling with(OptimumChoice other) {
    return new Filling(solver, normalizer, other);
  }

  /**
   * What holds of a level, filled up.
   *
   * @param everyoneCounts when every job has a part in level and total
   */
  Claims claims(Condition... everyoneCounts) {
    Claims claims =
        Claims.rules()
            .and(Invariant.PROVED)
            .and(Invariant.EQUAL_TREATMENT, Condition.NO_PAIRS)
            .and(Invariant.UNIT_INVARIANCE, Condition.NO_PAIRS);
    return choice == OptimumChoice.LEVEL_ONLY
        ? claims
        : claims
            .and(Invariant.WORK_CONSERVATION, everyoneCounts)
            .and(Invariant.PARETO_EFFICIENCY, everyoneCounts);
  }

  /**
   * Fills up.
   *
   * @param point reaches the level
   * @param owed the throughput that the level owes each job, {@code [job]}; a job that is owed
   *     nothing gets nothing beyond what others leave
   */
  CertifiedPoint above(AllocationProblem problem, CertifiedPoint point, double[] owed) {
    return above(problem, point, owed, UnaryOperator.identity());
  }

  /**
   * Fills up under further rows.
   *
   * @param rows adds them to the second program
   */
  CertifiedPoint above(
      AllocationProblem problem,
      CertifiedPoint point,
      double[] owed,
      UnaryOperator<AllocationProgram> rows) {
    if (choice == OptimumChoice.LEVEL_ONLY) {
      return point;
    }
    double[] weight = new double[owed.length];
    for (int m = 0; m < weight.length; m++) {
      double yardstick = owed[m] > 0 ? normalizer.throughput(problem, m) : 0;
      weight[m] = yardstick > 0 ? 1 / yardstick : 0;
    }
    AllocationProgram total = rows.apply(AllocationProgram.maximizeSum(problem, weight));
    double[] reached = point.throughput();
    Arrays.setAll(reached, m -> Math.min(reached[m], owed[m]));
    try {
      return Kept.solveCloselyIfSmall(solver, total, reached);
    } catch (SolveStoppedException stopped) { // what reaches the level is the better answer
      if (solver.limits().onExpiry() == OnExpiry.BEST_FEASIBLE) {
        return point;
      }
      throw stopped;
    }
  }
}
