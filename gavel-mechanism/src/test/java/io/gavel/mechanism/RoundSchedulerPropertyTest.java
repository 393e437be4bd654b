package io.gavel.mechanism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.mechanism.SchedulerEvent.AllocationChanged;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Cluster;
import io.gavel.policies.Group;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

final class RoundSchedulerPropertyTest {

  private static final RoundOptions OPTIONS = new RoundOptions(100);

  /** Runs a script; hands every plan to a check. */
  private static void run(long seed, int steps, BiConsumer<RoundScheduler, RoundPlan> check) {
    Cases.Script script = new Cases.Script(seed);
    RoundScheduler scheduler = RoundScheduler.create(script.cluster(), OPTIONS);
    for (int step = 0; step < steps; step++) {
      Optional<SchedulerEvent> event = script.next();
      if (event.isPresent()) {
        scheduler.accept(event.get());
      } else {
        check.accept(scheduler, scheduler.plan(script.now()));
      }
    }
  }

  @Property
  void plan_anyRun_isValid(@ForAll long seed) {
    run(seed, 60, RoundSchedulerPropertyTest::checkValid);
  }

  private static void checkValid(RoundScheduler scheduler, RoundPlan plan) {
    Set<Worker> workers = new HashSet<>();
    Set<String> jobs = new HashSet<>();
    for (Lease lease : plan.leases()) {
      AllocationProblem problem = scheduler.state().allocation().orElseThrow().problem();
      int g = groupOf(problem, lease.jobIds());
      assertTrue(problem.runs(g, lease.workerType()), "useful time only: " + lease);
      assertEquals(problem.scaleFactor(g), lease.workers().size(), "whole gangs: " + lease);
      for (Worker worker : lease.workers()) {
        int k = problem.cluster().poolOf(lease.workerType());
        assertEquals(k, worker.pool());
        assertTrue(worker.index() < problem.cluster().poolWorkers(k), "capacity: " + lease);
        int perServer = problem.cluster().type(lease.workerType()).workersPerServer();
        assertEquals(worker.index() / perServer, worker.server());
        assertTrue(workers.add(worker), "no worker twice: " + plan);
      }
      lease.jobIds().forEach(id -> assertTrue(jobs.add(id), "no job twice: " + plan));
    }
    scheduler.state().doneJobIds().forEach(id -> assertFalse(jobs.contains(id), "done " + id));
  }

  private static int groupOf(AllocationProblem problem, List<String> ids) {
    for (int g = 0; g < problem.groupCount(); g++) {
      if (idsOf(problem, g).equals(ids)) {
        return g;
      }
    }
    throw new AssertionError("no group " + ids);
  }

  private static List<String> idsOf(AllocationProblem problem, int g) {
    Group group = problem.group(g);
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < group.size(); i++) {
      ids.add(problem.job(group.member(i)).id());
    }
    return ids;
  }

  @Property
  void plan_anyRun_leavesNoWorkerIdleThatSomebodyCanUse(@ForAll long seed) {
    run(seed, 60, RoundSchedulerPropertyTest::checkWorkConserving);
  }

  private static void checkWorkConserving(RoundScheduler scheduler, RoundPlan plan) {
    SchedulerState state = scheduler.state();
    if (state.allocation().isEmpty()) {
      return;
    }
    AllocationProblem problem = state.allocation().get().problem();
    Cluster cluster = problem.cluster();
    Set<String> busy = new HashSet<>(state.doneJobIds());
    int[] left = new int[cluster.poolCount()];
    for (int k = 0; k < left.length; k++) {
      left[k] = cluster.poolWorkers(k);
    }
    for (Lease lease : plan.leases()) {
      busy.addAll(lease.jobIds());
      left[cluster.poolOf(lease.workerType())] -= lease.workers().size();
    }
    for (int g = 0; g < problem.groupCount(); g++) {
      for (int j = 0; j < cluster.typeCount(); j++) {
        boolean waits = idsOf(problem, g).stream().noneMatch(busy::contains);
        boolean fits = problem.scaleFactor(g) <= left[cluster.poolOf(j)];
        assertFalse(waits && fits && problem.runs(g, j), "group " + g + " could run on " + j);
      }
    }
  }

  @Property
  void plan_groupThatStaysOnItsType_keepsItsWorkers(@ForAll long seed) {
    List<Lease> before = new ArrayList<>();
    run(
        seed,
        60,
        (scheduler, plan) -> {
          for (Lease lease : plan.leases()) {
            boolean same =
                before.stream()
                    .anyMatch(
                        last ->
                            last.jobIds().equals(lease.jobIds())
                                && last.workerType() == lease.workerType());
            boolean sameWorkers =
                before.stream()
                    .anyMatch(
                        last ->
                            last.jobIds().equals(lease.jobIds())
                                && last.workerType() == lease.workerType()
                                && last.workers().equals(lease.workers()));
            assertEquals(same, lease.extended());
            assertEquals(same, sameWorkers);
          }
          before.clear();
          before.addAll(plan.leases());
        });
  }

  @Property
  void restore_anywhereInARun_continuesExactly(
      @ForAll long seed, @ForAll @IntRange(max = 60) int cut) {
    Cases.Script script = new Cases.Script(seed);
    RoundScheduler original = RoundScheduler.create(script.cluster(), OPTIONS);
    RoundScheduler other = RoundScheduler.create(script.cluster(), OPTIONS);
    for (int step = 0; step < 60; step++) {
      if (step == cut) {
        other = RoundScheduler.restore(original.state());
      }
      Optional<SchedulerEvent> event = script.next();
      if (event.isPresent()) {
        original.accept(event.get());
        other.accept(event.get());
      } else {
        assertEquals(original.plan(script.now()), other.plan(script.now()));
      }
      assertEquals(original.state(), other.state());
      assertEquals(original.state().hashCode(), other.state().hashCode());
    }
  }

  @Property
  void plan_timeOfLeases_isCreditedOnce(@ForAll long seed) {
    Allocation allocation = Cases.feasible(seed);
    RoundScheduler scheduler = RoundScheduler.create(allocation.problem().cluster(), OPTIONS);
    scheduler.accept(new AllocationChanged(0, allocation));
    double leased = 0;
    for (int round = 0; round < 50; round++) { // rounds of 60 or 100 seconds with gaps of 20
      double start = 100 * round - (round % 2 == 0 ? 0 : 40);
      RoundPlan plan = scheduler.plan(round % 2 == 0 ? start : start + 20);
      double next = 100 * (round + 1) - (round % 2 == 0 ? 20 : 0);
      leased += plan.leases().size() * (Math.min(plan.endSeconds(), next) - plan.startSeconds());
    }
    scheduler.plan(5000);
    double credited =
        scheduler.state().accounts().stream()
            .mapToDouble(a -> a.receivedSeconds() + a.backfilledSeconds())
            .sum();
    assertEquals(leased, credited, 1e-6);
  }

  /** The largest lag, and the largest lead as a negative number, in rounds. */
  private static double[] lags(Allocation allocation, int rounds, Priority priority) {
    RoundScheduler scheduler =
        RoundScheduler.create(allocation.problem().cluster(), OPTIONS, priority);
    scheduler.accept(new AllocationChanged(0, allocation));
    double[] range = new double[2];
    for (int round = 0; round <= rounds; round++) {
      scheduler.plan(100 * round);
      for (Account account : scheduler.state().accounts()) {
        range[0] = Math.max(range[0], account.lagSeconds() / 100);
        range[1] = Math.min(range[1], account.lagSeconds() / 100);
      }
    }
    return range;
  }

  private static void checkLag(double[] range) {
    assertTrue(range[0] <= 3, "behind by " + range[0] + " rounds");
    assertTrue(range[1] > -1, "ahead by " + -range[1] + " rounds");
  }

  @Example
  void plan_feasibleAllocationsOfOneWorkerJobs_areFollowedWithinTwoRounds() {
    for (long seed = 0; seed < 2000; seed++) {
      double[] range = lags(Cases.feasible(seed), 120, Priority.LAG);
      assertTrue(range[0] <= 2, "behind by " + range[0] + " rounds with seed " + seed);
    }
  }

  /** A measured promise: chance may find a case that needs more than the two rounds above. */
  @Property
  void plan_feasibleAllocationOfOneWorkerJobs_isFollowedWithinThreeRounds(@ForAll long seed) {
    checkLag(lags(Cases.feasible(seed), 200, Priority.LAG));
  }

  @Example
  void checkLag_orderOfArrivalOrOfRatio_isCaught() {
    Priority arrival = (owed, received, fraction, round, job, pool) -> 1;
    Priority ratio = (owed, received, fraction, round, job, pool) -> Math.min(1e9, owed / received);
    for (Priority wrong : List.of(arrival, ratio)) {
      assertThrows(
          AssertionError.class,
          () -> {
            for (long seed = 0; seed < 50; seed++) {
              checkLag(lags(Cases.feasible(seed), 200, wrong));
            }
          });
    }
  }

  @Property
  void plan_anyRun_neverPutsAGroupTwoRoundsAhead(@ForAll long seed) {
    run(
        seed,
        60,
        (scheduler, plan) ->
            scheduler
                .state()
                .accounts()
                .forEach(a -> assertTrue(a.lagSeconds() > -200, a.toString())));
  }
}
