package io.gavel.policies.model;

import io.gavel.policies.internal.Require;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The workers that a way of a job holds while it runs: a gang of the worker type that it runs on,
 * or a share of one worker. A co-gang also holds workers of further types at the same time.
 * Immutable.
 *
 * @param workers the number of workers of the type that the way runs on, at least 1
 * @param gpuMilli the thousandths of each worker, from 1 to {@value Job#WHOLE_WORKER}; {@value
 *     Job#WHOLE_WORKER} of several workers
 * @param alongside the workers held at the same time, by name of their type, each at least 1; the
 *     way holds them on whichever type it runs
 */
public record Holding(int workers, int gpuMilli, SortedMap<String, Integer> alongside) {

  private static final SortedMap<String, Integer> NOTHING =
      Collections.unmodifiableSortedMap(new TreeMap<>());

  /**
   * Checks the numbers.
   *
   * @param workers at least 1
   * @param gpuMilli from 1 to {@value Job#WHOLE_WORKER}; {@value Job#WHOLE_WORKER} of several
   *     workers
   * @param alongside by name of a worker type, each at least 1; copied
   * @throws IllegalArgumentException naming the number that is out of range
   */
  public Holding {
    Require.atLeast(1, workers, "number of workers of a holding");
    alongside = copyOf(alongside);
    alongside.forEach(
        (type, count) -> Require.atLeast(1, count, "workers alongside of type", type));
    if (gpuMilli < 1 || gpuMilli > Job.WHOLE_WORKER) {
      throw new IllegalArgumentException(
          "share of a holding is %s thousandths; it must be from 1 to %s"
              .formatted(gpuMilli, Job.WHOLE_WORKER));
    }
    if (gpuMilli < Job.WHOLE_WORKER && (workers > 1 || !alongside.isEmpty())) {
      throw new IllegalArgumentException(
          "holding has %s thousandths of each of %s workers%s; a gang takes whole workers"
              .formatted(
                  gpuMilli, workers, alongside.isEmpty() ? "" : " and of " + alongside.keySet()));
    }
  }

  /** Returns an unmodifiable copy, without a new object for the usual empty map. */
  static SortedMap<String, Integer> copyOf(Map<String, Integer> alongside) {
    return alongside.isEmpty()
        ? NOTHING
        : Collections.unmodifiableSortedMap(new TreeMap<>(alongside));
  }

  /**
   * Returns the holding of a gang.
   *
   * @param workers at least 1
   * @return the holding
   */
  public static Holding of(int workers) {
    return new Holding(workers, Job.WHOLE_WORKER, NOTHING);
  }

  /**
   * Returns the holding of a share of one worker.
   *
   * @param gpuMilli thousandths, from 1 to {@value Job#WHOLE_WORKER}
   * @return the holding
   */
  public static Holding share(int gpuMilli) {
    return new Holding(1, gpuMilli, NOTHING);
  }

  /**
   * Returns a co-gang: this gang, and workers of another type at the same time.
   *
   * @param type the name of a worker type
   * @param count the number of its workers, at least 1
   * @return the holding; a number stated before for this type is replaced
   * @throws IllegalArgumentException if this is a share, or the count is out of range
   */
  public Holding alongside(String type, int count) {
    SortedMap<String, Integer> more = new TreeMap<>(alongside);
    more.put(Require.name(type, "worker type alongside"), count);
    return new Holding(workers, gpuMilli, more);
  }

  /**
   * Returns the workers as counted in the pool of the type that the way runs on, without the
   * workers alongside.
   *
   * @return the number of workers, or the part of one; {@code > 0}
   */
  public double counted() {
    return gpuMilli == Job.WHOLE_WORKER ? workers : (double) gpuMilli / Job.WHOLE_WORKER;
  }

  @Override
  public String toString() {
    String own = gpuMilli == Job.WHOLE_WORKER ? workers + " workers" : gpuMilli + " thousandths";
    return alongside.isEmpty() ? own : "%s alongside %s".formatted(own, alongside);
  }
}
