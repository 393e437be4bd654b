package io.gavel.mechanism.placement;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Servers, tasks and strategies for the tests. */
final class Clusters {

  private Clusters() {}

  /** A server with 1,000 GiB of memory. */
  static Server server(String id, int cpuMilli, int gpus) {
    return new Server(id, cpuMilli, 1 << 20, gpus, gpus == 0 ? "" : "A");
  }

  /** A task without memory, for any model. */
  static PlacementRequest task(String id, int cpuMilli, int gpus, int gpuMilli) {
    return new PlacementRequest(id, cpuMilli, 0, gpus, gpuMilli, List.of());
  }

  /** A server with the given CPU and GPUs left, and the same amount of CPU taken. */
  static Servers left(int cpuLeft, int... gpuLeft) {
    Servers servers = Servers.of(List.of(server("s", 2 * cpuLeft, gpuLeft.length)));
    servers.place(task("cpu", cpuLeft, 0, 0), new Placement(0, List.of()));
    for (int gpu = 0; gpu < gpuLeft.length; gpu++) {
      if (gpuLeft[gpu] < 1000) {
        servers.place(task("gpu" + gpu, 0, 1, 1000 - gpuLeft[gpu]), new Placement(0, List.of(gpu)));
      }
    }
    return servers;
  }

  static List<Server> servers(Random random) {
    List<Server> servers = new ArrayList<>();
    int count = 1 + random.nextInt(6);
    for (int s = 0; s < count; s++) {
      int gpus = random.nextInt(5);
      servers.add(
          new Server(
              "s" + s,
              1000 * (1 + random.nextInt(32)),
              1000L * (1 + random.nextInt(32)),
              gpus,
              gpus == 0 ? "" : random.nextBoolean() ? "A" : "B"));
    }
    return servers;
  }

  static PlacementRequest task(Random random, String id) {
    int gpus = Math.max(0, random.nextInt(6) - 2);
    int share = random.nextInt(3) == 0 ? 1000 : 100 * (1 + random.nextInt(10));
    return new PlacementRequest(
        id,
        1000 * random.nextInt(6),
        1000L * random.nextInt(6),
        gpus,
        gpus == 0 ? 0 : gpus == 1 ? share : 1000,
        random.nextInt(4) == 0 ? List.of("A") : List.of());
  }

  static List<PlacementRequest> tasks(Random random, int count) {
    return IntStream.range(0, count).mapToObj(i -> task(random, "t" + i)).toList();
  }

  static Map<String, PlacementStrategy> strategies(TaskMix mix) {
    Map<String, PlacementStrategy> all = new TreeMap<>();
    all.put("strided", PlacementStrategies.strided());
    all.put("firstFit", PlacementStrategies.firstFit());
    all.put("bestFit", PlacementStrategies.bestFit());
    all.put("worstFit", PlacementStrategies.worstFit());
    all.put("dotProduct", PlacementStrategies.dotProduct());
    all.put("packing", PlacementStrategies.packing());
    all.put("clustering", PlacementStrategies.clustering());
    all.put("random", PlacementStrategies.random(7));
    all.put("descent", FragmentationDescent.of(mix));
    all.put("learning", FragmentationDescent.learning(10, List.of()));
    return all;
  }
}
