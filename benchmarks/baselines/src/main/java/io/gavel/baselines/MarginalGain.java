package io.gavel.baselines;

import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * Assigns workers one by one, each to the elastic job with the largest gain, as Optimus (EuroSys
 * 2018) and SLAQ (SoCC 2017) do for jobs that can run on any number of workers. First every job
 * gets one worker, in order, while workers remain. If every job's value is concave in its workers,
 * no other sizes with the same first workers have a larger total value. Stateless and thread-safe.
 */
public final class MarginalGain {

  /** The value of a number of workers to a job. Each implementation is a pure function. */
  @FunctionalInterface
  public interface Value {
    /**
     * Returns the value.
     *
     * @param job a job's index
     * @param workers at least 1
     * @return the value in any unit, the same for all jobs
     */
    double of(int job, int workers);
  }

  private record Gain(int job, double more) {}

  private MarginalGain() {}

  /**
   * Sizes jobs.
   *
   * @param jobs the number of jobs
   * @param workers the number of workers
   * @param value the value of workers to each job
   * @return the workers of each job, {@code [job]}; workers without a gain for any job stay idle
   */
  public static int[] sizes(int jobs, int workers, Value value) {
    int[] sizes = new int[jobs];
    int left = workers;
    PriorityQueue<Gain> gains =
        new PriorityQueue<>(
            Comparator.comparingDouble(Gain::more).reversed().thenComparingInt(Gain::job));
    for (int m = 0; m < jobs && left > 0; m++, left--) {
      sizes[m] = 1;
      gains.add(new Gain(m, value.of(m, 2) - value.of(m, 1)));
    }
    while (left > 0 && !gains.isEmpty() && gains.element().more() > 0) {
      int m = gains.remove().job();
      sizes[m]++;
      left--;
      gains.add(new Gain(m, value.of(m, sizes[m] + 1) - value.of(m, sizes[m])));
    }
    return sizes;
  }
}
