package io.gavel.cli.operate;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.workload.InvalidInputException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Changes a problem as options say. */
public final class Hypothesis {

  private static final Pattern WORKERS = Pattern.compile("(.+)=([+-]?)(\\d{1,18})");
  private static final Pattern WEIGHT = Pattern.compile("(.+)=(\\d{1,9}(?:\\.\\d{1,9})?)");

  private Hypothesis() {}

  /**
   * Returns the problem with other numbers of workers, such as {@code v100=8} or {@code k80=+4}.
   */
  public static AllocationProblem workers(AllocationProblem problem, List<String> changes) {
    List<WorkerType> types = new ArrayList<>(problem.cluster().types());
    for (String change : changes) {
      Matcher matcher = WORKERS.matcher(change);
      int j = matcher.matches() ? indexOf(types, matcher.group(1)) : -1;
      if (j < 0) {
        throw new InvalidInputException(
            "--workers is \"%s\"; it must be TYPE=N, TYPE=+N or TYPE=-N with a type of %s"
                .formatted(change, types.stream().map(WorkerType::name).toList()));
      }
      long number = Long.parseLong(matcher.group(3));
      WorkerType old = types.get(j);
      long count =
          switch (matcher.group(2)) {
            case "+" -> old.workers() + number;
            case "-" -> old.workers() - number;
            default -> number;
          };
      if (count < 0 || count > Integer.MAX_VALUE) {
        throw new InvalidInputException(
            "--workers is \"%s\"; there are %s, and there must be from 0 to %s"
                .formatted(change, old.workers(), Integer.MAX_VALUE));
      }
      types.set(j, resized(old, (int) count));
    }
    return changes.isEmpty() ? problem : problem.withCluster(Cluster.of(types));
  }

  /** Returns the problem with more workers in a pool. */
  static AllocationProblem larger(AllocationProblem problem, int pool, int more) {
    Cluster cluster = problem.cluster();
    List<WorkerType> types = new ArrayList<>(cluster.types());
    for (int j = 0; j < types.size(); j++) {
      if (cluster.poolOf(j) == pool) {
        types.set(j, resized(types.get(j), types.get(j).workers() + more));
      }
    }
    return problem.withCluster(Cluster.of(types));
  }

  /** Returns a worker type with another number of workers. */
  static WorkerType resized(WorkerType type, int workers) {
    return new WorkerType(
        type.name(), workers, type.pricePerHour(), type.workersPerServer(), type.pool());
  }

  private static int indexOf(List<WorkerType> types, String name) {
    return types.stream().map(WorkerType::name).toList().indexOf(name);
  }

  /** Returns the problem with other weights, such as {@code bert=2}. */
  public static AllocationProblem weights(AllocationProblem problem, List<String> changes) {
    List<Job> jobs = new ArrayList<>(problem.jobs());
    for (String change : changes) {
      Matcher matcher = WEIGHT.matcher(change);
      if (!matcher.matches()) {
        throw new InvalidInputException(
            "--weight is \"%s\"; it must be JOB=WEIGHT with a weight greater than 0, such as bert=2"
                .formatted(change));
      }
      int m = problem.indexOf(matcher.group(1));
      jobs.set(m, jobs.get(m).toBuilder().weight(Double.parseDouble(matcher.group(2))).build());
    }
    return changes.isEmpty() ? problem : problem.withJobs(jobs);
  }
}
