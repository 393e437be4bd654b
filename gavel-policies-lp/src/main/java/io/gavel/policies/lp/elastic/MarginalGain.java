package io.gavel.policies.lp.elastic;

import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * Gives out workers one by one, each to the elastic job that gains most by it: how Optimus (EuroSys
 * 2018) and SLAQ (SoCC 2017) size jobs that can run on any number of workers. First everybody gets
 * one, in order, as far as they reach. If every job's value is concave in its workers, no other
 * sizes with the same first workers are worth more in sum. Stateless; for any thread.
 */
public final class MarginalGain {

  /** What a number of workers is worth to a job. A pure function. */
  @FunctionalInterface
  public interface Value {
    /**
     * The value.
     *
     * @param job a job's index
     * @param workers at least 1
     * @return any unit, the same for all jobs
     */
    double of(int job, int workers);
  }

  private record Gain(int job, double more) {}

  private MarginalGain() {}

  /**
   * Sizes jobs.
   *
   * @param jobs how many
   * @param workers how many
   * @param value of having workers
   * @return workers of each job, {@code [job]}; workers that nobody gains by stay idle
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
