package io.gavel.mechanism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.mechanism.event.SchedulerEvent.AllocationChanged;
import io.gavel.mechanism.event.SchedulerEvent.JobDone;
import io.gavel.mechanism.plan.Lease;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.mechanism.plan.RoundPlan;
import io.gavel.mechanism.plan.Worker;
import io.gavel.mechanism.state.SchedulerState.Account;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.ThroughputMatrix;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RoundSchedulerTest {

  static final Cluster ONE = Cluster.of(new WorkerType("v100", 1));
  static final Cluster TWO = Cluster.of(new WorkerType("v100", 1), new WorkerType("k80", 1));

  static RoundScheduler scheduler(Allocation allocation) {
    RoundScheduler scheduler =
        RoundScheduler.create(allocation.problem().cluster(), new RoundOptions(100));
    scheduler.accept(new AllocationChanged(0, allocation));
    return scheduler;
  }

  /** One-worker jobs that share the only worker. */
  static Allocation onOneWorker(double... x) {
    double[][] rows = new double[x.length][];
    for (int m = 0; m < x.length; m++) {
      rows[m] = new double[] {x[m]};
    }
    return Cases.oneWorkerJobs(ONE, rows);
  }

  static List<String> jobs(RoundPlan plan) {
    return plan.leases().stream().map(lease -> String.join("+", lease.jobIds())).toList();
  }

  static Account account(RoundScheduler scheduler, String job, int type) {
    return scheduler.state().accounts().stream()
        .filter(a -> a.jobIds().equals(List.of(job)) && a.workerType() == type)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void plan_beforeTheFirstAllocation_isEmpty() {
    RoundScheduler scheduler = RoundScheduler.create(ONE, RoundOptions.defaults());
    assertEquals(new RoundPlan(0, 5, 365, List.of()), scheduler.plan(5));
    assertEquals(1, scheduler.plan(365).round());
  }

  @Test
  void plan_noJobs_isEmpty() {
    assertEquals(List.of(), scheduler(onOneWorker()).plan(0).leases());
  }

  @Test
  void plan_threeJobsOnOneWorker_followsLagAndFraction() {
    // lags with the round to come: .5 .3 .2 | 0 .6 .4 | .5 -.1 .6 | 0 .2 .8; in the third, the
    // larger
    // fraction outweighs the larger lag: 1.3 · .5 + .5 · .5 > 1.3 · .6 + .5 · .2
    RoundScheduler scheduler = scheduler(onOneWorker(0.5, 0.3, 0.2));
    StringBuilder order = new StringBuilder();
    for (int round = 0; round < 10; round++) {
      order.append(jobs(scheduler.plan(100 * round)).get(0).charAt(3));
    }
    assertEquals("0102", order.substring(0, 4));
    assertEquals(5, order.chars().filter(c -> c == '0').count(), order.toString());
    assertEquals(3, order.chars().filter(c -> c == '1').count(), order.toString());
  }

  @Test
  void plan_gavelsWorkedExample_receivedTimeFollowsTheAllocation() {
    double[][] x = {{5 / 11.0, 0}, {5 / 11.0, 1 / 11.0}, {1 / 11.0, 10 / 11.0}};
    AllocationProblem problem =
        AllocationProblem.builder(TWO)
            .job(Job.of("job0"), 40, 10)
            .job(Job.of("job1"), 12, 4)
            .job(Job.of("job2"), 100, 50)
            .build();
    RoundScheduler scheduler =
        scheduler(Cases.allocation(problem, x[0][0], 0, x[1][0], x[1][1], x[2][0], x[2][1]));
    for (int round = 0; round <= 1100; round++) {
      assertEquals(2, scheduler.plan(100 * round).leases().size());
    }
    for (int m = 0; m < 3; m++) {
      for (int j = 0; j < 2; j++) {
        if (x[m][j] > 0) {
          Account account = account(scheduler, "job" + m, j);
          assertEquals(110_000 * x[m][j], account.owedSeconds(), 1e-6);
          assertEquals(110_000 * x[m][j], account.receivedSeconds(), 100.001);
        }
      }
    }
  }

  @Test
  void plan_gangTooLargeForWhatIsLeft_isSkippedWhole() {
    Cluster cluster = Cluster.of(new WorkerType("v100", 4));
    AllocationProblem problem =
        AllocationProblem.builder(cluster)
            .job(Job.builder("three").scaleFactor(3).build(), 1)
            .job(Job.builder("two").scaleFactor(2).build(), 1)
            .job(Job.of("one"), 1)
            .build();
    RoundScheduler scheduler = scheduler(Cases.allocation(problem, 0.8, 0.7, 0.2));
    assertEquals(List.of("three", "one"), jobs(scheduler.plan(0)));
    assertEquals(List.of("two", "one"), jobs(scheduler.plan(100)), "lags 0.6, 1.4 and -0.6");
  }

  @Test
  void plan_sharedPool_isFilledOnce() {
    Cluster cluster =
        Cluster.of(new WorkerType("near", 2), new WorkerType("far", 2).withPool("near"));
    double[][] x = {{0.5, 0.2}, {0.2, 0.5}, {0.3, 0.3}};
    RoundPlan plan = scheduler(Cases.oneWorkerJobs(cluster, x)).plan(0);
    assertEquals(List.of("job0", "job1"), jobs(plan));
    assertEquals(new Worker(0, 0, 0), plan.leases().get(0).workers().get(0));
    assertEquals(new Worker(0, 1, 1), plan.leases().get(1).workers().get(0));
  }

  @Test
  void plan_pairSelected_excludesItsMembers() {
    AllocationProblem problem =
        AllocationProblem.of(
            TWO,
            List.of(Job.of("a"), Job.of("b")),
            ThroughputMatrix.builder(2)
                .job(4, 1)
                .job(4, 1)
                .pair(0, 1, new double[] {3, 0}, new double[] {3, 0})
                .build());
    RoundScheduler scheduler = scheduler(Cases.allocation(problem, 0, 0.4, 0, 0.4, 0.6, 0));
    RoundPlan plan = scheduler.plan(0);
    assertEquals(List.of("a+b"), jobs(plan), "k80 stays empty: both jobs run");
    assertEquals(1, plan.leases().get(0).workers().size());
    scheduler.accept(new JobDone(30, "a"));
    RoundPlan next = scheduler.plan(100);
    assertEquals(List.of("b"), jobs(next));
    assertEquals(70, account(scheduler, "b", 0).backfilledSeconds(), "b went on alone");
  }

  @Test
  void plan_jobWithoutFraction_isBackfilledWhereItIsAtItsBest() {
    AllocationProblem problem =
        AllocationProblem.builder(TWO).job(Job.of("a"), 2, 4).job(Job.of("b"), 9, 8).build();
    RoundScheduler scheduler = scheduler(Cases.allocation(problem, 0, 0, 0, 0));
    RoundPlan plan = scheduler.plan(0);
    assertEquals(List.of("b", "a"), jobs(plan));
    scheduler.plan(100);
    assertEquals(
        List.of(new Account(List.of("a"), 1, 0, 0, 100), new Account(List.of("b"), 0, 0, 0, 100)),
        scheduler.state().accounts());
  }

  @Test
  void plan_jobWhoseBestTypeIsForbidden_isBackfilledElsewhereOrNotAtAll() {
    AllocationProblem problem =
        AllocationProblem.builder(TWO)
            .job(Job.of("a"), 4, 2)
            .job(Job.of("b"), 9, 8)
            .forbid("b", "v100")
            .build();
    RoundScheduler scheduler = scheduler(Cases.allocation(problem, 0, 0, 0, 0));
    assertEquals(List.of("a", "b"), jobs(scheduler.plan(0)).stream().sorted().toList());
    scheduler.plan(100);
    assertEquals(
        List.of(new Account(List.of("a"), 0, 0, 0, 100), new Account(List.of("b"), 1, 0, 0, 100)),
        scheduler.state().accounts());
    RoundScheduler alone = scheduler(Cases.allocation(problem.forbidding("b", "k80"), 0, 0, 0, 0));
    assertEquals(List.of("a"), jobs(alone.plan(0)));
  }

  @Test
  void plan_backfilledBefore_isNotChargedForIt() {
    RoundScheduler scheduler = scheduler(onOneWorker(0.5));
    for (int round = 0; round <= 4; round++) {
      scheduler.plan(100 * round);
    }
    assertEquals(new Account(List.of("job0"), 0, 200, 200, 200), account(scheduler, "job0", 0));
  }

  @Test
  void plan_sameGroupAndType_keepsItsWorkers() {
    Cluster cluster = Cluster.of(new WorkerType("v100", 5).withWorkersPerServer(2));
    AllocationProblem problem =
        AllocationProblem.builder(cluster)
            .job(Job.of("one"), 1)
            .job(Job.builder("two").scaleFactor(2).build(), 1)
            .job(Job.builder("also").scaleFactor(2).build(), 1)
            .build();
    RoundScheduler scheduler = scheduler(Cases.allocation(problem, 1, 1, 1));
    RoundPlan first = scheduler.plan(0);
    assertEquals(List.of("two", "also", "one"), jobs(first), "larger gangs first; the rest in 5");
    assertEquals(new Worker(0, 4, 2), first.leases().get(2).workers().get(0));
    scheduler.accept(new JobDone(50, "two"));
    RoundPlan second = scheduler.plan(100);
    assertEquals(List.of("also", "one"), jobs(second));
    assertTrue(second.leases().stream().allMatch(Lease::extended));
    assertEquals(first.leases().get(1).workers(), second.leases().get(0).workers());
    assertFalse(first.leases().get(0).extended());
  }

  @Test
  void plan_earlyLateOrAfterTheJob_creditsWhatRan() {
    RoundScheduler scheduler = scheduler(Cases.oneWorkerJobs(TWO, new double[][] {{1, 0}, {0, 1}}));
    scheduler.plan(0);
    scheduler.plan(40); // cut short
    scheduler.plan(300); // 160 seconds after its end
    scheduler.accept(new JobDone(310, "job0"));
    assertEquals(1, scheduler.plan(400).leases().size());
    Account stayed = account(scheduler, "job1", 1);
    assertEquals(40 + 100 + 100, stayed.receivedSeconds());
    assertEquals(40 + 100 + 100, stayed.owedSeconds(), "nothing is owed between rounds");
  }

  @Test
  void plan_gangsThatCannotAllBeServed_loseInProportion() {
    Cluster cluster = Cluster.of(new WorkerType("v100", 5));
    AllocationProblem.Builder problem = AllocationProblem.builder(cluster);
    for (String id : List.of("a", "b", "c")) {
      problem.job(Job.builder(id).scaleFactor(3).build(), 1);
    }
    RoundScheduler scheduler = scheduler(Cases.allocation(problem.build(), 0.8, 0.8, 0.06));
    for (int round = 0; round <= 2000; round++) {
      scheduler.plan(100 * round);
    }
    assertEquals(2000 * 0.8 / 1.66, account(scheduler, "a", 0).receivedSeconds() / 100, 20);
    assertEquals(2000 * 0.06 / 1.66, account(scheduler, "c", 0).receivedSeconds() / 100, 20);
  }
}
