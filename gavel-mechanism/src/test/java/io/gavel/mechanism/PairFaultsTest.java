package io.gavel.mechanism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.mechanism.event.EventOutcome;
import io.gavel.mechanism.event.SchedulerEvent.AllocationChanged;
import io.gavel.mechanism.event.SchedulerEvent.JobDone;
import io.gavel.mechanism.event.SchedulerEvent.JobFailed;
import io.gavel.mechanism.event.SchedulerEvent.LeaseEnded;
import io.gavel.mechanism.event.SchedulerEvent.OverheadChanged;
import io.gavel.mechanism.event.SchedulerEvent.ProgressReported;
import io.gavel.mechanism.event.SchedulerEvent.WorkersDrained;
import io.gavel.mechanism.event.SchedulerEvent.WorkersLost;
import io.gavel.mechanism.internal.workers.AvailabilityTransitions;
import io.gavel.mechanism.plan.Lease;
import io.gavel.mechanism.plan.Overhead;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.mechanism.plan.RoundPlan;
import io.gavel.mechanism.plan.RoundPlan.Interruption;
import io.gavel.mechanism.plan.RoundPlan.Interruption.Kind;
import io.gavel.mechanism.plan.Worker;
import io.gavel.mechanism.state.Availability;
import io.gavel.mechanism.state.SchedulerState.Account;
import io.gavel.mechanism.state.SchedulerState.JobRecord;
import io.gavel.mechanism.state.SchedulerState.LeaseTotals;
import io.gavel.mechanism.state.SchedulerState.OpenLeaseState;
import io.gavel.mechanism.state.SchedulerState.WorkerStatus;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.ThroughputMatrix;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Faults of jobs that run in pairs, and late reports. */
final class PairFaultsTest {

  private static final RoundOptions OPTIONS =
      new RoundOptions(100).withMaxFailures(2).withOverhead(new Overhead(3, 5));
  private static final double[] ONE = {1};

  private static Cluster cluster(int workers) {
    return Cluster.of(new WorkerType("v100", workers));
  }

  /** Jobs a and b, which may run together, and c. */
  private static AllocationProblem problem(Cluster cluster) {
    return AllocationProblem.of(
        cluster,
        Stream.of("a", "b", "c").map(Job::of).toList(),
        ThroughputMatrix.builder(1).job(1).job(1).job(1).pair(0, 1, ONE, ONE).build());
  }

  /** The pair has a fraction, and so has c. */
  private static RoundScheduler scheduler(int workers, double ofPair, double ofC) {
    RoundScheduler scheduler = RoundScheduler.create(cluster(workers), OPTIONS);
    AllocationProblem problem = problem(cluster(workers));
    scheduler.accept(new AllocationChanged(0, Cases.allocation(problem, 0, 0, ofC, ofPair)));
    return scheduler;
  }

  private static List<String> jobs(RoundPlan plan) {
    return plan.leases().stream().map(lease -> String.join("+", lease.jobIds())).toList();
  }

  private static JobRecord job(RoundScheduler scheduler, String id) {
    return scheduler.state().jobs().stream()
        .filter(job -> job.jobId().equals(id))
        .findFirst()
        .orElseThrow();
  }

  private static List<Interruption> both(Kind kind, double seconds) {
    return List.of(new Interruption("a", kind, seconds), new Interruption("b", kind, seconds));
  }

  @Test
  void jobFailed_ofTwo_bothBeginAnewButOneFailed() {
    RoundScheduler scheduler = scheduler(1, 1, 0);
    assertEquals(List.of("a+b"), jobs(scheduler.plan(0)));
    assertEquals(EventOutcome.APPLIED, scheduler.accept(new JobFailed(30, "b")));
    assertEquals(List.of(), scheduler.state().running());
    RoundPlan next = scheduler.plan(100);
    assertEquals(List.of("a+b"), jobs(next));
    assertEquals(both(Kind.RESTARTED, 5), next.interruptions());
    assertEquals(0, job(scheduler, "a").failures());
    assertEquals(1, job(scheduler, "b").failures());
    assertEquals(1, job(scheduler, "a").restarts());
  }

  @Test
  void leaseEnded_ofTwo_bothGoOnWhereTheyWere() {
    RoundScheduler scheduler = scheduler(1, 1, 0);
    scheduler.plan(0);
    assertEquals(EventOutcome.APPLIED, scheduler.accept(new LeaseEnded(30, "a")));
    assertEquals(EventOutcome.UNCHANGED, scheduler.accept(new LeaseEnded(40, "b")), "it is over");
    assertEquals(both(Kind.RESUMED, 5), scheduler.plan(100).interruptions());
    assertEquals(0, job(scheduler, "b").restarts());
  }

  @Test
  void plan_whatRanTogether_isPausedAndGoesOnTogether() {
    RoundScheduler scheduler = scheduler(1, 0.5, 0.5);
    assertEquals(List.of("c"), jobs(scheduler.plan(0)));
    RoundPlan second = scheduler.plan(100);
    assertEquals(List.of("a+b"), jobs(second));
    assertEquals(List.of(new Interruption("c", Kind.PREEMPTED, 3)), second.interruptions());
    RoundPlan third = scheduler.plan(200);
    assertEquals(
        List.of(
            new Interruption("c", Kind.RESUMED, 5),
            new Interruption("a", Kind.PREEMPTED, 3),
            new Interruption("b", Kind.PREEMPTED, 3)),
        third.interruptions());
    assertEquals(both(Kind.RESUMED, 5), scheduler.plan(300).interruptions().subList(0, 2));
    assertEquals(3 + 5, job(scheduler, "b").lostSeconds());
    assertEquals(1, job(scheduler, "b").preemptions());
  }

  @Test
  void plan_workerDrained_movesBoth() {
    RoundScheduler scheduler = scheduler(2, 1, 0);
    RoundPlan first = scheduler.plan(0); // c uses the other worker
    Lease together = first.leases().get(jobs(first).indexOf("a+b"));
    scheduler.accept(new WorkersDrained(10, together.workers()));
    RoundPlan next = scheduler.plan(100);
    assertTrue(next.interruptions().containsAll(both(Kind.MOVED, 8)), next::toString);
    assertEquals(1, job(scheduler, "a").moves());
    assertEquals(1, job(scheduler, "b").moves());
  }

  @Test
  void workersLost_ofTwo_losesWhatNotBothHaveSaved() {
    RoundScheduler scheduler = scheduler(1, 1, 0);
    Lease lease = scheduler.plan(0).leases().get(0);
    scheduler.accept(new ProgressReported(50, "a", lease.number(), 7, 45));
    scheduler.accept(new ProgressReported(50, "b", lease.number(), 7, 20));
    scheduler.accept(new WorkersLost(60, lease.workers()));
    Account account = scheduler.state().accounts().get(0);
    assertEquals(new Account(List.of("a", "b"), 0, 60, 20, 0, 40, 0), account);
    assertTrue(job(scheduler, "a").interrupted());
    assertTrue(job(scheduler, "b").interrupted());
  }

  /** Up to the loss both are owed all their time; from then on half of it is missing. */
  @Test
  void workersLost_withinARound_areMissingFromThenOn() {
    Cluster two = cluster(2);
    RoundScheduler scheduler = RoundScheduler.create(two, OPTIONS);
    scheduler.accept(new AllocationChanged(0, Cases.oneWorkerJobs(two, new double[][] {{1}, {1}})));
    scheduler.plan(0);
    scheduler.accept(new WorkersLost(60, List.of(Worker.of(two, two.poolName(0), 1))));
    scheduler.plan(100);
    assertEquals(
        new Account(List.of("job0"), 0, 60 + 20, 100, 0, 0, 20),
        scheduler.state().accounts().get(0));
  }

  @Test
  void allocationChanged_oneOfTwoIsNoLongerListed_theOtherGoesOnAlone() {
    for (String stays : List.of("a", "b")) {
      RoundScheduler scheduler = scheduler(1, 1, 0);
      scheduler.plan(0);
      AllocationProblem alone = AllocationProblem.builder(cluster(1)).job(Job.of(stays), 1).build();
      scheduler.accept(new AllocationChanged(40, Cases.allocation(alone, 1)));
      OpenLeaseState rest = scheduler.state().running().get(0);
      assertEquals(List.of(stays), rest.jobIds());
      assertEquals(40, rest.fromSeconds());
      assertFalse(rest.owed(), "the time was promised to the pair, not to one job alone");
      assertEquals(new LeaseTotals(100, 40, 0, 0, 0, 60), scheduler.state().totals());
    }
  }

  @Test
  void allocationChanged_neitherIsListed_theirLeaseIsOver() {
    RoundScheduler scheduler = scheduler(1, 1, 0);
    scheduler.plan(0);
    AllocationProblem other = AllocationProblem.builder(cluster(1)).job(Job.of("c"), 1).build();
    scheduler.accept(new AllocationChanged(40, Cases.allocation(other, 1)));
    assertEquals(List.of(), scheduler.state().running());
  }

  @Test
  void jobDone_ofTwo_theOtherGoesOnAloneUntilTheEnd() {
    RoundScheduler scheduler = scheduler(1, 1, 0);
    scheduler.plan(0);
    scheduler.accept(new JobDone(100, "a"));
    assertEquals(List.of(), scheduler.state().running(), "the round is over for both");
    assertEquals(List.of("b"), jobs(scheduler.plan(100)));
  }

  @Test
  void jobFailed_wholeRoundTogether_countsFromTheStartForBoth() {
    for (String failing : List.of("a", "b")) {
      RoundScheduler scheduler = scheduler(1, 1, 0);
      for (int round = 0; round < 6; round++) {
        scheduler.plan(100 * round);
        if (round % 2 == 0) {
          assertEquals(
              EventOutcome.APPLIED, scheduler.accept(new JobFailed(100 * round + 10, failing)));
        }
      }
      assertEquals(List.of(), scheduler.state().givenUpJobIds());
    }
  }

  /** A round that is cut short does not count as a whole round. */
  @Test
  void jobFailed_roundCutShortInBetween_isGivenUp() {
    RoundScheduler scheduler = scheduler(1, 1, 0);
    scheduler.plan(0);
    scheduler.accept(new JobFailed(10, "b"));
    scheduler.plan(100);
    scheduler.plan(199);
    assertEquals(EventOutcome.GIVEN_UP, scheduler.accept(new JobFailed(200, "b")));
  }

  @Test
  void jobFailed_knownOnlyAfterItsLease_countsOnce() {
    RoundScheduler scheduler = scheduler(1, 0.5, 0.5);
    scheduler.plan(0); // c under lease 0
    scheduler.plan(100);
    JobFailed late = new JobFailed(110, "c", OptionalLong.of(0));
    assertEquals(EventOutcome.APPLIED, scheduler.accept(late));
    assertEquals(1, job(scheduler, "c").failures());
    assertEquals(EventOutcome.UNCHANGED, scheduler.accept(late));
    LeaseEnded ended = new LeaseEnded(110, "a", OptionalLong.of(1));
    assertEquals(EventOutcome.APPLIED, scheduler.accept(ended));
    assertEquals(EventOutcome.UNCHANGED, scheduler.accept(ended));
    scheduler.plan(200); // the others, who lost most of their round
    assertTrue(
        scheduler.plan(300).interruptions().contains(new Interruption("c", Kind.RESTARTED, 5)));
  }

  @Test
  void overheadChanged_isApplied_andKnownBeforeTheFirstLease() {
    RoundScheduler scheduler = scheduler(1, 1, 0);
    assertEquals(
        EventOutcome.APPLIED, scheduler.accept(new OverheadChanged(0, "c", new Overhead(7, 8))));
    assertEquals(List.of("c"), scheduler.state().jobs().stream().map(JobRecord::jobId).toList());
    assertEquals(new Overhead(7, 8), job(scheduler, "c").overhead().orElseThrow());
  }

  @Test
  void plan_beforeTheFirstAllocation_drainedWorkersAreOut() {
    Cluster two = cluster(2);
    RoundScheduler scheduler = RoundScheduler.create(two, OPTIONS);
    List<Worker> first = List.of(Worker.of(two, two.poolName(0), 0));
    assertEquals(EventOutcome.APPLIED, scheduler.accept(new WorkersDrained(0, first)));
    assertEquals(EventOutcome.UNCHANGED, scheduler.accept(new WorkersDrained(0, first)));
    assertEquals(
        List.of(new WorkerStatus(first.get(0), Availability.DRAINING)),
        scheduler.state().workers());
    scheduler.plan(0);
    assertEquals(
        List.of(new WorkerStatus(first.get(0), Availability.OUT)), scheduler.state().workers());
  }

  @Test
  void availability_isAsItsTableSays() {
    for (Availability[] row :
        new Availability[][] {
          {Availability.UP, Availability.DRAINING, Availability.UP, Availability.UP},
          {Availability.DRAINING, Availability.DRAINING, Availability.UP, Availability.OUT},
          {Availability.OUT, Availability.OUT, Availability.RETURNED, Availability.OUT},
          {Availability.RETURNED, Availability.OUT, Availability.RETURNED, Availability.UP}
        }) {
      assertEquals(Availability.OUT, AvailabilityTransitions.lost(row[0]));
      assertEquals(row[1], AvailabilityTransitions.drained(row[0]));
      assertEquals(row[2], AvailabilityTransitions.returned(row[0]));
      assertEquals(row[3], AvailabilityTransitions.planned(row[0]));
    }
  }
}
