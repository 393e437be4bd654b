package io.gavel.benchmarks;

import io.gavel.benchmarks.experiment.Arm;
import io.gavel.benchmarks.experiment.Chart;
import io.gavel.benchmarks.experiment.Experiment;
import io.gavel.benchmarks.experiment.Finding;
import io.gavel.benchmarks.experiment.JobSource;
import io.gavel.benchmarks.experiment.Simulation;
import io.gavel.benchmarks.simulation.Circumstances;
import io.gavel.benchmarks.simulation.Estimation;
import io.gavel.benchmarks.simulation.Window;
import io.gavel.benchmarks.workload.Workload;
import io.gavel.policies.lp.MaxMinFairness;
import io.gavel.policies.lp.OptimumChoice;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Gavel's experiments on jobs that share workers, and on estimating what they make of it. */
final class SharingExperiments {

  private static final String PACKED = "max_min_fairness_packed";

  private final Size size;

  private SharingExperiments(Size size) {
    this.size = size;
  }

  static List<Experiment> of(Size size) {
    SharingExperiments all = new SharingExperiments(size);
    return List.of(all.sharing(), all.estimator(), all.small());
  }

  /** Jobs that share workers bear loads under which jobs that do not are ever more. */
  private Experiment sharing() {
    Window window = size.window(4000, 5000);
    List<Double> rates = List.of(5.6, 7.2);
    List<Double> published = List.of(19.08, 27.8);
    MaxMinFairness policy = MaxMinFairness.create();
    MaxMinFairness level = policy.withChoice(OptimumChoice.LEVEL_ONLY);
    List<Arm> single =
        rates.stream()
            .map(r -> size.jobs(Workload.published(r), window))
            .map(jobs -> Arms.sharing(PACKED, policy, jobs, window).arm())
            .toList();
    JobSource gangs = size.jobs(Workload.published(2.6).withGangs(), window);
    Arm all = Arms.sharing(PACKED, policy, gangs, window).arm();
    Arm levelOnly = Arms.sharing(PACKED + ", level only", level, gangs, window).arm();
    List<Finding> findings = new ArrayList<>();
    for (int i = 0; i < rates.size(); i++) {
      Arm arm = single.get(i);
      findings.add(
          Finding.published(
              "one-worker jobs, %s an hour, average JCT, h".formatted(rates.get(i)),
              published.get(i),
              r -> r.jctHours(arm)));
    }
    findings.add(
        Finding.published("gangs, 2.6 an hour, average JCT, h", 25.54, r -> r.jctHours(all)));
    findings.add(
        Finding.published("gangs, 2.6 an hour, level only, h", 25.54, r -> r.jctHours(levelOnly)));
    return new Experiment(
            "sharing",
            "Jobs that share workers are done at 7.2 an hour in the time in which those alone are at"
                + " 5.6.",
            size.seeds(2),
            Stream.concat(single.stream(), Stream.of(all, levelOnly)).toList(),
            findings)
        .noting(
            "By the default rules, since the original's book the time of pairs wrongly. What the"
                + " level does not need goes to where it adds most, as in las_multi; if it is kept"
                + " from everybody (level only), gangs take longer than published.")
        .drawing(
            r ->
                new Chart(
                    "Average completion time by load, sharing workers",
                    "jobs an hour",
                    "hours",
                    false,
                    List.of(
                        GavelExperiments.line(r, "ours, default rules", rates, single),
                        Chart.Line.of("published", rates, published))));
  }

  /** What is lost if a fifth of the rates beside known types is measured, and the rest guessed. */
  private Experiment estimator() {
    JobSource jobs = JobSource.endless(Workload.published(0.595));
    Window window = size.window(1000, 1300);
    // All pairs are listed, since each job is another to an estimator.
    Simulation known = Arms.of(PACKED, Arms.SMALL, jobs, window);
    Arm alone = alone(0.595, window);
    Arm told = known.arm();
    Arm estimated = known.under(estimating("standard")).arm();
    Arm asPublished = known.under(estimating("fingerprint")).arm();
    return new Experiment(
            "estimator",
            "With estimated throughputs of pairs jobs take 22.1 h, with known ones 19.8 h, alone 33.9 h"
                + " (4:4:4, 0.595 jobs an hour, 16 reference types, a fifth measured).",
            size.seeds(3),
            List.of(alone, told, estimated, asPublished),
            List.of(
                Finding.published("alone, average JCT, h", 33.91, r -> r.jctHours(alone))
                    .because(
                        "Few seeds, far apart; over twenty of them the mean is the published one,"
                            + " [below](#estimator_alone)."),
                Finding.published("sharing, known, h", 19.76, r -> r.jctHours(told)),
                Finding.published("sharing, estimated, h", 22.06, r -> r.jctHours(estimated)),
                Finding.published(
                    "estimated over known",
                    22.06 / 19.76,
                    r -> r.jctHours(estimated) / r.jctHours(told)),
                Finding.published(
                    "estimated by the published method over known",
                    22.06 / 19.76,
                    r -> r.jctHours(asPublished) / r.jctHours(told)),
                Finding.ours(
                    "alone over estimated", r -> r.jctHours(alone) / r.jctHours(estimated))))
        .noting(
            "Twelve workers are near the end of what they bear at this load, where seeds are far"
                + " apart; that estimates cost little shows in each of them.");
  }

  /** How far apart seeds are on the cluster of the estimates, where nobody shares. */
  private Experiment small() {
    Window window = size.window(1000, 1300);
    List<Double> rates = List.of(0.541, 0.595);
    List<Double> published = List.of(23.62, 33.91);
    List<Arm> arms = rates.stream().map(rate -> alone(rate, window)).toList();
    return new Experiment(
        "estimator_alone",
        "Jobs alone take 23.6 h at 0.541 jobs an hour and 33.9 h at 0.595 (4:4:4).",
        size.seeds(20),
        arms,
        IntStream.range(0, arms.size())
            .mapToObj(
                i ->
                    Finding.published(
                        "%s jobs an hour, average JCT, h".formatted(rates.get(i)),
                        published.get(i),
                        r -> r.jctHours(arms.get(i))))
            .toList());
  }

  private static Arm alone(double jobsPerHour, Window window) {
    JobSource jobs = JobSource.endless(Workload.published(jobsPerHour));
    return Arms.of("max_min_fairness", Arms.SMALL, jobs, window).arm();
  }

  private static Simulation.Subject estimating(String method) {
    String words =
        "pairs estimated by %s from %d types, %s measured"
            .formatted(method, CircumstanceOptions.REFERENCES, CircumstanceOptions.PROFILE);
    return new Simulation.Subject(
        words,
        seed ->
            Circumstances.NONE.with(
                new Estimation(
                    MethodCatalog.entry("method", method).method(),
                    CircumstanceOptions.REFERENCES,
                    CircumstanceOptions.PROFILE,
                    seed)));
  }
}
