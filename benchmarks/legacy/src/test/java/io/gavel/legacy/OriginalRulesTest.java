package io.gavel.legacy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.mechanism.event.EventOutcome;
import io.gavel.mechanism.event.SchedulerEvent.AllocationChanged;
import io.gavel.mechanism.event.SchedulerEvent.JobDone;
import io.gavel.mechanism.event.SchedulerEvent.LeaseEnded;
import io.gavel.mechanism.event.SchedulerEvent.ProblemChanged;
import io.gavel.mechanism.plan.Lease;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.mechanism.plan.RoundPlan;
import io.gavel.mechanism.plan.Worker;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.ThroughputMatrix;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whom the original's rules choose, and which workers they get, case by case. */
final class OriginalRulesTest {

  private static final RoundOptions OPTIONS = new RoundOptions(100);
  private static final Cluster ONE = Cluster.of(new WorkerType("v100", 1));
  private static final Cluster FOUR = Cluster.of(new WorkerType("v100", 4).withWorkersPerServer(2));

  /** Jobs {@code a, b, …} of the given scale factors that run on the only type. */
  private static AllocationProblem problem(Cluster cluster, int... scaleFactors) {
    AllocationProblem.Builder problem = AllocationProblem.builder(cluster);
    for (int m = 0; m < scaleFactors.length; m++) {
      problem.job(Job.builder("" + (char) ('a' + m)).scaleFactor(scaleFactors[m]).build(), 1);
    }
    return problem.build();
  }

  private static OriginalRounds planner(Cluster cluster) {
    return new OriginalRounds(cluster, OPTIONS, ZeroPriority.SELECTED);
  }

  private static OriginalRounds scheduler(AllocationProblem problem, double... x) {
    OriginalRounds scheduler = planner(problem.cluster());
    scheduler.accept(new AllocationChanged(0, OriginalCases.allocation(problem, x)));
    return scheduler;
  }

  /** "jobs on first worker" for each lease. */
  private static List<String> places(RoundPlan plan) {
    return plan.leases().stream()
        .map(lease -> String.join("+", lease.jobIds()) + " on " + lease.workers().get(0).index())
        .toList();
  }

  private static List<OriginalEntry> entries(OriginalRounds scheduler) {
    return scheduler.state().entries();
  }

  @Test
  void plan_largerPriority_goesFirst() {
    OriginalRounds scheduler = scheduler(problem(ONE, 1, 1), 0.2, 0.8);
    assertEquals(List.of("b on 0"), places(scheduler.plan(0)));
  }

  /** Fractions change after a round in which a had 100 seconds of 90, and b none of 10. */
  @Test
  void plan_equalPriorities_largerDeficitGoesFirst() {
    AllocationProblem two = problem(ONE, 1, 1);
    OriginalRounds scheduler = scheduler(two, 0.9, 0.1);
    assertEquals(List.of("a on 0"), places(scheduler.plan(0)));
    scheduler.accept(new LeaseEnded(100, "a"));
    scheduler.accept(new AllocationChanged(100, OriginalCases.allocation(two, 0.5, 0.5)));
    assertEquals(
        List.of(-10.0, 10.0), entries(scheduler).stream().map(e -> e.deficitSeconds()).toList());
    assertEquals(List.of("b on 0"), places(scheduler.plan(100)));
    scheduler.accept(new AllocationChanged(300, OriginalCases.allocation(two, 0.25, 0.75)));
    assertEquals(
        List.of(90.0, 110.0),
        entries(scheduler).stream().map(e -> e.deficitSeconds()).toList(),
        "half of 200 seconds more, for its lease is not over");
    assertEquals(List.of(100.0), scheduler.state().typeSeconds(), "half a round for each, anew");
  }

  /** After half a round for b both have 3/4: 1/4 of 50 in 150 seconds, and 1/2 of 100. */
  @Test
  void plan_equalPrioritiesAndDeficits_largerFractionGoesFirst() {
    OriginalRounds scheduler = scheduler(problem(ONE, 1, 1), 0.25, 0.5);
    assertEquals(List.of("b on 0"), places(scheduler.plan(0)));
    scheduler.accept(new LeaseEnded(50, "b"));
    assertEquals(List.of("b on 0"), places(scheduler.plan(100)));
    assertEquals(
        List.of(0.75, 0.75), entries(scheduler).stream().map(OriginalEntry::priority).toList());
  }

  @Test
  void plan_allEqual_earlierArrivalGoesFirst() {
    AllocationProblem two = problem(ONE, 1, 1);
    AllocationProblem turned =
        AllocationProblem.builder(ONE).job(two.job(1), 1).job(two.job(0), 1).build();
    OriginalRounds scheduler = scheduler(two, 0.5, 0.5);
    scheduler.accept(new AllocationChanged(0, OriginalCases.allocation(turned, 0.5, 0.5)));
    assertEquals(List.of("a on 0"), places(scheduler.plan(0)));
  }

  @Test
  void plan_gangs_takeWorkersBeforeSmallerJobsThatWereChosenFirst() {
    OriginalRounds scheduler = scheduler(problem(FOUR, 1, 2, 1), 1, 0.5, 0.9);
    RoundPlan plan = scheduler.plan(0);
    assertEquals(List.of("b on 0", "a on 2", "c on 3"), places(plan));
    assertEquals(List.of(0L, 1L, 2L), plan.leases().stream().map(Lease::number).toList());
    assertEquals(List.of(new Worker(0, 0, 0), new Worker(0, 1, 0)), plan.leases().get(0).workers());
    assertEquals(
        List.of("a", "c", "b"),
        scheduler.state().selected().stream().map(entry -> entry.jobIds().get(0)).toList(),
        "by priority");
  }

  @Test
  void plan_sameType_keepsItsWorkersAndItsLease() {
    OriginalRounds scheduler = scheduler(problem(FOUR, 1, 1, 1), 0.9, 0.8, 0.7);
    assertEquals(List.of("a on 0", "b on 1", "c on 2"), places(scheduler.plan(0)));
    scheduler.accept(new JobDone(50, "a"));
    RoundPlan next = scheduler.plan(100);
    assertEquals(List.of("b on 1", "c on 2"), places(next));
    assertTrue(next.leases().stream().allMatch(Lease::extended));
    assertEquals(List.of(1L, 2L), next.leases().stream().map(Lease::number).toList());
    assertEquals(3, scheduler.state().nextLease());
  }

  /** The gang comes first and takes what was a's, who then has to move. */
  @Test
  void plan_workersTakenByAGang_areNotKept() {
    AllocationProblem small = problem(FOUR, 1, 1);
    OriginalRounds scheduler = scheduler(small, 0.9, 0.8);
    assertEquals(List.of("a on 0", "b on 1"), places(scheduler.plan(0)));
    AllocationProblem gang = problem(FOUR, 1, 1, 2);
    scheduler.accept(new AllocationChanged(100, OriginalCases.allocation(gang, 0.9, 0.8, 0.7)));
    RoundPlan plan = scheduler.plan(100);
    assertEquals(List.of("c on 0", "a on 2", "b on 3"), places(plan));
    assertTrue(plan.leases().stream().noneMatch(Lease::extended));
    assertEquals(List.of(2L, 3L, 4L), plan.leases().stream().map(Lease::number).toList());
  }

  @Test
  void plan_otherType_isAnotherLease() {
    Cluster two = Cluster.of(new WorkerType("v100", 1), new WorkerType("k80", 1));
    AllocationProblem problem =
        AllocationProblem.builder(two).job(Job.of("a"), 1, 1).job(Job.of("b"), 1, 0).build();
    OriginalRounds scheduler = scheduler(problem, 0.5, 0.5, 0.4, 0);
    assertEquals(List.of("a on 0"), places(scheduler.plan(0)));
    RoundPlan next = scheduler.plan(100); // a had all of the v100: 1/2 of 150 in 200, b 2/5 of 50
    assertEquals(List.of("b on 0", "a on 0"), places(next));
    assertEquals(List.of(0, 1), next.leases().stream().map(Lease::workerType).toList());
    assertTrue(next.leases().stream().noneMatch(Lease::extended));
  }

  @Test
  void plan_gangLargerThanWhatIsLeft_isSkipped() {
    OriginalRounds scheduler = scheduler(problem(FOUR, 3, 2, 1), 0.9, 0.8, 0.1);
    assertEquals(List.of("a on 0", "c on 3"), places(scheduler.plan(0)));
  }

  @Test
  void plan_typeWithoutThroughput_isNoPlaceForIt() {
    Cluster two = Cluster.of(new WorkerType("v100", 1), new WorkerType("k80", 1));
    AllocationProblem problem =
        AllocationProblem.builder(two).job(Job.of("a"), 0, 1).job(Job.of("b"), 1, 1).build();
    OriginalRounds scheduler = scheduler(problem, 0, 1, 0.2, 0);
    assertEquals(List.of("b on 0", "a on 0"), places(scheduler.plan(0)));
    assertEquals(
        List.of(0.0, 2.0, 0.4, 0.0),
        entries(scheduler).stream().map(OriginalEntry::priority).toList());
  }

  @Test
  void plan_pair_keepsItsMembersFromRunningAlone() {
    AllocationProblem pair =
        AllocationProblem.of(
            Cluster.of(new WorkerType("v100", 2)),
            List.of(Job.of("a"), Job.of("b"), Job.of("c")),
            ThroughputMatrix.builder(1)
                .job(1)
                .job(1)
                .job(1)
                .pair(0, 1, new double[] {1}, new double[] {1})
                .build());
    OriginalRounds scheduler = planner(pair.cluster());
    scheduler.accept(new ProblemChanged(0, pair));
    assertEquals(
        List.of(List.of("a"), List.of("b"), List.of("a", "b"), List.of("c")),
        entries(scheduler).stream().map(OriginalEntry::jobIds).toList(),
        "after its second member");
    assertEquals(
        List.of(50.0, 50.0, 0.0, 50.0),
        entries(scheduler).stream().map(OriginalEntry::receivedSeconds).toList(),
        "half a round, but nothing for a pair");
    scheduler.accept(
        new AllocationChanged(0, OriginalCases.allocation(pair, 0.25, 0.25, 0.5, 0.75)));
    assertEquals(List.of("a+b on 0", "c on 1"), places(scheduler.plan(0)));
    assertEquals(
        List.of(1.0, 1.0, 3.0, 2.0),
        entries(scheduler).stream().map(OriginalEntry::priority).toList(),
        "a quarter of the type's time each, after the reset");
    scheduler.accept(new JobDone(50, "b"));
    assertEquals(
        List.of(List.of("a"), List.of("c")),
        entries(scheduler).stream().map(OriginalEntry::jobIds).toList());
    assertEquals(List.of("b"), scheduler.state().doneJobIds());
    assertEquals(List.of("a on 0", "c on 1"), places(scheduler.plan(100)));
  }

  @Test
  void accept_jobDoneThatIsStillListed_staysDoneUntilItIsNot() {
    AllocationProblem two = problem(ONE, 1, 1);
    OriginalRounds scheduler = scheduler(two, 0.9, 0.1);
    scheduler.accept(new JobDone(0, "a"));
    scheduler.accept(new ProblemChanged(0, two));
    assertEquals(List.of("a"), scheduler.state().doneJobIds());
    assertEquals(List.of("b on 0"), places(scheduler.plan(0)));
    AllocationProblem rest = AllocationProblem.builder(ONE).job(Job.of("b"), 1).build();
    scheduler.accept(new ProblemChanged(0, rest));
    assertEquals(List.of(), scheduler.state().doneJobIds());
    scheduler.accept(new ProblemChanged(0, two));
    assertEquals(2, entries(scheduler).size(), "a new job of that name");
  }

  @Test
  void accept_jobDoneThatIsNotListed_isForgotten() {
    OriginalRounds scheduler = scheduler(problem(ONE, 1), 1);
    assertEquals(EventOutcome.APPLIED, scheduler.accept(new JobDone(0, "b")));
    assertEquals(List.of(), scheduler.state().doneJobIds());
    AllocationProblem two = problem(ONE, 1, 1);
    scheduler.accept(new AllocationChanged(0, OriginalCases.allocation(two, 0.1, 0.9)));
    assertEquals(List.of("b on 0"), places(scheduler.plan(0)));
  }

  @Test
  void accept_anotherCluster_isRefused() {
    OriginalRounds scheduler = scheduler(problem(ONE, 1), 1);
    Cluster other = Cluster.of(new WorkerType("k80", 1));
    assertThrows(
        IllegalArgumentException.class,
        () -> scheduler.accept(new ProblemChanged(0, problem(other, 1))));
    assertEquals(List.of("a on 0"), places(scheduler.plan(0)));
  }
}
