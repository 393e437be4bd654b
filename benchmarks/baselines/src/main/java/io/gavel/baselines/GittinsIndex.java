package io.gavel.baselines;

import static java.util.Objects.requireNonNull;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.model.Job;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Two-dimensional Gittins index (Tiresias, NSDI 2019): the job that is most likely to be done soon,
 * relative to the service that it takes, goes first. The durations of single jobs need not be
 * known, only the distribution of their total service {@code S}, here that of earlier jobs.
 *
 * <pre>
 *   G(a) = sup_{Δ > 0}  P(S − a ≤ Δ | S > a) / E[min(S − a, Δ) | S > a]
 * </pre>
 *
 * <p>for attained service {@code a = workers · seconds held}. {@link #of(double...)} orders by the
 * index, the largest first. {@link #over} is the published form: queues as in {@link
 * AttainedService}; within a queue by the index with {@code Δ} up to the queue's end; within the
 * last queue by arrival. Equal indices are ordered by arrival. A job with more service than all
 * samples has index 0. O(samples) per job. Immutable.
 *
 * @param samples the total service of earlier jobs, worker-seconds, ascending, finite and {@code >
 *     0} with a finite sum, at least one
 * @param queues the queues by attained service
 */
public record GittinsIndex(List<Double> samples, ServiceQueues queues) implements QueueDiscipline {

  /**
   * Checks the samples and sorts a copy.
   *
   * @param samples finite and {@code > 0} with a finite sum, at least one
   * @param queues the queues by attained service
   * @throws IllegalArgumentException if there is no sample, or a sample or the sum is out of range
   */
  public GittinsIndex {
    requireNonNull(queues, "service queues");
    samples = samples.stream().sorted().toList();
    double sum = samples.stream().mapToDouble(Double::doubleValue).sum();
    if (samples.isEmpty() || !(samples.get(0) > 0) || !Double.isFinite(sum)) {
      throw new IllegalArgumentException(
          "there are %s samples of total service with sum %s; at least one is required, all > 0, and the sum must be finite"
              .formatted(samples.size(), sum));
    }
  }

  /**
   * Returns the pure index.
   *
   * @param totalService the total service of earlier jobs, worker-seconds, {@code [job]}, finite
   *     and {@code > 0} with a finite sum, at least one; copied
   * @return the discipline
   * @throws IllegalArgumentException if there is no sample, or a sample or the sum is out of range
   */
  public static GittinsIndex of(double... totalService) {
    return new GittinsIndex(Arrays.stream(totalService).boxed().toList(), ServiceQueues.of());
  }

  /**
   * Returns the published form, with queues.
   *
   * @param serviceQueues the queues by attained service
   * @return a copy
   */
  public GittinsIndex over(ServiceQueues serviceQueues) {
    return new GittinsIndex(samples, serviceQueues);
  }

  @Override
  public Set<Aspect> reads() {
    return Aspect.only(Aspect.HISTORY, Aspect.ARRIVAL_ORDER);
  }

  @Override
  public int[] order(AllocationProblem problem) {
    int jobs = problem.jobCount();
    double[] queue = new double[jobs];
    double[] later = new double[jobs];
    for (int m = 0; m < jobs; m++) {
      Job job = problem.job(m);
      double service = job.history().workerSeconds();
      int i = queues.queueOf(job, service);
      queue[m] = i;
      later[m] = -(queues.count() == 1 ? index(service) : indexIn(i, service));
    }
    return JobFacts.ascending(JobFacts.ascending(later), queue);
  }

  /**
   * Returns the index within a queue. A promoted job is past its queue's end; its horizon is
   * minimal.
   */
  private double indexIn(int queue, double service) {
    double end = queues.endOf(queue);
    if (end == Double.POSITIVE_INFINITY) {
      return 0; // the last queue: by arrival
    }
    return index(service, Math.max(end, Math.nextUp(service)));
  }

  /**
   * Returns the index: the maximum over all horizons. The numerator increases only at samples, and
   * the denominator increases everywhere, so the best horizon ends at a sample.
   *
   * @param service attained so far, worker-seconds
   * @return the index per worker-second; 0 beyond all samples
   */
  public double index(double service) {
    return best(service, last(), true);
  }

  /**
   * Returns the index for one horizon.
   *
   * @param service attained so far, worker-seconds
   * @param end the end of the horizon, worker-seconds, more than the service
   * @return the index per worker-second; 0 if no sample lies in between
   */
  public double index(double service, double end) {
    return best(service, end, false);
  }

  /** Returns the index for the end of a horizon, or the largest for any end until there. */
  private double best(double service, double end, boolean any) {
    int first = 0;
    while (first < samples.size() && samples.get(first) <= service) {
      first++;
    }
    double best = 0;
    double taken = 0; // by the jobs that are done, from the service on
    for (int i = first; i < samples.size() && samples.get(i) <= end; i++) {
      taken += samples.get(i) - service;
      int left = samples.size() - i - 1;
      boolean last = left == 0 || samples.get(i + 1) > end;
      if (any || last) {
        double until = any ? samples.get(i) : Math.min(end, last());
        best = Math.max(best, (i + 1 - first) / (taken + left * (until - service)));
      }
    }
    return best;
  }

  private double last() {
    return samples.get(samples.size() - 1);
  }
}
