package io.gavel.policies.contract;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A change from one problem to the next, encoded in small integers. Any integers are valid, so that
 * a test engine may shrink them freely. Immutable.
 *
 * @param what the kind of event
 * @param which the job or worker type concerned, modulo their number
 * @param amount the size of the change; its meaning depends on the kind
 */
public record ProblemEvent(What what, int which, int amount) {

  /** The kinds of events. */
  public enum What {
    /** Nothing changes. */
    NOTHING,
    /** A job arrives, perhaps a gang, under the first id that is free. */
    ARRIVAL,
    /** A job leaves. */
    COMPLETION,
    /** A job leaves, and a different one arrives under its id. */
    ID_REUSED,
    /** All jobs leave. */
    ALL_GONE,
    /** The first problem returns. */
    AS_AT_START,
    /** A job has another throughput on a type, perhaps 0. */
    THROUGHPUT,
    /** The weight of a job changes, to 1e-6 to 1e6. */
    WEIGHT,
    /** Time passes for all jobs, and one job makes progress, perhaps to its end. */
    PROGRESS,
    /** The order of the jobs changes. */
    ORDER,
    /** The number of workers of a pool changes, perhaps to 0. */
    WORKERS,
    /** A worker type is added, with a pool of its own. */
    TYPE_ADDED,
    /** A worker type is removed, unless it is the only one. */
    TYPE_REMOVED
  }

  /** The largest number of jobs. */
  private static final int MOST_JOBS = 8;

  /** The largest number of worker types. */
  private static final int MOST_TYPES = 5;

  /**
   * The problem after the event.
   *
   * @param problem the problem before the event, without entities
   * @param start the first problem of the sequence
   * @return the next problem; the same one if there is no such job or type
   */
  public AllocationProblem applyTo(AllocationProblem problem, AllocationProblem start) {
    int n = problem.jobCount();
    boolean ofOneJob =
        switch (what) {
          case COMPLETION, ID_REUSED, THROUGHPUT, WEIGHT, PROGRESS, ORDER -> true;
          default -> false;
        };
    if (ofOneJob && n == 0) {
      return problem;
    }
    int m = ofOneJob ? Math.floorMod(which, n) : 0;
    return switch (what) {
      case NOTHING -> problem;
      case ARRIVAL -> n < MOST_JOBS ? arrival(problem, freeId(problem)) : problem;
      case COMPLETION -> Variants.without(problem, m);
      case ID_REUSED -> arrival(Variants.without(problem, m), problem.job(m).id());
      case ALL_GONE -> Variants.select(problem);
      case AS_AT_START -> start;
      case THROUGHPUT -> throughput(problem, m);
      case WEIGHT ->
          Variants.withJob(
              problem,
              m,
              job ->
                  job.toBuilder()
                      .weight(StrictMath.pow(10, Math.floorMod(amount, 13) - 6))
                      .build());
      case PROGRESS -> progress(problem, m);
      case ORDER ->
          Variants.select(problem, IntStream.range(0, n).map(i -> (i + m + 1) % n).toArray());
      case WORKERS ->
          Variants.withWorkers(
              problem,
              Math.floorMod(which, problem.cluster().poolCount()),
              Math.floorMod(amount, 6));
      case TYPE_ADDED -> typeAdded(problem);
      case TYPE_REMOVED -> typeRemoved(problem);
    };
  }

  private AllocationProblem arrival(AllocationProblem problem, String id) {
    double[] rates = new double[problem.cluster().typeCount()];
    Arrays.setAll(rates, j -> Math.floorMod(amount + 3 * which + 7 * j, 10));
    Job job =
        Job.builder(id)
            .scaleFactor(1 << Math.floorMod(amount, 3))
            .weight(1 + Math.floorMod(which, 3))
            .stepsRemaining(100 * Math.floorMod(amount, 8))
            .build();
    return Variants.withArrival(problem, job, rates);
  }

  private static String freeId(AllocationProblem problem) {
    List<String> ids = problem.jobs().stream().map(Job::id).toList();
    return IntStream.rangeClosed(0, ids.size())
        .mapToObj(i -> "job" + i)
        .filter(id -> !ids.contains(id))
        .findFirst()
        .orElseThrow();
  }

  private AllocationProblem throughput(AllocationProblem problem, int m) {
    int type = Math.floorMod(amount, problem.cluster().typeCount());
    double factor = Math.floorMod(amount, 4) * 0.5; // 0 to 1.5
    return Variants.withRates(
        problem, (i, j, rate) -> i == m && j == type ? (rate == 0 ? 1 : factor * rate) : rate);
  }

  private AllocationProblem progress(AllocationProblem problem, int m) {
    double seconds = 60.0 * (1 + Math.floorMod(amount, 9));
    double left = 0.25 * Math.floorMod(amount, 4); // the part that is still to do
    List<Job> jobs = new ArrayList<>();
    for (Job job : problem.jobs()) {
      Job.Builder later =
          job.toBuilder()
              .secondsSinceStart(job.secondsSinceStart() + seconds)
              .isolatedSecondsSoFar(job.isolatedSecondsSoFar() + seconds / 2);
      if (job.stepsRemaining().isPresent() && jobs.size() == m) {
        later.stepsRemaining(left * job.stepsRemaining().getAsDouble());
      }
      jobs.add(later.build());
    }
    return problem.withJobs(jobs);
  }

  private AllocationProblem typeAdded(AllocationProblem problem) {
    Cluster cluster = problem.cluster();
    int types = cluster.typeCount();
    if (types == MOST_TYPES) {
      return problem;
    }
    List<WorkerType> more = new ArrayList<>(cluster.types());
    String name = "type" + types;
    while (taken(cluster, name)) {
      name += "'";
    }
    more.add(new WorkerType(name, Math.floorMod(amount, 4)).withPricePerHour(types));
    int[] source = IntStream.rangeClosed(0, types).toArray();
    source[types] = Math.floorMod(which, types);
    return Variants.withTypes(problem, more, source);
  }

  private static boolean taken(Cluster cluster, String name) {
    return cluster.types().stream()
        .anyMatch(type -> type.name().equals(name) || type.pool().equals(name));
  }

  private AllocationProblem typeRemoved(AllocationProblem problem) {
    Cluster cluster = problem.cluster();
    int gone = Math.floorMod(which, cluster.typeCount());
    if (cluster.typeCount() == 1) {
      return problem;
    }
    int[] source = IntStream.range(0, cluster.typeCount()).filter(j -> j != gone).toArray();
    return Variants.withTypes(
        problem, Arrays.stream(source).mapToObj(cluster::type).toList(), source);
  }

  @Override
  public String toString() {
    return "%s(%s, %s)".formatted(what, which, amount);
  }
}
