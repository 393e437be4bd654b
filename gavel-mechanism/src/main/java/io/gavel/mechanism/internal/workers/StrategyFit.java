package io.gavel.mechanism.internal.workers;

import io.gavel.mechanism.internal.ledger.GroupIndex;
import io.gavel.mechanism.placement.Gang;
import io.gavel.mechanism.placement.GangPlacer;
import io.gavel.mechanism.placement.Placement;
import io.gavel.mechanism.placement.Placement.PlacedTask;
import io.gavel.mechanism.placement.PlacementRequest;
import io.gavel.mechanism.placement.PlacementStrategy;
import io.gavel.mechanism.placement.Placer;
import io.gavel.mechanism.placement.Server;
import io.gavel.mechanism.placement.Servers;
import io.gavel.mechanism.plan.Worker;
import io.gavel.policies.model.Job;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Workers of one pool taken by a {@link PlacementStrategy}. Mutable. */
final class StrategyFit implements WorkerFit {

  private final int pool;
  private final int perServer;
  private final GroupIndex groupIndex;
  private final Servers servers;
  private final GangPlacer gangs;
  private final Placer shares;

  StrategyFit(Workers workers, int pool, GroupIndex groupIndex, PlacementStrategy strategy) {
    this.pool = pool;
    this.perServer = workers.perServer(pool);
    this.groupIndex = groupIndex;
    int count = workers.cluster().poolWorkers(pool);
    String model = workers.cluster().poolName(pool);
    this.servers =
        Servers.of(
            IntStream.range(0, (int) (((long) count + perServer - 1) / perServer))
                .mapToObj(
                    s ->
                        new Server(
                            "%s %s".formatted(model, s),
                            0,
                            0,
                            Math.min(perServer, count - s * perServer),
                            model))
                .toList());
    this.gangs = GangPlacer.of(servers, strategy);
    this.shares = strategy.on(servers);
    keep(workers.unassignable(pool));
  }

  @Override
  public void keep(List<Worker> workers) {
    workers.forEach(worker -> put("worker " + worker.index(), worker.index(), Job.WHOLE_WORKER));
  }

  @Override
  public List<Worker> keep(int index) {
    keep(List.of(worker(index)));
    return List.of(worker(index));
  }

  @Override
  public List<Worker> place(int g, int size) {
    Gang gang = new Gang(request(name(g), Job.WHOLE_WORKER), size);
    List<Worker> taken = new ArrayList<>();
    for (PlacedTask part : gangs.place(gang)) {
      for (int gpu : part.placement().gpus()) {
        taken.add(worker(part.placement().server() * perServer + gpu));
      }
    }
    if (taken.isEmpty()) {
      throw new IllegalStateException(
          "the placement strategy found no workers for %s, which needs %s; a server has room"
              .formatted(groupIndex.idsOf(g), size));
    }
    return taken;
  }

  /**
   * Places shares on workers that the strategy chooses one after the other.
   *
   * @param running running leases on shares, which are not granted again
   * @param known the groups whose workers are known
   * @param reserved the workers of shares, which were {@link #keep(int) kept} until now
   * @param others the groups that get new workers
   * @return the worker of each of these groups; empty, without any change, if the strategy leaves
   *     no room for one
   */
  Optional<Map<Integer, Worker>> placeShares(
      List<OpenLease> running,
      Map<Integer, Worker> known,
      List<Worker> reserved,
      List<Integer> others) {
    reserved.forEach(worker -> servers.release("worker " + worker.index()));
    List<String> tasks = new ArrayList<>();
    for (OpenLease open : running) {
      tasks.add(put("lease " + open.lease, open.workers.get(0).index(), open.gpuMilli));
    }
    known.forEach((g, on) -> tasks.add(put(name(g), on.index(), groupIndex.gpuMilli(g))));
    Map<Integer, Worker> placed = new LinkedHashMap<>();
    for (int g : others) {
      PlacementRequest request = request(name(g), groupIndex.gpuMilli(g));
      Optional<Placement> choice = shares.choose(request);
      if (choice.isEmpty()) {
        tasks.forEach(servers::release);
        keep(reserved);
        return Optional.empty();
      }
      servers.place(request, choice.get());
      tasks.add(request.id());
      placed.put(g, worker(choice.get().server() * perServer + choice.get().gpus().get(0)));
    }
    return Optional.of(placed);
  }

  private String put(String id, int index, int milli) {
    Placement place = new Placement(index / perServer, List.of(index % perServer));
    servers.place(request(id, milli), place);
    return id;
  }

  private static PlacementRequest request(String id, int milli) {
    return new PlacementRequest(id, 0, 0, 1, milli, List.of());
  }

  /** Returns the name of a group as a task. */
  private static String name(int g) {
    return "group " + g;
  }

  private Worker worker(int index) {
    return new Worker(pool, index, index / perServer);
  }
}
