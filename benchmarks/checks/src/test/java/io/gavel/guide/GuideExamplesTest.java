package io.gavel.guide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.mechanism.RoundScheduler;
import io.gavel.mechanism.event.SchedulerEvent;
import io.gavel.mechanism.lease.LeaseMessage;
import io.gavel.mechanism.lease.LeaseServer;
import io.gavel.mechanism.plan.Lease;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.mechanism.plan.RoundPlan;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolveLimits.LimitAction;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import org.junit.jupiter.api.Test;

class GuideExamplesTest {

  private static final Cluster CLUSTER =
      Cluster.of(new WorkerType("v100", 1), new WorkerType("k80", 1));

  private static final AllocationProblem PROBLEM =
      AllocationProblem.builder(CLUSTER).job(Job.of("a"), 4, 1).job(Job.of("b"), 2, 1).build();

  private static RoundPlan firstRound() {
    Cluster cluster = CLUSTER;
    Allocation x = MaxMinFairness.create().allocate(PROBLEM);
    // rounds: begin
    var scheduler = RoundScheduler.create(cluster, RoundOptions.defaults());
    scheduler.accept(new SchedulerEvent.AllocationChanged(0, x));
    RoundPlan round = scheduler.plan(0); // who runs where for the next 360 seconds
    // rounds: end
    return round;
  }

  @Test
  void rounds_twoJobsOnTwoWorkers_bothRun() {
    assertEquals(2, firstRound().leases().size());
  }

  @Test
  void leases_grantedJob_isTracked() {
    Lease lease = firstRound().leases().get(0);
    String jobId = lease.jobIds().get(0);
    double stepsDone = 0;
    double totalSteps = 10;
    double now = 1;
    LeaseMessage message = new LeaseMessage.RenewalAsked(lease.number(), jobId, 0, 5, now);
    // leases: begin
    LeaseServer tracker = LeaseServer.create(60); // grace time; next to the RoundScheduler
    tracker.grant(lease, jobId, stepsDone, totalSteps); // after each plan: new and extended leases
    tracker.on(message, now); // RenewalAsked, Ended from the members
    tracker.at(now); // now and then: who is to be killed
    // leases: end
    assertTrue(tracker.at(now).messages().isEmpty());
  }

  @Test
  void limits_deadline_endsWithTheBestAnswer() {
    // limits: begin
    long deadline = System.nanoTime() + 50_000_000;
    var limits =
        SolveLimits.none()
            .withCancellation(() -> System.nanoTime() > deadline)
            .withOnExpiry(LimitAction.BEST_FEASIBLE);
    // limits: end
    assertEquals(LimitAction.BEST_FEASIBLE, limits.onExpiry());
  }
}
