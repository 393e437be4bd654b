package io.gavel.policies.model;

import io.gavel.policies.internal.Require;

/**
 * The workers that a way of a job holds while it runs: a gang of one worker type, or a share of one
 * worker. Immutable.
 *
 * @param workers the number of workers, at least 1
 * @param gpuMilli the thousandths of each worker, from 1 to {@value Job#WHOLE_WORKER}; {@value
 *     Job#WHOLE_WORKER} of several workers
 */
public record Holding(int workers, int gpuMilli) {

  /**
   * Checks the numbers.
   *
   * @param workers at least 1
   * @param gpuMilli from 1 to {@value Job#WHOLE_WORKER}; {@value Job#WHOLE_WORKER} of several
   *     workers
   * @throws IllegalArgumentException naming the number that is out of range
   */
  public Holding {
    Require.atLeast(1, workers, "number of workers of a holding");
    if (gpuMilli < 1 || gpuMilli > Job.WHOLE_WORKER) {
      throw new IllegalArgumentException(
          "share of a holding is %s thousandths; it must be from 1 to %s"
              .formatted(gpuMilli, Job.WHOLE_WORKER));
    }
    if (gpuMilli < Job.WHOLE_WORKER && workers > 1) {
      throw new IllegalArgumentException(
          "holding has %s thousandths of each of %s workers; a gang takes whole workers"
              .formatted(gpuMilli, workers));
    }
  }

  /**
   * Returns the holding of a gang.
   *
   * @param workers at least 1
   * @return the holding
   */
  public static Holding of(int workers) {
    return new Holding(workers, Job.WHOLE_WORKER);
  }

  /**
   * Returns the holding of a share of one worker.
   *
   * @param gpuMilli thousandths, from 1 to {@value Job#WHOLE_WORKER}
   * @return the holding
   */
  public static Holding share(int gpuMilli) {
    return new Holding(1, gpuMilli);
  }

  /**
   * Returns the workers as counted in the pool of the type that the way runs on.
   *
   * @return the number of workers, or the part of one; {@code > 0}
   */
  public double counted() {
    return gpuMilli == Job.WHOLE_WORKER ? workers : (double) gpuMilli / Job.WHOLE_WORKER;
  }

  @Override
  public String toString() {
    return gpuMilli == Job.WHOLE_WORKER ? workers + " workers" : gpuMilli + " thousandths";
  }
}
