package io.gavel.policies.program;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.model.Job;
import java.util.function.ToDoubleFunction;

/**
 * The unit in which an objective counts the throughput of jobs: what one step per second of each
 * job is worth. A job for which it is 0 does not count.
 *
 * <pre>{@code
 * Measure.throughput()                                        // steps per second
 * Measure.throughput().per(Normalizer.EQUAL_SHARE)            // normalised throughput
 *     .times(Job::workers).per(Job::weight)                   // as in max-min fairness
 * }</pre>
 *
 * <p>Implementations are pure functions.
 */
@FunctionalInterface
public interface Measure {

  /**
   * What one step per second of a job is worth.
   *
   * @param problem the jobs and the cluster
   * @param m a job index
   * @return the worth, finite and at least 0
   */
  double ofStep(AllocationProblem problem, int m);

  /**
   * Plain throughput.
   *
   * @return a measure in steps per second
   */
  static Measure throughput() {
    return (problem, m) -> 1;
  }

  /**
   * This measure, divided by a reference throughput.
   *
   * @param reference steps per second by job; jobs for which it is 0 do not count
   * @return a measure of normalised throughput
   */
  default Measure per(ReferenceThroughput reference) {
    return (problem, m) -> {
      double divisor = reference.throughput(problem, m);
      return divisor == 0 ? 0 : ofStep(problem, m) / divisor;
    };
  }

  /**
   * This measure, divided by a number for each job.
   *
   * @param divisor for example {@code Job::weight}; above 0
   * @return the quotient
   */
  default Measure per(ToDoubleFunction<Job> divisor) {
    return (problem, m) -> ofStep(problem, m) / divisor.applyAsDouble(problem.job(m));
  }

  /**
   * This measure, multiplied by a number for each job.
   *
   * @param factor for example {@code Job::workers}; at least 0, and 0 for jobs that do not count
   * @return the product
   */
  default Measure times(ToDoubleFunction<Job> factor) {
    return (problem, m) -> ofStep(problem, m) * factor.applyAsDouble(problem.job(m));
  }
}
