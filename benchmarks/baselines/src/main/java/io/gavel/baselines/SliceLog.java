package io.gavel.baselines;

import java.util.Arrays;

/** The changes of a batch of slices, so that it can be undone. Mutable. */
final class SliceLog {

  /** Room in each pool before the batch, {@code [pool]}. */
  private final double[] room;

  private int[] job = new int[16];
  private int[] next = new int[16];
  private double[] gain = new double[16];
  private double[] throughput = new double[16];
  private int jobs;

  private int[] entry = new int[64];
  private int slices;

  /** Creates an empty batch. */
  SliceLog(int pools) {
    room = new double[pools];
  }

  /**
   * Begins another batch.
   *
   * @param left room in each pool, {@code [pool]}; not modified
   */
  void clear(double[] left) {
    System.arraycopy(left, 0, room, 0, room.length);
    jobs = 0;
    slices = 0;
  }

  /** Restores the room in each pool, {@code [pool]}, before the batch. */
  void restore(double[] left) {
    System.arraycopy(room, 0, left, 0, room.length);
  }

  /** Adds a job as it is before the batch; once for each job. */
  void job(int m, double gainOfJob, int nextOfJob, double throughputOfJob) {
    if (jobs == job.length) {
      job = Arrays.copyOf(job, 2 * jobs);
      next = Arrays.copyOf(next, 2 * jobs);
      gain = Arrays.copyOf(gain, 2 * jobs);
      throughput = Arrays.copyOf(throughput, 2 * jobs);
    }
    job[jobs] = m;
    gain[jobs] = gainOfJob;
    next[jobs] = nextOfJob;
    throughput[jobs++] = throughputOfJob;
  }

  /** Adds a slice that was given, of an entry {@code m · types + j}. */
  void slice(int entryOfSlice) {
    if (slices == entry.length) {
      entry = Arrays.copyOf(entry, 2 * slices);
    }
    entry[slices++] = entryOfSlice;
  }

  int jobs() {
    return jobs;
  }

  int job(int i) {
    return job[i];
  }

  int next(int i) {
    return next[i];
  }

  double gain(int i) {
    return gain[i];
  }

  double throughput(int i) {
    return throughput[i];
  }

  int slices() {
    return slices;
  }

  int entry(int s) {
    return entry[s];
  }
}
