package io.gavel.mechanism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.mechanism.event.SchedulerEvent;
import io.gavel.mechanism.event.SchedulerEvent.AllocationChanged;
import io.gavel.mechanism.event.SchedulerEvent.JobDone;
import io.gavel.mechanism.event.SchedulerEvent.WorkersDrained;
import io.gavel.mechanism.event.SchedulerEvent.WorkersLost;
import io.gavel.mechanism.plan.Lease;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.mechanism.plan.RoundPlan;
import io.gavel.mechanism.plan.Worker;
import io.gavel.mechanism.snapshot.SchedulerSnapshot;
import io.gavel.mechanism.state.SchedulerState.Account;
import io.gavel.mechanism.state.SchedulerState.LeaseTotals;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Patience, minimum run times, and leases between rounds. */
final class BetweenRoundsTest {

  private static final RoundOptions ROUNDS = new RoundOptions(100);

  private static final Cluster ONE = Cluster.of(new WorkerType("v100", 1));

  /** Jobs job0, job1, … that share the workers of one type. */
  private static RoundScheduler scheduler(RoundOptions options, Cluster cluster, double... x) {
    double[][] rows = new double[x.length][];
    for (int m = 0; m < x.length; m++) {
      rows[m] = new double[] {x[m]};
    }
    RoundScheduler scheduler = RoundScheduler.create(cluster, options);
    scheduler.accept(new AllocationChanged(0, Cases.oneWorkerJobs(cluster, rows)));
    return scheduler;
  }

  private static String order(RoundScheduler scheduler, int rounds) {
    StringBuilder order = new StringBuilder();
    for (int round = 0; round < rounds; round++) {
      order.append(scheduler.plan(100 * round).leases().get(0).jobIds().get(0).charAt(3));
    }
    return order.toString();
  }

  private static List<List<String>> jobs(RoundPlan plan) {
    return plan.leases().stream().map(Lease::jobIds).toList();
  }

  private static int changes(String order) {
    int changes = 0;
    for (int i = 1; i < order.length(); i++) {
      changes += order.charAt(i) == order.charAt(i - 1) ? 0 : 1;
    }
    return changes;
  }

  @Test
  void plan_patience_movesLessOftenAndKeepsShares() {
    String eager = order(scheduler(ROUNDS, ONE, 0.5, 0.5), 60);
    String patient = order(scheduler(ROUNDS.withPatience(3), ONE, 0.5, 0.5), 60);
    assertEquals(59, changes(eager));
    assertTrue(changes(patient) <= 20, patient);
    double first = patient.chars().filter(c -> c == '0').count();
    assertEquals(30.0, first, 3.0, patient);
  }

  @Test
  void plan_minRun_keepsLeaseWhateverTheAllocation() {
    RoundScheduler scheduler = scheduler(ROUNDS.withMinRunSeconds(250), ONE, 0.9, 0.1);
    assertEquals(List.of(List.of("job0")), jobs(scheduler.plan(0)));
    Allocation other = Cases.oneWorkerJobs(ONE, new double[][] {{0.01}, {0.99}});
    scheduler.accept(new AllocationChanged(10, other));
    assertEquals(List.of(List.of("job0")), jobs(scheduler.plan(20)));
    assertEquals(List.of(List.of("job0")), jobs(scheduler.plan(120)));
    assertEquals(List.of(List.of("job0")), jobs(scheduler.plan(249)));
    assertEquals(List.of(List.of("job1")), jobs(scheduler.plan(250)));
  }

  @Test
  void plan_minRun_endsWithTheJobOrItsWorker() {
    RoundScheduler scheduler = scheduler(ROUNDS.withMinRunSeconds(1000), ONE, 0.9, 0.1);
    scheduler.plan(0);
    scheduler.accept(new JobDone(30, "job0"));
    assertEquals(List.of(List.of("job1")), jobs(scheduler.plan(40)));
    scheduler.accept(new WorkersDrained(50, List.of(new Worker(0, 0, 0))));
    assertEquals(List.of(), jobs(scheduler.plan(60)));
  }

  @Test
  void plan_minRun_isStored() {
    RoundScheduler scheduler = scheduler(ROUNDS.withMinRunSeconds(250), ONE, 0.5, 0.5);
    scheduler.plan(0);
    scheduler.plan(100);
    String text = SchedulerSnapshot.print(scheduler.state());
    RoundScheduler restored = RoundScheduler.restore(SchedulerSnapshot.parse(text));
    assertEquals(List.of(List.of("job0")), jobs(restored.plan(200)));
    assertEquals(List.of(List.of("job1")), jobs(restored.plan(300)));
  }

  @Test
  void fill_jobDone_givesItsWorkerForTheRestOfTheRound() {
    RoundScheduler scheduler = scheduler(ROUNDS, ONE, 0.9, 0.1);
    scheduler.plan(0);
    assertEquals(List.of(), jobs(scheduler.fill(10)));
    scheduler.accept(new JobDone(30, "job0"));
    RoundPlan fill = scheduler.fill(40);
    assertEquals(0, fill.round());
    assertEquals(List.of(List.of("job1")), jobs(fill));
    assertEquals(40, fill.leases().get(0).startSeconds());
    assertEquals(100, fill.leases().get(0).endSeconds());
    RoundPlan next = scheduler.plan(100);
    assertEquals(1, next.round());
    assertTrue(next.leases().get(0).extended());
    LeaseTotals totals = scheduler.state().totals();
    assertEquals(30 + 60, totals.receivedSeconds() + totals.backfilledSeconds());
    assertEquals(100 + 60 + 100, totals.issuedSeconds());
    assertEquals(70, totals.unusedSeconds());
  }

  /** The gang of two waits for two workers; running leases and the worker that serves out stay. */
  @Test
  void fill_runningLeases_stay() {
    Cluster four = Cluster.of(new WorkerType("v100", 4));
    AllocationProblem problem =
        AllocationProblem.builder(four)
            .job(Job.of("a"), 1)
            .job(Job.of("b"), 1)
            .job(Job.of("c"), 1)
            .job(Job.of("d"), 1)
            .job(Job.builder("gang").scaleFactor(2).build(), 1)
            .build();
    RoundScheduler scheduler = RoundScheduler.create(four, ROUNDS);
    scheduler.accept(new AllocationChanged(0, Cases.allocation(problem, 1, 1, 1, 1, 0)));
    RoundPlan plan = scheduler.plan(0);
    assertEquals(4, plan.leases().size());
    scheduler.accept(new WorkersDrained(5, plan.leases().get(0).workers()));
    scheduler.accept(new JobDone(10, plan.leases().get(1).jobIds().get(0)));
    assertEquals(List.of(), jobs(scheduler.fill(20)));
    scheduler.accept(new JobDone(30, plan.leases().get(2).jobIds().get(0)));
    RoundPlan fill = scheduler.fill(40);
    assertEquals(List.of(List.of("gang")), jobs(fill));
    assertEquals(
        List.of(plan.leases().get(1).workers().get(0), plan.leases().get(2).workers().get(0)),
        fill.leases().get(0).workers());
  }

  @Test
  void fill_shares_useWhatIsLeftOfWorkers() {
    AllocationProblem problem =
        AllocationProblem.builder(ONE)
            .job(Job.builder("a").gpuMilli(400).build(), 1)
            .job(Job.builder("b").gpuMilli(600).build(), 1)
            .job(Job.builder("c").gpuMilli(500).build(), 1)
            .build();
    RoundScheduler scheduler = RoundScheduler.create(ONE, ROUNDS);
    scheduler.accept(new AllocationChanged(0, Cases.allocation(problem, 1, 1, 0)));
    assertEquals(2, scheduler.plan(0).leases().size());
    scheduler.accept(new JobDone(10, "a"));
    assertEquals(List.of(), jobs(scheduler.fill(20)));
    scheduler.accept(new JobDone(30, "b"));
    assertEquals(List.of(List.of("c")), jobs(scheduler.fill(40)));
  }

  /** A job that is owed next to nothing once paid for every second round that it was given. */
  @Test
  void plan_backfillKeptForItsMinimumTime_isNotSetAgainstWhatIsOwed() {
    RoundScheduler scheduler = scheduler(ROUNDS.withMinRunSeconds(150), ONE, 1e-9);
    for (int round = 0; round < 8; round++) {
      assertEquals(1, scheduler.plan(100 * round).leases().size());
    }
    scheduler.plan(800);
    Account account = scheduler.state().accounts().get(0);
    assertEquals(0, account.receivedSeconds());
    assertEquals(800, account.backfilledSeconds());
  }

  @Test
  void plan_backfillKeptForItsMinimumTime_countsOnceTimeIsOwed() {
    RoundScheduler scheduler = scheduler(ROUNDS.withMinRunSeconds(250), ONE, 1e-9);
    scheduler.plan(0);
    AllocationProblem problem = scheduler.state().allocation().orElseThrow().problem();
    scheduler.accept(new AllocationChanged(50, Cases.allocation(problem, 0.5)));
    scheduler.plan(100);
    scheduler.plan(200);
    Account account = scheduler.state().accounts().get(0);
    assertEquals(100, account.receivedSeconds());
    assertEquals(100, account.backfilledSeconds());
  }

  @Test
  void fill_withoutRound_isRejected() {
    RoundScheduler scheduler = scheduler(ROUNDS, ONE, 1);
    assertThrows(IllegalArgumentException.class, () -> scheduler.fill(0));
    scheduler.plan(0);
    IllegalArgumentException over =
        assertThrows(IllegalArgumentException.class, () -> scheduler.fill(100));
    assertEquals(
        "no round runs at 100.0 seconds; the last one ends at 100.0 seconds", over.getMessage());
    scheduler.fill(50);
    assertThrows(IllegalArgumentException.class, () -> scheduler.fill(40));
    assertThrows(IllegalArgumentException.class, () -> scheduler.fill(Double.NaN));
  }

  /** Time is conserved, states restore, and lost workers end leases given between rounds. */
  @Property(tries = 40)
  void fill_anyEvents_conservesTimeAndRestores(@ForAll Draws random) {
    FaultScript script = new FaultScript(random);
    RoundOptions options =
        ROUNDS
            .withPatience(random.nextBoolean() ? 2 : 0)
            .withMinRunSeconds(random.nextInt(3) == 0 ? 150 : 0);
    RoundScheduler scheduler = RoundScheduler.create(script.cluster(), options);
    RoundScheduler twin = RoundScheduler.create(script.cluster(), options);
    double end = Double.NEGATIVE_INFINITY;
    for (int step = 0; step < 60; step++) {
      Optional<SchedulerEvent> event = script.next();
      if (event.isPresent()) {
        scheduler.accept(event.get());
        twin.accept(event.get());
      } else if (script.now() < end && step % 2 == 0) {
        assertEquals(scheduler.fill(script.now()), twin.fill(script.now()));
      } else {
        RoundPlan plan = scheduler.plan(script.now());
        assertEquals(plan, twin.plan(script.now()));
        end = plan.endSeconds();
      }
      script.leases(scheduler.state().nextLease());
      LeaseTotals totals = scheduler.state().totals();
      assertEquals(
          totals.issuedSeconds(),
          totals.receivedSeconds()
              + totals.backfilledSeconds()
              + totals.revokedSeconds()
              + totals.unusedSeconds()
              + totals.openSeconds(),
          1e-6 * (1 + totals.issuedSeconds()));
      twin = RoundScheduler.restore(SchedulerSnapshot.parse(SchedulerSnapshot.print(twin.state())));
    }
  }

  @Test
  void fill_workerLost_revokesTheLeaseGivenBetweenRounds() {
    RoundScheduler scheduler = scheduler(ROUNDS, ONE, 0.9, 0.1);
    scheduler.plan(0);
    scheduler.accept(new JobDone(30, "job0"));
    scheduler.fill(40);
    scheduler.accept(new WorkersLost(60, List.of(new Worker(0, 0, 0))));
    assertEquals(20, scheduler.state().totals().revokedSeconds());
  }
}
