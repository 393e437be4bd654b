package io.gavel.policies.lp;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.ThroughputMatrix;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/** Small problems written as in a paper: a matrix, the workers of each type, some steps. */
public final class Cases {

  private Cases() {}

  /** A row of a matrix. */
  public static double[] row(double... entries) {
    return entries;
  }

  /** A set of indices. */
  public static BitSet set(int... indices) {
    BitSet set = new BitSet();
    for (int i : indices) {
      set.set(i);
    }
    return set;
  }

  /** Types a, b, … with the given numbers of workers and price 1. */
  public static Cluster workers(int... workers) {
    return Cluster.of(
        IntStream.range(0, workers.length)
            .mapToObj(j -> new WorkerType("" + (char) ('a' + j), workers[j]).withPricePerHour(1))
            .toList());
  }

  /** Jobs 1, 2, … of one worker each. */
  public static AllocationProblem problem(Cluster cluster, double[]... rates) {
    List<Job> jobs = new ArrayList<>();
    for (int m = 0; m < rates.length; m++) {
      jobs.add(Job.of("" + (m + 1)));
    }
    return AllocationProblem.of(cluster, jobs, ThroughputMatrix.copyOf(rates));
  }

  /** Two jobs on one worker, alone at 1 step per second or both at once at 0.9. */
  public static AllocationProblem pair() {
    return AllocationProblem.builder(workers(1))
        .job(Job.of("1"), 1)
        .job(Job.of("2"), 1)
        .pair("1", "2", row(0.9), row(0.9))
        .build();
  }

  /** The same problem with steps remaining. */
  public static AllocationProblem steps(AllocationProblem problem, double... steps) {
    List<Job> jobs = new ArrayList<>();
    for (int m = 0; m < steps.length; m++) {
      jobs.add(problem.job(m).toBuilder().stepsRemaining(steps[m]).build());
    }
    return problem.withJobs(jobs);
  }

  /** The same problem with shares of a worker in thousandths. */
  static AllocationProblem shares(AllocationProblem problem, int... gpuMilli) {
    List<Job> jobs = new ArrayList<>();
    for (int m = 0; m < gpuMilli.length; m++) {
      jobs.add(problem.job(m).toBuilder().gpuMilli(gpuMilli[m]).build());
    }
    return problem.withJobs(jobs);
  }

  /** The same problem with scale factors. */
  public static AllocationProblem gangs(AllocationProblem problem, int... scaleFactors) {
    List<Job> jobs = new ArrayList<>();
    for (int m = 0; m < scaleFactors.length; m++) {
      jobs.add(problem.job(m).toBuilder().scaleFactor(scaleFactors[m]).build());
    }
    return problem.withJobs(jobs);
  }
}
