package io.gavel.policies.lp.solver.internal.price;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.Arrays;
import java.util.Random;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Programs of thousands of jobs with coupling rows, solved from a sample. */
class SampledRowsTest {

  private static final int JOBS = 9_000;

  /** The workers of the first type. */
  private static final int WORKERS = 750;

  private static final AllocationProgram LEVEL = program(JOBS, true);
  private static final AllocationProgram LOGARITHMS = program(JOBS, false);

  private static AllocationProgram program(int jobs, boolean level) {
    Random random = new Random(3);
    WorkerType[] workers = new WorkerType[3];
    Arrays.setAll(workers, j -> new WorkerType("type" + j, WORKERS * (j + 1)));
    AllocationProblem.Builder problem = AllocationProblem.builder(Cluster.of(workers));
    double[] each = new double[jobs];
    for (int m = 0; m < jobs; m++) {
      double[] rates = new double[workers.length];
      for (int j = 0; j < rates.length; j++) {
        rates[j] = j > 0 && random.nextInt(8) == 0 ? 0 : 0.5 + (5 - j) * random.nextDouble();
      }
      problem.job(Job.builder("job" + m).scaleFactor(1 << random.nextInt(3)).build(), rates);
      each[m] = (1 + random.nextInt(4)) * (level ? Arrays.stream(rates).sum() : 1);
    }
    return level
        ? AllocationProgram.maximizeMinimum(problem.build(), each)
        : AllocationProgram.maximizeUtility(problem.build(), each, 0);
  }

  /** A row over the workers that some jobs hold, times a number of each type. */
  private static AllocationProgram with(
      AllocationProgram program,
      Relation relation,
      double bound,
      IntPredicate jobs,
      IntToDoubleFunction ofType) {
    int[] columns =
        IntStream.range(0, program.columnCount())
            .filter(c -> jobs.test(program.first(c)) && ofType.applyAsDouble(program.pool(c)) != 0)
            .toArray();
    double[] a =
        Arrays.stream(columns)
            .mapToDouble(c -> ofType.applyAsDouble(program.pool(c)) * program.size(c))
            .toArray();
    String name = "row " + program.rows().count();
    CouplingRows row = CouplingRows.builder().add(name, relation, bound, columns, a).build();
    return program.withRows(program.rows().and(row));
  }

  @Test
  void solve_quota_isTheSameOptimumFromSample() {
    Samples.assertSampledAsWhole(
        with(LEVEL, Relation.AT_MOST, 0.1 * WORKERS, m -> m % 4 == 0, j -> j == 0 ? 1 : 0));
  }

  /** Few jobs have a price of their own, which a sample that drew them by chance would miss. */
  @Test
  void solve_quotaOfFewJobs_needsNoOtherMethod() {
    for (AllocationProgram program : new AllocationProgram[] {LEVEL, LOGARITHMS}) {
      Samples.assertSampled(
          with(program, Relation.AT_MOST, 0.002 * WORKERS, m -> m % 100 == 7, j -> j == 0 ? 1 : 0));
    }
  }

  /** Workers of the first type cost some jobs less, or nothing, so that they use enough of them. */
  @Test
  void solve_guarantee_needsNoOtherMethod() {
    for (AllocationProgram program : new AllocationProgram[] {LEVEL, LOGARITHMS}) {
      Samples.assertSampled(
          with(program, Relation.AT_LEAST, 0.7 * WORKERS, m -> m % 4 == 0, j -> j == 0 ? 1 : 0));
    }
    Samples.assertSampled(
        with(LEVEL, Relation.EXACTLY, 0.3 * WORKERS, m -> m % 4 == 0, j -> j == 0 ? 1 : 0));
  }

  @Test
  void solve_budgets_needNoOtherMethod() {
    AllocationProgram budget = with(LEVEL, Relation.AT_MOST, 4 * WORKERS, m -> true, j -> 3 - j);
    AllocationProgram budgets = budget;
    for (int e = 0; e < 4; e++) {
      int entity = e;
      double bound = WORKERS * (0.9 + 0.2 * e);
      budgets = with(budgets, Relation.AT_MOST, bound, m -> m % 4 == entity, j -> 3 - j);
    }
    Samples.assertSampled(budgets);
  }

  @Test
  void solve_rowOfDifferentCoefficients_isLeftToOthers() {
    AllocationProgram program =
        LEVEL.withRows(
            CouplingRows.builder()
                .add(
                    "steps",
                    Relation.AT_MOST,
                    WORKERS,
                    IntStream.range(0, LEVEL.columnCount()).toArray(),
                    IntStream.range(0, LEVEL.columnCount()).mapToDouble(LEVEL::rate).toArray())
                .build());
    assertTrue(Samples.solve(program, SolveLimits.none()).isEmpty());
  }
}
