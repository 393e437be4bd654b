package io.gavel.catalog;

import io.gavel.experiment.PolicyChoice;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.lp.baseline.Themis;
import io.gavel.policies.lp.discipline.AttainedService;
import io.gavel.policies.lp.discipline.GangQueue;
import io.gavel.policies.lp.discipline.GittinsIndex;
import io.gavel.policies.lp.discipline.QueueDiscipline;
import io.gavel.policies.lp.discipline.ServiceQueues;
import io.gavel.policies.model.Job;
import io.gavel.workload.InvalidInputException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The other schedulers of the field, as entries of the catalogue. */
public final class Schedulers {

  private Schedulers() {}

  static List<PolicyEntry> entries() {
    return Stream.of(queues(), slices(), programs()).flatMap(List::stream).toList();
  }

  /** The keys that are compared by default; without gangs also what is for single workers. */
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
   * Tiresias with queues for jobs of hours to days, and Themis from an open to a closed auction.
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
   * A scheduler that the catalogue has with other parameters: {@code tiresias_hours}, or {@code
   * themis_} and a fairness knob; empty if it is none of these.
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
    } catch (IllegalArgumentException e) { // no number, or none from 0 to 1
      throw new InvalidInputException(
          "policy \"%s\": themis_ must be followed by a fairness knob from 0 to 1".formatted(name));
    }
  }

  private static List<PolicyEntry> queues() {
    return List.of(
        PolicyEntry.named("tiresias_las", "whole gangs, least attained service first"),
        PolicyEntry.named(
            "tiresias_las_normalized", "the same, an hour on a slow worker counting as less"),
        PolicyEntry.of(
            "tiresias_gittins",
            "the same by Gittins index, if durations were distributed as those of the jobs",
            r -> GittinsOfTheJobs.POLICY),
        PolicyEntry.named("srtf", "whole gangs, shortest remaining time first"),
        PolicyEntry.named("srsf", "whole gangs, shortest remaining service first"));
  }

  private static List<PolicyEntry> slices() {
    return List.of(
        PolicyEntry.named("themis", "those furthest behind bid for the workers"),
        PolicyEntry.named("optimus", "slices of time to whom they shorten most, for each worker"),
        PolicyEntry.named("slaq", "slices of time to whose loss they lower most"),
        PolicyEntry.named(
            "shockwave",
            "welfare of progress at the end of 20 rounds, less a price for the makespan"),
        PolicyEntry.named(
            "gandiva_introspective", "time slicing with migration between worker types"),
        PolicyEntry.named(
                "gandiva_introspective_packed", "the same, packing what makes more together")
            .needing(PolicyEntry.Need.PAIRS));
  }

  private static List<PolicyEntry> programs() {
    return List.of(
        PolicyEntry.named("allox_fair", "AlloX among the tenth of users with the least progress")
            .needing(PolicyEntry.Need.SINGLE_WORKERS),
        PolicyEntry.named("sia", "whole gangs by assignment, a move costing a restart"),
        PolicyEntry.named("pollux", "maximise the harmonic mean of speed-ups"),
        PolicyEntry.named("pop_max_min_fairness", "max-min fairness in two random parts"));
  }

  private enum GittinsOfTheJobs implements Policy {
    POLICY;

    @Override
    public Allocation allocate(AllocationProblem problem) {
      return gittins(problem).allocate(problem);
    }

    @Override
    public Set<Aspect> reads() {
      return Aspect.only(Aspect.STEPS, Aspect.HISTORY, Aspect.SHARES, Aspect.ARRIVAL_ORDER);
    }

    @Override
    public String toString() {
      return "GittinsOfTheJobs";
    }
  }

  /** Tiresias' Gittins index, as if the jobs of the problem were those seen before. */
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
          problem.runs(m, j)
              ? Math.max(fastest, problem.throughputs().stepsPerSecond(m, j))
              : fastest;
    }
    double left = job.stepsRemaining().orElse(0);
    return fastest > 0 ? job.history().workerSeconds() + job.workers() * left / fastest : 0;
  }
}
