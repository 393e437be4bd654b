package io.gavel.policies.lp.solver.presolve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AlikePoolsTest {

  private static final double[] WEIGHT = {1, 2, 3, 4, 5};

  /** Two types that are alike but for their workers, if {@code other} is 2, and a slower one. */
  private static AllocationProblem alike(double other) {
    Cluster cluster =
        Cluster.of(new WorkerType("a", 4), new WorkerType("slow", 4), new WorkerType("b", 8));
    return AllocationProblem.builder(cluster)
        .job(Job.of("x").toBuilder().scaleFactor(4).build(), 4, 1, 4)
        .job(Job.of("y").toBuilder().scaleFactor(4).build(), 2, 1, other)
        .job(Job.of("v").toBuilder().scaleFactor(4).build(), 3, 1, 3)
        .job(Job.of("w").toBuilder().scaleFactor(4).build(), 5, 1, 5)
        .job(Job.of("z"), 0, 1, 0)
        .build();
  }

  /** The same with one type in place of two. */
  private static AllocationProblem merged() {
    return AllocationProblem.builder(
            Cluster.of(new WorkerType("ab", 12), new WorkerType("slow", 4)))
        .job(Job.of("x").toBuilder().scaleFactor(4).build(), 4, 1)
        .job(Job.of("y").toBuilder().scaleFactor(4).build(), 2, 1)
        .job(Job.of("v").toBuilder().scaleFactor(4).build(), 3, 1)
        .job(Job.of("w").toBuilder().scaleFactor(4).build(), 5, 1)
        .job(Job.of("z"), 0, 1)
        .build();
  }

  private static AllocationProgram sum(AllocationProblem problem) {
    return AllocationProgram.maximizeSum(problem, WEIGHT);
  }

  @Test
  void of_poolsAlike_haveOneSetOfColumns() {
    AlikePools pools = AlikePools.of(sum(alike(2)));
    assertFalse(pools.isEmpty());
    int[] pool = pools.merged().columns().pool;
    assertTrue(IntStream.of(pool).allMatch(k -> k != 2));
    assertEquals(12, pools.merged().workers(0));
  }

  @Test
  void of_oneRateDiffers_changesNothing() {
    AllocationProgram program = sum(alike(2.5));
    assertTrue(AlikePools.of(program).isEmpty());
    assertSame(program, AlikePools.of(program).merged());
  }

  @Test
  void of_jobRunsOnOneOfThemOnly_changesNothing() {
    assertTrue(AlikePools.of(sum(alike(0))).isEmpty());
  }

  @Test
  void solve_poolsAlike_divideTimeByWorkersAtEqualPrices() {
    double[] requirement = {1, 0.5, 0.5, 1, 0.25};
    CertifiedSolution one =
        CertifiedSolver.standard().solve(AllocationProgram.maximizeMinimum(merged(), requirement));
    AllocationProgram program = AllocationProgram.maximizeMinimum(alike(2), requirement);
    CertifiedSolution two = CertifiedSolver.standard().solve(program);
    assertTrue(two.holdsWithin(CertifiedSolution.GOOD));
    assertEquals(one.objective(), two.objective(), 1e-8 * one.objective());
    double[] x = two.fractions();
    for (int m = 0; m < 4; m++) {
      double part = x[program.column(m, 0)];
      assertEquals(2 * part, x[program.column(m, 2)], 1e-12);
    }
    assertTrue(two.bound().prices().ofPool(0) > 1e-3);
    assertEquals(two.bound().prices().ofPool(0), two.bound().prices().ofPool(2));
    assertEquals(
        one.bound().prices().ofPool(0),
        two.bound().prices().ofPool(0),
        1e-6 * one.bound().prices().ofPool(0));
  }
}
