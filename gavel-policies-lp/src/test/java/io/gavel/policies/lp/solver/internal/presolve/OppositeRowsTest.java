package io.gavel.policies.lp.solver.internal.presolve;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Tolerance;
import io.gavel.policies.constraint.Quota;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.welfare.NashWelfare;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import org.junit.jupiter.api.Test;

class OppositeRowsTest {

  /** Each job gets a third of the worker that its team is held to. */
  @Test
  void solve_guaranteeOfAllThatAQuotaAllows_isCertified() {
    AllocationProblem.Builder builder =
        AllocationProblem.builder(Cluster.of(new WorkerType("a", 5)))
            .entity(new Entity("team", 1, Entity.Discipline.FAIRNESS));
    for (int m = 0; m < 3; m++) {
      builder.job(Job.builder("j" + m).scaleFactor(m == 0 ? 1 : 2).entity("team").build(), 1);
    }
    AllocationProblem problem = builder.build();
    AllocationProblem held =
        problem.constraining(Quota.of("team").reserving("a", 1).limitedTo("a", 1));
    Allocation x = NashWelfare.create().allocate(held);
    assertTrue(x.certificate().holdsWithin(Tolerance.CERTIFIED));
    assertEquals(1.0 / 3, x.effectiveThroughput(0), 1e-6);
    assertEquals(1.0 / 6, x.effectiveThroughput(1), 1e-6);
    assertEquals(1.0 / 6, x.effectiveThroughput(2), 1e-6);
  }

  private static double[] pricesOfEqualLimits(double gain) {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("a", 2)))
            .job(Job.of("held"), 1)
            .job(Job.of("other"), 1)
            .build();
    int[] column = {0};
    double[] one = {1};
    CouplingRows rows =
        CouplingRows.builder()
            .add("least", Relation.AT_LEAST, 0.5, column, one)
            .add("other", Relation.AT_MOST, 0.25, new int[] {1}, one)
            .add("most", Relation.AT_MOST, 0.5, column, one)
            .build();
    AllocationProgram program =
        AllocationProgram.maximizeGain(problem, new double[] {gain, 1}).withRows(rows);
    assertEquals(2, new OppositeRows(program).reduced().rows().count());
    CertifiedSolution found = CertifiedSolver.standard().solve(program);
    assertEquals(gain / 2 + 0.25, found.objective(), 1e-9);
    return found.bound().rowPrices();
  }

  @Test
  void undo_priceOfAnEquation_isThatOfTheLimitThatHolds() {
    assertArrayEquals(new double[] {0, 1, 2}, pricesOfEqualLimits(2), 1e-9);
    assertArrayEquals(new double[] {3, 1, 0}, pricesOfEqualLimits(-3), 1e-9);
  }
}
