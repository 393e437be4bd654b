package io.gavel.baselines;

import static java.util.Objects.requireNonNull;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.model.Job;
import java.util.Set;

/**
 * Two-dimensional least attained service (Tiresias, NSDI 2019): the job with the least attained
 * service goes first. Service counts workers and time, {@code a_m = workers · seconds held}.
 * Durations need not be known.
 *
 * <p>{@linkplain ServiceQueues Thresholds} divide attained service into queues: a lower queue goes
 * first, and within a queue jobs that have run, each part by arrival, so that jobs do not preempt
 * each other all the time. Thresholds are worker-seconds.
 *
 * <p>The normalised form measures service as {@code workers · steps done / fastest throughput}, the
 * worker-seconds that the steps would have taken on the job's fastest type. So an hour on a slow
 * worker counts less than an hour on a fast one. The paper's cluster has one type, where both
 * measures are equal. Immutable.
 *
 * @param queues the queues by attained service
 * @param normalized whether service is normalised by throughput
 */
public record AttainedService(ServiceQueues queues, boolean normalized) implements QueueDiscipline {

  /**
   * Checks the queues.
   *
   * @param queues not null
   * @param normalized whether service is normalised by throughput
   */
  public AttainedService {
    requireNonNull(queues, "queues");
  }

  /**
   * Returns the discipline over the given queues.
   *
   * @param queues the queues by attained service
   * @return the discipline
   */
  public static AttainedService of(ServiceQueues queues) {
    return new AttainedService(queues, false);
  }

  @Override
  public Set<Aspect> reads() {
    return Aspect.only(Aspect.HISTORY, Aspect.ARRIVAL_ORDER);
  }

  @Override
  public int[] order(AllocationProblem problem) {
    double[] place = new double[problem.jobCount()];
    for (int m = 0; m < place.length; m++) {
      Job job = problem.job(m);
      int waiting = job.history().workerSeconds() == 0 ? 1 : 0;
      place[m] = 2.0 * queues.queueOf(job, service(problem, m)) + waiting;
    }
    return JobFacts.ascending(place); // then by arrival
  }

  private double service(AllocationProblem problem, int m) {
    Job job = problem.job(m);
    double fastest = JobFacts.fastest(problem, m);
    if (!normalized || fastest == 0) {
      return job.history().workerSeconds();
    }
    return job.workers() * job.history().stepsDone() / fastest;
  }
}
