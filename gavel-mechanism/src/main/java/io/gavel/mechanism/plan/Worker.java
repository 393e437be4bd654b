package io.gavel.mechanism.plan;

import io.gavel.policies.model.Cluster;
import java.util.List;
import java.util.stream.IntStream;

/**
 * One worker of the cluster. Immutable.
 *
 * @param pool the pool's index {@code k} in the cluster
 * @param index the worker's index in the pool, from 0
 * @param server the index of the worker's server in the pool, from 0: {@code index /
 *     workersPerServer}
 */
public record Worker(int pool, int index, int server) {

  /**
   * Checks the indices.
   *
   * @param pool at least 0
   * @param index at least 0
   * @param server from 0 to {@code index}
   * @throws IllegalArgumentException naming the index that is out of range
   */
  public Worker {
    if (pool < 0 || index < 0 || server < 0 || server > index) {
      throw new IllegalArgumentException(
          ("worker %s of pool %s in server %s: indices must be at least 0, the server's at most the"
                  + " worker's")
              .formatted(index, pool, server));
    }
  }

  /**
   * Returns one worker of a cluster.
   *
   * @param cluster the cluster
   * @param type the name of a worker type, or of a pool
   * @param index the worker's index in the pool, from 0
   * @return the worker
   * @throws IllegalArgumentException if there is no such type or pool, or if it has no such worker
   */
  public static Worker of(Cluster cluster, String type, int index) {
    int pool = poolOf(cluster, type);
    if (index >= cluster.poolWorkers(pool)) {
      throw new IllegalArgumentException(
          "worker %s of pool \"%s\" does not exist; the pool has %s workers"
              .formatted(index, cluster.poolName(pool), cluster.poolWorkers(pool)));
    }
    return new Worker(pool, index, index / perServer(cluster, pool));
  }

  /**
   * Returns the workers of one server.
   *
   * @param cluster the cluster
   * @param type the name of a worker type, or of a pool
   * @param server the server's index in the pool, from 0
   * @return the workers by index; the last server may have fewer
   * @throws IllegalArgumentException if there is no such type or pool, or if it has no such server
   */
  public static List<Worker> ofServer(Cluster cluster, String type, int server) {
    int pool = poolOf(cluster, type);
    int perServer = perServer(cluster, pool);
    long first = (long) server * perServer;
    long end = Math.min(first + perServer, cluster.poolWorkers(pool));
    if (server < 0 || first >= end) {
      throw new IllegalArgumentException(
          "server %s of pool \"%s\" does not exist; the pool has %s workers, %s per server"
              .formatted(server, cluster.poolName(pool), cluster.poolWorkers(pool), perServer));
    }
    return IntStream.range((int) first, (int) end)
        .mapToObj(index -> new Worker(pool, index, server))
        .toList();
  }

  private static int poolOf(Cluster cluster, String name) {
    return IntStream.range(0, cluster.poolCount())
        .filter(k -> cluster.poolName(k).equals(name))
        .findFirst()
        .orElseGet(() -> cluster.poolOf(cluster.indexOf(name)));
  }

  /** Returns the number of workers per server in a pool. */
  private static int perServer(Cluster cluster, int pool) {
    return IntStream.range(0, cluster.typeCount())
        .filter(j -> cluster.poolOf(j) == pool)
        .map(j -> cluster.type(j).workersPerServer())
        .findFirst()
        .orElseThrow();
  }
}
