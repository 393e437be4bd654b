package io.gavel.baselines;

import io.gavel.policies.model.Job;
import java.util.Arrays;
import java.util.List;

/**
 * The discretised queues of Tiresias (NSDI 2019 §3.2): thresholds divide attained service into
 * queues, and jobs that have waited too long are promoted.
 *
 * <p>A job is in queue {@code i} while its service is at least threshold {@code i} and less than
 * threshold {@code i + 1}. A job that has waited at least {@code promote} times as long as it has
 * run is in queue 0 regardless of its service: {@code age − run ≥ promote · run} with {@code run =
 * service held / workers}. It leaves queue 0 when it has run for {@code 1 / (1 + promote)} of its
 * life again. The original resets two counters at a promotion; this form needs no counters.
 * Immutable.
 */
public final class ServiceQueues extends Configured {

  private record Options(List<Double> thresholds, double promotionFactor) {}

  private final double[] thresholds;
  private final double promote;

  private ServiceQueues(double[] thresholds, double promote) {
    this.thresholds = thresholds;
    this.promote = promote;
  }

  /**
   * Returns the two queues of the published program, with threshold 3,250 worker-seconds and
   * without promotion.
   *
   * @return the queues
   */
  public static ServiceQueues standard() {
    return of(3250);
  }

  /**
   * Queues with the given thresholds.
   *
   * @param thresholds worker-seconds, one for each queue except the last, {@code > 0}, finite and
   *     ascending; copied
   * @return the queues, one more than there are thresholds
   * @throws IllegalArgumentException if a threshold is out of range or they are not ascending
   */
  public static ServiceQueues of(double... thresholds) {
    double before = 0;
    for (double threshold : thresholds) {
      if (!(threshold > before) || threshold == Double.POSITIVE_INFINITY) {
        throw new IllegalArgumentException(
            "thresholds %s must be finite, > 0 and ascending"
                .formatted(Arrays.toString(thresholds)));
      }
      before = threshold;
    }
    return new ServiceQueues(thresholds.clone(), Double.POSITIVE_INFINITY);
  }

  /**
   * Returns a copy with promotion (the paper's PROMOTEKNOB).
   *
   * @param factor the ratio of waiting time to running time at which a job is promoted to the first
   *     queue, at least 0; infinite for never
   * @return a copy
   * @throws IllegalArgumentException if the factor is negative or not a number
   */
  public ServiceQueues promotedAfter(double factor) {
    if (!(factor >= 0)) {
      throw new IllegalArgumentException(
          "promotion factor is %s; it must be at least 0".formatted(factor));
    }
    return new ServiceQueues(thresholds, factor);
  }

  /**
   * Returns the number of queues.
   *
   * @return at least 1
   */
  public int count() {
    return thresholds.length + 1;
  }

  /**
   * Returns the queue of a job.
   *
   * @param job the job; its age and history determine whether it is promoted
   * @param service its attained service in worker-seconds
   * @return from 0, which is served first, to {@code count() - 1}
   */
  public int queueOf(Job job, double service) {
    double ran = job.history().workerSeconds() / job.workers();
    if (promote < Double.POSITIVE_INFINITY && job.secondsSinceStart() - ran >= promote * ran) {
      return 0;
    }
    int queue = 0;
    while (queue < thresholds.length && service >= thresholds[queue]) {
      queue++;
    }
    return queue;
  }

  /** Returns the upper threshold of a queue; infinite for the last. */
  double endOf(int queue) {
    return queue < thresholds.length ? thresholds[queue] : Double.POSITIVE_INFINITY;
  }

  @Override
  protected Record options() {
    return new Options(Arrays.stream(thresholds).boxed().toList(), promote);
  }
}
