package io.gavel.policies.model;

import io.gavel.policies.internal.Require;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

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
    alongside = copyOf(alongside);
    require(workers, gpuMilli, alongside, () -> "a holding");
  }

  /** Checks the numbers of the holding of {@code holder}, which error messages name. */
  static void require(
      int workers, int gpuMilli, Map<String, Integer> alongside, Supplier<String> holder) {
    if (workers < 1) {
      throw new IllegalArgumentException(
          "scale factor of %s is %s; it must be at least 1".formatted(holder.get(), workers));
    }
    if (gpuMilli < 1 || gpuMilli > Job.WHOLE_WORKER) {
      throw new IllegalArgumentException(
          "GPU share of %s is %s thousandths; it must be from 1 to %s"
              .formatted(holder.get(), gpuMilli, Job.WHOLE_WORKER));
    }
    int all = workers;
    for (Map.Entry<String, Integer> held : alongside.entrySet()) {
      if (held.getValue() < 1) {
        throw new IllegalArgumentException(
            "workers of type %s of %s is %s; it must be at least 1"
                .formatted(held.getKey(), holder.get(), held.getValue()));
      }
      all += held.getValue();
    }
    if (gpuMilli < Job.WHOLE_WORKER && all > 1) {
      throw new IllegalArgumentException(
          "%s asks for %s workers with %s thousandths of each; a gang takes whole workers"
              .formatted(holder.get(), all, gpuMilli));
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
