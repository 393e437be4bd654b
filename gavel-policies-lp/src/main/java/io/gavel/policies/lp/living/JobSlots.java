package io.gavel.policies.lp.living;

import java.util.Arrays;

/**
 * The numbers of the jobs, in slots that are used again: throughputs, workers held, and the claim
 * to throughput. A job draws from a pool with its fastest type there: all types of a pool cost the
 * same. Mutable.
 */
final class JobSlots {

  final int pools;

  /** The workers of each pool, {@code [pool]}. */
  final double[] workers;

  /** Steps per second on a pool, {@code [slot][pool]}, row-major; 0 where the job cannot run. */
  double[] rate = new double[0];

  /** Steps per second on a pool that is large enough, {@code [slot][pool]}, row-major. */
  private double[] rated = new double[0];

  /** Workers held while running, {@code [slot]}. */
  double[] held = new double[0];

  /** Weight by worker held, {@code [slot]}. */
  private double[] claim = new double[0];

  /** The least workers of a pool on which the job runs, {@code [slot]}. */
  private int[] gang = new int[0];

  private boolean[] live = new boolean[0];
  private int[] free = new int[0];
  private int freeCount;

  /** The number of slots ever used. */
  int size;

  /** At least the largest gang of all jobs. */
  private int largest;

  JobSlots(int pools) {
    this.pools = pools;
    workers = new double[pools];
  }

  /**
   * Takes a slot.
   *
   * @param rates steps per second, {@code [pool]}
   */
  int take(double[] rates, double workersHeld, double weight, int scaleFactor) {
    int slot = freeCount > 0 ? free[--freeCount] : size++;
    if (slot == held.length) {
      int most = Math.max(16, 2 * slot);
      rate = Arrays.copyOf(rate, most * pools);
      rated = Arrays.copyOf(rated, most * pools);
      held = Arrays.copyOf(held, most);
      claim = Arrays.copyOf(claim, most);
      gang = Arrays.copyOf(gang, most);
      live = Arrays.copyOf(live, most);
      free = Arrays.copyOf(free, most);
    }
    System.arraycopy(rates, 0, rated, slot * pools, pools);
    held[slot] = workersHeld;
    claim[slot] = weight / workersHeld;
    gang[slot] = scaleFactor;
    largest = Math.max(largest, scaleFactor);
    live[slot] = true;
    gate(slot);
    return slot;
  }

  boolean isLive(int slot) {
    return live[slot];
  }

  void release(int slot) {
    live[slot] = false;
    free[freeCount++] = slot;
  }

  /**
   * A sample of the jobs, evenly by slot. Its part of the workers of each pool is its part of the
   * workers that all jobs hold.
   *
   * @param count about how many jobs
   */
  JobSlots sample(int count) {
    JobSlots some = new JobSlots(pools);
    int step = Math.max(1, size / count);
    double all = 0;
    double sampled = 0;
    for (int slot = 0; slot < size; slot++) {
      all += live[slot] ? held[slot] : 0;
      if (live[slot] && slot % step == 0) {
        double[] rates = Arrays.copyOfRange(rate, slot * pools, (slot + 1) * pools);
        some.take(rates, held[slot], claim[slot] * held[slot], 0);
        sampled += held[slot];
      }
    }
    double part = sampled / all;
    Arrays.setAll(some.workers, k -> part * workers[k]);
    return some;
  }

  /** The workers of all pools. */
  double allWorkers() {
    return Arrays.stream(workers).sum();
  }

  private void gate(int slot) {
    for (int k = 0; k < pools; k++) {
      rate[slot * pools + k] = gang[slot] <= workers[k] ? rated[slot * pools + k] : 0;
    }
  }

  /** Whether some gang may fit one number of workers and not the other. */
  boolean gates(double before, double after) {
    return Math.min(before, after) < largest;
  }

  /** Decides again which pools are too small. */
  void gateAll() {
    for (int slot = 0; slot < size; slot++) {
      gate(slot);
    }
  }

  /** The throughput that level 1 by worker of the cluster demands: the equal share's. */
  double requirement(int slot) {
    double sum = 0;
    for (int k = 0; k < pools; k++) {
      sum += rate[slot * pools + k] * workers[k];
    }
    return claim[slot] * sum;
  }

  /** How much a worker more in a pool adds to {@link #requirement}. */
  double requirementPerWorker(int slot, int k) {
    return claim[slot] * rate[slot * pools + k];
  }

  double fastest(int slot) {
    double fastest = 0;
    for (int k = 0; k < pools; k++) {
      fastest = Math.max(fastest, rate[slot * pools + k]);
    }
    return fastest;
  }
}
