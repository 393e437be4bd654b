package io.gavel.policies.model;

import io.gavel.policies.internal.Require;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The worker types that jobs compete for, and the pools of workers behind them.
 *
 * <p>Types are the columns {@code j} of every matrix, in the order given here. Each type draws from
 * one pool {@code k}; without shared pools there is one pool per type, in the same order.
 * Immutable.
 */
public final class Cluster {

  private final List<WorkerType> types;
  private final Map<String, Integer> indexByName = new HashMap<>();
  private final int[] poolOfType;
  private final List<WorkerType> poolOwners;
  private final long workers;

  private Cluster(List<WorkerType> types) {
    this.types = List.copyOf(types);
    this.poolOfType = new int[this.types.size()];
    Map<String, Integer> poolByName = new LinkedHashMap<>();
    List<WorkerType> owners = new ArrayList<>();
    for (int j = 0; j < poolOfType.length; j++) {
      WorkerType type = this.types.get(j);
      if (indexByName.put(type.name(), j) != null) {
        throw new IllegalArgumentException(
            "worker type \"%s\" is listed twice; names must be unique".formatted(type.name()));
      }
      int k = poolByName.computeIfAbsent(type.pool(), name -> poolByName.size());
      if (k == owners.size()) {
        owners.add(type);
      }
      requireSamePool(owners.get(k), type);
      poolOfType[j] = k;
    }
    this.poolOwners = List.copyOf(owners);
    this.workers = owners.stream().mapToLong(WorkerType::workers).sum();
  }

  private static void requireSamePool(WorkerType owner, WorkerType type) {
    boolean same =
        owner.workers() == type.workers()
            && owner.pricePerHour() == type.pricePerHour()
            && owner.workersPerServer() == type.workersPerServer();
    if (!same) {
      throw new IllegalArgumentException(
          "types %s and %s share pool \"%s\"; they must state the same workers, price and servers"
              .formatted(owner, type, owner.pool()));
    }
  }

  /**
   * Returns a cluster of the given types.
   *
   * @param types the columns, in order; at least one
   * @return the cluster
   * @throws IllegalArgumentException if there is no type, a name occurs twice, or types of one pool
   *     state different figures for it
   */
  public static Cluster of(List<WorkerType> types) {
    Require.atLeast(1, types.size(), "number of worker types");
    return new Cluster(types);
  }

  /**
   * Returns a cluster of the given types.
   *
   * @param types the columns, in order; at least one
   * @return the cluster
   * @throws IllegalArgumentException as {@link #of(List)}
   */
  public static Cluster of(WorkerType... types) {
    return of(List.of(types));
  }

  /**
   * Returns the worker types.
   *
   * @return the types in column order, unmodifiable
   */
  public List<WorkerType> types() {
    return types;
  }

  /**
   * Returns one worker type.
   *
   * @param j a type index
   * @return the type
   */
  public WorkerType type(int j) {
    return types.get(Require.index(j, types.size(), "worker type"));
  }

  /**
   * Returns the number of worker types.
   *
   * @return the number of columns, at least 1
   */
  public int typeCount() {
    return poolOfType.length;
  }

  /**
   * Returns the column of a worker type.
   *
   * @param typeName a type's name
   * @return its index {@code j}
   * @throws IllegalArgumentException if there is no such type; the message lists the known names
   */
  public int indexOf(String typeName) {
    Integer j = indexByName.get(typeName);
    if (j == null) {
      throw Require.unknown("worker type", typeName, types.stream().map(WorkerType::name).toList());
    }
    return j;
  }

  /**
   * Returns the number of pools.
   *
   * @return at most {@link #typeCount()}
   */
  public int poolCount() {
    return poolOwners.size();
  }

  /**
   * Returns the pool that a type draws from.
   *
   * @param j a type index
   * @return the pool's index {@code k}; pools are numbered by first appearance
   */
  public int poolOf(int j) {
    return poolOfType[Require.index(j, poolOfType.length, "worker type")];
  }

  /**
   * Returns the name of a pool.
   *
   * @param k a pool index
   * @return the name that its types state
   */
  public String poolName(int k) {
    return owner(k).pool();
  }

  /**
   * Returns the number of workers in a pool.
   *
   * @param k a pool index
   * @return workers, at least 0
   */
  public int poolWorkers(int k) {
    return owner(k).workers();
  }

  /**
   * Returns the number of workers in all pools together.
   *
   * @return workers, each counted once
   */
  public long workers() {
    return workers;
  }

  private WorkerType owner(int k) {
    return poolOwners.get(Require.index(k, poolOwners.size(), "pool"));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Cluster cluster && types.equals(cluster.types);
  }

  @Override
  public int hashCode() {
    return types.hashCode();
  }

  @Override
  public String toString() {
    return "Cluster" + types;
  }
}
