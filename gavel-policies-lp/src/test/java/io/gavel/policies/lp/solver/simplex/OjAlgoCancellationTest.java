package io.gavel.policies.lp.solver.simplex;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class OjAlgoCancellationTest {

  private static final AllocationProgram PROGRAM =
      AllocationProgram.maximizeSum(
          AllocationProblem.builder(Cluster.of(new WorkerType("a", 1), new WorkerType("b", 1)))
              .job(Job.of("x"), 1, 2)
              .job(Job.of("y"), 2, 1)
              .build(),
          new double[] {1, 1});

  /** The dual program is as much work as the primal one, so it must not begin. */
  @Test
  void solve_cancelledDuringThePrimal_doesNotSolveTheDual() {
    for (int check = 1; check <= 3; check++) {
      AtomicInteger checks = new AtomicInteger();
      int from = check;
      SolveLimits limits =
          SolveLimits.none().withCancellation(() -> checks.incrementAndGet() >= from);
      assertInstanceOf(
          SolverOutcome.Interrupted.class, new OjAlgoModelSolver().solve(PROGRAM, limits));
      assertEquals(check, checks.get());
    }
    assertInstanceOf(
        SolverOutcome.Solved.class, new OjAlgoModelSolver().solve(PROGRAM, SolveLimits.none()));
  }
}
