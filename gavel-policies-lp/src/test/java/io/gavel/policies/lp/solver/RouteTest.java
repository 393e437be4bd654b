package io.gavel.policies.lp.solver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.solver.internal.Tuning;
import io.gavel.policies.lp.solver.internal.interior.rows.SimplexSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.FreeVariables;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class RouteTest {

  private static final String TILED = "structured interior point";
  private static final String CLASSES = "pairs by class";
  private static final String PRECISE = "precise simplex";
  private static final String DENSE = "dense interior point";
  private static final String SIMPLEX = "sparse simplex";

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
        Route.standard().stream()
            .filter(route -> route.suits().test(program))
            .map(route -> route.solver().toString())
            .toList();
    assertEquals(List.of(solvers), asked);
  }

  @Test
  void standard_level_isTiledUnlessItIsTiny() {
    AllocationProgram many = AllocationProgram.maximizeMinimum(jobs(40).build(), ones(40));
    assertAsked(many, TILED, DENSE, PRECISE, SIMPLEX);
    AllocationProgram level = AllocationProgram.maximizeMinimum(jobs(2).build(), ones(2));
    assertAsked(level, SIMPLEX, TILED, DENSE, PRECISE);
    CouplingRows rows =
        CouplingRows.builder()
            .add("order", Relation.AT_LEAST, 0, new int[] {0, 1}, new double[] {1, -1})
            .build();
    assertAsked(level.withRows(rows), SIMPLEX, TILED, DENSE, PRECISE);
  }

  @Test
  void standard_sum_isForTheLoopFirst() {
    AllocationProblem few = jobs(70).build();
    assertAsked(AllocationProgram.maximizeSum(few, ones(70)), TILED, DENSE, PRECISE, SIMPLEX);
  }

  /** What the structured method does not solve has no answer within minutes. */
  @Test
  void standard_manyJobs_areNotForDenseMatrices() {
    AllocationProblem many = jobs(2_500).build();
    assertAsked(AllocationProgram.maximizeSum(many, ones(2_500)), TILED);
    assertAsked(AllocationProgram.maximizeUtility(many, ones(2_500), 0), TILED);
    AllocationProblem fewer = jobs(1_250).build();
    assertAsked(AllocationProgram.maximizeSum(fewer, ones(1_250)), TILED, DENSE, PRECISE, SIMPLEX);
    assertAsked(AllocationProgram.maximizeMinimum(fewer, ones(1_250)), TILED);
  }

  /** A dense matrix has at most 2,500 rows: of jobs, pools and coupling rows. */
  @Test
  void standard_asManyRowsAsADenseMatrixTakes_areForIt() {
    AllocationProgram most = AllocationProgram.maximizeSum(jobs(2_499).build(), ones(2_499));
    assertAsked(most, TILED, DENSE, PRECISE, SIMPLEX);
    assertAsked(most.withRows(rows(1, 1)), TILED);
  }

  /** Rows of the time of single columns, in turn. */
  private static CouplingRows rows(int count, int columns) {
    CouplingRows.Builder rows = CouplingRows.builder();
    for (int i = 0; i < count; i++) {
      rows.add(
          "row" + i, Relation.AT_MOST, 0.5, new int[] {i % columns}, new double[] {1 + i / 4.0});
    }
    return rows.build();
  }

  /** The tiled method comes first only while rows are no more than jobs. */
  @Test
  void standard_moreRowsThanJobs_areForTilesOnlyAfterTheDenseMatrix() {
    AllocationProgram sum = AllocationProgram.maximizeSum(jobs(2).build(), ones(2));
    assertAsked(sum.withRows(rows(2, 2)), SIMPLEX, TILED, DENSE, PRECISE);
    assertAsked(sum.withRows(rows(3, 2)), SIMPLEX, DENSE, TILED, PRECISE);
    double[] beside = {0.75};
    AllocationProblem pair = jobs(2).pair("job0", "job1", beside, beside).build();
    AllocationProgram paired = AllocationProgram.maximizeSum(pair, ones(2));
    assertAsked(paired.withRows(rows(4, 3)), CLASSES, SIMPLEX, DENSE, PRECISE);
  }

  /** With more rows than columns, those of the columns are factored, by a sparse matrix if many. */
  @Test
  void standard_moreRowsThanThousandsOfColumns_areForTheDenseMethodAlone() {
    AllocationProgram many = AllocationProgram.maximizeSum(jobs(5_001).build(), ones(5_001));
    assertAsked(many.withRows(rows(5_002, 5_001)), DENSE);
    AllocationProgram fewer = AllocationProgram.maximizeSum(jobs(5_000).build(), ones(5_000));
    assertAsked(fewer.withRows(rows(5_001, 5_000)), DENSE, TILED, PRECISE, SIMPLEX);
  }

  @Test
  void standard_noColumns_areForNoTiles() {
    AllocationProblem idle =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 2)))
            .job(Job.of("idle"), 0)
            .build();
    assertAsked(AllocationProgram.maximizeMinimum(idle, ones(1)), DENSE, PRECISE, SIMPLEX);
    assertAsked(AllocationProgram.maximizeSum(idle, ones(1)), DENSE, PRECISE, SIMPLEX);
  }

  @Test
  void standard_costOfPurchases_isFirstSpread() {
    AllocationProgram bought =
        AllocationProgram.maximizeSum(jobs(2).build(), new double[2])
            .withFreeVariables(FreeVariables.builder().addWorkers("bought", 3, -1, 0).build());
    assertAsked(bought, "spread time", SIMPLEX, TILED, DENSE, PRECISE);
  }

  /** A simplex takes about one step for each row, whose work grows with the number of rows. */
  @Test
  void suitsSimplex_rows_areFewForTheColumns() {
    Tuning tuning = Tuning.STANDARD;
    assertTrue(tuning.suitsSimplex(1_500, 7_500, false));
    assertFalse(tuning.suitsSimplex(1_501, 8_000, false));
    assertFalse(tuning.suitsSimplex(1_500, 7_499, false));
    assertTrue(tuning.suitsSimplex(500, 7_500, true));
    assertFalse(tuning.suitsSimplex(501, 7_500, true));
  }

  @Test
  void extended_standardRoutes_startWithTheSimplex() {
    List<Route> standard = Route.standard();
    List<Route> refined = Route.extended(standard, standard);
    assertEquals(standard.size() + 1, refined.size());
    assertEquals(PRECISE, refined.get(0).solver().toString());
    AllocationProgram sum = AllocationProgram.maximizeSum(jobs(2).build(), ones(2));
    AllocationProgram logarithms = AllocationProgram.maximizeUtility(jobs(2).build(), ones(2), 0);
    assertTrue(refined.get(0).suits().test(sum));
    assertFalse(refined.get(0).suits().test(logarithms));
    for (int i = 0; i < standard.size(); i++) {
      assertSame(standard.get(i).suits(), refined.get(i + 1).suits());
    }
    List<Route> own = List.of(Route.always(new SimplexSolver()));
    List<Route> refinedOwn = Route.extended(own, standard);
    assertEquals(1, refinedOwn.size(), "the caller's solvers and no other");
    assertTrue(refinedOwn.get(0).suits().test(sum));
    assertTrue(refinedOwn.get(0).suits().test(logarithms));
  }

  @Test
  void standard_utility_isForNoSimplex() {
    assertAsked(AllocationProgram.maximizeUtility(jobs(2).build(), ones(2), 0), TILED, DENSE);
  }

  @Test
  void standard_pairs_areSearchedForClasses() {
    double[] beside = {0.75};
    AllocationProblem pair = jobs(2).pair("job0", "job1", beside, beside).build();
    assertAsked(AllocationProgram.maximizeSum(pair, ones(2)), CLASSES, SIMPLEX, DENSE, PRECISE);
    assertAsked(AllocationProgram.maximizeUtility(pair, ones(2), 0), CLASSES, DENSE);
  }

  @Test
  void precise_route_suitsTheSame() {
    Route tiled = Route.standard().get(3).precise();
    assertEquals(TILED, tiled.solver().toString());
    AllocationProgram sum = AllocationProgram.maximizeSum(jobs(2).build(), ones(2));
    assertTrue(tiled.suits().test(sum));
  }
}
