package io.gavel.policies.lp.solver.internal.presolve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.Policy;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.lp.catalog.Policies;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.List;
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
}
