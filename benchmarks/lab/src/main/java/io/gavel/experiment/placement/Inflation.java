package io.gavel.experiment.placement;

import io.gavel.mechanism.placement.Fragmentation;
import io.gavel.mechanism.placement.Placement;
import io.gavel.mechanism.placement.PlacementRequest;
import io.gavel.mechanism.placement.PlacementStrategy;
import io.gavel.mechanism.placement.Placer;
import io.gavel.mechanism.placement.Server;
import io.gavel.mechanism.placement.Servers;
import io.gavel.mechanism.placement.TaskMix;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * The inflation experiment of Weng et al. (ATC 2023). All tasks arrive in random order; further
 * tasks are drawn from them with replacement, up to a demand of 1.3 times the GPU capacity. No task
 * leaves; a task that fits nowhere is dropped. Servers are in random order too, which breaks the
 * ties of the strategies. Immutable.
 */
public final class Inflation {

  private static final int FULL = 100; // demand, per cent of the GPU capacity
  private static final int INFLATED = 130;

  private final List<Server> servers;
  private final List<PlacementRequest> tasks;
  private final TaskMix mix;
  private final long capacityMilli;

  /**
   * Creates an experiment.
   *
   * @param servers the servers, with at least one GPU
   * @param tasks the tasks, at least one with a GPU
   */
  public Inflation(List<Server> servers, List<PlacementRequest> tasks) {
    this.servers = List.copyOf(servers);
    this.tasks = List.copyOf(tasks);
    this.mix = TaskMix.typical(tasks, TaskMix.TYPICAL);
    this.capacityMilli =
        servers.stream().mapToLong(server -> (long) server.gpus() * Server.GPU_MILLI).sum();
    if (capacityMilli == 0) {
      throw new IllegalArgumentException("there is no GPU among the servers");
    }
    if (tasks.stream().allMatch(task -> task.gpus() == 0)) {
      throw new IllegalArgumentException("no task requests a GPU");
    }
  }

  /**
   * Returns the task classes that make up 95 % of the experiment, by which fragmentation is
   * measured.
   *
   * @return the mix
   */
  public TaskMix mix() {
    return mix;
  }

  /**
   * Runs the experiment once.
   *
   * @param strategy places the tasks
   * @param seed seed of the order of the servers, the order of the tasks, and the draws
   * @return the result
   */
  public InflationResult run(PlacementStrategy strategy, long seed) {
    Random random = new Random(seed);
    List<Server> order = new ArrayList<>(servers);
    Collections.shuffle(order, random);
    List<PlacementRequest> arrivals = arrivals(random);
    long start = System.nanoTime();
    Servers cluster = Servers.of(order);
    Placer placer = strategy.on(cluster);
    long asked = 0;
    long allocated = 0;
    long allocatedAtFull = 0;
    int placed = 0;
    for (PlacementRequest task : arrivals) {
      Optional<Placement> placement = placer.choose(task);
      asked += task.totalGpuMilli();
      if (placement.isPresent()) {
        cluster.place(task, placement.get());
        allocated += task.totalGpuMilli();
        placed++;
      }
      if (Math.round(100.0 * asked / capacityMilli) <= FULL) {
        allocatedAtFull = allocated;
      }
    }
    double wallMillis = (System.nanoTime() - start) / 1e6;
    return new InflationResult(
        100.0 * allocatedAtFull / capacityMilli,
        100.0 * allocated / capacityMilli,
        100 * Fragmentation.ratioOfAll(cluster, mix),
        arrivals.size(),
        placed,
        wallMillis);
  }

  private List<PlacementRequest> arrivals(Random random) {
    List<PlacementRequest> arrivals = new ArrayList<>(tasks);
    Collections.shuffle(arrivals, random);
    long limit = capacityMilli * INFLATED / 100;
    long asked = arrivals.stream().mapToLong(PlacementRequest::totalGpuMilli).sum();
    while (true) {
      PlacementRequest next = tasks.get(random.nextInt(tasks.size()));
      asked += next.totalGpuMilli();
      if (asked > limit) {
        return arrivals;
      }
      arrivals.add(next.withId(next.id() + "#" + arrivals.size()));
    }
  }
}
