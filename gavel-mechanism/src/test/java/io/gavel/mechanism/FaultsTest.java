package io.gavel.mechanism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gavel.mechanism.event.EventOutcome;
import io.gavel.mechanism.event.SchedulerEvent.AllocationChanged;
import io.gavel.mechanism.event.SchedulerEvent.JobDone;
import io.gavel.mechanism.event.SchedulerEvent.JobFailed;
import io.gavel.mechanism.event.SchedulerEvent.LeaseEnded;
import io.gavel.mechanism.event.SchedulerEvent.OverheadChanged;
import io.gavel.mechanism.event.SchedulerEvent.ProgressReported;
import io.gavel.mechanism.event.SchedulerEvent.WorkersDrained;
import io.gavel.mechanism.event.SchedulerEvent.WorkersLost;
import io.gavel.mechanism.event.SchedulerEvent.WorkersReturned;
import io.gavel.mechanism.plan.Overhead;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.mechanism.plan.RoundPlan;
import io.gavel.mechanism.plan.RoundPlan.Interruption;
import io.gavel.mechanism.plan.RoundPlan.Interruption.Kind;
import io.gavel.mechanism.plan.Worker;
import io.gavel.mechanism.state.SchedulerState;
import io.gavel.mechanism.state.SchedulerState.Account;
import io.gavel.mechanism.state.SchedulerState.JobRecord;
import io.gavel.mechanism.state.SchedulerState.LeaseTotals;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

final class FaultsTest {

  private static final double NEVER = Double.NEGATIVE_INFINITY;
  private static final RoundOptions OPTIONS =
      new RoundOptions(100).withMaxFailures(2).withOverhead(new Overhead(3, 5));

  /** One pool of v100, two in a server. */
  private static Cluster cluster(int workers) {
    return Cluster.of(new WorkerType("v100", workers).withWorkersPerServer(2));
  }

  private static RoundScheduler scheduler(Cluster cluster, double... x) {
    double[][] rows = new double[x.length][];
    for (int m = 0; m < x.length; m++) {
      rows[m] = new double[] {x[m]};
    }
    RoundScheduler scheduler = RoundScheduler.create(cluster, OPTIONS);
    scheduler.accept(new AllocationChanged(0, Cases.oneWorkerJobs(cluster, rows)));
    return scheduler;
  }

  private static Account account(RoundScheduler scheduler, String job) {
    return scheduler.state().accounts().stream()
        .filter(account -> account.jobIds().equals(List.of(job)))
        .findFirst()
        .orElseThrow();
  }

  private static JobRecord job(RoundScheduler scheduler, String id) {
    return scheduler.state().jobs().stream()
        .filter(job -> job.jobId().equals(id))
        .findFirst()
        .orElseThrow();
  }

  private static List<String> jobs(RoundPlan plan) {
    return plan.leases().stream().map(lease -> String.join("+", lease.jobIds())).toList();
  }

  private static List<Worker> worker(Cluster cluster, int index) {
    return List.of(Worker.of(cluster, cluster.poolName(0), index));
  }

  @Test
  void workersLost_nothingSaved_revokesTheRoundSoFar() {
    Cluster cluster = cluster(2);
    RoundScheduler scheduler = scheduler(cluster, 1, 1);
    scheduler.plan(0);
    scheduler.plan(100);
    assertEquals(EventOutcome.APPLIED, scheduler.accept(new WorkersLost(160, worker(cluster, 0))));
    // owed in full until the loss; received the round before, lost the 60 seconds of this one
    assertEquals(new Account(List.of("job0"), 0, 160, 100, 0, 60, 0), account(scheduler, "job0"));
    assertEquals(List.of("job1"), scheduler.state().running().get(0).jobIds());
    assertEquals(new LeaseTotals(400, 200, 0, 60, 40, 100), scheduler.state().totals());
  }

  @Test
  void workersLost_savedInBetween_revokesWhatCameAfter() {
    Cluster cluster = cluster(1);
    RoundScheduler scheduler = scheduler(cluster, 1);
    long lease = scheduler.plan(0).leases().get(0).number();
    scheduler.accept(new ProgressReported(50, "job0", lease, 20, 45));
    scheduler.accept(new WorkersLost(60, worker(cluster, 0)));
    assertEquals(new Account(List.of("job0"), 0, 60, 45, 0, 15, 0), account(scheduler, "job0"));
  }

  @Test
  void workersLost_gang_endsWholeAndRunsElsewhere() {
    Cluster cluster = cluster(4);
    AllocationProblem problem =
        AllocationProblem.builder(cluster)
            .job(Job.builder("two").scaleFactor(2).build(), 1)
            .build();
    RoundScheduler scheduler = RoundScheduler.create(cluster, OPTIONS);
    scheduler.accept(new AllocationChanged(0, Cases.allocation(problem, 1)));
    scheduler.plan(0);
    scheduler.accept(new WorkersLost(30, worker(cluster, 1)));
    assertEquals(List.of(), scheduler.state().running(), "no half of a gang");
    RoundPlan next = scheduler.plan(40);
    assertEquals(Worker.ofServer(cluster, cluster.poolName(0), 1), next.leases().get(0).workers());
    assertEquals(List.of(new Interruption("two", Kind.RESTARTED, 5)), next.interruptions());
    assertEquals(1, job(scheduler, "two").restarts());
  }

  @Test
  void workersLost_promisesBeyondWhatIsLeft_areMissingInProportion() {
    Cluster cluster = cluster(4);
    RoundScheduler scheduler = scheduler(cluster, 1, 1, 1, 0.5, 0.5);
    scheduler.accept(new WorkersLost(0, Worker.ofServer(cluster, cluster.poolName(0), 1)));
    for (int round = 0; round <= 20; round++) {
      assertEquals(2, scheduler.plan(100 * round).leases().size());
    }
    Account large = account(scheduler, "job0");
    assertEquals(1000, large.owedSeconds(), 1e-9, "half of 2,000");
    assertEquals(1000, large.missingSeconds(), 1e-9);
    assertEquals(1000, large.receivedSeconds(), 200);
    assertEquals(500, account(scheduler, "job4").missingSeconds(), 1e-9);
    assertEquals(5, scheduler.state().shortfalls().size(), "all lose, and all are reported");
  }

  @Test
  void workersLost_gangLargerThanWhatIsLeft_losesAllAndLeavesTheOthersAlone() {
    Cluster cluster = cluster(2);
    AllocationProblem problem =
        AllocationProblem.builder(cluster)
            .job(Job.builder("two").scaleFactor(2).build(), 1)
            .job(Job.of("one"), 1)
            .build();
    RoundScheduler scheduler = RoundScheduler.create(cluster, OPTIONS);
    scheduler.accept(new AllocationChanged(0, Cases.allocation(problem, 0.5, 0.5)));
    scheduler.accept(new WorkersLost(0, worker(cluster, 0)));
    scheduler.plan(0);
    scheduler.plan(100);
    assertEquals(new Account(List.of("two"), 0, 0, 0, 0, 0, 50), account(scheduler, "two"));
    assertEquals(50, account(scheduler, "one").owedSeconds());
  }

  @Test
  void workersDrained_finishTheRoundAndAreNotUsedUntilTheyReturn() {
    Cluster cluster = cluster(2);
    RoundScheduler scheduler = scheduler(cluster, 1, 1);
    scheduler.plan(0);
    scheduler.accept(new WorkersDrained(10, worker(cluster, 0)));
    assertEquals(2, scheduler.state().running().size());
    assertEquals(1, scheduler.plan(100).leases().size());
    assertEquals(
        EventOutcome.APPLIED, scheduler.accept(new WorkersReturned(120, worker(cluster, 0))));
    assertEquals(
        EventOutcome.UNCHANGED, scheduler.accept(new WorkersReturned(130, worker(cluster, 0))));
    assertEquals(2, scheduler.plan(200).leases().size());
    assertEquals(List.of(), scheduler.state().workers());
    assertEquals(150, account(scheduler, "job0").owedSeconds(), 1e-9);
  }

  @Test
  void workersLost_again_changesNothing() {
    Cluster cluster = cluster(1);
    RoundScheduler scheduler = scheduler(cluster, 1);
    scheduler.plan(0);
    scheduler.accept(new WorkersLost(10, worker(cluster, 0)));
    SchedulerState once = scheduler.state();
    assertEquals(EventOutcome.UNCHANGED, scheduler.accept(new WorkersLost(10, worker(cluster, 0))));
    assertEquals(once, scheduler.state());
    assertEquals(List.of(), scheduler.plan(100).leases());
  }

  @Test
  void jobFailed_asOftenAsAllowed_isGivenUp() {
    RoundScheduler scheduler = scheduler(cluster(1), 0.5, 0.5);
    scheduler.plan(0);
    assertEquals(EventOutcome.APPLIED, scheduler.accept(new JobFailed(10, "job0")));
    assertEquals(EventOutcome.UNCHANGED, scheduler.accept(new JobFailed(20, "job0")), "no lease");
    scheduler.accept(new JobDone(30, "job1"));
    assertEquals(List.of("job0"), jobs(scheduler.plan(100)));
    assertEquals(EventOutcome.GIVEN_UP, scheduler.accept(new JobFailed(110, "job0")));
    assertEquals(List.of("job0"), scheduler.state().givenUpJobIds());
    assertEquals(List.of(), scheduler.plan(200).leases());
  }

  @Test
  void jobFailed_wholeRoundInBetween_countsFromTheStart() {
    RoundScheduler scheduler = scheduler(cluster(1), 1);
    for (int round = 0; round < 6; round++) {
      scheduler.plan(100 * round);
      if (round % 2 == 0) {
        assertEquals(
            EventOutcome.APPLIED, scheduler.accept(new JobFailed(100 * round + 10, "job0")));
      }
    }
    assertEquals(List.of(), scheduler.state().givenUpJobIds());
  }

  @Test
  void jobFailed_reportsButNeverGetsFurther_isGivenUp() {
    RoundScheduler scheduler = scheduler(cluster(1), 1);
    scheduler.plan(0);
    scheduler.accept(new ProgressReported(5, "job0", 0, 40, NEVER));
    scheduler.accept(new JobFailed(10, "job0"));
    scheduler.plan(100);
    scheduler.accept(new ProgressReported(105, "job0", 1, 40, NEVER)); // the same steps again
    scheduler.plan(200); // a whole round, but no step further
    assertEquals(EventOutcome.GIVEN_UP, scheduler.accept(new JobFailed(210, "job0")));
  }

  @Test
  void progressReported_furtherThanEver_resetsTheFailures() {
    RoundScheduler scheduler = scheduler(cluster(1), 1);
    scheduler.plan(0);
    scheduler.accept(new ProgressReported(5, "job0", 0, 40, NEVER));
    scheduler.accept(new JobFailed(10, "job0"));
    scheduler.plan(100);
    scheduler.accept(new ProgressReported(105, "job0", 1, 41, NEVER));
    assertEquals(0, job(scheduler, "job0").failures());
    assertEquals(EventOutcome.APPLIED, scheduler.accept(new JobFailed(210, "job0")));
  }

  @Test
  void progressReported_lateTwiceOrStale_changesNothing() {
    RoundScheduler scheduler = scheduler(cluster(1), 0.5, 0.5);
    scheduler.plan(0); // job0, lease 0
    scheduler.accept(new ProgressReported(50, "job0", 0, 40, 45));
    SchedulerState known = scheduler.state();
    for (double steps : new double[] {40, 30}) {
      var again = new ProgressReported(50, "job0", 0, steps, 45);
      assertEquals(EventOutcome.UNCHANGED, scheduler.accept(again));
      assertEquals(known, scheduler.state());
    }
    scheduler.plan(100); // job1, lease 1
    var late = new ProgressReported(150, "job0", 0, 60, 99);
    assertEquals(EventOutcome.APPLIED, scheduler.accept(late), "of its latest lease");
    scheduler.plan(200); // job0, lease 2
    var stale = new ProgressReported(250, "job0", 0, 90, 240);
    assertEquals(EventOutcome.STALE, scheduler.accept(stale));
    assertEquals(60, job(scheduler, "job0").bestSteps());
    scheduler.accept(new JobDone(260, "job0"));
    var gone = new ProgressReported(270, "job0", 2, 95, 240);
    assertEquals(EventOutcome.UNCHANGED, scheduler.accept(gone));
    var nobody = new ProgressReported(280, "x", 2, 95, 240);
    assertEquals(EventOutcome.UNKNOWN_JOB, scheduler.accept(nobody));
    var future = new ProgressReported(290, "job1", 9, 95, 240);
    var error = assertThrows(IllegalArgumentException.class, () -> scheduler.accept(future));
    assertEquals(
        "report of job \"job1\" names lease 9, which was never issued; the next is 3",
        error.getMessage());
  }

  @Test
  void jobFailedOrLeaseEnded_underAnEarlierLease_leavesTheLaterOne() {
    RoundScheduler scheduler = scheduler(cluster(1), 0.5, 0.5);
    for (int round = 0; round < 3; round++) {
      scheduler.plan(100 * round); // job0, job1, job0 under lease 2
    }
    SchedulerState before = scheduler.state();
    OptionalLong first = OptionalLong.of(0);
    assertEquals(EventOutcome.STALE, scheduler.accept(new JobFailed(200, "job0", first)));
    assertEquals(EventOutcome.STALE, scheduler.accept(new LeaseEnded(200, "job0", first)));
    assertEquals(before, scheduler.state());
  }

  @Test
  void plan_movedPausedResumed_isCountedAtTheCostOfTheJob() {
    Cluster cluster = cluster(2);
    RoundScheduler scheduler = scheduler(cluster, 1, 0.5, 0.5);
    scheduler.accept(new OverheadChanged(0, "job1", new Overhead(20, 30)));
    assertEquals(List.of(), scheduler.plan(0).interruptions(), "a first start costs nothing");
    assertEquals(
        List.of(new Interruption("job1", Kind.PREEMPTED, 20)), scheduler.plan(100).interruptions());
    assertEquals(
        List.of(
            new Interruption("job1", Kind.RESUMED, 30),
            new Interruption("job2", Kind.PREEMPTED, 3)),
        scheduler.plan(200).interruptions());
    assertEquals(20 + 30, job(scheduler, "job1").lostSeconds());
    assertEquals(1, job(scheduler, "job1").preemptions());
  }

  @Test
  void plan_serverDrained_movesWhatRanThere() {
    Cluster cluster = cluster(4);
    RoundScheduler scheduler = scheduler(cluster, 1);
    scheduler.plan(0);
    scheduler.accept(new WorkersDrained(10, Worker.ofServer(cluster, cluster.poolName(0), 0)));
    RoundPlan next = scheduler.plan(100);
    assertEquals(worker(cluster, 2), next.leases().get(0).workers());
    assertEquals(List.of(new Interruption("job0", Kind.MOVED, 8)), next.interruptions());
    assertEquals(1, job(scheduler, "job0").moves());
  }

  @Test
  void workersOfAnotherCluster_areRejectedAndChangeNothing() {
    RoundScheduler scheduler = scheduler(cluster(2), 1);
    SchedulerState before = scheduler.state();
    List<Worker> wrong = List.of(new Worker(0, 2, 1));
    assertThrows(
        IllegalArgumentException.class, () -> scheduler.accept(new WorkersLost(10, wrong)));
    assertThrows(
        IllegalArgumentException.class,
        () -> Worker.ofServer(cluster(2), cluster(2).poolName(0), 1));
    assertThrows(
        IllegalArgumentException.class, () -> Worker.of(cluster(2), cluster(2).poolName(0), 2));
    assertEquals(before, scheduler.state());
  }

  @Test
  void allocationForWhatIsLeft_isTakenAsItIs() {
    Cluster all = cluster(4);
    Cluster left = cluster(2);
    Allocation full = Cases.oneWorkerJobs(left, new double[][] {{1}, {0.5}, {0.5}});
    RoundScheduler scheduler = scheduler(all, 1, 1, 1, 1);
    scheduler.accept(new WorkersLost(0, Worker.ofServer(all, all.poolName(0), 0)));
    scheduler.accept(new AllocationChanged(0, full));
    scheduler.plan(0);
    scheduler.plan(100);
    assertEquals(100, account(scheduler, "job0").owedSeconds());
    assertEquals(List.of(), scheduler.state().shortfalls());
  }
}
