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
 * samples has index 0. O(log samples) per job after sorting, in both forms. Immutable.
 */
public final class GittinsIndex extends Configured implements QueueDiscipline {

  private record Options(List<Double> samples, ServiceQueues queues) {}

  private final ServiceTaken taken;
  private final ServiceQueues queues;

  private GittinsIndex(ServiceTaken taken, ServiceQueues queues) {
    this.taken = taken;
    this.queues = queues;
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
    double[] sorted = totalService.clone();
    Arrays.sort(sorted);
    double sum = Arrays.stream(sorted).sum();
    if (sorted.length == 0 || !(sorted[0] > 0) || !Double.isFinite(sum)) {
      throw new IllegalArgumentException(
          "there are %s samples of total service with sum %s; at least one is required, all > 0, and the sum must be finite"
              .formatted(sorted.length, sum));
    }
    return new GittinsIndex(new ServiceTaken(sorted), ServiceQueues.of());
  }

  /**
   * Returns the published form, with queues.
   *
   * @param serviceQueues the queues by attained service
   * @return a copy
   */
  public GittinsIndex over(ServiceQueues serviceQueues) {
    return new GittinsIndex(taken, requireNonNull(serviceQueues, "service queues"));
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
    return taken.best(service);
  }

  /**
   * Returns the index for one horizon.
   *
   * @param service attained so far, worker-seconds
   * @param end the end of the horizon, worker-seconds, more than the service
   * @return the index per worker-second; 0 if no sample lies in between
   */
  public double index(double service, double end) {
    return taken.rate(service, end);
  }

  @Override
  protected Record options() {
    return new Options(Arrays.stream(taken.samples()).boxed().toList(), queues);
  }
}
