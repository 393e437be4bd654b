package io.gavel.policies.lp.solver.internal.price;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.Cases;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.FreeVariables;
import io.gavel.policies.model.Job;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Sums and levels of totals of many jobs, in which each job counts at its own rates. */
class SampledTotalsTest {

  private static final int TEAMS = 4;
  private static final int TYPES = 3;

  private static AllocationProblem problem(int jobs) {
    Random random = new Random(5);
    AllocationProblem.Builder problem =
        AllocationProblem.builder(Cases.workers(jobs / 8, jobs / 4, jobs / 3));
    for (int m = 0; m < jobs; m++) {
      double[] rates = new double[TYPES];
      Arrays.setAll(rates, j -> 0.5 + (5 - j) * random.nextDouble());
      problem.job(Job.builder("job" + m).scaleFactor(1 << random.nextInt(3)).build(), rates);
    }
    return problem.build();
  }

  /** The total of each team in steps per second: at least a bound and a multiple of the level. */
  private static CouplingRows totals(AllocationProgram program, double[] bound, double ofLevel) {
    CouplingRows.Builder rows = CouplingRows.builder();
    for (int e = 0; e < TEAMS; e++) {
      int team = e;
      int[] columns = Samples.columns(program, m -> m % TEAMS == team);
      rows.add(
          "team " + e,
          Relation.AT_LEAST,
          bound[e],
          columns,
          Arrays.stream(columns).mapToDouble(program::rate).toArray(),
          ofLevel > 0 ? new int[] {0} : new int[0],
          ofLevel > 0 ? new double[] {-ofLevel * (1 + e)} : new double[0]);
    }
    return rows.build();
  }

  /** The largest level of teams that count as much as their number. */
  private static AllocationProgram level(int jobs) {
    AllocationProgram program = AllocationProgram.maximizeSum(problem(jobs), new double[jobs]);
    return program
        .withFreeVariables(FreeVariables.builder().add("level", 10.0 * jobs, 1).build())
        .withRows(totals(program, new double[TEAMS], 1));
  }

  /** The largest sum that leaves each team a total; two of them need more than the sum gives. */
  private static AllocationProgram sum(int jobs) {
    double[] worth = new Random(6).doubles(jobs, 0.5, 1.5).toArray();
    for (int m = 0; m < jobs; m += TEAMS) {
      worth[m] *= 0.1;
    }
    AllocationProgram program = AllocationProgram.maximizeSum(problem(jobs), worth);
    return program.withRows(totals(program, Cases.row(0.2 * jobs, 0.3 * jobs, 0, 0), 0));
  }

  @Test
  void solve_levelOfTotals_isTheSameOptimumFromSample() {
    Samples.assertSampledAsWhole(level(12_000));
  }

  @Test
  void solve_sumUnderTotals_isTheSameOptimumFromSample() {
    Samples.assertSampledAsWhole(sum(12_000));
  }

  /** Decided jobs may hold workers that nobody has bought yet. */
  @Test
  void suits_columnsThatAddWorkers_areLeftToOthers() {
    AllocationProgram program = AllocationProgram.maximizeSum(problem(8), new double[8]);
    FreeVariables.Builder free = FreeVariables.builder().add("level", 1, 1);
    assertTrue(PricedProgram.of(program.withFreeVariables(free.build()), Samples.NONE).isPresent());
    free.addWorkers("more", 5, 2, 0);
    assertTrue(PricedProgram.of(program.withFreeVariables(free.build()), Samples.NONE).isEmpty());
  }
}
