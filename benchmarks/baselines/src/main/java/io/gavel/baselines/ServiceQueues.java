package io.gavel.baselines;

import io.gavel.policies.model.Job;
import java.util.Arrays;
import java.util.List;

/**
 * The discretised queues of Tiresias (NSDI 2019 §3.2): thresholds divide attained service into
 * queues, and jobs that have waited too long are promoted.
 *
 * <p>A job is in queue {@code i} while its service is at least threshold {@code i} and less than
 * threshold {@code i + 1}. A job that has waited at least {@code promotionFactor} times as long as
 * it has run is in queue 0 regardless of its service: {@code age − run ≥ promotionFactor · run}
 * with {@code run = service held / workers}. It leaves queue 0 when it has run for {@code 1 / (1 +
 * promotionFactor)} of its life again. The original resets two counters at a promotion; this form
 * needs no counters. Immutable.
 *
 * @param thresholds worker-seconds, one for each queue except the last, {@code > 0}, finite and
 *     ascending
 * @param promotionFactor the ratio of waiting time to running time at which a job is promoted to
 *     the first queue (the paper's PROMOTEKNOB), at least 0; infinite for never
 */
public record ServiceQueues(List<Double> thresholds, double promotionFactor) {

  /**
   * Checks the numbers and copies the list.
   *
   * @param thresholds {@code > 0}, finite and ascending
   * @param promotionFactor at least 0
   * @throws IllegalArgumentException if a number is out of range
   */
  public ServiceQueues {
    thresholds = List.copyOf(thresholds);
    double before = 0;
    for (double threshold : thresholds) {
      if (!(threshold > before) || threshold == Double.POSITIVE_INFINITY) {
        throw new IllegalArgumentException(
            "thresholds %s must be finite, > 0 and ascending".formatted(thresholds));
      }
      before = threshold;
    }
    if (!(promotionFactor >= 0)) {
      throw new IllegalArgumentException(
          "promotion factor is %s; it must be at least 0".formatted(promotionFactor));
    }
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
   * Returns queues without promotion.
   *
   * @param thresholds worker-seconds, {@code > 0}, finite and ascending
   * @return the queues, one more than there are thresholds
   */
  public static ServiceQueues of(double... thresholds) {
    return new ServiceQueues(Arrays.stream(thresholds).boxed().toList(), Double.POSITIVE_INFINITY);
  }

  /**
   * Returns a copy with promotion.
   *
   * @param factor at least 0; infinite for never
   * @return a copy
   */
  public ServiceQueues promotedAfter(double factor) {
    return new ServiceQueues(thresholds, factor);
  }

  /**
   * Returns the number of queues.
   *
   * @return at least 1
   */
  public int count() {
    return thresholds.size() + 1;
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
    if (promotionFactor < Double.POSITIVE_INFINITY
        && job.secondsSinceStart() - ran >= promotionFactor * ran) {
      return 0;
    }
    int queue = 0;
    while (queue < thresholds.size() && service >= thresholds.get(queue)) {
      queue++;
    }
    return queue;
  }

  /** Returns the upper threshold of a queue; infinite for the last. */
  double endOf(int queue) {
    return queue < thresholds.size() ? thresholds.get(queue) : Double.POSITIVE_INFINITY;
  }
}
