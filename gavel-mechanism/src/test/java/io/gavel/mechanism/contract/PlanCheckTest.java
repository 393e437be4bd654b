package io.gavel.mechanism.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gavel.mechanism.plan.Lease;
import io.gavel.mechanism.plan.RoundPlan;
import io.gavel.mechanism.plan.Worker;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class PlanCheckTest {

  private static final Cluster CLUSTER = Cluster.of(new WorkerType("v100", 1));
  private static final AllocationProblem PROBLEM =
      AllocationProblem.builder(CLUSTER)
          .job(Job.of("a"), 1)
          .job(Job.of("b"), 1)
          .pair("a", "b", new double[] {0.7}, new double[] {0.7})
          .build();

  private static RoundPlan plan(long round, boolean extended, String... jobIds) {
    double start = 100 * round;
    Lease lease =
        new Lease(
            0,
            List.of(jobIds),
            0,
            List.of(Worker.of(CLUSTER, "v100", 0)),
            Job.WHOLE_WORKER,
            start,
            start + 100,
            extended);
    return new RoundPlan(round, start, start + 100, List.of(lease), List.of());
  }

  private static Optional<RoundRule> secondPlan(boolean partnerLeftAndReturned) {
    PlanCheck check = new PlanCheck(CLUSTER, 0);
    assertEquals(
        Optional.empty(), check.next(plan(0, false, "a", "b"), 0, PROBLEM, Set.of(), Set.of()));
    if (partnerLeftAndReturned) {
      check.departs("a");
    }
    return check
        .next(plan(1, true, "b"), 100, PROBLEM, Set.of(), Set.of())
        .map(PlanCheck.Breach::rule);
  }

  @Test
  void next_restOfPairWhosePartnerLeftAndReturned_goesOnUnderItsNumber() {
    assertEquals(Optional.empty(), secondPlan(true));
  }

  @Test
  void next_restOfPairWhosePartnerStayed_breaksNumbers() {
    assertEquals(Optional.of(RoundRule.NUMBERS), secondPlan(false));
  }

  /** A job that left and returned before it was given a lease between rounds keeps this lease. */
  @Test
  void next_leaseGivenAfterAReturn_goesOnUnderItsNumber() {
    AllocationProblem alone = AllocationProblem.builder(CLUSTER).job(Job.of("a"), 1).build();
    PlanCheck check = new PlanCheck(CLUSTER, 0);
    AllocationProblem nobody = AllocationProblem.builder(CLUSTER).build();
    RoundPlan empty = new RoundPlan(0, 0, 100, List.of(), List.of());
    assertEquals(Optional.empty(), check.next(empty, 0, nobody, Set.of(), Set.of()));
    check.departs("a");
    assertEquals(Optional.empty(), check.filled(plan(0, false, "a"), 0, alone, Set.of(), Set.of()));
    assertEquals(Optional.empty(), check.next(plan(1, true, "a"), 100, alone, Set.of(), Set.of()));
  }
}
