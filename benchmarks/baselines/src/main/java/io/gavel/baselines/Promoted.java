package io.gavel.baselines;

import static java.util.Objects.requireNonNull;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.model.Job;
import java.util.Set;

/**
 * A discipline with a bound on waiting: a job that has waited {@code seconds} longer than it has
 * run goes before all jobs that have not, the longest excess first. So from the first promotion on,
 * a job that is the only promoted one runs at least half of the time. Immutable.
 *
 * @param discipline orders the jobs that are not promoted
 * @param seconds the excess of waiting over running, finite and above 0
 */
record Promoted(QueueDiscipline discipline, double seconds) implements QueueDiscipline {

  Promoted {
    requireNonNull(discipline, "discipline");
    if (!(seconds > 0 && seconds < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "seconds of waiting before promotion is %s; it must be finite and > 0"
              .formatted(seconds));
    }
  }

  @Override
  public Set<Aspect> reads() {
    return Aspect.union(discipline.reads(), Aspect.HISTORY, Aspect.ARRIVAL_ORDER);
  }

  @Override
  public int[] order(AllocationProblem problem) {
    int[] order = discipline.order(problem);
    double[] key = new double[order.length];
    for (int m = 0; m < key.length; m++) {
      double excess = excess(problem.job(m));
      key[m] = excess >= seconds ? -excess : 0;
    }
    return JobFacts.ascending(order, key);
  }

  /** Returns the seconds that a job has waited in excess of the seconds that it has run. */
  private static double excess(Job job) {
    double ran = job.history().workerSeconds() / job.workers();
    return job.secondsSinceStart() - 2 * ran;
  }
}
