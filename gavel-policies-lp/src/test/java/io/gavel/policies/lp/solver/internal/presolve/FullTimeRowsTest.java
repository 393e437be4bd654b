package io.gavel.policies.lp.solver.internal.presolve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.Policy;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.catalog.Policies;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FullTimeRowsTest {

  /** Both jobs need the one worker of the fast type for all of their time. */
  @ParameterizedTest
  @ValueSource(strings = {"max_sum_throughput", "nash", "max_min_fairness", "harmonic_mean"})
  void allocate_rowsThatAskForMoreThanAPool_areInConflict(String policy) {
    LinearForm steps = LinearForm.steps();
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("h100", 1), new WorkerType("a100", 1)))
            .job(Job.of("x"), 10, 3)
            .job(Job.of("y"), 10, 4)
            .job(Job.of("z"), 5, 4)
            .constraint(Constraint.named("all x").that(steps.ofJobs("x")).atLeast(10))
            .constraint(Constraint.named("all y").that(steps.ofJobs("y")).exactly(10))
            .build();
    Policy asked = Policies.standard().named(policy);
    InfeasibleProblemException refused =
        assertThrows(InfeasibleProblemException.class, () -> asked.allocate(problem));
    assertEquals(List.of("all x", "all y"), refused.conflict().stream().sorted().toList());
  }

  /** Before the row gets a price, prices of 0 prove a lower bound than the prices of pools. */
  @Test
  void undone_costsOnly_keepsThePricesOfPools() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("h100", 1), new WorkerType("a100", 1)))
            .job(Job.of("x"), 1.5, 0.5)
            .job(Job.of("y"), 1.5, 0.5)
            .build();
    CouplingRows rows =
        CouplingRows.builder()
            .add("x", Relation.AT_LEAST, 1.5, new int[] {0, 1}, new double[] {1.5, 0.5})
            .add("y", Relation.AT_LEAST, 0.075, new int[] {2, 3}, new double[] {1.5, 0.5})
            .build();
    AllocationProgram program =
        AllocationProgram.maximizeGain(problem, new double[] {-0.5, -0.5, -0.5, -0.5})
            .withRows(rows);
    CertifiedSolution found = CertifiedSolver.standard().solve(program);
    assertEquals(-0.575, found.objective(), 1e-9);
    assertEquals(-0.575, found.bound().value(), 1e-9);
  }
}
