package io.gavel.mechanism;

/**
 * One worker of the cluster. Immutable.
 *
 * @param pool the pool's index {@code k} in the cluster
 * @param index which worker of the pool, from 0
 * @param server which server of the pool the worker sits in, from 0: {@code index /
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
          "worker %d of pool %d in server %d: indices start at 0, and a server holds a worker"
              .formatted(index, pool, server));
    }
  }
}
