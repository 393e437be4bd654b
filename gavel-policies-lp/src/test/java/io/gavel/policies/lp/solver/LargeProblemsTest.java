package io.gavel.policies.lp.solver;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.solver.internal.interior.rows.OjAlgoSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.AllocationSolver;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Sizes for which a matrix of all rows would exceed the memory. */
class LargeProblemsTest {

  private static final AllocationProblem PROBLEM = problem(16_384);

  private static AllocationProblem problem(int jobs) {
    Random random = new Random(jobs);
    AllocationProblem.Builder problem =
        AllocationProblem.builder(
            Cluster.of(
                new WorkerType("a", jobs / 6 + 1),
                new WorkerType("b", jobs / 6 + 1),
                new WorkerType("c", jobs / 3 + 1)));
    for (int m = 0; m < jobs; m++) {
      problem.job(
          Job.of("j" + m),
          1 + 9 * random.nextDouble(),
          1 + 4 * random.nextDouble(),
          1 + random.nextDouble());
    }
    return problem.build();
  }

  @Test
  void maxMin_manyUnequalJobs_levelThenTotalIsCertified() {
    Allocation x = MaxMinFairness.create().allocate(PROBLEM);
    assertTrue(x.certificate().holdsWithin(Tolerance.CERTIFIED), x.certificate().toString());
  }

  @Test
  void tableaux_ofAllRows_declineWhatWouldNotFit() {
    double[] one = new double[PROBLEM.jobCount()];
    Arrays.fill(one, 1);
    AllocationProgram program = AllocationProgram.maximizeMinimum(PROBLEM, one);
    for (AllocationSolver solver : List.of(new OjAlgoSolver(), new TwofoldSimplex())) {
      assertInstanceOf(
          SolverOutcome.Declined.class,
          solver.solve(program, SolveLimits.forSizeOf(program)),
          solver.toString());
    }
  }
}
