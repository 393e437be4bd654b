package io.gavel.estimator.throughput;

import io.gavel.policies.internal.Require;

/**
 * Peak rate and bandwidth of a worker type, from its data sheet. Units are arbitrary but equal for
 * all types. Immutable.
 *
 * @param workerType the type's name
 * @param peak operations per second at most, such as TFLOPS of the precision in use, finite and
 *     {@code > 0}
 * @param bandwidth of the memory, such as GB/s, finite and {@code > 0}
 */
public record WorkerSpecification(String workerType, double peak, double bandwidth) {

  /**
   * Checks the components.
   *
   * @param workerType not empty
   * @param peak finite and {@code > 0}
   * @param bandwidth finite and {@code > 0}
   * @throws IllegalArgumentException if a component is not as described
   */
  public WorkerSpecification {
    Require.name(workerType, "worker type of a specification");
    Require.positive(peak, "peak rate of a specification", workerType);
    Require.positive(bandwidth, "memory bandwidth of a specification", workerType);
  }
}
