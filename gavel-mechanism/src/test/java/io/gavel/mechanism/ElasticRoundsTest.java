package io.gavel.mechanism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.mechanism.event.SchedulerEvent;
import io.gavel.mechanism.plan.Lease;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.mechanism.plan.RoundPlan;
import io.gavel.mechanism.plan.RoundPlan.Interruption;
import io.gavel.mechanism.plan.Worker;
import io.gavel.mechanism.snapshot.SchedulerSnapshot;
import io.gavel.mechanism.state.JobExplanation;
import io.gavel.mechanism.state.SchedulerState;
import io.gavel.mechanism.state.SchedulerState.Account;
import io.gavel.mechanism.state.WaitingJob;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Group;
import io.gavel.policies.model.Holding;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Rounds of jobs with configurations: one row a round, with a lease of the size of the row. */
final class ElasticRoundsTest {

  private static final RoundOptions ROUNDS = RoundOptions.defaults();
  private static final int CASES = Boolean.getBoolean("gavel.nightly") ? 2000 : 40;

  private static RoundScheduler scheduler(Allocation x) {
    RoundScheduler scheduler = RoundScheduler.create(x.problem().cluster(), ROUNDS);
    scheduler.accept(new SchedulerEvent.AllocationChanged(0, x));
    return scheduler;
  }

  private static double end(int round) {
    return round * ROUNDS.roundSeconds();
  }

  private static Allocation halfWide() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(List.of(new WorkerType("v100", 4))))
            .job(Job.of("a"), 1)
            .job(Job.of("b"), 1)
            .configuration("a", "wide", 4, 3)
            .build();
    return Cases.allocation(problem, 0.5, 0.5, 0.5);
  }

  @Test
  void plan_halfOfTheTimeWide_alternatesLeasesOfBothSizes() {
    RoundScheduler scheduler = scheduler(halfWide());
    int wide = 0;
    for (int round = 0; round < 20; round++) {
      RoundPlan plan = scheduler.plan(end(round));
      Lease ofA =
          plan.leases().stream().filter(l -> l.jobIds().contains("a")).findFirst().orElseThrow();
      boolean isWide = ofA.configuration().equals(Optional.of("wide"));
      assertEquals(isWide ? 4 : 1, ofA.workers().size());
      assertEquals(isWide ? 1 : 2, plan.leases().size(), "no room for b while a is wide");
      wide += isWide ? 1 : 0;
    }
    assertEquals(10, wide);
  }

  @Test
  void plan_anotherConfigurationOnTheSameWorkers_isAnInterruption() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(List.of(new WorkerType("v100", 1))))
            .job(Job.of("a"), 1)
            .configuration("a", "plan", 1, 1)
            .build();
    RoundScheduler scheduler = scheduler(Cases.allocation(problem, 0.5, 0.5));
    Lease first = scheduler.plan(0).leases().get(0);
    RoundPlan next = scheduler.plan(end(1));
    Lease second = next.leases().get(0);
    assertFalse(first.configuration().equals(second.configuration()));
    assertEquals(first.workers(), second.workers());
    assertFalse(second.extended());
    assertEquals(Interruption.Kind.MOVED, next.interruptions().get(0).kind());
  }

  @Test
  void lease_ofAPairInAConfiguration_isRefused() {
    List<Worker> one = List.of(new Worker(0, 0, 0));
    assertThrows(
        IllegalArgumentException.class,
        () -> new Lease(0, List.of("a", "b"), 0, one, 1000, 0, 1, false, true, Optional.of("x")));
  }

  @Test
  void state_ofElasticJobs_continuesAfterASnapshot() {
    RoundScheduler scheduler = scheduler(halfWide());
    for (int round = 0; round < 3; round++) {
      scheduler.plan(end(round));
    }
    SchedulerState state = scheduler.state();
    assertEquals(state, SchedulerSnapshot.parse(SchedulerSnapshot.print(state)));
    assertTrue(
        state.accounts().stream().anyMatch(a -> a.configuration().equals(Optional.of("wide"))));
    RoundScheduler restored = RoundScheduler.restore(state);
    for (int round = 3; round < 9; round++) {
      assertEquals(scheduler.plan(end(round)), restored.plan(end(round)));
    }
    assertEquals(scheduler.state(), restored.state());
  }

  @Test
  void problem_withoutTheConfiguration_forgetsItsAccountAndEndsWell() {
    Allocation x = halfWide();
    RoundScheduler scheduler = scheduler(x);
    scheduler.plan(0);
    scheduler.plan(end(1));
    AllocationProblem rigid = x.problem().withoutConfigurations();
    scheduler.accept(
        new SchedulerEvent.AllocationChanged(end(1) + 1, Cases.allocation(rigid, 1, 1)));
    RoundPlan plan = scheduler.plan(end(2));
    assertEquals(2, plan.leases().size());
    assertTrue(plan.leases().stream().allMatch(lease -> lease.configuration().isEmpty()));
  }

  /** Jobs of a whole small worker, or of half a large one. */
  @Test
  void plan_halfOfALargeWorker_isSharedByTwoLeases() {
    AllocationProblem.Builder builder =
        AllocationProblem.builder(
            Cluster.of(List.of(new WorkerType("small", 1), new WorkerType("large", 1))));
    for (String id : List.of("a", "b", "c")) {
      builder.job(Job.of(id), 1, 0).configuration(id, "half", Holding.share(500), 0, 1);
    }
    double third = 1.0 / 3;
    double[] x = {third, 0, third, 0, third, 0, 0, 2 * third, 0, 2 * third, 0, 2 * third};
    RoundScheduler scheduler = scheduler(Cases.allocation(builder.build(), x));
    for (int round = 0; round < 12; round++) {
      SchedulerState before = scheduler.state();
      RoundPlan plan = scheduler.plan(end(round));
      PlanInvariants.check(before, plan, scheduler.state());
      assertEquals(3, plan.leases().size());
      for (Lease lease : plan.leases()) {
        assertEquals(lease.workerType() == 0 ? 1000 : 500, lease.gpuMilli());
        assertEquals(lease.workerType() == 1, lease.configuration().isPresent());
      }
      SchedulerState state = scheduler.state();
      assertEquals(state, SchedulerSnapshot.parse(SchedulerSnapshot.print(state)));
    }
    for (Account account : scheduler.state().accounts()) {
      assertEquals(0, account.lagSeconds(), ROUNDS.roundSeconds());
    }
  }

  /** Prefill on two a100 and decode on two h100 at once, beside a batch job on either type. */
  private static Allocation serving() {
    AllocationProblem problem =
        AllocationProblem.builder(
                Cluster.of(List.of(new WorkerType("a100", 2), new WorkerType("h100", 2))))
            .job(Job.builder("serve").scaleFactor(2).alongside("h100", 2).build(), 1, 0)
            .job(Job.builder("batch").scaleFactor(2).build(), 1, 1)
            .build();
    return Cases.allocation(problem, 0.5, 0, 0.25, 0.25);
  }

  @Test
  void plan_coGang_holdsBothTypesOrNone() {
    RoundScheduler scheduler = scheduler(serving());
    int both = 0;
    for (int round = 0; round < 100; round++) {
      SchedulerState before = scheduler.state();
      RoundPlan plan = scheduler.plan(end(round));
      PlanInvariants.check(before, plan, scheduler.state());
      assertEquals(1, plan.leases().size());
      Lease lease = plan.leases().get(0);
      boolean serves = lease.jobIds().equals(List.of("serve"));
      both += serves ? 1 : 0;
      assertEquals(
          serves ? List.of(0, 0, 1, 1) : Collections.nCopies(2, lease.workerType()),
          lease.workers().stream().map(Worker::pool).toList());
      SchedulerState state = scheduler.state();
      assertEquals(state, SchedulerSnapshot.parse(SchedulerSnapshot.print(state)));
    }
    assertEquals(50, both);
  }

  /** Two jobs hold all of a100 and of h100; the explanation names both. */
  @Test
  void explain_waitingCoGang_namesEachTypeThatItLacks() {
    Cluster cluster = Cluster.of(List.of(new WorkerType("a100", 2), new WorkerType("h100", 2)));
    AllocationProblem problem =
        AllocationProblem.builder(cluster)
            .job(Job.builder("a").scaleFactor(2).build(), 1, 0)
            .job(Job.builder("b").build(), 0, 1)
            .job(Job.builder("serve").scaleFactor(2).alongside("h100", 2).build(), 1, 0)
            .build();
    RoundScheduler scheduler = scheduler(Cases.allocation(problem, 1, 0, 0, 1, 0, 0));
    scheduler.plan(0);
    assertEquals(
        "serve: waits, needs 2 workers of \"a100\" at once; free now: 0; it also lacks 1 of"
            + " \"h100\"",
        JobExplanation.of(scheduler.state(), "serve").toText().lines().findFirst().orElseThrow());
    WaitingJob waiting = WaitingJob.of(scheduler.state()).get(0);
    assertEquals(Map.of("h100", 1), waiting.alsoLacking());
  }

  /** One job is not preempted, whatever its lag; the other is. */
  @Test
  void plan_minimumRunTimeOfOneJob_keepsItsLeaseOnly() {
    Cluster cluster = Cluster.of(List.of(new WorkerType("a100", 1)));
    AllocationProblem problem =
        AllocationProblem.builder(cluster)
            .job(Job.of("first"), 1)
            .job(Job.builder("kept").minRunSeconds(1e9).build(), 1)
            .build();
    RoundScheduler scheduler = scheduler(Cases.allocation(problem, 0.5, 0.5));
    List<String> ran = new ArrayList<>();
    for (int round = 0; round < 5; round++) {
      ran.addAll(scheduler.plan(end(round)).leases().get(0).jobIds());
    }
    assertEquals(List.of("first", "kept", "kept", "kept", "kept"), ran);
  }

  /** As many workers as before, but all of one type. */
  @Test
  void allocationChanged_coGangToGang_placesItAnew() {
    Cluster cluster = Cluster.of(List.of(new WorkerType("a100", 2), new WorkerType("h100", 2)));
    Job job = Job.builder("serve").alongside("h100", 1).build();
    RoundScheduler scheduler = scheduler(running(cluster, job));
    assertEquals(List.of(0, 1), pools(scheduler.plan(0)));
    Allocation changed = running(cluster, Job.builder("serve").scaleFactor(2).build());
    scheduler.accept(new SchedulerEvent.AllocationChanged(1, changed));
    assertEquals(List.of(0, 0), pools(scheduler.plan(end(1))));
  }

  private static Allocation running(Cluster cluster, Job job) {
    return Cases.allocation(AllocationProblem.builder(cluster).job(job, 1, 0).build(), 1, 0);
  }

  private static List<Integer> pools(RoundPlan plan) {
    return plan.leases().get(0).workers().stream().map(Worker::pool).toList();
  }

  @Test
  void workersLost_ofTheTypeAlongside_endTheWholeLease() {
    Allocation x = serving();
    Cluster cluster = x.problem().cluster();
    RoundScheduler scheduler = scheduler(x);
    int round = 0;
    while (!scheduler.plan(end(round)).leases().get(0).jobIds().contains("serve")) {
      round++;
    }
    double now = end(round) + 1;
    List<Worker> lost = List.of(Worker.of(cluster, "h100", 1));
    scheduler.accept(new SchedulerEvent.WorkersLost(now, lost));
    assertEquals(List.of(), scheduler.state().running());
    RoundPlan filled = scheduler.fill(now);
    assertEquals(List.of("batch"), filled.leases().get(0).jobIds());
    assertEquals(
        List.of("batch"),
        scheduler.plan(end(round + 1)).leases().stream().flatMap(l -> l.jobIds().stream()).toList(),
        "serve needs two h100");
  }

  /** A random mixture of rounds in each of which jobs run in one of their ways, if they fit. */
  private static Allocation mixture(Random random) {
    return mixture(random, false);
  }

  private static Allocation mixture(Random random, boolean coGangs) {
    Cluster cluster = Cases.cluster(random, 1 + random.nextInt(3));
    int types = cluster.typeCount();
    AllocationProblem.Builder builder = AllocationProblem.builder(cluster);
    double[] ones = new double[types];
    Arrays.fill(ones, 1);
    int jobs = 1 + random.nextInt(6);
    int largest = IntStream.range(0, types).map(cluster::poolWorkers).max().orElseThrow();
    for (int m = 0; m < jobs; m++) {
      builder.job(Job.of("job" + m), ones);
      for (int w = 1 + random.nextInt(2); w <= largest; w += 1 + random.nextInt(2)) {
        Holding holding = Holding.of(w);
        for (int j = 0; coGangs && j < types; j++) {
          int count = random.nextInt(cluster.poolWorkers(j) + 2) - 1;
          holding = count > 0 ? holding.alongside("t" + j, count) : holding;
        }
        builder.configuration("job" + m, "x" + w, holding, ones);
      }
    }
    AllocationProblem problem = builder.build();
    double[] x = new double[problem.groupCount() * types];
    int rounds = 1 + random.nextInt(6);
    for (int round = 0; round < rounds; round++) {
      int[] left = IntStream.range(0, types).map(cluster::poolWorkers).toArray();
      boolean[] runs = new boolean[jobs];
      List<Integer> groups =
          new ArrayList<>(IntStream.range(0, problem.groupCount()).boxed().toList());
      Collections.shuffle(groups, random);
      for (int g : groups) {
        int j = random.nextInt(types);
        int m = problem.group(g).member(0);
        if (!runs[m]
            && problem.runs(g, j)
            && IntStream.range(0, types).allMatch(k -> left[k] >= problem.gang(g, j, k))) {
          runs[m] = true;
          Arrays.setAll(left, k -> left[k] - problem.gang(g, j, k));
          x[g * types + j] += 1.0 / rounds;
        }
      }
    }
    return Cases.allocation(problem, x);
  }

  /** With a minimum run time longer than any run, jobs are not preempted, whatever their lag. */
  @Test
  void plan_minRunBeyondTheRun_extendsEveryLease() {
    for (long seed = 0; seed < CASES; seed++) {
      Allocation x = mixture(new Random(seed), true);
      RoundScheduler scheduler =
          RoundScheduler.create(x.problem().cluster(), ROUNDS.withMinRunSeconds(1e9));
      scheduler.accept(new SchedulerEvent.AllocationChanged(0, x));
      List<Lease> first = scheduler.plan(0).leases();
      for (int round = 1; round < 20; round++) {
        RoundPlan plan = scheduler.plan(end(round));
        assertEquals(List.of(), plan.interruptions());
        assertEquals(
            first.stream().map(Lease::workers).toList(),
            plan.leases().stream().map(Lease::workers).toList());
        assertTrue(plan.leases().stream().allMatch(Lease::extended));
      }
    }
  }

  /** Configurations that hold workers of all types at once, while workers are lost and return. */
  @Test
  void plan_mixtureOfRoundsOfCoGangs_keepsPoolsAndStaysNearTheFractions() {
    double worst = 0;
    for (long seed = 0; seed < CASES; seed++) {
      Random random = new Random(seed);
      Allocation x = mixture(random, true);
      RoundScheduler scheduler = scheduler(x);
      for (int round = 0; round < 200; round++) {
        SchedulerState before = scheduler.state();
        RoundPlan plan = scheduler.plan(end(round));
        PlanInvariants.check(before, plan, scheduler.state());
      }
      for (Account account : scheduler.state().accounts()) {
        worst = Math.max(worst, account.lagSeconds() / ROUNDS.roundSeconds());
      }
      List<Worker> lost = List.of(Worker.of(x.problem().cluster(), "t0", 0));
      scheduler.accept(new SchedulerEvent.WorkersLost(end(200) - 9, lost));
      for (int round = 200; round < 230; round++) {
        PlanInvariants.checkCapacity(scheduler.plan(end(round)), scheduler.state());
        PlanInvariants.checkCapacity(scheduler.fill(end(round) + 1), scheduler.state());
      }
    }
    assertTrue(worst <= 8, "behind by " + worst + " rounds");
  }

  @Test
  void plan_mixtureOfRounds_keepsPoolsAndFollowsTheFractionsOfAllRows() {
    double worst = 0;
    for (long seed = 0; seed < CASES; seed++) {
      Allocation x = mixture(new Random(seed));
      RoundScheduler scheduler = scheduler(x);
      int rounds = 300;
      for (int round = 0; round < rounds; round++) {
        SchedulerState before = scheduler.state();
        RoundPlan plan = scheduler.plan(end(round));
        PlanInvariants.check(before, plan, scheduler.state());
      }
      scheduler.plan(end(rounds));
      for (Account account : scheduler.state().accounts()) {
        worst = Math.max(worst, account.lagSeconds() / ROUNDS.roundSeconds());
      }
      for (int g = 0; g < x.problem().groupCount(); g++) {
        Optional<String> name =
            x.problem().group(g) instanceof Group.Configuration way
                ? Optional.of(way.name())
                : Optional.empty();
        List<String> ids = List.of(x.problem().job(x.problem().group(g).member(0)).id());
        for (int j = 0; j < x.problem().cluster().typeCount(); j++) {
          int type = j;
          double owed =
              scheduler.state().accounts().stream()
                  .filter(a -> a.jobIds().equals(ids) && a.configuration().equals(name))
                  .filter(a -> a.workerType() == type)
                  .mapToDouble(Account::owedSeconds)
                  .sum();
          assertEquals(x.fraction(g, j) * end(rounds), owed, 1e-6 * end(rounds));
        }
      }
    }
    assertTrue(worst <= 2, "behind by " + worst + " rounds");
  }
}
