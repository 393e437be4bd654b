package io.gavel.policies.lp.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Tolerance;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.program.Measure;
import io.gavel.policies.program.Objective;
import io.gavel.policies.program.Program;
import io.gavel.policies.program.Solution;
import io.gavel.policies.proof.Proof;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sums of utilities with least throughputs, which bind or do not. */
final class UtilityFloorsTest {

  /** Two jobs share a worker of 4 steps per second equally, unless a floor asks for more. */
  @ParameterizedTest
  @CsvSource({"0, 0", "0, 1", "0, 1.9", "0, 3", "0.5, 1", "0.5, 3", "-1, 1", "-1, 3"})
  void utility_underAFloor_isProved(double power, double floor) {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 1)))
            .job(Job.of("a"), 4)
            .job(Job.of("b"), 4)
            .build();
    Solution solution =
        Program.of(problem)
            .maximize(new Objective.Utility(Measure.throughput(), job -> 1, power))
            .withFloor("b", floor)
            .solve(StagedSolver.create());
    double most = Math.max(2, floor);
    assertEquals(most, solution.allocation().effectiveThroughput(1), 1e-5);
    assertEquals(4 - most, solution.allocation().effectiveThroughput(0), 1e-5);
    Proof proof = Proof.of(solution.allocation());
    assertTrue(proof.holdsWithin(Tolerance.CERTIFIED), proof::toString);
  }
}
