package io.gavel.mechanism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.mechanism.contract.RoundContract;
import io.gavel.mechanism.contract.RoundMechanism;
import io.gavel.mechanism.event.SchedulerEvent.AllocationChanged;
import io.gavel.mechanism.event.SchedulerEvent.JobDone;
import io.gavel.mechanism.placement.FragmentationDescent;
import io.gavel.mechanism.placement.PlacementRequest;
import io.gavel.mechanism.placement.PlacementStrategies;
import io.gavel.mechanism.placement.PlacementStrategy;
import io.gavel.mechanism.placement.TaskMix;
import io.gavel.mechanism.plan.Lease;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.mechanism.plan.RoundPlan;
import io.gavel.mechanism.plan.Worker;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.ThroughputMatrix;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Rounds whose leases are placed by a strategy. */
final class PlacedRoundsTest {

  private static final List<Integer> SIZES = List.of(300, 300, 700, 1000);

  /** All strategies that need no seed; fragmentation counts the sizes of these tests. */
  static final List<PlacementStrategy> STRATEGIES =
      List.of(
          PlacementStrategies.strided(),
          PlacementStrategies.firstFit(),
          PlacementStrategies.bestFit(),
          PlacementStrategies.worstFit(),
          PlacementStrategies.dotProduct(),
          PlacementStrategies.packing(),
          PlacementStrategies.clustering(),
          FragmentationDescent.of(
              TaskMix.typical(
                  IntStream.range(0, SIZES.size())
                      .mapToObj(i -> request("task" + i, SIZES.get(i)))
                      .toList(),
                  TaskMix.TYPICAL)),
          PlacementStrategies.random(7));

  private static PlacementRequest request(String id, int milli) {
    return new PlacementRequest(id, 0, 0, 1, milli, List.of());
  }

  private static Cluster cluster(int workers, int perServer) {
    return Cluster.of(new WorkerType("v100", workers).withWorkersPerServer(perServer));
  }

  /** Jobs that all run all the time; a size below 1,000 is a share, others are gangs. */
  private static Allocation always(Cluster cluster, Map<String, Integer> sizes) {
    ThroughputMatrix.Builder rates = ThroughputMatrix.builder(1);
    List<Job> jobs = new ArrayList<>();
    sizes.forEach(
        (id, size) -> {
          boolean share = size < Job.WHOLE_WORKER;
          jobs.add(
              Job.builder(id)
                  .scaleFactor(share ? 1 : size / Job.WHOLE_WORKER)
                  .gpuMilli(share ? size : Job.WHOLE_WORKER)
                  .build());
          rates.job(1);
        });
    double[] full = new double[jobs.size()];
    Arrays.fill(full, 1);
    return Cases.allocation(AllocationProblem.of(cluster, jobs, rates.build()), full);
  }

  private static Map<String, List<Integer>> workers(RoundPlan plan) {
    Map<String, List<Integer>> workers = new TreeMap<>();
    for (Lease lease : plan.leases()) {
      workers.put(lease.jobIds().get(0), lease.workers().stream().map(Worker::index).toList());
    }
    return workers;
  }

  private static RoundScheduler scheduler(Cluster cluster, PlacementStrategy strategy) {
    return RoundScheduler.create(cluster, new RoundOptions(100), strategy);
  }

  @Test
  void shares_underWorstFit_spreadAndUnderBestFitPack() {
    Cluster cluster = cluster(3, 3);
    Allocation jobs = always(cluster, new TreeMap<>(Map.of("a", 300, "b", 300, "c", 300)));
    for (boolean spread : List.of(true, false)) {
      RoundScheduler scheduler =
          scheduler(
              cluster, spread ? PlacementStrategies.worstFit() : PlacementStrategies.bestFit());
      scheduler.accept(new AllocationChanged(0, jobs));
      assertEquals(
          Map.of("a", List.of(0), "b", List.of(spread ? 1 : 0), "c", List.of(spread ? 2 : 0)),
          workers(scheduler.plan(0)));
    }
  }

  /** Spread shares would leave no worker to the gang, so that they are packed, and it runs. */
  @Test
  void shares_thatWouldCrowdOutAGang_arePackedOrKeepClear() {
    Cluster cluster = cluster(3, 3);
    RoundScheduler scheduler = scheduler(cluster, PlacementStrategies.worstFit());
    scheduler.accept(
        new AllocationChanged(0, always(cluster, new TreeMap<>(Map.of("a", 300, "b", 300)))));
    assertEquals(Map.of("a", List.of(0), "b", List.of(1)), workers(scheduler.plan(0)));
    scheduler.accept(
        new AllocationChanged(
            100, always(cluster, new TreeMap<>(Map.of("a", 300, "b", 300, "gang", 2000)))));
    Map<String, List<Integer>> placed = workers(scheduler.plan(100));
    assertEquals(placed.get("a"), placed.get("b"));
    assertEquals(2, placed.getOrDefault("gang", List.of()).size());
  }

  /** Best fit puts a pair beside the job that runs already; worst fit on the empty server. */
  @Test
  void gang_thatFitsOnAServer_goesWhereTheStrategySays() {
    Cluster cluster = cluster(8, 4);
    for (boolean spread : List.of(true, false)) {
      RoundScheduler scheduler =
          scheduler(
              cluster, spread ? PlacementStrategies.worstFit() : PlacementStrategies.bestFit());
      scheduler.accept(new AllocationChanged(0, always(cluster, Map.of("old", 1000))));
      assertEquals(Map.of("old", List.of(0)), workers(scheduler.plan(0)));
      scheduler.accept(
          new AllocationChanged(
              100, always(cluster, new TreeMap<>(Map.of("old", 1000, "pair", 2000)))));
      assertEquals(
          Map.of("old", List.of(0), "pair", spread ? List.of(4, 5) : List.of(1, 2)),
          workers(scheduler.plan(100)));
    }
  }

  /** A gang larger than what is left of any server spans servers whatever the strategy. */
  @Test
  void gang_thatFitsOnNoServer_spansServers() {
    Cluster cluster = cluster(4, 2);
    for (PlacementStrategy strategy : STRATEGIES) {
      RoundScheduler scheduler = scheduler(cluster, strategy);
      scheduler.accept(
          new AllocationChanged(
              0, always(cluster, new TreeMap<>(Map.of("one", 1000, "gang", 3000)))));
      assertEquals(3, workers(scheduler.plan(0)).getOrDefault("gang", List.of()).size());
    }
  }

  /** A new share between rounds goes beside those that run, which stay. */
  @Test
  void fill_withShares_placesOnlyTheNewcomer() {
    Cluster cluster = cluster(2, 2);
    for (PlacementStrategy strategy : STRATEGIES) {
      RoundScheduler scheduler = scheduler(cluster, strategy);
      scheduler.accept(
          new AllocationChanged(
              0, always(cluster, new TreeMap<>(Map.of("a", 700, "b", 700, "c", 300)))));
      Map<String, List<Integer>> first = workers(scheduler.plan(0));
      assertEquals(3, first.size());
      scheduler.accept(new JobDone(50, "b"));
      scheduler.accept(
          new AllocationChanged(
              50, always(cluster, new TreeMap<>(Map.of("a", 700, "c", 300, "new", 700)))));
      Map<String, List<Integer>> filled = workers(scheduler.fill(50));
      assertEquals(Map.of("new", first.getOrDefault("b", List.of())), filled);
    }
  }

  @Test
  void strategy_thatFindsNoPlaceWhereThereIsRoom_isAFault() {
    Cluster cluster = cluster(2, 2);
    for (Map<String, Integer> jobs : List.of(Map.of("a", 300), Map.of("a", 2000))) {
      RoundScheduler scheduler = scheduler(cluster, servers -> request -> Optional.empty());
      scheduler.accept(new AllocationChanged(0, always(cluster, jobs)));
      String message =
          assertThrows(IllegalStateException.class, () -> scheduler.plan(0)).getMessage();
      assertTrue(message.startsWith("the placement strategy found no workers for [a]"));
    }
  }

  @Test
  void servers_largerThanStrategiesKnow_areRefused() {
    Cluster cluster = cluster(2000, 1001);
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () -> scheduler(cluster, PlacementStrategies.bestFit()))
            .getMessage();
    assertEquals(
        "servers of type \"v100\" have 1001 workers; with a placement strategy, at most 1000",
        message);
  }

  /** The fifteen rules hold whatever places the leases. */
  @Nested
  final class Rules extends RoundContract {
    @Override
    protected RoundMechanism mechanism(Cluster cluster, RoundOptions options) {
      PlacementStrategy strategy =
          STRATEGIES.get(Math.floorMod(cluster.hashCode(), STRATEGIES.size()));
      return RoundMechanism.of(
          RoundScheduler.create(cluster, options, strategy),
          state -> RoundScheduler.restore(state, strategy));
    }
  }
}
