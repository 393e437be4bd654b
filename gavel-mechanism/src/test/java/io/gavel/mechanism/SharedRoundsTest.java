package io.gavel.mechanism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.mechanism.event.SchedulerEvent.AllocationChanged;
import io.gavel.mechanism.event.SchedulerEvent.JobDone;
import io.gavel.mechanism.plan.Lease;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.mechanism.plan.RoundPlan;
import io.gavel.mechanism.plan.Worker;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Rounds of a few shares, computed by hand. */
class SharedRoundsTest {

  private static final RoundOptions OPTIONS = new RoundOptions(100);

  /** Jobs 0, 1, … of one type, with the thousandths that they take. */
  private static AllocationProblem problem(int workers, int... gpuMilli) {
    AllocationProblem.Builder problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("a", workers)));
    for (int m = 0; m < gpuMilli.length; m++) {
      problem.job(Job.builder("" + m).gpuMilli(gpuMilli[m]).build(), 1);
    }
    return problem.build();
  }

  private static RoundScheduler scheduler(AllocationProblem problem, double... fractions) {
    RoundScheduler scheduler = RoundScheduler.create(problem.cluster(), OPTIONS);
    scheduler.accept(new AllocationChanged(0, Cases.allocation(problem, fractions)));
    return scheduler;
  }

  /** "job on worker" for each lease. */
  private static List<String> places(RoundPlan plan) {
    return plan.leases().stream()
        .map(lease -> lease.jobIds().get(0) + " on " + lease.workers().get(0).index())
        .toList();
  }

  private static double[] all(int jobs, double fraction) {
    double[] x = new double[jobs];
    Arrays.fill(x, fraction);
    return x;
  }

  /**
   * Profiles of MIG on two cards: 3g+3g fits a card, but leaves too little for four 2g on the
   * other.
   */
  @Test
  void plan_profilesThatFitApart_areNotFragmented() {
    RoundScheduler scheduler = scheduler(problem(2, 496, 496, 251, 251, 251, 251), all(6, 1));
    RoundPlan plan = scheduler.plan(0);
    assertEquals(6, plan.leases().size());
    assertEquals(2, scheduler(problem(1, 496, 496, 126), all(3, 1)).plan(0).leases().size());
  }

  /**
   * All sets of profiles that fit three cards, drawn as full cards without some of their slices.
   */
  @Test
  void plan_profilesThatFitThreeCards_allRun() {
    int[][] full = {
      {1000},
      {501, 496},
      {501, 251, 126},
      {501, 126, 126, 126},
      {496, 496},
      {496, 251, 251},
      {496, 251, 126, 126},
      {496, 126, 126, 126, 126},
      {251, 251, 251, 126},
      {251, 251, 126, 126, 126},
      {251, 126, 126, 126, 126, 126},
      {126, 126, 126, 126, 126, 126, 126}
    };
    Random random = new Random(7);
    for (int i = 0; i < 1_000; i++) {
      int[] slices =
          IntStream.range(0, 3)
              .flatMap(card -> Arrays.stream(full[random.nextInt(full.length)]))
              .filter(milli -> random.nextInt(8) > 0)
              .toArray();
      RoundPlan plan = scheduler(problem(3, slices), all(slices.length, 1)).plan(0);
      assertEquals(slices.length, plan.leases().size(), () -> Arrays.toString(slices));
    }
  }

  @Test
  void plan_tenTenths_shareOneWorkerAllTheTime() {
    int[] tenths = new int[10];
    Arrays.fill(tenths, 100);
    RoundScheduler scheduler = scheduler(problem(1, tenths), all(10, 1));
    for (int round = 0; round < 5; round++) {
      RoundPlan plan = scheduler.plan(100 * round);
      assertEquals(10, plan.leases().size());
      assertEquals(1, plan.leases().stream().mapToDouble(Lease::workersHeld).sum(), 1e-12);
      boolean later = round > 0;
      assertTrue(plan.leases().stream().allMatch(lease -> lease.extended() == later));
    }
  }

  @Test
  void plan_halvesAndAWhole_takeTurnsOnOneWorker() {
    RoundScheduler scheduler = scheduler(problem(1, 500, 500, 1000), all(3, 0.5));
    int wholeRounds = 0;
    for (int round = 0; round < 10; round++) {
      List<String> places = places(scheduler.plan(100 * round));
      wholeRounds += places.equals(List.of("2 on 0")) ? 1 : 0;
      assertTrue(
          places.equals(List.of("2 on 0")) || places.equals(List.of("0 on 0", "1 on 0")),
          places::toString);
    }
    assertEquals(5, wholeRounds);
  }

  /** In order, 300 and 500 would share a worker and 700 would find no room. */
  @Test
  void plan_sharesThatFitOnlyLaidOutAnew_allRun() {
    RoundScheduler scheduler = scheduler(problem(2, 300, 500, 500, 700), all(4, 1));
    assertEquals(4, scheduler.plan(0).leases().size());
    RoundPlan again = scheduler.plan(100);
    assertEquals(4, again.leases().size());
    assertTrue(again.leases().stream().allMatch(Lease::extended));
  }

  /** Two shares ran apart; a gang that is owed both other workers moves one to the other. */
  @Test
  void plan_gangNeedsAWorker_sharesMoveTogether() {
    Cluster cluster = Cluster.of(new WorkerType("a", 3));
    AllocationProblem first =
        AllocationProblem.builder(cluster)
            .job(Job.builder("x").gpuMilli(600).build(), 1)
            .job(Job.builder("y").gpuMilli(600).build(), 1)
            .job(Job.builder("z").gpuMilli(400).build(), 1)
            .job(Job.builder("w").gpuMilli(400).build(), 1)
            .build();
    RoundScheduler scheduler = RoundScheduler.create(cluster, OPTIONS);
    scheduler.accept(new AllocationChanged(0, Cases.allocation(first, 1, 1, 1, 0)));
    assertEquals(List.of("x on 0", "z on 0", "y on 1", "w on 1"), places(scheduler.plan(0)));
    scheduler.accept(new JobDone(100, "z"));
    scheduler.accept(new JobDone(100, "y"));
    AllocationProblem second =
        AllocationProblem.builder(cluster)
            .job(first.job(0), 1)
            .job(first.job(3), 1)
            .job(Job.builder("gang").scaleFactor(2).build(), 1)
            .build();
    scheduler.accept(new AllocationChanged(100, Cases.allocation(second, 1, 1, 1)));
    RoundPlan plan = scheduler.plan(100);
    assertEquals(List.of("x on 0", "w on 0", "gang on 1"), places(plan));
    assertEquals(List.of(true, false, false), plan.leases().stream().map(Lease::extended).toList());
  }

  @Test
  void accept_jobThatAsksForMoreThanBefore_isNoExtension() {
    RoundScheduler scheduler = scheduler(problem(1, 300), 1);
    scheduler.plan(0);
    scheduler.accept(new AllocationChanged(100, Cases.allocation(problem(1, 1000), 1)));
    Lease lease = scheduler.plan(100).leases().get(0);
    assertEquals(1000, lease.gpuMilli());
    assertEquals(false, lease.extended());
  }

  @Test
  void lease_shareOutOfRange_isRejected() {
    List<Worker> one = List.of(new Worker(0, 0, 0));
    List<Worker> two = List.of(new Worker(0, 0, 0), new Worker(0, 1, 1));
    for (int milli : new int[] {0, 1001}) {
      assertThrows(
          IllegalArgumentException.class,
          () -> new Lease(0, List.of("a"), 0, one, milli, 0, 1, false));
    }
    assertThrows(
        IllegalArgumentException.class, () -> new Lease(0, List.of("a"), 0, two, 500, 0, 1, false));
    assertEquals(0.3, new Lease(0, List.of("a"), 0, one, 300, 0, 1, false).workersHeld());
    assertEquals(2, new Lease(0, List.of("a"), 0, two, 1000, 0, 1, false).workersHeld());
  }
}
