package io.gavel.catalog;

import io.gavel.baselines.AttainedService;
import io.gavel.baselines.GangQueue;
import io.gavel.baselines.GittinsIndex;
import io.gavel.baselines.QueueDiscipline;
import io.gavel.baselines.ServiceQueues;
import io.gavel.baselines.Themis;
import io.gavel.experiment.PolicyChoice;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.model.Job;
import io.gavel.workload.InvalidInputException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Published schedulers that are compared by default, and schedulers with other parameters. */
public final class Schedulers {

  private Schedulers() {}

  /** Returns the keys compared by default; without gangs including single-worker policies. */
  public static List<String> compared(boolean gangs) {
    List<String> all =
        List.of(
            "srtf",
            "srsf",
            "shortest_job_first",
            "tiresias_las",
            "tiresias_las_normalized",
            "tiresias_gittins",
            "fifo_greedy",
            "fifo_greedy_agnostic",
            "optimus",
            "slaq",
            "gandiva_introspective",
            "sia",
            "pollux",
            "shockwave",
            "max_min_fairness",
            "max_min_fairness_agnostic",
            "finish_time_fairness",
            "nash",
            "drf",
            "allox",
            "allox_fair",
            "pop_max_min_fairness");
    return gangs ? all.stream().filter(key -> !key.startsWith("allox")).toList() : all;
  }

  /**
   * Returns Tiresias with queues for jobs of hours to days, and Themis with several fairness knobs.
   */
  public static List<PolicyChoice> variants() {
    return Stream.of(
            "tiresias_hours",
            "themis_0",
            "themis_0.2",
            "themis_0.4",
            "themis_0.6",
            "themis_0.8",
            "themis_0.9",
            "themis_1")
        .flatMap(name -> variant(name).stream())
        .toList();
  }

  /**
   * Returns a scheduler of the catalogue with other parameters: {@code tiresias_hours}, or {@code
   * themis_} and a fairness knob; empty for any other name.
   */
  public static Optional<PolicyChoice> variant(String name) {
    double hour = 3600;
    if (name.equals("tiresias_hours")) {
      ServiceQueues hours = ServiceQueues.of(hour, 4 * hour, 16 * hour, 64 * hour);
      return Optional.of(new PolicyChoice(name, GangQueue.of(AttainedService.of(hours)), false));
    }
    if (!name.startsWith("themis_")) {
      return Optional.empty();
    }
    try {
      double knob = Double.parseDouble(name.substring("themis_".length()));
      return Optional.of(new PolicyChoice(name, Themis.create().withFairness(knob), false));
    } catch (IllegalArgumentException e) { // not a number from 0 to 1
      throw new InvalidInputException(
          "policy \"%s\": themis_ must be followed by a fairness knob from 0 to 1".formatted(name));
    }
  }

  /** Tiresias with the Gittins index of the durations of the jobs of the problem. */
  enum GittinsOfTheJobs implements Policy {
    POLICY;

    @Override
    public Allocation allocate(AllocationProblem problem) {
      return gittins(problem).allocate(problem);
    }

    @Override
    public Set<Aspect> reads() {
      return Aspect.only(
          Aspect.STEPS, Aspect.HISTORY, Aspect.SHARES, Aspect.ARRIVAL_ORDER, Aspect.CONSTRAINTS);
    }

    @Override
    public String toString() {
      return "GittinsOfTheJobs";
    }
  }

  /** Tiresias with the Gittins index, with the jobs of the problem as history. */
  static Policy gittins(AllocationProblem problem) {
    double[] service =
        IntStream.range(0, problem.jobCount())
            .mapToDouble(m -> totalService(problem, m))
            .filter(seconds -> seconds > 0)
            .toArray();
    return service.length == 0
        ? GangQueue.of(QueueDiscipline.arrival())
        : GangQueue.of(GittinsIndex.of(service).over(ServiceQueues.standard()));
  }

  private static double totalService(AllocationProblem problem, int m) {
    Job job = problem.job(m);
    double fastest = 0;
    for (int j = 0; j < problem.cluster().typeCount(); j++) {
      fastest =
          problem.runsIfAllowed(m, j)
              ? Math.max(fastest, problem.throughputs().stepsPerSecond(m, j))
              : fastest;
    }
    double left = job.stepsRemaining().orElse(0);
    return fastest > 0 ? job.history().workerSeconds() + job.workers() * left / fastest : 0;
  }
}
