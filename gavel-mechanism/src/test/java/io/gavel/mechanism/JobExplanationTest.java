package io.gavel.mechanism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.mechanism.event.SchedulerEvent.AllocationChanged;
import io.gavel.mechanism.event.SchedulerEvent.JobDone;
import io.gavel.mechanism.event.SchedulerEvent.WorkersLost;
import io.gavel.mechanism.event.SchedulerEvent.WorkersReturned;
import io.gavel.mechanism.plan.Lease;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.mechanism.plan.RoundPlan;
import io.gavel.mechanism.plan.Worker;
import io.gavel.mechanism.state.JobExplanation;
import io.gavel.mechanism.state.JobExplanation.Status;
import io.gavel.mechanism.state.SchedulerState;
import io.gavel.mechanism.state.WaitingJob;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Why jobs run or wait, by hand and on random rounds. */
class JobExplanationTest {

  private static final Cluster FOUR = Cluster.of(new WorkerType("h100", 4));

  /** A gang of four has half of the time; two single jobs have the other half of two workers. */
  private static RoundScheduler gangAndSingles(RoundOptions options) {
    AllocationProblem problem =
        AllocationProblem.builder(FOUR)
            .job(Job.builder("gang").scaleFactor(4).build(), 4)
            .job(Job.builder("one").build(), 1)
            .job(Job.builder("two").build(), 1)
            .build();
    RoundScheduler scheduler = RoundScheduler.create(FOUR, options);
    scheduler.accept(new AllocationChanged(0, Cases.allocation(problem, 0.5, 0.25, 0.25)));
    return scheduler;
  }

  @Example
  void of_gangThatWaits_needsAllWorkersAtOnceWhenAllLeasesEnd() {
    RoundScheduler scheduler = gangAndSingles(new RoundOptions(100));
    scheduler.plan(0);
    scheduler.plan(100); // by now the single jobs are owed time
    JobExplanation gang = JobExplanation.of(scheduler.state(), "gang");
    assertEquals(Status.WAITING, gang.status());
    assertEquals(4, gang.waiting().orElseThrow().workersNeeded());
    assertEquals(2, gang.waiting().orElseThrow().workersFree());
    assertEquals(200, gang.earliestStartSeconds());
    assertEquals(List.of("one", "two"), gang.after());
    assertEquals(
        """
        gang: waits, needs 4 workers of "h100" at once; free now: 2
          can start at 200 s at the earliest, when leases of one, two end, unless their jobs end before
        """,
        firstLines(scheduler));
    scheduler.accept(new JobDone(150, "one"));
    scheduler.accept(new JobDone(150, "two"));
    assertEquals(150, JobExplanation.of(scheduler.state(), "gang").earliestStartSeconds());
    assertEquals(Status.DONE, JobExplanation.of(scheduler.state(), "one").status());
  }

  private static String firstLines(RoundScheduler scheduler) {
    // explain a job: begin
    JobExplanation job = JobExplanation.of(scheduler.state(), "gang");
    String text = job.toText();
    // explain a job: end
    return text.lines().limit(2).map(line -> line + "\n").collect(Collectors.joining());
  }

  /** It is owed nothing, and runs because no other job can use the worker. */
  @Example
  void of_jobOnIdleWorkers_runsByBackfillAndNotBecauseItIsOwed() {
    AllocationProblem problem =
        AllocationProblem.builder(FOUR)
            .job(Job.builder("owed").scaleFactor(2).build(), 2)
            .job(Job.builder("lucky").build(), 1)
            .build();
    RoundScheduler scheduler = RoundScheduler.create(FOUR, new RoundOptions(100));
    scheduler.accept(new AllocationChanged(0, Cases.allocation(problem, 1, 0)));
    scheduler.plan(0);
    assertEquals(Status.OWED, JobExplanation.of(scheduler.state(), "owed").status());
    JobExplanation lucky = JobExplanation.of(scheduler.state(), "lucky");
    assertEquals(Status.BACKFILL, lucky.status());
    assertTrue(
        lucky.toText().startsWith("lucky: runs on 1 worker until 100 s, by back-fill"),
        lucky::toText);
    assertEquals(0, lucky.earliestStartSeconds());
  }

  @Example
  void of_limitWithoutRoom_isNamedAndLastsUntilALeaseEnds() {
    AllocationProblem problem =
        AllocationProblem.builder(FOUR)
            .job(Job.builder("first").build(), 1)
            .job(Job.builder("second").build(), 1)
            .constraint(Constraint.named("one at a time").that(LinearForm.workers()).atMost(1))
            .build();
    RoundScheduler scheduler = RoundScheduler.create(FOUR, new RoundOptions(100));
    scheduler.accept(new AllocationChanged(0, Cases.allocation(problem, 0.5, 0.5)));
    scheduler.plan(0);
    String waits = WaitingJob.of(scheduler.state()).get(0).jobId();
    JobExplanation job = JobExplanation.of(scheduler.state(), waits);
    assertEquals("one at a time", job.waiting().orElseThrow().limit().orElseThrow());
    assertEquals(100, job.earliestStartSeconds());
  }

  @Example
  void of_unknownJobOrNoAllocation_isRefusedByName() {
    RoundScheduler scheduler = RoundScheduler.create(FOUR, new RoundOptions(100));
    assertThrows(
        IllegalArgumentException.class, () -> JobExplanation.of(scheduler.state(), "gang"));
    SchedulerState state = gangAndSingles(new RoundOptions(100)).state();
    assertThrows(IllegalArgumentException.class, () -> JobExplanation.of(state, "nobody"));
  }

  /** Explanations agree with leases, and no job starts before the earliest time stated for it. */
  @Property
  void of_anyRounds_agreesWithLeasesAndNothingStartsEarlier(@ForAll Draws random) {
    Cluster cluster = SharedRoundsProperties.cluster(random);
    RoundScheduler scheduler = RoundScheduler.create(cluster, new RoundOptions(100));
    scheduler.accept(
        new AllocationChanged(0, SharedRoundsProperties.wild(random, cluster, random.nextInt(9))));
    Map<String, Double> earliest = explained(scheduler.state());
    for (int round = 0; round < 10; round++) {
      RoundPlan plan = scheduler.plan(100 * round);
      requireNoEarlier(plan.leases(), earliest, 100 * round);
      SchedulerState state = scheduler.state();
      earliest = explained(state);
      if (random.nextInt(3) == 0 && !plan.leases().isEmpty()) {
        Lease some = plan.leases().get(random.nextInt(plan.leases().size()));
        double now = 100 * round + 50;
        Worker worker = some.workers().get(0);
        switch (random.nextInt(3)) {
          case 0 -> scheduler.accept(new JobDone(now, some.jobIds().get(0)));
          case 1 -> scheduler.accept(new WorkersLost(now, List.of(worker)));
          default -> {
            scheduler.accept(new WorkersLost(now, List.of(worker)));
            scheduler.accept(new WorkersReturned(now, List.of(worker)));
          }
        }
        earliest = explained(scheduler.state());
        requireNoEarlier(scheduler.fill(now).leases(), earliest, now);
        earliest = explained(scheduler.state());
      }
    }
  }

  private static void requireNoEarlier(
      List<Lease> leases, Map<String, Double> earliest, double now) {
    for (Lease lease : leases) {
      for (String id : lease.jobIds()) {
        assertTrue(
            earliest.getOrDefault(id, now) <= now,
            () -> id + " starts at " + now + ", stated: " + earliest.get(id));
      }
    }
  }

  /** Returns the earliest start of each job that waits, after checks against the state. */
  private static Map<String, Double> explained(SchedulerState state) {
    Map<String, WaitingJob> waiting = new HashMap<>();
    WaitingJob.of(state).forEach(job -> waiting.put(job.jobId(), job));
    Map<String, Double> earliest = new HashMap<>();
    for (Job job : state.allocation().orElseThrow().problem().jobs()) {
      JobExplanation of = JobExplanation.of(state, job.id());
      boolean runs = state.running().stream().anyMatch(open -> open.jobIds().contains(job.id()));
      assertEquals(runs, of.status() == Status.OWED || of.status() == Status.BACKFILL);
      of.lease().ifPresent(open -> assertEquals(open.owed(), of.status() == Status.OWED));
      assertEquals(waiting.get(job.id()), of.waiting().orElse(null));
      assertTrue(of.toText().startsWith(job.id() + ": "));
      for (String other : of.after()) {
        assertTrue(state.running().stream().anyMatch(open -> open.jobIds().contains(other)));
      }
      for (String other : of.ahead()) {
        assertTrue(JobExplanation.of(state, other).lagSeconds() > of.lagSeconds());
      }
      if (of.status() == Status.WAITING) {
        boolean room = of.waiting().orElseThrow().reason() == WaitingJob.Reason.ROOM;
        assertEquals(room, of.earliestStartSeconds() == state.nowSeconds(), of::toText);
        earliest.put(job.id(), of.earliestStartSeconds());
      }
    }
    return earliest;
  }
}
