package io.gavel.policies.lp.solver.presolve;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import org.junit.jupiter.api.Test;

class SlowestJobsTest {

  /** Three jobs: alone, the first reaches level 1, the second 2, and the third 8. */
  private static AllocationProgram level(int fast, int slow) {
    Cluster cluster = Cluster.of(new WorkerType("fast", fast), new WorkerType("slow", slow));
    AllocationProblem problem =
        AllocationProblem.builder(cluster)
            .job(Job.of("a"), 4, 1)
            .job(Job.of("b"), 2, 1)
            .job(Job.of("c"), 8, 4)
            .build();
    return AllocationProgram.maximizeMinimum(problem, new double[] {4, 1, 1});
  }

  @Test
  void below_levelThatAllReach_isEmpty() {
    assertTrue(SlowestJobs.below(level(2, 1), 1).isEmpty());
  }

  @Test
  void below_levelThatNobodyReaches_isEmpty() {
    assertTrue(SlowestJobs.below(level(3, 1), 9).isEmpty());
  }

  @Test
  void below_tooFewWorkersForTheSlowest_isEmpty() {
    assertTrue(SlowestJobs.below(level(1, 2), 3).isEmpty());
  }

  @Test
  void all_slowestJobs_runFullTimeAndProveTheLevel() {
    AllocationProgram program = level(2, 1);
    SlowestJobs slow = SlowestJobs.below(program, 3).orElseThrow();
    assertArrayEquals(
        new double[] {0, 1}, new double[] {slow.others().workers(0), slow.others().workers(1)});
    CertifiedSolution others = CertifiedSolver.standard().solve(slow.others());
    assertEquals(4, others.objective(), 1e-6); // the third job alone, on what is left
    CertifiedSolution all = slow.all(others);
    assertTrue(all.holdsWithin(CertifiedSolution.GOOD));
    assertEquals(1, all.objective(), 1e-12);
    assertArrayEquals(new double[] {4, 2, 4}, all.throughput(), 1e-6);
  }
}
