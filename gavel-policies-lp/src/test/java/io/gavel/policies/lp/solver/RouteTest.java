package io.gavel.policies.lp.solver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.sampling.Samples;
import io.gavel.policies.lp.solver.simplex.OjAlgoModelSolver;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class RouteTest {

  private static final String TILED = "structured interior point";
  private static final String CLASSES = "pairs by class";
  private static final String SMALL = "simplex of small sums";
  private static final String DENSE = "dense interior point";
  private static final String SIMPLEX = "ojAlgo dual simplex";
  private static final String MODEL = new OjAlgoModelSolver().toString();

  private static AllocationProblem.Builder jobs(int count) {
    AllocationProblem.Builder problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 2)));
    for (int m = 0; m < count; m++) {
      problem.job(Job.of("job" + m), 1);
    }
    return problem;
  }

  private static double[] ones(int count) {
    double[] ones = new double[count];
    Arrays.fill(ones, 1);
    return ones;
  }

  private static void assertAsked(AllocationProgram program, String... solvers) {
    List<String> asked =
        Route.standard(Samples::solveSmall).stream()
            .filter(route -> route.suits().test(program))
            .map(route -> route.solver().toString())
            .toList();
    assertEquals(List.of(solvers), asked);
  }

  @Test
  void standard_level_isTiled() {
    AllocationProgram level = AllocationProgram.maximizeMinimum(jobs(2).build(), ones(2));
    assertAsked(level, TILED, DENSE, SIMPLEX, MODEL);
    CouplingRows rows =
        CouplingRows.builder()
            .add("order", Relation.AT_LEAST, 0, new int[] {0, 1}, new double[] {1, -1})
            .build();
    assertAsked(level.withRows(rows), TILED, DENSE, SIMPLEX, MODEL);
  }

  @Test
  void standard_sum_isForTheSimplexIfSmall() {
    AllocationProblem few = jobs(100).build();
    assertAsked(AllocationProgram.maximizeSum(few, ones(100)), TILED, SMALL, DENSE, SIMPLEX, MODEL);
    AllocationProblem many = jobs(101).build();
    assertAsked(AllocationProgram.maximizeSum(many, ones(101)), TILED, DENSE, SIMPLEX, MODEL);
  }

  /** What the structured method does not solve has no answer within minutes. */
  @Test
  void standard_manyJobs_areNotForDenseMatrices() {
    AllocationProblem many = jobs(2_500).build();
    assertAsked(AllocationProgram.maximizeSum(many, ones(2_500)), TILED);
    assertAsked(AllocationProgram.maximizeUtility(many, ones(2_500), 0), TILED);
    AllocationProblem fewer = jobs(1_250).build();
    assertAsked(AllocationProgram.maximizeSum(fewer, ones(1_250)), TILED, DENSE, SIMPLEX, MODEL);
    assertAsked(AllocationProgram.maximizeMinimum(fewer, ones(1_250)), TILED);
  }

  @Test
  void standard_utility_isForNoSimplex() {
    assertAsked(AllocationProgram.maximizeUtility(jobs(2).build(), ones(2), 0), TILED, DENSE);
  }

  @Test
  void standard_pairs_areSearchedForClasses() {
    double[] beside = {0.75};
    AllocationProblem pair = jobs(2).pair("job0", "job1", beside, beside).build();
    assertAsked(AllocationProgram.maximizeSum(pair, ones(2)), CLASSES, DENSE, SIMPLEX, MODEL);
    assertAsked(AllocationProgram.maximizeUtility(pair, ones(2), 0), CLASSES, DENSE);
  }

  @Test
  void precise_route_suitsTheSame() {
    Route tiled = Route.standard(Samples::solveSmall).get(0).precise();
    assertEquals(TILED, tiled.solver().toString());
    AllocationProgram sum = AllocationProgram.maximizeSum(jobs(2).build(), ones(2));
    assertTrue(tiled.suits().test(sum));
  }
}
