package io.gavel.policies.lp.catalog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A constraint is kept, or refused by its name; no policy goes past it. */
class ConstrainedNamesTest {

  private static AllocationProblem.Builder jobs() {
    AllocationProblem.Builder problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 2).withPricePerHour(1)));
    for (String id : List.of("a", "b")) {
      problem.job(Job.builder(id).stepsRemaining(100).build(), 2);
    }
    return problem;
  }

  private static List<String> names() {
    return Policies.standard().names();
  }

  @ParameterizedTest
  @MethodSource("names")
  void allocate_underALimit_keepsOrNamesIt(String name) {
    Policy policy = Policies.standard().named(name);
    Constraint few = Constraint.named("few").that(LinearForm.workers().ofJobs("a")).atMost(0.375);
    Allocation x;
    try {
      x = policy.allocate(jobs().constraint(few).build());
    } catch (IllegalArgumentException refused) {
      assertTrue(refused.getMessage().contains("constraint"), refused.getMessage());
      assertTrue(refused.getMessage().contains("\"few\""), refused.getMessage());
      assertEquals(0, policy.allocate(jobs().build()).maxViolation(), 1e-12);
      return;
    }
    assertTrue(x.timeFraction(0) <= 0.375 + 1e-9, x::toTable);
  }
}
