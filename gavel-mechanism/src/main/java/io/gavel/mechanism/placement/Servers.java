package io.gavel.mechanism.placement;

import io.gavel.mechanism.placement.Placement.PlacedTask;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The free resources of each server, and the tasks that hold the rest. Servers are never
 * over-committed: a task is placed only where it fits. Mutable and not thread-safe; {@link
 * #state()} is the complete state as a value.
 */
public final class Servers {

  private final List<Server> servers;
  private final int[] cpuLeft;
  private final long[] memoryLeft;
  private final int[][] gpuLeft; // [server][GPU]
  private final long[] gpuSum; // of gpuLeft, by server
  private final int[][] hosted; // [server][GPUs a task has; 0 for a share of one]: tasks
  private final int[] changes; // by server: how often something was taken or given back
  private final int maxCpuMilli;
  private final long maxGpuMilli;
  private final Map<String, PlacedTask> tasks = new LinkedHashMap<>();

  private Servers(List<Server> servers) {
    this.servers = List.copyOf(servers);
    int n = servers.size();
    cpuLeft = servers.stream().mapToInt(Server::cpuMilli).toArray();
    memoryLeft = servers.stream().mapToLong(Server::memoryMib).toArray();
    gpuLeft = new int[n][];
    hosted = new int[n][];
    gpuSum = new long[n];
    changes = new int[n];
    for (int s = 0; s < n; s++) {
      int gpus = servers.get(s).gpus();
      gpuLeft[s] = Collections.nCopies(gpus, Server.GPU_MILLI).stream().mapToInt(x -> x).toArray();
      gpuSum[s] = (long) gpus * Server.GPU_MILLI;
      hosted[s] = new int[gpus + 1];
      changes[s] = 1;
    }
    maxCpuMilli = servers.stream().mapToInt(Server::cpuMilli).max().orElse(0);
    maxGpuMilli =
        servers.stream().mapToLong(s -> (long) s.gpus() * Server.GPU_MILLI).max().orElse(0);
  }

  /**
   * Creates idle servers.
   *
   * @param servers servers with different ids; strategies break ties in this order
   * @return the servers without tasks
   * @throws IllegalArgumentException if two have the same id
   */
  public static Servers of(List<Server> servers) {
    Set<String> ids = new HashSet<>();
    for (Server server : servers) {
      if (!ids.add(server.id())) {
        throw new IllegalArgumentException(
            "two servers have the id \"%s\"; ids must differ".formatted(server.id()));
      }
    }
    return new Servers(servers);
  }

  /**
   * Restores servers from a state.
   *
   * @param state as returned by {@link #state()}
   * @return an independent copy
   * @throws IllegalArgumentException if the servers' ids repeat or a task does not fit
   */
  public static Servers of(ServersState state) {
    Servers servers = of(state.servers());
    state.tasks().forEach(task -> servers.place(task.request(), task.placement()));
    return servers;
  }

  /**
   * Returns the complete state, as a value.
   *
   * @return servers and tasks
   */
  public ServersState state() {
    return new ServersState(servers, new ArrayList<>(tasks.values()));
  }

  /**
   * Returns the number of servers.
   *
   * @return the number of all servers, busy or not
   */
  public int size() {
    return servers.size();
  }

  /**
   * Returns a server.
   *
   * @param s the server's index
   * @return the server with its capacity
   */
  public Server server(int s) {
    return servers.get(s);
  }

  /**
   * Returns the free CPU of a server.
   *
   * @param s the server's index
   * @return thousandths of a core
   */
  public int cpuLeft(int s) {
    return cpuLeft[s];
  }

  /**
   * Returns the free memory of a server.
   *
   * @param s the server's index
   * @return MiB
   */
  public long memoryLeft(int s) {
    return memoryLeft[s];
  }

  /**
   * Returns the free part of a GPU.
   *
   * @param s the server's index
   * @param gpu the GPU's index in the server
   * @return thousandths of the GPU
   */
  public int gpuLeft(int s, int gpu) {
    return gpuLeft[s][gpu];
  }

  /**
   * Returns the free part of all GPUs of a server together.
   *
   * @param s the server's index
   * @return thousandths of a GPU
   */
  public long gpuLeft(int s) {
    return gpuSum[s];
  }

  /**
   * Returns the running tasks.
   *
   * @return a view, in the order in which they were placed
   */
  public Collection<PlacedTask> tasks() {
    return Collections.unmodifiableCollection(tasks.values());
  }

  /**
   * Returns a running task.
   *
   * @param taskId the task's id
   * @return the task and where it runs; empty if no such task runs
   */
  public Optional<PlacedTask> task(String taskId) {
    return Optional.ofNullable(tasks.get(taskId));
  }

  /**
   * Returns whether a server can take a task now.
   *
   * @param s the server's index
   * @param request the request of the task
   * @return true if CPU, memory and enough GPUs of an allowed model are left
   */
  public boolean fits(int s, PlacementRequest request) {
    return memoryLeft[s] >= request.memoryMib() && fitsButForMemory(s, request);
  }

  boolean fitsButForMemory(int s, PlacementRequest request) {
    return cpuLeft[s] >= request.cpuMilli()
        && (request.gpus() == 0
            || (gpusWith(s, request.gpuMilli()) >= request.gpus()
                && request.allows(servers.get(s))));
  }

  /** Returns the number of GPUs of a server that have at least this much left. */
  int gpusWith(int s, int gpuMilli) {
    int count = 0;
    for (int left : gpuLeft[s]) {
      count += left >= gpuMilli ? 1 : 0;
    }
    return count;
  }

  /**
   * Places a task.
   *
   * @param request the request of a task that does not run yet
   * @param placement the server, and as many GPUs as the task asks for
   * @throws IllegalArgumentException naming server, task and amounts, if the task does not fit
   *     there; then nothing has changed
   */
  public void place(PlacementRequest request, Placement placement) {
    PlacementCheck.fault(this, request, placement)
        .ifPresent(
            fault -> {
              throw new IllegalArgumentException(fault);
            });
    tasks.put(request.id(), new PlacedTask(request, placement));
    take(request, placement, 1);
  }

  /**
   * Releases the resources of a task.
   *
   * @param taskId a running task
   * @return the task and where it ran
   * @throws IllegalArgumentException if no such task runs
   */
  public PlacedTask release(String taskId) {
    PlacedTask task = tasks.remove(taskId);
    if (task == null) {
      throw new IllegalArgumentException(
          "task \"%s\" does not run; only a task that was placed can be released"
              .formatted(taskId));
    }
    take(task.request(), task.placement(), -1);
    return task;
  }

  private void take(PlacementRequest request, Placement placement, int sign) {
    int s = placement.server();
    cpuLeft[s] -= sign * request.cpuMilli();
    memoryLeft[s] -= sign * request.memoryMib();
    for (int gpu : placement.gpus()) {
      gpuLeft[s][gpu] -= sign * request.gpuMilli();
    }
    gpuSum[s] -= sign * request.totalGpuMilli();
    if (request.gpus() > 0) {
      hosted[s][request.isShared() ? 0 : request.gpus()] += sign;
    }
    changes[s]++;
  }

  /** Returns a number that changes whenever the server changes; never 0 in practice. */
  int changes(int s) {
    return changes[s];
  }

  /** Returns the free part of each GPU of a server; not a copy, read only. */
  int[] gpusLeft(int s) {
    return gpuLeft[s];
  }

  /** Returns the numbers of tasks of a server by GPUs held; index 0 for shares; read only. */
  int[] hosted(int s) {
    return hosted[s];
  }

  /** Returns the CPU of the largest server. */
  int maxCpuMilli() {
    return maxCpuMilli;
  }

  /** Returns the GPU capacity of the server with the most GPUs. */
  long maxGpuMilli() {
    return maxGpuMilli;
  }
}
