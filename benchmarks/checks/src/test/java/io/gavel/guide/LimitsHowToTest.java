package io.gavel.guide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.mechanism.RoundScheduler;
import io.gavel.mechanism.event.SchedulerEvent.AllocationChanged;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.mechanism.plan.RoundPlan;
import io.gavel.mechanism.state.SchedulerState.Account;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.constraint.Quota;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Entity.Discipline;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import org.junit.jupiter.api.Test;

/** The code of the how-to page on constraints that holds in rounds. */
class LimitsHowToTest {

  @Test
  void limits_atEachMomentAndOnAverage_areKeptByRounds() {
    // limits in rounds: begin
    Cluster cluster = Cluster.of(new WorkerType("h100", 8));
    AllocationProblem problem =
        AllocationProblem.builder(cluster)
            .entity(new Entity("research", 1, Discipline.FAIRNESS))
            .job(Job.builder("left").scaleFactor(4).entity("research").build(), 8)
            .job(Job.builder("right").scaleFactor(4).entity("research").build(), 8)
            .constraint(Constraint.named("circuit").that(LinearForm.amount(700)).atMost(2800))
            .constraint(
                Constraint.named("contract").that(LinearForm.amount(700)).atMost(2100).onAverage())
            .quota(Quota.of("research").limitedTo("h100", 4))
            .build();
    RoundScheduler rounds =
        RoundScheduler.create(cluster, RoundOptions.defaults().withoutBackfill());
    rounds.accept(new AllocationChanged(0, MaxMinFairness.create().allocate(problem)));
    RoundPlan plan = rounds.plan(0); // one of the gangs
    // limits in rounds: end
    assertEquals(1, plan.leases().size());
    for (int round = 1; round <= 80; round++) {
      plan = rounds.plan(360 * round);
      assertTrue(plan.leases().size() <= 1);
    }
    for (Account account : rounds.state().accounts()) {
      assertEquals(30, account.receivedSeconds() / 360, 1);
    }
    assertEquals(0, rounds.state().totals().backfilledSeconds());
  }
}
