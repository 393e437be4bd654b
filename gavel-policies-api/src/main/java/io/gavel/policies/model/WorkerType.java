package io.gavel.policies.model;

import io.gavel.policies.internal.Require;

/**
 * A type of accelerator, and its number in the cluster.
 *
 * <p>Two types may share one pool of workers: a consolidated and an unconsolidated placement of a
 * distributed job are two types with throughputs of their own on the same hardware (Gavel §3.1).
 * Such types name the same {@code pool} and state the same figures for it.
 *
 * <p>Immutable.
 *
 * @param name the caller's identifier, unique in a cluster
 * @param workers the number of workers in the type's pool; 0 is allowed
 * @param pricePerHour the price of one worker, in currency per hour; 0 if prices play no role
 * @param workersPerServer the number of workers in one server, at least 1
 * @param pool the pool of workers that the type draws from; by default its own, with the name of
 *     the type
 */
public record WorkerType(
    String name, int workers, double pricePerHour, int workersPerServer, String pool) {

  /**
   * Checks every component.
   *
   * @param name not blank
   * @param workers at least 0
   * @param pricePerHour finite and at least 0
   * @param workersPerServer at least 1
   * @param pool not blank
   * @throws IllegalArgumentException naming the type, the value and the allowed values
   */
  public WorkerType {
    Require.name(name, "name of a worker type");
    Require.atLeast(0, workers, "number of workers of type", name);
    Require.nonNegative(pricePerHour, "price per hour of type", name);
    Require.atLeast(1, workersPerServer, "workers per server of type", name);
    Require.name(pool, "pool of type", name);
  }

  /**
   * Creates a type with a pool of its own, no price, and one worker to a server.
   *
   * @param name the caller's identifier
   * @param workers the number of workers, at least 0
   */
  public WorkerType(String name, int workers) {
    this(name, workers, 0, 1, name);
  }

  /**
   * Returns a copy at another price.
   *
   * @param pricePerHour currency per worker-hour, finite and at least 0
   * @return a copy
   */
  public WorkerType withPricePerHour(double pricePerHour) {
    return new WorkerType(name, workers, pricePerHour, workersPerServer, pool);
  }

  /**
   * Returns a copy in servers of another size.
   *
   * @param workersPerServer at least 1; a remainder forms a last, smaller server
   * @return a copy
   */
  public WorkerType withWorkersPerServer(int workersPerServer) {
    return new WorkerType(name, workers, pricePerHour, workersPerServer, pool);
  }

  /**
   * Returns a copy drawing from a shared pool.
   *
   * @param pool the pool's name
   * @return a copy
   */
  public WorkerType withPool(String pool) {
    return new WorkerType(name, workers, pricePerHour, workersPerServer, pool);
  }
}
