package io.gavel.mechanism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.mechanism.SchedulerEvent.AllocationChanged;
import io.gavel.mechanism.SchedulerEvent.JobDone;
import io.gavel.mechanism.SchedulerEvent.JobFailed;
import io.gavel.mechanism.SchedulerEvent.LeaseEnded;
import io.gavel.mechanism.SchedulerEvent.ProblemChanged;
import io.gavel.mechanism.SchedulerEvent.TypesReordered;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Cluster;
import io.gavel.policies.Job;
import io.gavel.policies.WorkerType;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

final class OriginalRoundsTest {

  private static final Cluster TWO =
      Cluster.of(new WorkerType("v100", 1), new WorkerType("k80", 1));
  private static final RoundOptions OPTIONS = new RoundOptions(100, Method.ORIGINAL);

  private static AllocationProblem problem(int jobs) {
    AllocationProblem.Builder builder = AllocationProblem.builder(TWO);
    for (int m = 0; m < jobs; m++) {
      builder.job(Job.of("job" + m), 2, 1);
    }
    return builder.build();
  }

  private static OriginalEntry entry(RoundScheduler scheduler, String job, int type) {
    return scheduler.state().original().orElseThrow().entries().stream()
        .filter(entry -> entry.jobIds().equals(List.of(job)) && entry.workerType() == type)
        .findFirst()
        .orElseThrow();
  }

  private static List<String> jobs(RoundPlan plan) {
    return plan.leases().stream().map(lease -> String.join("+", lease.jobIds())).toList();
  }

  @Test
  void plan_firstRounds_prioritiesAreFractionOverShareOfTypeTime() {
    RoundScheduler scheduler = RoundScheduler.create(TWO, OPTIONS);
    Allocation allocation = Cases.allocation(problem(2), 0.8, 0.2, 0.2, 0.8);
    scheduler.accept(new AllocationChanged(0, allocation));
    assertEquals(List.of("job0", "job1"), jobs(scheduler.plan(0)));
    assertEquals(1.6, entry(scheduler, "job0", 0).priority(), 1e-12, "both at half a round");
    scheduler.accept(new LeaseEnded(90, "job0"));
    scheduler.plan(100);
    assertEquals(50 + 90, entry(scheduler, "job0", 0).receivedSeconds(), "counted until it ended");
    assertEquals(0.8 / (140 / 190.0), entry(scheduler, "job0", 0).priority(), 1e-12);
    scheduler.accept(new AllocationChanged(200, allocation));
    assertEquals(
        0.8 * 200 - 90,
        entry(scheduler, "job0", 0).deficitSeconds(),
        1e-12,
        "the lease that runs is not counted before it ends");
  }

  @Test
  void plan_jobThatNoAllocationLists_holdsItsWorkerAndLetsItIdle() {
    RoundScheduler scheduler = RoundScheduler.create(TWO, OPTIONS);
    scheduler.accept(new AllocationChanged(0, Cases.allocation(problem(1), 1, 0)));
    scheduler.accept(new ProblemChanged(0, problem(2)));
    assertEquals(List.of("job0"), jobs(scheduler.plan(0)));
    assertEquals(2, scheduler.state().original().orElseThrow().selected().size());
  }

  @Test
  void plan_priorityZero_isTakenUnlessFifo() {
    for (Method method : List.of(Method.ORIGINAL, Method.ORIGINAL_FIFO)) {
      RoundScheduler scheduler = RoundScheduler.create(TWO, OPTIONS.withMethod(method));
      scheduler.accept(new AllocationChanged(0, Cases.allocation(problem(1), 0, 1)));
      int type = scheduler.plan(0).leases().get(0).workerType();
      assertEquals(method == Method.ORIGINAL ? 0 : 1, type, "v100 is filled before k80");
    }
  }

  @Test
  void plan_typesReordered_fillsInThatOrder() {
    RoundScheduler scheduler = RoundScheduler.create(TWO, OPTIONS);
    scheduler.accept(new AllocationChanged(0, Cases.allocation(problem(1), 1, 0)));
    scheduler.accept(new TypesReordered(0, List.of(1, 0)));
    assertEquals(1, scheduler.plan(0).leases().get(0).workerType());
    assertThrows(
        IllegalArgumentException.class,
        () -> scheduler.accept(new TypesReordered(0, List.of(0, 2))));
    assertThrows(
        IllegalArgumentException.class, () -> scheduler.accept(new TypesReordered(0, List.of(0))));
  }

  @Test
  void accept_jobFailed_creditsNothing() {
    RoundScheduler scheduler = RoundScheduler.create(TWO, OPTIONS);
    scheduler.accept(new AllocationChanged(0, Cases.allocation(problem(1), 1, 0)));
    scheduler.plan(0);
    scheduler.accept(new JobFailed(60, "job0"));
    scheduler.plan(100);
    assertEquals(50, entry(scheduler, "job0", 0).receivedSeconds());
    scheduler.accept(new JobDone(150, "job0"));
    assertEquals(List.of(), scheduler.plan(200).leases());
  }

  @Test
  void plan_afterAnIdleGap_billsTheGap() {
    RoundScheduler scheduler = RoundScheduler.create(TWO, OPTIONS);
    scheduler.accept(new AllocationChanged(0, Cases.allocation(problem(1), 1, 0)));
    scheduler.plan(0);
    scheduler.accept(new JobDone(50, "job0"));
    scheduler.plan(100);
    AllocationProblem next = AllocationProblem.builder(TWO).job(Job.of("late"), 1, 1).build();
    scheduler.accept(new AllocationChanged(1000, Cases.allocation(next, 1, 0)));
    scheduler.plan(1000);
    scheduler.plan(1100);
    assertEquals(50 + 1000, entry(scheduler, "late", 0).receivedSeconds(), "from 100, not 1000");
  }

  /** Whatever it does with priorities, it keeps to the capacity and to one place for each job. */
  @Property
  void plan_anyRun_isValidAndSurvivesRestore(
      @ForAll long seed, @ForAll @IntRange(max = 40) int cut) {
    Cases.Script script = new Cases.Script(seed);
    RoundScheduler one = RoundScheduler.create(script.cluster(), OPTIONS);
    RoundScheduler other = one;
    for (int step = 0; step < 40; step++) {
      if (step == cut) {
        other = RoundScheduler.restore(one.state());
        assertEquals(one.state(), other.state());
      }
      Optional<SchedulerEvent> event = script.next();
      if (event.isPresent()) {
        one.accept(event.get());
        acceptOnce(one, other, event.get());
        continue;
      }
      RoundPlan plan = one.plan(script.now());
      Set<Object> held = new HashSet<>();
      for (Lease lease : plan.leases()) {
        lease.jobIds().forEach(id -> assertTrue(held.add(id), "no job twice: " + plan));
        lease.workers().forEach(worker -> assertTrue(held.add(worker), "no worker twice"));
      }
      if (one != other) {
        assertEquals(plan, other.plan(script.now()));
      }
    }
  }

  private static void acceptOnce(RoundScheduler one, RoundScheduler other, SchedulerEvent event) {
    if (one != other) {
      other.accept(event);
    }
  }

  @Test
  void restore_stateWithoutItsPart_isRejected() {
    SchedulerState s = RoundScheduler.create(TWO, OPTIONS).state();
    SchedulerState without =
        new SchedulerState(
            s.cluster(),
            s.options(),
            s.nowSeconds(),
            s.countedUntilSeconds(),
            s.rounds(),
            s.allocation(),
            s.doneJobIds(),
            s.accounts(),
            s.running(),
            s.lastPlan(),
            s.nextLease(),
            s.totals(),
            s.jobs(),
            s.workers(),
            Optional.empty());
    assertThrows(IllegalArgumentException.class, () -> RoundScheduler.restore(without));
  }

  @Test
  void restore_stateOfOtherTypes_isRejected() {
    String text = SchedulerSnapshot.print(RoundScheduler.create(TWO, OPTIONS).state());
    for (String[] fault :
        new String[][] {
          {"received=[0,0]", "received=[0]"},
          {"order=[0,1]", "order=[0,2]"},
          {"order=[0,1]", "order=[0]"}
        }) {
      SchedulerState state = SchedulerSnapshot.parse(text.replace(fault[0], fault[1]));
      IllegalArgumentException refused =
          assertThrows(IllegalArgumentException.class, () -> RoundScheduler.restore(state));
      assertTrue(refused.getMessage().endsWith("there are 2 types"), refused::getMessage);
    }
  }
}
