package io.gavel.baselines;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.share.Normalizer;
import io.gavel.policies.model.Job;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/** Rates, remaining work and order of jobs, as several schedulers read them from a problem. */
final class JobFacts {

  private JobFacts() {}

  /** Returns the largest throughput of a job alone in its first way; 0 if it can run nowhere. */
  static double fastest(AllocationProblem problem, int m) {
    return Normalizer.FASTEST_TYPE.throughput(problem, m);
  }

  /**
   * Returns the largest throughput of a job alone, in its first way or, if it runs nowhere in that,
   * in the fastest of its configurations; 0 if there is none.
   */
  static double fastestWay(AllocationProblem problem, int m) {
    double fastest = fastest(problem, m);
    if (fastest > 0) {
      return fastest;
    }
    for (int g : problem.configurationsOf(m)) {
      for (int j = 0; j < problem.cluster().typeCount(); j++) {
        double rate = problem.runs(g, j) ? problem.throughputs().stepsPerSecond(g, j) : 0;
        fastest = Math.max(fastest, rate);
      }
    }
    return fastest;
  }

  /** Returns the remaining seconds on the fastest type; infinite if the job has no rate alone. */
  static double secondsLeft(AllocationProblem problem, int m, String policy) {
    double fastest = fastest(problem, m);
    return fastest > 0 ? requireSteps(problem.job(m), policy) / fastest : Double.POSITIVE_INFINITY;
  }

  /**
   * Returns the steps remaining of a job.
   *
   * @param policy the policy that needs them, for the message
   * @throws IllegalArgumentException if they are not given
   */
  static double requireSteps(Job job, String policy) {
    return job.stepsRemaining()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "job \"%s\" has no steps remaining; %s needs them"
                        .formatted(job.id(), policy)));
  }

  /** Returns whether a job is known to have no steps remaining. */
  static boolean isDone(Job job) {
    return job.stepsRemaining().orElse(1) == 0;
  }

  /** Returns the worker type that a job runs on; -1 if it waits. */
  static int current(AllocationProblem problem, int m) {
    return problem.job(m).history().workerType().map(problem.cluster()::indexOf).orElse(-1);
  }

  /** Returns all indices in ascending order of their keys, {@code [index]}; ties by index. */
  static int[] ascending(double[] keys) {
    return ascending(IntStream.range(0, keys.length).toArray(), keys);
  }

  /** Returns indices in ascending order of their keys, {@code [index]}; ties in the given order. */
  static int[] ascending(int[] indices, double[] keys) {
    return Arrays.stream(indices)
        .boxed()
        .sorted(Comparator.comparingDouble(i -> keys[i])) // stable
        .mapToInt(Integer::intValue)
        .toArray();
  }
}
