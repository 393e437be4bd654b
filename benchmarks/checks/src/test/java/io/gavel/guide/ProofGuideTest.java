package io.gavel.guide;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.ExactOptimum;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.statement.Rational;
import org.junit.jupiter.api.Test;

/** The code of the page on certificates. */
class ProofGuideTest {

  @Test
  void exactOptimum_ofTwoJobs_isAFraction() {
    // exact optimum: begin
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 1), new WorkerType("k80", 1)))
            .job(Job.of("a"), 4, 1)
            .job(Job.of("b"), 3, 1)
            .build();
    AllocationProgram level = AllocationProgram.maximizeMinimum(problem, new double[] {1, 1});
    ExactOptimum best = CertifiedSolver.standard().exact().solve(level); // 11/5
    // exact optimum: end
    assertEquals(Rational.of(11, 5), best.value());
  }
}
