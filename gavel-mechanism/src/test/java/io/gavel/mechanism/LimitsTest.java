package io.gavel.mechanism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.mechanism.event.EventOutcome;
import io.gavel.mechanism.event.SchedulerEvent;
import io.gavel.mechanism.event.SchedulerEvent.AllocationChanged;
import io.gavel.mechanism.event.SchedulerEvent.JobDone;
import io.gavel.mechanism.event.SchedulerEvent.ProblemChanged;
import io.gavel.mechanism.plan.Lease;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.mechanism.plan.RoundPlan;
import io.gavel.mechanism.snapshot.SchedulerSnapshot;
import io.gavel.mechanism.state.SchedulerState;
import io.gavel.mechanism.state.SchedulerState.Account;
import io.gavel.mechanism.state.WaitingJob;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.constraint.Quota;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Limits that hold at each moment hold in every round, or the allocation is refused by name. */
final class LimitsTest {

  private static final Cluster CLUSTER = Cluster.of(new WorkerType("gpu", 2));
  private static final RoundOptions USUAL = new RoundOptions(100);

  /** Two jobs of a team and a job without entity. */
  private static AllocationProblem.Builder jobs() {
    return AllocationProblem.builder(CLUSTER)
        .entity(new Entity("team", 1, Entity.Discipline.FAIRNESS))
        .entity(new Entity("rest", 1, Entity.Discipline.FAIRNESS))
        .job(Job.builder("a").entity("team").build(), 1)
        .job(Job.builder("b").entity("team").build(), 1)
        .job(Job.builder("c").entity("rest").build(), 1);
  }

  private static Constraint.Bounded workers(String name) {
    return Constraint.named(name).that(LinearForm.workers());
  }

  private static AllocationProblem under(Constraint constraint) {
    return jobs().constraint(constraint).build();
  }

  private static AllocationProblem quota() {
    return jobs().quota(Quota.of("team").limitedTo("gpu", 1)).build();
  }

  private static SchedulerEvent changed(AllocationProblem problem, double... fractions) {
    return new AllocationChanged(0, Cases.allocation(problem, fractions));
  }

  private static RoundScheduler scheduler(RoundOptions options, SchedulerEvent event) {
    RoundScheduler scheduler = RoundScheduler.create(CLUSTER, options);
    assertEquals(EventOutcome.APPLIED, scheduler.accept(event));
    return scheduler;
  }

  private static String refusal(SchedulerEvent event) {
    RoundScheduler scheduler = RoundScheduler.create(CLUSTER, USUAL);
    SchedulerState before = scheduler.state();
    String message =
        assertThrows(IllegalArgumentException.class, () -> scheduler.accept(event)).getMessage();
    assertEquals(before, scheduler.state());
    return message;
  }

  private static Set<String> jobsOf(RoundPlan plan) {
    Set<String> jobs = new TreeSet<>();
    plan.leases().forEach(lease -> jobs.addAll(lease.jobIds()));
    return jobs;
  }

  /** The power budget of two gangs that are given half of the time each. */
  @Test
  void plan_gangsUnderPowerAndQuota_neverRunTogether() {
    Cluster eight = Cluster.of(new WorkerType("h100", 8));
    AllocationProblem problem =
        AllocationProblem.builder(eight)
            .entity(new Entity("t", 1, Entity.Discipline.FAIRNESS))
            .job(Job.builder("a").scaleFactor(4).entity("t").build(), 8)
            .job(Job.builder("b").scaleFactor(4).entity("t").build(), 8)
            .constraint(Constraint.named("watts").that(LinearForm.amount(700)).atMost(2800))
            .quota(Quota.of("t").limitedTo("h100", 4))
            .build();
    RoundScheduler scheduler = RoundScheduler.create(eight, new RoundOptions(60));
    scheduler.accept(changed(problem, 0.5, 0.5));
    for (int round = 0; round < 10; round++) {
      RoundPlan plan = scheduler.plan(60 * round);
      assertEquals(4, plan.leases().stream().mapToDouble(Lease::workersHeld).sum());
      assertTrue(plan.leases().get(0).owed());
    }
    scheduler.plan(600);
    for (Account account : scheduler.state().accounts()) {
      assertEquals(300, account.receivedSeconds());
      assertEquals(0, account.missingSeconds());
    }
  }

  /** Of two jobs of 60 W under 100 W, one runs at a time, though the program gives 5/6 to each. */
  @Test
  void plan_averageThatNoRoundsGive_isWrittenOffByJobAndConstraint() {
    AllocationProblem problem =
        under(Constraint.named("power").that(LinearForm.amount(60).ofEntity("team")).atMost(100));
    double given = 5.0 / 6;
    RoundScheduler scheduler = scheduler(USUAL, changed(problem, given, given, 0));
    for (int round = 0; round <= 300; round++) {
      RoundPlan plan = scheduler.plan(100 * round);
      assertEquals(1, jobsOf(plan).stream().filter(id -> !id.equals("c")).count());
      for (Account account : scheduler.state().accounts()) {
        assertTrue(account.lagSeconds() <= 100, account::toString);
      }
    }
    for (Account account : scheduler.state().accounts().subList(0, 2)) {
      double missing = 300 * 100 * (given - 0.5);
      assertEquals(missing, account.missingSeconds(), 1e-6);
      assertEquals(Set.of("power"), account.missingByLimit().keySet());
      assertEquals(missing, account.missingByLimit().get("power"), 1e-6);
      assertEquals(15_000, account.receivedSeconds(), 100);
    }
    SchedulerState state = scheduler.state();
    assertEquals(state, SchedulerSnapshot.parse(SchedulerSnapshot.print(state)));
    assertEquals(scheduler.plan(30_100), RoundScheduler.restore(state).plan(30_100));
  }

  /** No more than two of 50 and 60 fit, so that the larger ones share the time of one. */
  @Test
  void accrue_jobsOfDifferentDraws_areOwedWhatFits() {
    AllocationProblem problem =
        jobs()
            .constraint(Constraint.resource("memory", Map.of("a", 60.0, "b", 50.0, "c", 40.0), 100))
            .build();
    RoundScheduler scheduler = scheduler(USUAL, changed(problem, 0.7, 0.7, 0.5));
    scheduler.plan(0);
    scheduler.plan(100);
    List<Account> accounts = scheduler.state().accounts();
    assertEquals(50, accounts.get(0).owedSeconds(), 1e-9);
    assertEquals(50, accounts.get(1).owedSeconds(), 1e-9);
    assertEquals(50, accounts.get(2).owedSeconds(), 1e-9);
    assertEquals(20, accounts.get(0).missingByLimit().get("memory"), 1e-9);
    assertEquals(Map.of(), accounts.get(2).missingByLimit());
  }

  @Test
  void accept_guaranteesAndLowerLimits_areAccepted() {
    for (AllocationProblem problem :
        List.of(
            jobs().quota(Quota.of("team").reserving("gpu", 1)).build(),
            under(workers("least").atLeast(1)))) {
      assertEquals(2, scheduler(USUAL, changed(problem, 0.5, 0.5, 0)).plan(0).leases().size());
    }
  }

  @Test
  void plan_limitWithBackfill_leavesWorkersIdle() {
    RoundScheduler scheduler = scheduler(USUAL, changed(quota(), 0.5, 0.5, 0));
    for (int round = 0; round < 6; round++) {
      Set<String> running = jobsOf(scheduler.plan(100 * round));
      assertEquals(2, running.size());
      assertTrue(running.contains("c"), running::toString); // by back-fill
    }
    RoundScheduler alone = scheduler(USUAL, changed(under(workers("one").atMost(1)), 0.5, 0.5, 0));
    for (int round = 0; round < 6; round++) {
      assertEquals(1, alone.plan(100 * round).leases().size());
    }
  }

  @Test
  void fill_limit_isKept() {
    RoundScheduler scheduler = scheduler(USUAL, changed(quota(), 1, 0, 0));
    assertEquals(Set.of("a", "c"), jobsOf(scheduler.plan(0)));
    scheduler.accept(new JobDone(10, "c"));
    assertEquals(Set.of(), jobsOf(scheduler.fill(10)));
    scheduler.accept(new JobDone(20, "a"));
    assertEquals(Set.of("b"), jobsOf(scheduler.fill(20)));
  }

  /** A pair of two teams holds half of a worker for each; the job that stays would hold all. */
  @Test
  void jobDone_pair_theRemainingJobStaysWithinItsLimit() {
    for (double limit : List.of(0.5, 1.0)) {
      AllocationProblem problem =
          jobs()
              .pair("a", "c", new double[] {1}, new double[] {1})
              .quota(Quota.of("team").limitedTo("gpu", limit))
              .build();
      RoundScheduler scheduler = scheduler(USUAL, changed(problem, 0, 0, 0, 1));
      RoundPlan plan = scheduler.plan(0);
      assertEquals(limit == 1 ? Set.of("a", "c") : Set.of("c"), jobsOf(plan));
      scheduler.accept(new JobDone(50, "c"));
      int left = scheduler.state().running().stream().mapToInt(l -> l.workers().size()).sum();
      assertEquals(limit == 1 ? 1 : 0, left);
    }
  }

  @Test
  void accept_tightenedLimit_holdsFromTheNextPlan() {
    RoundOptions keeping = USUAL.withMinRunSeconds(500);
    RoundScheduler scheduler = scheduler(keeping, changed(jobs().build(), 0.8, 0.8, 0.4));
    assertEquals(2, scheduler.plan(0).leases().size());
    scheduler.accept(new ProblemChanged(50, under(workers("one").atMost(1))));
    assertEquals(2, scheduler.state().running().size());
    assertEquals(List.of(), scheduler.fill(60).leases());
    scheduler.accept(new JobDone(70, "a"));
    assertEquals(List.of(), scheduler.fill(70).leases());
    assertEquals(1, scheduler.plan(100).leases().size());
  }

  @Test
  void accept_constraintsThatRoundsCannotKeep_areRefusedByName() {
    Constraint least = workers("least").atLeast(1).atEachMoment();
    assertEquals(
        "constraint \"least\" is to hold at each moment and is a lower limit; rounds keep upper"
            + " limits without negative coefficients at each moment. State it onAverage(), or pass"
            + " RoundOptions.ignoring(\"least\")",
        refusal(changed(under(least), 1, 1, 0)));
    Constraint even = workers("even").exactly(1).atEachMoment();
    assertTrue(refusal(changed(under(even), 1, 0, 0)).contains("\"even\" is to hold"));
    Constraint share =
        Constraint.named("share")
            .that(LinearForm.workers().ofJobs("a"))
            .atMostPartOf(0.5, LinearForm.workers())
            .atEachMoment();
    assertTrue(refusal(changed(under(share), 0.5, 0.5, 0)).contains("negative coefficient"));
    assertTrue(refusal(new ProblemChanged(0, under(share))).contains("\"share\""));
    for (Constraint constraint : List.of(least, even, share)) {
      RoundOptions ignoring = USUAL.ignoring(constraint.name());
      scheduler(ignoring, changed(under(constraint), 0.5, 0.5, 0)).plan(0);
      scheduler(USUAL, changed(under(constraint.onAverage()), 0.5, 0.5, 0)).plan(0);
    }
  }

  @Test
  void plan_limitOnAverageOrIgnored_mayBeExceeded() {
    AllocationProblem average = under(workers("one").atMost(1).onAverage());
    assertEquals(2, scheduler(USUAL, changed(average, 0.5, 0.5, 0)).plan(0).leases().size());
    RoundOptions ignoring = USUAL.ignoring("limit:team:gpu");
    RoundScheduler scheduler = scheduler(ignoring, changed(quota(), 0.5, 0.5, 0));
    assertEquals(Set.of("a", "b"), jobsOf(scheduler.plan(0)));
    SchedulerState state = scheduler.state();
    assertEquals(state, SchedulerSnapshot.parse(SchedulerSnapshot.print(state)));
    String edited =
        SchedulerSnapshot.print(state)
            .replace("ignoring \"limit:team:gpu\"\n", "")
            .replaceFirst("digest .*", "");
    assertFalse(edited.contains("ignoring"));
    assertEquals(
        1,
        RoundScheduler.restore(SchedulerSnapshot.parse(edited)).plan(100).leases().stream()
            .filter(lease -> !lease.jobIds().contains("c"))
            .count());
  }

  @Test
  void plan_withoutBackfill_onlyOwedJobsRun() {
    RoundScheduler scheduler =
        scheduler(USUAL.withoutBackfill(), changed(jobs().build(), 1, 0, 0.5));
    for (int round = 0; round < 10; round++) {
      RoundPlan plan = scheduler.plan(100 * round);
      assertTrue(plan.leases().stream().allMatch(Lease::owed));
      assertFalse(jobsOf(plan).contains("b"));
    }
    assertEquals(0, scheduler.state().totals().backfilledSeconds());
    assertEquals(
        Map.of("b", "back-fill"),
        waiting(scheduler).entrySet().stream()
            .filter(entry -> entry.getKey().equals("b"))
            .collect(java.util.stream.Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
    SchedulerState state = scheduler.state();
    assertEquals(state, SchedulerSnapshot.parse(SchedulerSnapshot.print(state)));
  }

  private static Map<String, String> waiting(RoundScheduler scheduler) {
    Map<String, String> limits = new java.util.TreeMap<>();
    WaitingJob.of(scheduler.state())
        .forEach(waiting -> limits.put(waiting.jobId(), waiting.limit().orElse("")));
    return limits;
  }

  @Test
  void plan_backfillOfAnEntityLimited_otherJobsBackfill() {
    Constraint none =
        Constraint.named("team").that(LinearForm.workers().ofEntity("team")).atMost(0);
    RoundScheduler scheduler =
        scheduler(USUAL.limitingBackfill(none), changed(jobs().build(), 0, 0, 0));
    RoundPlan plan = scheduler.plan(0);
    assertEquals(Set.of("c"), jobsOf(plan));
    assertFalse(plan.leases().get(0).owed());
    assertThrows(
        IllegalArgumentException.class, () -> USUAL.limitingBackfill(none).limitingBackfill(none));
  }

  @Test
  void waitingJob_limit_isNamed() {
    RoundScheduler scheduler = scheduler(USUAL, changed(quota(), 1, 0, 0));
    scheduler.plan(0);
    scheduler.accept(new JobDone(10, "c"));
    WaitingJob waiting = WaitingJob.of(scheduler.state()).get(0);
    assertEquals("b", waiting.jobId());
    assertEquals(WaitingJob.Reason.LIMIT, waiting.reason());
    assertEquals("limit:team:gpu", waiting.limit().orElseThrow());
  }

  @Test
  void accept_moreWorkersThanTheScheduler_isRefusedWithTypeAndNumbers() {
    Cluster four = Cluster.of(new WorkerType("gpu", 4));
    AllocationProblem larger = AllocationProblem.builder(four).job(Job.of("a"), 1).build();
    assertEquals(
        "the allocation has 4 workers of type \"gpu\"; this scheduler has 2. Create the scheduler"
            + " with all workers that it will ever have, and report those that do not exist yet as"
            + " lost",
        refusal(changed(larger, 1)));
    assertTrue(refusal(new ProblemChanged(0, larger)).startsWith("the problem has 4 workers"));
    Cluster one = Cluster.of(new WorkerType("gpu", 1));
    AllocationProblem smaller = AllocationProblem.builder(one).job(Job.of("a"), 1).build();
    assertEquals(1, scheduler(USUAL, changed(smaller, 1)).plan(0).leases().size());
  }
}
