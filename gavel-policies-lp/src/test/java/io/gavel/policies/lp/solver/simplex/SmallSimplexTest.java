package io.gavel.policies.lp.solver.simplex;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.List;
import org.junit.jupiter.api.Test;

class SmallSimplexTest {

  private static final Cluster CLUSTER =
      Cluster.of(new WorkerType("fast", 1), new WorkerType("slow", 1));

  private static AllocationProblem jobs(int n) {
    AllocationProblem.Builder problem = AllocationProblem.builder(CLUSTER);
    for (int m = 0; m < n; m++) {
      problem.job(Job.of("job" + m), 2 + m, 1);
    }
    return problem.build();
  }

  private static SolverOutcome solve(AllocationProgram program) {
    return new SmallSimplex().solve(program, SolveLimits.forSizeOf(program));
  }

  @Test
  void solve_floorsThatLeaveNothing_areKeptToTheLastBits() {
    // Two jobs of 2 and 3 on the fast worker: floors of 1.5 and 2 are met by halves alone.
    AllocationProgram program =
        AllocationProgram.maximizeSum(jobs(2), new double[] {1, 1})
            .withFloor(new double[] {1.5, 2});
    CertifiedSolution point =
        CertifiedSolver.of(List.of(new SmallSimplex()), new Tolerance(0, 1e-12)).solve(program);
    assertEquals(3.5, point.objective(), 1e-12);
    assertArrayEquals(new double[] {0.5, 0.5, 0.5, 0.5}, point.fractions(), 1e-12);
  }

  @Test
  void solve_levelsPairsAndManyJobs_areLeftToOthers() {
    AllocationProblem pair =
        AllocationProblem.builder(CLUSTER)
            .job(Job.of("a"), 2, 1)
            .job(Job.of("b"), 2, 1)
            .pair("a", "b", new double[] {1, 0}, new double[] {1, 0})
            .build();
    for (AllocationProgram program :
        List.of(
            AllocationProgram.maximizeMinimum(jobs(2), new double[] {1, 1}),
            AllocationProgram.maximizeUtility(jobs(2), new double[] {1, 1}, 0),
            AllocationProgram.maximizeSum(pair, new double[] {1, 1}),
            AllocationProgram.maximizeSum(jobs(101), new double[101]))) {
      var declined = assertInstanceOf(SolverOutcome.Declined.class, solve(program));
      assertEquals(
          "simplex of small sums: for sums of at most 100 jobs without pairs", declined.reason());
    }
    assertInstanceOf(
        SolverOutcome.Solved.class,
        solve(AllocationProgram.maximizeSum(jobs(100), new double[100])));
  }
}
