package io.gavel.policies.contract;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.ThroughputMatrix;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Group;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** Problems that differ from another in one thing, with its pairs and configurations. */
public final class Variants {

  private Variants() {}

  /** Computes a throughput of the new problem from the old one, by job and worker type. */
  @FunctionalInterface
  public interface RateChange {
    /**
     * The throughput.
     *
     * @param m the job's index in the old problem
     * @param j a type index
     * @param rate the old throughput, alone or in a pair
     * @return the new one
     */
    double apply(int m, int j, double rate);
  }

  /**
   * Some of the jobs, in some order.
   *
   * @param problem any
   * @param jobs indices, each at most once
   * @return the problem of these jobs, their configurations and the pairs among them
   */
  public static AllocationProblem select(AllocationProblem problem, int... jobs) {
    return rebuilt(
        problem, Arrays.stream(jobs).mapToObj(problem::job).toList(), jobs, (m, j, r) -> r);
  }

  /**
   * The problem without one job.
   *
   * @param problem any
   * @param m the job to remove
   * @return the other jobs in the same order
   */
  public static AllocationProblem without(AllocationProblem problem, int m) {
    return select(problem, IntStream.range(0, problem.jobCount()).filter(i -> i != m).toArray());
  }

  /**
   * Other throughputs.
   *
   * @param problem any
   * @param change applied to every throughput
   * @return the same jobs with the new throughputs
   */
  public static AllocationProblem withRates(AllocationProblem problem, RateChange change) {
    int[] all = IntStream.range(0, problem.jobCount()).toArray();
    return rebuilt(problem, problem.jobs(), all, change);
  }

  /**
   * The problem with one job replaced.
   *
   * @param problem any
   * @param m the job to replace
   * @param change makes the new job from the old one
   * @return the problem with the new job
   */
  public static AllocationProblem withJob(
      AllocationProblem problem, int m, UnaryOperator<Job> change) {
    List<Job> jobs = new ArrayList<>(problem.jobs());
    jobs.set(m, change.apply(jobs.get(m)));
    return problem.withJobs(jobs);
  }

  /**
   * One more worker.
   *
   * @param problem any
   * @param k the pool that it joins
   * @return the problem on the larger cluster
   */
  public static AllocationProblem withWorker(AllocationProblem problem, int k) {
    return withWorkers(problem, k, problem.cluster().poolWorkers(k) + 1);
  }

  /**
   * More or fewer workers.
   *
   * @param problem any
   * @param k the pool
   * @param workers the new number of workers, at least 0
   * @return the problem on the other cluster
   */
  public static AllocationProblem withWorkers(AllocationProblem problem, int k, int workers) {
    Cluster cluster = problem.cluster();
    List<WorkerType> types = new ArrayList<>();
    for (int j = 0; j < cluster.typeCount(); j++) {
      WorkerType type = cluster.type(j);
      types.add(
          cluster.poolOf(j) == k
              ? new WorkerType(
                  type.name(), workers, type.pricePerHour(), type.workersPerServer(), type.pool())
              : type);
    }
    return problem.withCluster(Cluster.of(types));
  }

  /**
   * Other worker types, each with the throughputs of an old one.
   *
   * @param problem any
   * @param types replace the old ones
   * @param source for each of them, the index of the old type whose throughputs it has
   * @return the same jobs on the other cluster
   */
  public static AllocationProblem withTypes(
      AllocationProblem problem, List<WorkerType> types, int... source) {
    int[] all = IntStream.range(0, problem.jobCount()).toArray();
    return rebuilt(
        problem, Cluster.of(types), source, problem.jobs(), all, new double[0], (m, j, r) -> r);
  }

  /**
   * One more job, the last to arrive.
   *
   * @param problem any
   * @param job the new job, with an unused id
   * @param stepsPerSecond its throughputs, one for each worker type
   * @return the problem with the job
   */
  public static AllocationProblem withArrival(
      AllocationProblem problem, Job job, double... stepsPerSecond) {
    List<Job> jobs = new ArrayList<>(problem.jobs());
    jobs.add(job);
    int[] source = IntStream.rangeClosed(0, problem.jobCount()).toArray();
    source[problem.jobCount()] = -1;
    return rebuilt(
        problem,
        problem.cluster(),
        identity(problem.cluster().typeCount()),
        jobs,
        source,
        stepsPerSecond,
        (m, j, rate) -> rate);
  }

  /**
   * A job's steps counted in another unit: throughputs and steps remaining times a factor.
   *
   * @param problem any
   * @param m the job
   * @param factor positive; a power of two causes no rounding
   * @return the same problem in other units
   */
  public static AllocationProblem inUnits(AllocationProblem problem, int m, double factor) {
    AllocationProblem scaled = withRates(problem, (i, j, rate) -> i == m ? rate * factor : rate);
    Job job = problem.job(m);
    return job.stepsRemaining().isEmpty()
        ? scaled
        : withJob(
            scaled,
            m,
            same ->
                same.toBuilder()
                    .stepsRemaining(job.stepsRemaining().getAsDouble() * factor)
                    .build());
  }

  /**
   * One more job, which can run nowhere.
   *
   * @param problem any
   * @param position from 0 to the number of jobs
   * @return the problem with a job "nowhere" at this position
   */
  public static AllocationProblem withJobThatRunsNowhere(AllocationProblem problem, int position) {
    List<Job> jobs = new ArrayList<>(problem.jobs());
    Job like = jobs.isEmpty() ? Job.of("any") : jobs.get(0);
    jobs.add(position, like.toBuilder("nowhere").build());
    int[] source =
        IntStream.range(0, jobs.size())
            .map(m -> m < position ? m : m == position ? -1 : m - 1)
            .toArray();
    return rebuilt(problem, jobs, source, (m, j, rate) -> rate);
  }

  private static int[] identity(int n) {
    return IntStream.range(0, n).toArray();
  }

  private static AllocationProblem rebuilt(
      AllocationProblem problem, List<Job> jobs, int[] source, RateChange change) {
    int types = problem.cluster().typeCount();
    return rebuilt(
        problem, problem.cluster(), identity(types), jobs, source, new double[types], change);
  }

  /**
   * Builds a problem from jobs and types with sources in the old problem; a job without a source
   * gets the new row.
   */
  private static AllocationProblem rebuilt(
      AllocationProblem problem,
      Cluster cluster,
      int[] types,
      List<Job> jobs,
      int[] source,
      double[] newRow,
      RateChange change) {
    int[] target = new int[problem.jobCount()];
    Arrays.fill(target, -1);
    ThroughputMatrix.Builder rates = ThroughputMatrix.builder(types.length);
    for (int i = 0; i < source.length; i++) {
      double[] row = newRow;
      if (source[i] >= 0) {
        target[source[i]] = i;
        row = row(problem, source[i], 0, types, change);
      }
      rates.job(row);
    }
    for (int g = problem.jobCount(); g < problem.groupCount(); g++) {
      Group group = problem.group(g);
      int a = target[group.member(0)];
      int b = target[group.member(group.size() - 1)];
      double[] ofFirst = row(problem, g, 0, types, change);
      if (group instanceof Group.Configuration way && a >= 0) {
        rates.configuration(a, way.name(), way.holding(), ofFirst);
      } else if (group.size() == 2 && a >= 0 && b >= 0) {
        rates.pair(a, b, ofFirst, row(problem, g, 1, types, change));
      }
    }
    AllocationProblem rebuilt =
        AllocationProblem.of(cluster, jobs, rates.build(), problem.entities());
    for (int i = 0; i < source.length && !problem.eligibility().isAll(); i++) {
      int m = source[i];
      String[] forbidden =
          IntStream.range(0, types.length)
              .filter(j -> m >= 0 && problem.eligibility().forbids(m, types[j]))
              .mapToObj(j -> cluster.type(j).name())
              .toArray(String[]::new);
      rebuilt = forbidden.length == 0 ? rebuilt : rebuilt.forbidding(jobs.get(i).id(), forbidden);
    }
    return rebuilt;
  }

  private static double[] row(
      AllocationProblem problem, int g, int member, int[] types, RateChange change) {
    double[] row = new double[types.length];
    Arrays.setAll(
        row,
        j ->
            change.apply(
                problem.group(g).member(member),
                types[j],
                problem.throughputs().stepsPerSecond(g, member, types[j])));
    return row;
  }
}
