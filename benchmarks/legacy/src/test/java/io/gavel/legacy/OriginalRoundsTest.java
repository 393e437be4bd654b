package io.gavel.legacy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.mechanism.event.SchedulerEvent;
import io.gavel.mechanism.event.SchedulerEvent.AllocationChanged;
import io.gavel.mechanism.event.SchedulerEvent.JobDone;
import io.gavel.mechanism.event.SchedulerEvent.JobFailed;
import io.gavel.mechanism.event.SchedulerEvent.LeaseEnded;
import io.gavel.mechanism.event.SchedulerEvent.ProblemChanged;
import io.gavel.mechanism.event.SchedulerEvent.WorkersLost;
import io.gavel.mechanism.plan.Lease;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.mechanism.plan.RoundPlan;
import io.gavel.mechanism.plan.Worker;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

final class OriginalRoundsTest {

  private static final Cluster TWO =
      Cluster.of(new WorkerType("v100", 1), new WorkerType("k80", 1));
  private static final RoundOptions OPTIONS = new RoundOptions(100);

  private static OriginalRounds planner(Cluster cluster) {
    return new OriginalRounds(cluster, OPTIONS, ZeroPriority.SELECTED);
  }

  private static AllocationProblem problem(int jobs) {
    AllocationProblem.Builder builder = AllocationProblem.builder(TWO);
    for (int m = 0; m < jobs; m++) {
      builder.job(Job.of("job" + m), 2, 1);
    }
    return builder.build();
  }

  private static OriginalEntry entry(OriginalRounds scheduler, String job, int type) {
    return scheduler.state().entries().stream()
        .filter(entry -> entry.jobIds().equals(List.of(job)) && entry.workerType() == type)
        .findFirst()
        .orElseThrow();
  }

  private static List<String> jobs(RoundPlan plan) {
    return plan.leases().stream().map(lease -> String.join("+", lease.jobIds())).toList();
  }

  @Test
  void plan_firstRounds_prioritiesAreFractionOverShareOfTypeTime() {
    OriginalRounds scheduler = planner(TWO);
    Allocation allocation = OriginalCases.allocation(problem(2), 0.8, 0.2, 0.2, 0.8);
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
    OriginalRounds scheduler = planner(TWO);
    scheduler.accept(new AllocationChanged(0, OriginalCases.allocation(problem(1), 1, 0)));
    scheduler.accept(new ProblemChanged(0, problem(2)));
    assertEquals(List.of("job0"), jobs(scheduler.plan(0)));
    assertEquals(2, scheduler.state().selected().size());
  }

  @Test
  void plan_priorityZero_isTakenUnlessFifo() {
    for (ZeroPriority zero : ZeroPriority.values()) {
      OriginalRounds scheduler = new OriginalRounds(TWO, OPTIONS, zero);
      scheduler.accept(new AllocationChanged(0, OriginalCases.allocation(problem(1), 0, 1)));
      int type = scheduler.plan(0).leases().get(0).workerType();
      assertEquals(zero == ZeroPriority.SELECTED ? 0 : 1, type, "v100 is filled before k80");
    }
  }

  @Test
  void plan_typesReordered_fillsInThatOrder() {
    OriginalRounds scheduler = planner(TWO);
    scheduler.accept(new AllocationChanged(0, OriginalCases.allocation(problem(1), 1, 0)));
    scheduler.reorder(List.of(1, 0));
    assertEquals(1, scheduler.plan(0).leases().get(0).workerType());
    for (List<Integer> fault : List.of(List.of(0, 2), List.of(0), List.of(0, 0))) {
      assertThrows(IllegalArgumentException.class, () -> scheduler.reorder(fault));
    }
  }

  @Test
  void accept_jobFailed_creditsNothing() {
    OriginalRounds scheduler = planner(TWO);
    scheduler.accept(new AllocationChanged(0, OriginalCases.allocation(problem(1), 1, 0)));
    scheduler.plan(0);
    scheduler.accept(new JobFailed(60, "job0"));
    scheduler.plan(100);
    assertEquals(50, entry(scheduler, "job0", 0).receivedSeconds());
    scheduler.accept(new JobDone(150, "job0"));
    assertEquals(List.of(), scheduler.plan(200).leases());
  }

  @Test
  void plan_afterAnIdleGap_billsTheGap() {
    OriginalRounds scheduler = planner(TWO);
    scheduler.accept(new AllocationChanged(0, OriginalCases.allocation(problem(1), 1, 0)));
    scheduler.plan(0);
    scheduler.accept(new JobDone(50, "job0"));
    scheduler.plan(100);
    AllocationProblem next = AllocationProblem.builder(TWO).job(Job.of("late"), 1, 1).build();
    scheduler.accept(new AllocationChanged(1000, OriginalCases.allocation(next, 1, 0)));
    scheduler.plan(1000);
    scheduler.plan(1100);
    assertEquals(50 + 1000, entry(scheduler, "late", 0).receivedSeconds(), "from 100, not 1000");
  }

  /** Whatever it does with priorities, it keeps to the capacity and to one place for each job. */
  @Property
  void plan_anyRun_isValid(@ForAll Draws random) {
    OriginalCases.Script script = new OriginalCases.Script(random);
    OriginalRounds rounds = planner(script.cluster());
    for (int step = 0; step < 40; step++) {
      Optional<SchedulerEvent> event = script.next();
      if (event.isPresent()) {
        rounds.accept(event.get());
        continue;
      }
      RoundPlan plan = rounds.plan(script.now());
      Set<Object> held = new HashSet<>();
      for (Lease lease : plan.leases()) {
        lease.jobIds().forEach(id -> assertTrue(held.add(id), "no job twice: " + plan));
        lease.workers().forEach(worker -> assertTrue(held.add(worker), "no worker twice"));
      }
    }
  }

  @Test
  void accept_timeGoesBack_isRefused() {
    OriginalRounds rounds = planner(TWO);
    rounds.plan(100);
    assertThrows(IllegalArgumentException.class, () -> rounds.plan(99));
    assertThrows(IllegalArgumentException.class, () -> rounds.accept(new JobDone(99, "job0")));
  }

  @Test
  void accept_lossOfWorkers_isRefused() {
    OriginalRounds rounds = planner(TWO);
    var error =
        assertThrows(
            IllegalArgumentException.class,
            () -> rounds.accept(new WorkersLost(0, List.of(new Worker(0, 0, 0)))));
    assertEquals("the original rules do not model WorkersLost", error.getMessage());
  }

  @Test
  void accept_shares_areRefused() {
    OriginalRounds rounds = planner(TWO);
    AllocationProblem problem =
        AllocationProblem.builder(TWO).job(Job.builder("0").gpuMilli(300).build(), 1, 1).build();
    for (SchedulerEvent event :
        List.of(
            new ProblemChanged(0, problem),
            new AllocationChanged(0, OriginalCases.allocation(problem, 1, 0)))) {
      var error = assertThrows(IllegalArgumentException.class, () -> rounds.accept(event));
      assertEquals(
          "job \"0\" takes 300 thousandths of a worker, which the original rules do not model",
          error.getMessage());
    }
  }
}
