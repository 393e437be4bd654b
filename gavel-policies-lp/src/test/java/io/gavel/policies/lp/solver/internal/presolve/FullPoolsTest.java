package io.gavel.policies.lp.solver.internal.presolve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Tolerance;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import org.junit.jupiter.api.Test;

class FullPoolsTest {

  /** All of a type belongs to one job, and another job runs on that type alone. */
  @Test
  void solve_rowThatLeavesAJobNothing_provesTheLevelZero() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("a", 1), new WorkerType("b", 2)))
            .job(Job.of("owner"), 1.7, 0.3)
            .job(Job.of("elsewhere"), 0, 0.9)
            .job(Job.of("idle"), 0.7, 0)
            .build();
    CouplingRows all =
        CouplingRows.builder()
            .add("all of a", Relation.AT_LEAST, 1, new int[] {0}, new double[] {1})
            .build();
    AllocationProgram program =
        AllocationProgram.maximizeMinimum(problem, new double[] {1.3, 0.3, 0.11}).withRows(all);
    CertifiedSolution found = CertifiedSolver.standard().solve(program);
    assertTrue(found.holdsWithin(Tolerance.CERTIFIED), found::toString);
    assertEquals(0, found.objective(), 1e-12);
    assertEquals(0, found.bound().value(), 1e-12);
    assertEquals(1.7, found.throughput()[0], 1e-9);
  }
}
