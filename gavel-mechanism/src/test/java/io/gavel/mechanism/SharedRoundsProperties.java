package io.gavel.mechanism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.mechanism.event.SchedulerEvent.AllocationChanged;
import io.gavel.mechanism.event.SchedulerEvent.JobDone;
import io.gavel.mechanism.internal.ledger.GroupIndex;
import io.gavel.mechanism.internal.workers.SharePacking;
import io.gavel.mechanism.placement.PlacementStrategy;
import io.gavel.mechanism.plan.Lease;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.mechanism.plan.RoundPlan;
import io.gavel.mechanism.plan.Worker;
import io.gavel.mechanism.state.SchedulerState;
import io.gavel.mechanism.state.SchedulerState.Account;
import io.gavel.mechanism.state.WaitingJob;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.ThroughputMatrix;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Rounds of jobs that take shares of workers, among whole jobs and gangs. */
class SharedRoundsProperties {

  private static final RoundOptions OPTIONS = new RoundOptions(100);
  private static final int ROUNDS = 20;

  /** Two types in one pool and another type, with servers. */
  static Cluster cluster(Random random) {
    int shared = 1 + random.nextInt(6);
    return Cluster.of(
        new WorkerType("near", shared, 0, 2, "a"),
        new WorkerType("far", shared, 0, 2, "a"),
        new WorkerType("b", random.nextInt(4), 0, 1 + random.nextInt(3), "b"));
  }

  /** Jobs of the same size whenever they are listed; fractions need not be feasible. */
  static Allocation wild(Random random, Cluster cluster, int firstJob) {
    int types = cluster.typeCount();
    List<Job> jobs = new ArrayList<>();
    ThroughputMatrix.Builder rates = ThroughputMatrix.builder(types);
    int count = random.nextInt(16);
    int pairs = 0;
    for (int m = 0; m < count; m++) {
      Random ofJob = new Random(31L * (firstJob + m));
      int milli = ofJob.nextInt(4) == 0 ? 1 + ofJob.nextInt(999) : 100 * (1 + ofJob.nextInt(10));
      boolean gang = ofJob.nextInt(5) == 0;
      jobs.add(
          Job.builder("job" + (firstJob + m))
              .scaleFactor(gang ? 2 : 1)
              .gpuMilli(gang ? Job.WHOLE_WORKER : milli)
              .build());
      rates.job(random.doubles(types, 0, 10).map(rate -> rate < 2 ? 0 : rate).toArray());
    }
    for (int b = 1; b < count; b++) {
      if (jobs.get(b).workers() == jobs.get(b - 1).workers()) {
        rates.pair(b - 1, b, ones(types), ones(types));
        pairs++;
      }
    }
    double[] x = new double[(count + pairs) * types];
    Arrays.setAll(x, i -> random.nextInt(3) == 0 ? random.nextDouble() : 0);
    return Cases.allocation(AllocationProblem.of(cluster, jobs, rates.build()), x);
  }

  private static double[] ones(int types) {
    double[] ones = new double[types];
    Arrays.fill(ones, 1);
    return ones;
  }

  /** What to do with a scheduler and its latest plan. */
  private interface Check {
    void of(RoundScheduler scheduler, RoundPlan plan);
  }

  /** Any of the strategies, or none as often. */
  private static Optional<PlacementStrategy> strategy(Random random) {
    List<PlacementStrategy> all = PlacedRoundsTest.STRATEGIES;
    int drawn = random.nextInt(2 * all.size());
    return drawn < all.size() ? Optional.of(all.get(drawn)) : Optional.empty();
  }

  /** Back-fill leaves nobody waiting who has room, so each waiting job lacks something. */
  @Property
  void waiting_rightAfterAPlan_areAllOthersAndHaveNoRoom(@ForAll Draws random) {
    run(
        random,
        Optional.empty(), // a strategy may pack shares more tightly than the plan did
        (scheduler, plan) -> {
          SchedulerState state = scheduler.state();
          Set<String> open = new HashSet<>();
          state.allocation().orElseThrow().problem().jobs().forEach(job -> open.add(job.id()));
          state.doneJobIds().forEach(open::remove);
          plan.leases().forEach(lease -> lease.jobIds().forEach(open::remove));
          Set<String> waiting = new HashSet<>();
          for (WaitingJob job : WaitingJob.of(state)) {
            waiting.add(job.jobId());
            assertTrue(job.reason() != WaitingJob.Reason.ROOM, job::toString);
            assertEquals(
                job.reason() == WaitingJob.Reason.FRAGMENTED,
                job.workerType().isPresent() && job.workersFree() >= job.workersNeeded(),
                job::toString);
          }
          assertEquals(open, waiting);
        });
  }

  private static void run(Random random, Check check) {
    run(random, strategy(random), check);
  }

  private static void run(Random random, Optional<PlacementStrategy> strategy, Check check) {
    Cluster cluster = cluster(random);
    RoundScheduler scheduler =
        strategy
            .map(chosen -> RoundScheduler.create(cluster, OPTIONS, chosen))
            .orElseGet(() -> RoundScheduler.create(cluster, OPTIONS));
    int firstJob = 0;
    for (int round = 0; round < ROUNDS; round++) {
      double now = 100.0 * round;
      if (random.nextInt(4) == 0 || round == 0) {
        firstJob += random.nextInt(3);
        scheduler.accept(new AllocationChanged(now, wild(random, cluster, firstJob)));
      }
      RoundPlan plan = scheduler.plan(now);
      check.of(scheduler, plan);
      if (!plan.leases().isEmpty() && random.nextInt(3) == 0) {
        Lease lease = plan.leases().get(random.nextInt(plan.leases().size()));
        scheduler.accept(new JobDone(now + 100, lease.jobIds().get(0)));
      }
    }
  }

  /** The thousandths taken of each worker. */
  private static Map<Worker, Integer> taken(RoundPlan plan) {
    Map<Worker, Integer> taken = new HashMap<>();
    for (Lease lease : plan.leases()) {
      lease.workers().forEach(worker -> taken.merge(worker, lease.gpuMilli(), Integer::sum));
    }
    return taken;
  }

  @Property
  void plan_anyRun_overcommitsNoWorker(@ForAll Draws random) {
    run(
        random,
        (scheduler, plan) -> {
          taken(plan).forEach((worker, milli) -> assertTrue(milli <= 1000, worker + ": " + milli));
          AllocationProblem problem = scheduler.state().allocation().orElseThrow().problem();
          Set<String> jobs = new HashSet<>();
          for (Lease lease : plan.leases()) {
            int g = new GroupIndex(problem).indexOf(lease.jobIds(), lease.configuration());
            assertTrue(problem.runs(g, lease.workerType()));
            assertEquals(problem.gpuMilli(g), lease.gpuMilli());
            assertEquals(problem.scaleFactor(g), lease.workers().size());
            assertEquals(problem.workers(g), lease.workersHeld());
            lease.jobIds().forEach(id -> assertTrue(jobs.add(id), "no job twice: " + plan));
            for (Worker worker : lease.workers()) {
              int k = problem.cluster().poolOf(lease.workerType());
              int perServer = problem.cluster().type(lease.workerType()).workersPerServer();
              assertEquals(new Worker(k, worker.index(), worker.index() / perServer), worker);
              assertTrue(worker.index() < problem.cluster().poolWorkers(k));
            }
          }
        });
  }

  @Property
  void plan_anyRun_leavesNoShareIdleThatSomebodyCanUse(@ForAll Draws random) {
    run(
        random,
        Optional.empty(), // a strategy may by luck leave more room than packing does
        (scheduler, plan) -> {
          SchedulerState state = scheduler.state();
          AllocationProblem problem = state.allocation().orElseThrow().problem();
          Set<String> busy = new HashSet<>(state.doneJobIds());
          plan.leases().forEach(lease -> busy.addAll(lease.jobIds()));
          GroupIndex groupIndex = new GroupIndex(problem);
          for (int g = 0; g < problem.groupCount(); g++) {
            for (int j = 0; j < problem.cluster().typeCount(); j++) {
              boolean waits = groupIndex.idsOf(g).stream().noneMatch(busy::contains);
              assertFalse(
                  waits && problem.runs(g, j) && hasRoom(problem, g, j, plan),
                  "group %s could run on %s in addition to %s".formatted(g, j, plan));
            }
          }
        });
  }

  private static boolean hasRoom(AllocationProblem problem, int g, int j, RoundPlan plan) {
    int k = problem.cluster().poolOf(j);
    int[] left = new int[problem.cluster().poolWorkers(k)];
    Arrays.fill(left, Job.WHOLE_WORKER);
    taken(plan)
        .forEach(
            (worker, milli) -> {
              if (worker.pool() == k) {
                left[worker.index()] -= milli;
              }
            });
    long withRoom = Arrays.stream(left).filter(room -> room >= problem.gpuMilli(g)).count();
    return withRoom >= problem.scaleFactor(g);
  }

  @Property
  void lease_extended_isOnTheSameWorkersAsBefore(@ForAll Draws random) {
    Map<List<String>, Lease> before = new HashMap<>();
    run(
        random,
        (scheduler, plan) -> {
          for (Lease lease : plan.leases()) {
            Lease last = before.get(lease.jobIds());
            assertEquals(
                last != null
                    && last.workerType() == lease.workerType()
                    && last.gpuMilli() == lease.gpuMilli()
                    && last.workers().equals(lease.workers()),
                lease.extended());
          }
          before.clear();
          plan.leases().forEach(lease -> before.put(lease.jobIds(), lease));
        });
  }

  @Property
  void restore_anywhereInARun_plansTheSame(
      @ForAll Draws random, @ForAll @IntRange(max = ROUNDS - 1) int cut) {
    List<RoundPlan> plans = new ArrayList<>();
    Optional<PlacementStrategy> strategy = strategy(random);
    run(
        random,
        strategy,
        (scheduler, plan) -> {
          plans.add(plan);
          if (plans.size() == cut + 1) {
            RoundScheduler restored =
                strategy
                    .map(chosen -> RoundScheduler.restore(scheduler.state(), chosen))
                    .orElseGet(() -> RoundScheduler.restore(scheduler.state()));
            double next = 100.0 * plans.size();
            assertEquals(scheduler.plan(next), restored.plan(next));
            assertEquals(scheduler.state(), restored.state());
          }
        });
  }

  /** Repacked or not, no group is lost and no worker holds too much. */
  @Property
  void sharedWorkers_anyCalls_holdWhatWasPutThere(@ForAll Draws random) {
    int n = 1 + random.nextInt(20);
    AllocationProblem.Builder builder =
        AllocationProblem.builder(Cluster.of(new WorkerType("a", 8)));
    for (int m = 0; m < n; m++) {
      builder.job(Job.builder("" + m).gpuMilli(1 + random.nextInt(999)).build(), 1);
    }
    AllocationProblem problem = builder.build();
    int[] before = random.ints(n, SharePacking.ANY, 4).toArray();
    SharePacking shared = new SharePacking(new GroupIndex(problem), before);
    Set<Integer> in = new HashSet<>();
    int most = 1 + random.nextInt(8);
    for (int call = 0; call < 60; call++) {
      int g = random.nextInt(n);
      if (in.contains(g)) {
        shared.close(shared.leave(g));
        in.remove(g);
      } else if (random.nextBoolean() ? shared.put(g, most) : shared.putByMoving(g, most)) {
        in.add(g);
      }
      shared.squeezeInto(random.nextInt(most + 1)); // never into more than there are
      Set<Integer> found = new HashSet<>();
      Set<Integer> workers = new HashSet<>();
      for (SharePacking.Shared worker : shared.workers()) {
        assertTrue(worker.groups().stream().mapToInt(problem::gpuMilli).sum() <= 1000);
        assertFalse(worker.groups().isEmpty());
        found.addAll(worker.groups());
        assertTrue(worker.worker() == SharePacking.ANY || workers.add(worker.worker()));
      }
      assertEquals(in, found);
      assertTrue(shared.count() <= most);
    }
  }

  /**
   * The mean of up to eight random rounds of shares and whole jobs on 1 to 5 types; in each round
   * every job that finds room runs.
   */
  private static Allocation realisable(long seed) {
    Random random = new Random(seed);
    Cluster cluster = Cases.cluster(random, 1 + random.nextInt(5));
    int types = cluster.typeCount();
    int[] milli = new int[(int) Math.max(2, cluster.workers() * (1 + 3 * random.nextDouble()))];
    Arrays.setAll(milli, m -> 100 * (1 + random.nextInt(10)));
    double[] x = new double[milli.length * types];
    double[] part = new double[1 + random.nextInt(8)];
    Arrays.setAll(part, r -> 1 - random.nextDouble());
    double sum = Arrays.stream(part).sum();
    List<Integer> order = new ArrayList<>();
    for (int m = 0; m < milli.length; m++) {
      order.add(m);
    }
    for (double weight : part) {
      Collections.shuffle(order, random);
      int[][] left = new int[types][];
      Arrays.setAll(left, j -> new int[cluster.type(j).workers()]);
      for (int m : order) {
        int j = firstTypeWithRoom(left, milli[m], random.nextInt(types));
        if (j >= 0) {
          x[m * types + j] += weight / sum;
        }
      }
    }
    AllocationProblem.Builder problem = AllocationProblem.builder(cluster);
    for (int m = 0; m < milli.length; m++) {
      problem.job(Job.builder("job" + m).gpuMilli(milli[m]).build(), ones(types));
    }
    return Cases.allocation(problem.build(), x);
  }

  /** Takes a share of the first worker with room, from a type on; -1 if there is none. */
  private static int firstTypeWithRoom(int[][] used, int milli, int from) {
    for (int i = 0; i < used.length; i++) {
      int j = (from + i) % used.length;
      for (int w = 0; w < used[j].length; w++) {
        if (used[j][w] + milli <= Job.WHOLE_WORKER) {
          used[j][w] += milli;
          return j;
        }
      }
    }
    return -1;
  }

  /** Measured, not proved, as for gangs: 5.2 rounds in 400 allocations and 300 rounds. */
  @Example
  void plan_allocationsThatRoundsRealise_areFollowedWithinSixRounds() {
    boolean nightly = Boolean.getBoolean("gavel.nightly");
    double most = 0;
    for (long seed = 0; seed < (nightly ? 400 : 60); seed++) {
      Allocation allocation = realisable(seed);
      RoundScheduler scheduler = RoundScheduler.create(allocation.problem().cluster(), OPTIONS);
      scheduler.accept(new AllocationChanged(0, allocation));
      for (int round = 0; round <= (nightly ? 300 : 150); round++) {
        scheduler.plan(100 * round);
        for (Account account : scheduler.state().accounts()) {
          most = Math.max(most, account.lagSeconds() / 100);
        }
      }
    }
    assertTrue(most <= 6, "behind by " + most + " rounds");
  }
}
