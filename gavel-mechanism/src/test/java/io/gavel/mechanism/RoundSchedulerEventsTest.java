package io.gavel.mechanism;

import static io.gavel.mechanism.RoundSchedulerTest.TWO;
import static io.gavel.mechanism.RoundSchedulerTest.account;
import static io.gavel.mechanism.RoundSchedulerTest.jobs;
import static io.gavel.mechanism.RoundSchedulerTest.onOneWorker;
import static io.gavel.mechanism.RoundSchedulerTest.scheduler;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.mechanism.event.EventOutcome;
import io.gavel.mechanism.event.SchedulerEvent;
import io.gavel.mechanism.event.SchedulerEvent.AllocationChanged;
import io.gavel.mechanism.event.SchedulerEvent.JobDone;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.mechanism.plan.RoundPlan;
import io.gavel.mechanism.state.SchedulerState;
import io.gavel.mechanism.state.SchedulerState.Account;
import io.gavel.mechanism.state.SchedulerState.LeaseTotals;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What events change in the rounds that follow, and which are rejected. */
final class RoundSchedulerEventsTest {

  @Test
  void accept_jobDoneInTheMiddle_creditsUntilThen() {
    RoundScheduler scheduler = scheduler(onOneWorker(1));
    scheduler.plan(0);
    scheduler.accept(new JobDone(30, "job0"));
    assertEquals(List.of(), scheduler.state().running());
    assertEquals(List.of(), scheduler.plan(100).leases());
  }

  @Test
  void accept_jobDoneTwice_changesNothing() {
    RoundScheduler scheduler = scheduler(onOneWorker(0.5, 0.5));
    scheduler.plan(0);
    scheduler.accept(new JobDone(30, "job0"));
    SchedulerState once = scheduler.state();
    scheduler.accept(new JobDone(30, "job0"));
    assertEquals(once, scheduler.state());
  }

  @Test
  void accept_allocationComputedBeforeAJobWasDone_leavesItDone() {
    RoundScheduler scheduler = scheduler(onOneWorker(0.5, 0.5));
    scheduler.accept(new JobDone(1, "job0"));
    scheduler.accept(new AllocationChanged(2, onOneWorker(0.9, 0.1)));
    assertEquals(List.of("job1"), jobs(scheduler.plan(2)));
    scheduler.accept(new AllocationChanged(3, onOneWorker()));
    scheduler.accept(new AllocationChanged(4, onOneWorker(0.9, 0.1)));
    assertEquals(List.of("job0"), jobs(scheduler.plan(5)), "a new job of that name");
  }

  @Test
  void accept_changedAllocation_carriesWhatIsOwed() {
    RoundScheduler scheduler = scheduler(onOneWorker(0.6, 0.4));
    scheduler.plan(0); // job0
    scheduler.accept(new AllocationChanged(50, onOneWorker(0.5, 0.3, 0.2)));
    assertEquals(30, account(scheduler, "job0", 0).owedSeconds());
    assertEquals(0, account(scheduler, "job0", 0).receivedSeconds(), "its lease is still running");
    scheduler.plan(100); // job1: owed 20 + 15 + 30
    assertEquals(new Account(List.of("job0"), 0, 55, 100, 0), account(scheduler, "job0", 0));
    assertEquals(new Account(List.of("job1"), 0, 35, 0, 0), account(scheduler, "job1", 0));
    assertEquals(new Account(List.of("job2"), 0, 10, 0, 0), account(scheduler, "job2", 0));
    assertEquals(List.of("job1"), jobs(scheduler.state().lastPlan().orElseThrow()));
  }

  @Test
  void accept_jobNoLongerListed_isForgotten() {
    RoundScheduler scheduler = scheduler(onOneWorker(0.5, 0.5));
    scheduler.plan(0);
    scheduler.accept(new AllocationChanged(50, onOneWorker()));
    assertEquals(List.of(), scheduler.state().accounts());
    assertEquals(EventOutcome.UNKNOWN_JOB, scheduler.accept(new JobDone(60, "job0")));
    assertEquals(new LeaseTotals(100, 50, 0, 0, 50, 0), scheduler.state().totals());
  }

  @Test
  void acceptAndPlan_timeGoingBack_areRejectedAndChangeNothing() {
    RoundScheduler scheduler = scheduler(onOneWorker(1));
    scheduler.plan(100);
    SchedulerState before = scheduler.state();
    assertThrows(IllegalArgumentException.class, () -> scheduler.plan(99));
    assertThrows(IllegalArgumentException.class, () -> scheduler.plan(Double.NaN));
    assertThrows(IllegalArgumentException.class, () -> scheduler.accept(new JobDone(99, "job0")));
    var error =
        assertThrows(
            IllegalArgumentException.class,
            () -> scheduler.accept(new AllocationChanged(99, onOneWorker(1))));
    assertEquals(
        "changed allocation at 99.0 seconds is earlier than the last event or plan at 100.0;"
            + " time must not go back",
        error.getMessage());
    assertEquals(before, scheduler.state());
  }

  @Test
  void accept_allocationForAnotherCluster_isRejected() {
    RoundScheduler scheduler = RoundScheduler.create(TWO, RoundOptions.defaults());
    var error =
        assertThrows(
            IllegalArgumentException.class,
            () -> scheduler.accept(new AllocationChanged(0, onOneWorker(1))));
    assertTrue(error.getMessage().contains("this scheduler is for Cluster["), error.getMessage());
  }

  @Test
  void restore_accountOrDoneJobOfNobody_isRejected() {
    SchedulerState good = scheduler(onOneWorker(1)).state();
    Account nobody = new Account(List.of("x"), 0, 1, 0, 0);
    Account nowhere = new Account(List.of("job0"), 1, 1, 0, 0);
    for (Account account : List.of(nobody, nowhere)) {
      assertThrows(
          IllegalArgumentException.class,
          () -> RoundScheduler.restore(with(good, List.of(), List.of(account))));
    }
    assertThrows(
        IllegalArgumentException.class,
        () -> RoundScheduler.restore(with(good, List.of("x"), List.of())));
    assertEquals(good, RoundScheduler.restore(good).state());
  }

  private static SchedulerState with(SchedulerState s, List<String> done, List<Account> accounts) {
    return new SchedulerState(
        s.cluster(),
        s.options(),
        s.nowSeconds(),
        s.countedUntilSeconds(),
        s.rounds(),
        s.allocation(),
        done,
        accounts,
        s.running(),
        s.lastPlan(),
        s.nextLease(),
        s.totals(),
        s.jobs(),
        s.workers());
  }

  @Test
  void accept_problemChanged_newcomerUsesWhatIsFreeAndOwedTimeStays() {
    RoundScheduler scheduler = scheduler(Cases.oneWorkerJobs(TWO, new double[][] {{1, 0}}));
    AllocationProblem problem =
        AllocationProblem.builder(TWO).job(Job.of("job0"), 1, 0).job(Job.of("late"), 2, 1).build();
    scheduler.accept(new SchedulerEvent.ProblemChanged(0, problem));
    RoundPlan plan = scheduler.plan(0);
    assertEquals(List.of("job0", "late"), jobs(plan));
    assertEquals(1, plan.leases().get(1).workerType(), "v100 is owed to job0");
    scheduler.plan(100);
    assertEquals(100, account(scheduler, "job0", 0).owedSeconds());
    assertEquals(new Account(List.of("late"), 1, 0, 0, 100), account(scheduler, "late", 1));
  }

  @Test
  void accept_leaseEndedOrJobFailed_creditsOnceAndTheJobRunsAgain() {
    for (boolean failed : List.of(true, false)) {
      RoundScheduler scheduler = scheduler(onOneWorker(1));
      scheduler.plan(0);
      SchedulerEvent end =
          failed
              ? new SchedulerEvent.JobFailed(30, "job0")
              : new SchedulerEvent.LeaseEnded(30, "job0");
      scheduler.accept(end);
      assertEquals(30, account(scheduler, "job0", 0).receivedSeconds());
      SchedulerState once = scheduler.state();
      scheduler.accept(end);
      assertEquals(once, scheduler.state(), "a second report changes nothing");
      assertEquals(List.of("job0"), jobs(scheduler.plan(100)));
      assertEquals(new Account(List.of("job0"), 0, 100, 30, 0), account(scheduler, "job0", 0));
    }
  }

  @Test
  void shortfalls_gangsThatNoRoundsRealise_areAllReported() {
    Cluster cluster = Cluster.of(new WorkerType("v100", 3));
    AllocationProblem.Builder problem = AllocationProblem.builder(cluster);
    for (String id : List.of("a", "b")) {
      problem.job(Job.builder(id).scaleFactor(2).build(), 1);
    }
    RoundScheduler scheduler = scheduler(Cases.allocation(problem.build(), 0.75, 0.75));
    scheduler.plan(0);
    assertEquals(List.of(), scheduler.state().shortfalls());
    for (int round = 1; round <= 100; round++) {
      scheduler.plan(100 * round);
    }
    List<Account> shortfalls = scheduler.state().shortfalls();
    assertEquals(2, shortfalls.size());
    for (Account account : shortfalls) {
      assertEquals(5000, account.receivedSeconds(), 101, "half of the time each");
    }
  }

  @Test
  void jobDone_idListedAgain_staysDoneUntilAnAllocationOmitsIt() {
    Cluster one = Cluster.of(new WorkerType("v100", 1));
    Allocation job = Cases.oneWorkerJobs(one, new double[][] {{1}});
    RoundScheduler scheduler = RoundScheduler.create(one, new RoundOptions(100));
    scheduler.accept(new AllocationChanged(0, job));
    assertEquals(1, scheduler.plan(0).leases().size());
    scheduler.accept(new JobDone(100, "job0"));
    scheduler.accept(new AllocationChanged(100, job));
    assertEquals(List.of(), scheduler.plan(100).leases());
    assertEquals(List.of("job0"), scheduler.state().doneJobIds());
    scheduler.accept(new AllocationChanged(200, Cases.oneWorkerJobs(one, new double[][] {})));
    scheduler.accept(new AllocationChanged(200, job));
    assertEquals(List.of(), scheduler.state().accounts()); // it starts anew
    assertEquals(1, scheduler.plan(200).leases().size());
  }
}
