package io.gavel.bench;

import io.gavel.bench.Task.NotMeasuredException;
import io.gavel.catalog.PolicyCatalog;
import io.gavel.catalog.PolicyEntry;
import io.gavel.catalog.PolicyEntry.Need;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.lp.program.LeastCost;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.WorkerType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A policy of the catalogue on a problem of any size that has all data the policy needs. */
final class ScalingTasks {

  private static final Pattern NAME =
      Pattern.compile("(\\w+)@(\\d{1,8})x(\\d{1,4})(?:\\+([a-z-]+))?");
  private static final int ENTITIES = 20;

  /** The part of its largest throughput that each job must reach in a family, if it has an SLO. */
  private static final double SLO_PART = 0.1;

  private ScalingTasks() {}

  static String name(String policy, int jobs, int types) {
    return "%s@%sx%s".formatted(policy, jobs, types);
  }

  static String name(String policy, int jobs, int types, Family family) {
    return "%s+%s".formatted(name(policy, jobs, types), family.key());
  }

  /** Returns whether a case is one of these. */
  static boolean isName(String name) {
    return NAME.matcher(name).matches();
  }

  /**
   * Creates a task.
   *
   * @throws NotMeasuredException if the policy refuses such problems
   */
  static Task of(String name) {
    Matcher parts = NAME.matcher(name);
    if (!parts.matches()) {
      throw new NotMeasuredException("must be POLICY@JOBSxTYPES or POLICY@JOBSxTYPES+FAMILY");
    }
    PolicyEntry entry = PolicyCatalog.entry(parts.group(1));
    int jobs = Integer.parseInt(parts.group(2));
    int types = Integer.parseInt(parts.group(3));
    if (parts.group(4) != null) {
      return task(entry, Family.of(parts.group(4)).problem(jobs, types));
    }
    if (entry.needs().contains(Need.PURCHASABLE)) {
      AllocationProblem problem = OpenTasks.withSlos(jobs, types, 0.5);
      LeastCost policy = LeastCost.create().buying(OpenTasks.purchasables(problem, 2 * jobs));
      return BenchCatalog.policy(policy, problem);
    }
    Policy policy = entry.policy().apply(OptionalInt.of(0));
    return task(policy, problem(entry, jobs, types));
  }

  /** Creates a task with a linear program for reference solvers where one has the same optimum. */
  private static Task task(PolicyEntry entry, AllocationProblem unpriced) {
    AllocationProblem problem = unpriced.withCluster(withPrices(unpriced.cluster()));
    Policy policy = entry.policy().apply(OptionalInt.of(0));
    return switch (entry.key()) {
      case "max_min_fairness" -> BenchCatalog.maxMin(problem);
      case "makespan" -> BenchCatalog.makespan(problem);
      case "max_min_entities" -> OpenTasks.level(problem);
      case "least_cost" -> OpenTasks.cost(OpenTasks.withSlos(problem, SLO_PART));
      case "max_sum_throughput" -> {
        double[] one = new double[problem.jobCount()];
        Arrays.fill(one, 1);
        yield new Task(
            problem,
            () -> Answer.of(policy.allocate(problem)),
            () -> AllocationProgram.maximizeSum(problem, one));
      }
      default ->
          task(
              policy,
              entry.needs().contains(Need.SLOS) ? OpenTasks.withSlos(problem, SLO_PART) : problem);
    };
  }

  private static Task task(Policy policy, AllocationProblem problem) {
    return Task.ofAnswer(
        problem,
        () -> {
          try {
            return Answer.of(policy.allocate(problem));
          } catch (IllegalArgumentException | UnsupportedOperationException refused) {
            throw new NotMeasuredException(String.valueOf(refused.getMessage()));
          }
        });
  }

  private static AllocationProblem problem(PolicyEntry entry, int jobs, int types) {
    Instances instances = Instances.of(jobs, types, 7).priorities();
    if (!entry.needs().contains(Need.SINGLE_WORKERS)) {
      instances.gangs();
    }
    if (entry.needs().contains(Need.ENTITIES)) {
      instances.entities(ENTITIES);
    }
    AllocationProblem problem =
        entry.packed() ? instances.buildSharingByType() : instances.distinct().build();
    problem = problem.withCluster(withPrices(problem.cluster()));
    return entry.needs().contains(Need.SLOS) ? withSlos(problem) : problem;
  }

  private static Cluster withPrices(Cluster cluster) {
    List<WorkerType> types = new ArrayList<>();
    for (int j = 0; j < cluster.typeCount(); j++) {
      WorkerType type = cluster.type(j);
      types.add(
          new WorkerType(type.name(), type.workers()).withPricePerHour(OpenTasks.pricePerHour(j)));
    }
    return Cluster.of(types);
  }

  /** Every tenth job has a thousand times as long as it would take alone on its fastest workers. */
  private static AllocationProblem withSlos(AllocationProblem problem) {
    return problem.withJobs(
        problem.jobs().stream()
            .map(
                job -> {
                  int m = problem.indexOf(job.id());
                  if (m % 10 != 0) {
                    return job;
                  }
                  double fastest =
                      Arrays.stream(Instances.rates(problem, m, 1)).max().orElseThrow();
                  double alone = job.stepsRemaining().orElseThrow() / fastest;
                  return job.toBuilder().sloSeconds(1_000 * alone).build();
                })
            .toList());
  }
}
