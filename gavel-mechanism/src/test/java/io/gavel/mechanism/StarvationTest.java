package io.gavel.mechanism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.mechanism.event.SchedulerEvent.AllocationChanged;
import io.gavel.mechanism.event.SchedulerEvent.JobDone;
import io.gavel.mechanism.event.SchedulerEvent.WorkersLost;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.mechanism.plan.Worker;
import io.gavel.mechanism.state.SchedulerState;
import io.gavel.mechanism.state.SchedulerState.Account;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nobody waits for long, whether rounds can realise the allocation or not. */
final class StarvationTest {

  /** In rounds; what a group is promised at most between two leases. */
  private static final double LONGEST = 15;

  private static final boolean NIGHTLY = Boolean.getBoolean("gavel.nightly");

  private static RoundScheduler scheduler(Cluster cluster) {
    return RoundScheduler.create(cluster, new RoundOptions(1));
  }

  private static AllocationProblem gangs(Cluster cluster, Map<String, Integer> sizes) {
    AllocationProblem.Builder problem = AllocationProblem.builder(cluster);
    sizes.forEach((id, size) -> problem.job(Job.builder(id).scaleFactor(size).build(), 1));
    return problem.build();
  }

  /**
   * Two gangs of three share four workers and are promised 0.6 each, which no rounds give. Then one
   * is done, a worker is lost, and the other one shares the three workers that are left with a job
   * that was never behind.
   */
  @ParameterizedTest
  @ValueSource(ints = {100, 1000, 10_000})
  void plan_othersWereShortForLong_nobodyWaitsForThat(int rounds) {
    Cluster cluster = Cluster.of(new WorkerType("v100", 4));
    RoundScheduler scheduler = scheduler(cluster);
    AllocationProblem both = gangs(cluster, new TreeMap<>(Map.of("a", 3, "b", 3, "c", 1)));
    scheduler.accept(new AllocationChanged(0, Cases.allocation(both, 0.6, 0.6, 0.4)));
    for (int round = 0; round < rounds; round++) {
      scheduler.plan(round);
    }
    assertEquals(2, scheduler.state().shortfalls().size());
    scheduler.accept(new JobDone(rounds, "b"));
    scheduler.accept(new WorkersLost(rounds, List.of(Worker.of(cluster, cluster.poolName(0), 3))));
    SchedulerState once = scheduler.state();
    Cluster left = Cluster.of(new WorkerType("v100", 3));
    AllocationProblem after = gangs(left, new TreeMap<>(Map.of("a", 3, "c", 1)));
    scheduler.accept(new AllocationChanged(rounds, Cases.allocation(after, 0.5, 0.5)));
    Account before = once.accounts().get(0);
    Account now = scheduler.state().accounts().get(0);
    assertTrue(now.lagSeconds() < 9, now::toString);
    assertEquals(
        before.owedSeconds() + before.missingSeconds(),
        now.owedSeconds() + now.missingSeconds(),
        1e-6,
        "no time is forgotten");
    int waited = 0;
    for (int round = rounds; round < rounds + 1000; round++) {
      boolean runs =
          scheduler.plan(round).leases().stream().anyMatch(l -> l.jobIds().contains("c"));
      waited = runs ? 0 : waited + 1;
      assertTrue(waited <= 2 * LONGEST, "waits since round " + (round - waited));
    }
  }

  /**
   * Gangs of all sizes come and go with any fractions that fit into the pools on average. In every
   * second run other gangs keep their workers for a minimum time, which may prolong a wait.
   */
  @Test
  void plan_anyGangs_noneIsPromisedMoreThanFifteenRoundsBetweenLeases() {
    for (long seed = 0; seed < (NIGHTLY ? 1000 : 40); seed++) {
      Random random = new Random(seed);
      Cluster cluster = cluster(random);
      double minRun = seed % 2 == 0 ? 0 : 3 * new Random(~seed).nextDouble();
      RoundScheduler scheduler =
          RoundScheduler.create(cluster, new RoundOptions(1).withMinRunSeconds(minRun));
      double longest = LONGEST + Math.ceil(minRun);
      Map<String, Integer> sizes = new LinkedHashMap<>();
      Map<List<Object>, double[]> latest = new HashMap<>();
      int change = 0;
      for (int round = 0; round < 600; round++) {
        if (round == change) {
          scheduler.accept(new AllocationChanged(round, allocation(random, cluster, sizes, round)));
          change = round + 1 + random.nextInt(60);
        }
        scheduler.plan(round);
        for (Account account : scheduler.state().accounts()) {
          double waits = waits(latest, account);
          String what = "seed " + seed + ", round " + round + ": " + account;
          assertTrue(waits <= longest, () -> waits + " rounds, " + what);
        }
      }
    }
  }

  /** Small jobs begin one after the other, and each keeps its worker for longer than a round. */
  @Test
  void plan_minimumRunTimesOverlap_leaveAGangItsTurn() {
    for (long seed = 0; seed < 20; seed++) {
      Random random = new Random(seed);
      Cluster cluster = Cluster.of(new WorkerType("v100", 4));
      double minRun = 1.2 + 2 * random.nextDouble();
      RoundScheduler scheduler =
          RoundScheduler.create(cluster, new RoundOptions(1).withMinRunSeconds(minRun));
      Map<String, Integer> sizes = new TreeMap<>();
      Map<List<Object>, double[]> latest = new HashMap<>();
      for (int round = 0; round < 300; round++) {
        if (round % 3 == 0) {
          sizes.keySet().removeIf(id -> random.nextInt(4) == 0);
          sizes.put("whole", 4);
          for (int i = 0; i < 6; i++) {
            sizes.put(round + "." + i, 1);
          }
          AllocationProblem problem = gangs(cluster, sizes);
          double[] x = new double[problem.jobCount()];
          for (int m = 0; m < x.length; m++) {
            x[m] = problem.scaleFactor(m) == 4 ? 0.8 : 0.8 / (x.length - 1);
          }
          scheduler.accept(new AllocationChanged(round, Cases.allocation(problem, x)));
        }
        scheduler.plan(round);
        for (Account account : scheduler.state().accounts()) {
          if (account.jobIds().contains("whole")) {
            double waits = waits(latest, account);
            String what = waits + " rounds, seed " + seed + ", round " + round;
            assertTrue(waits <= LONGEST + Math.ceil(minRun), what);
          }
        }
      }
    }
  }

  private static Cluster cluster(Random random) {
    List<WorkerType> types = new ArrayList<>();
    for (int j = 0; j <= random.nextInt(2); j++) {
      types.add(new WorkerType("t" + j, 2 + random.nextInt(7)));
    }
    return Cluster.of(types);
  }

  /** What was promised since the latest lease. */
  private static double waits(Map<List<Object>, double[]> latest, Account account) {
    List<Object> key = List.of(account.jobIds(), account.workerType());
    double promised = account.owedSeconds() + account.missingSeconds();
    double[] then = latest.get(key);
    if (then == null || then[0] < account.receivedSeconds()) {
      then = new double[] {account.receivedSeconds(), promised};
      latest.put(key, then);
    }
    return promised - then[1];
  }

  private static Allocation allocation(
      Random random, Cluster cluster, Map<String, Integer> sizes, int round) {
    sizes.keySet().removeIf(id -> random.nextInt(4) == 0);
    int jobs = 1 + random.nextInt(8);
    for (int i = 0; sizes.size() < jobs; i++) {
      sizes.put(round + "." + i, 1 + random.nextInt(cluster.poolWorkers(0)));
    }
    int types = cluster.typeCount();
    AllocationProblem.Builder problem = AllocationProblem.builder(cluster);
    double[] ones = new double[types];
    Arrays.fill(ones, 1);
    sizes.forEach((id, size) -> problem.job(Job.builder(id).scaleFactor(size).build(), ones));
    AllocationProblem built = problem.build();
    double[] x = new double[built.jobCount() * types];
    double[] used = new double[types];
    for (int i = 0; i < x.length; i++) {
      boolean fits = built.scaleFactor(i / types) <= cluster.poolWorkers(i % types);
      x[i] = fits ? Math.pow(random.nextDouble(), 1 + random.nextInt(4)) / types : 0;
      used[i % types] += x[i] * built.scaleFactor(i / types);
    }
    for (int i = 0; i < x.length; i++) {
      double most = cluster.poolWorkers(i % types) / used[i % types];
      x[i] *= Math.min(most, 1); // and the time of no job exceeds 1
    }
    return Cases.allocation(built, x);
  }
}
