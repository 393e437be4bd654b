package io.gavel.benchmarks;

import io.gavel.benchmarks.experiment.Arm;
import io.gavel.benchmarks.experiment.Chart;
import io.gavel.benchmarks.experiment.Experiment;
import io.gavel.benchmarks.experiment.Finding;
import io.gavel.benchmarks.experiment.JobSource;
import io.gavel.benchmarks.experiment.PolicyChoice;
import io.gavel.benchmarks.experiment.Results;
import io.gavel.benchmarks.experiment.Sample;
import io.gavel.benchmarks.experiment.Simulation;
import io.gavel.benchmarks.input.JobKind;
import io.gavel.benchmarks.input.ThroughputTable;
import io.gavel.benchmarks.simulation.Window;
import io.gavel.benchmarks.workload.JobGenerator;
import io.gavel.benchmarks.workload.Workload;
import io.gavel.mechanism.RoundOptions;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Cluster;
import io.gavel.policies.Entity;
import io.gavel.policies.Job;
import io.gavel.policies.WorkerType;
import io.gavel.policies.lp.EqualShare;
import io.gavel.policies.lp.HeterogeneityAgnostic;
import io.gavel.policies.lp.MaxMinFairness;
import io.gavel.policies.lp.MeanFairness;
import io.gavel.policies.lp.WaterFilling;
import io.gavel.policies.lp.schedulers.AttainedService;
import io.gavel.policies.lp.schedulers.GangQueue;
import io.gavel.policies.lp.schedulers.Partitioned;
import io.gavel.policies.lp.schedulers.ServiceQueues;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.math3.stat.StatUtils;

/** Experiments on other schedulers, on fairness against completion times, and on programs alone. */
final class FieldExperiments {

  private static final List<String> TYPES = List.of("v100", "p100", "k80");

  /** Tiresias' testbed, and how often it is asked there. */
  private static final String TESTBED = "v100=60";

  private static final RoundOptions MINUTES = new RoundOptions(60);

  private static final String SOONEST = "average_completion_time";

  private final Size size;

  private FieldExperiments(Size size) {
    this.size = size;
  }

  static List<Experiment> of(Size size) {
    FieldExperiments all = new FieldExperiments(size);
    return List.of(
        all.averageJct(), all.means(), all.fairness(), all.attained(), all.hierarchy(), all.pop());
  }

  /** Which policy is best for the average completion time. */
  private Experiment averageJct() {
    Workload load = Workload.published(5.6);
    Window window = size.window(4000, 5000);
    Arm allox = Arms.published("allox", load, window).arm();
    Arm fair = Arms.published("max_min_fairness", load, window).arm();
    Arm ours = Arms.published(SOONEST, load, window).arm();
    return new Experiment(
            "average_jct",
            "AlloX: 23.54 h at 5.6 jobs an hour (one-worker jobs), max-min fairness 26.42 h.",
            size.seeds(3),
            List.of(allox, fair, ours),
            List.of(
                Finding.published("AlloX, average JCT, h", 23.54, r -> r.jctHours(allox)),
                Finding.published("max-min fairness, h", 26.42, r -> r.jctHours(fair)),
                Finding.published(
                    "AlloX over max-min fairness",
                    23.54 / 26.42,
                    r -> r.jctHours(allox) / r.jctHours(fair)),
                Finding.ours("average completion time, h", r -> r.jctHours(ours)),
                Finding.ours(
                    "average completion time over AlloX",
                    r -> r.jctHours(ours) / r.jctHours(allox)),
                Finding.ours("AlloX, longest JCT, h", r -> longestHours(r, allox)),
                Finding.ours("max-min fairness, longest JCT, h", r -> longestHours(r, fair)),
                Finding.ours(
                    "average completion time, longest JCT, h", r -> longestHours(r, ours))))
        .noting(
            "[Average completion time](policies.md#average-completion-time--average_completion_time-average_completion_time_packed)"
                + " is this library's policy for the purpose. All by the default rules.")
        .drawing(
            r ->
                new Chart(
                    "Completion times at 5.6 jobs an hour",
                    "hours",
                    "part of the jobs",
                    true,
                    List.of(
                        Chart.Line.cdf(
                            "average completion time", r.all(ours, Simulation.JCT_HOURS)),
                        Chart.Line.cdf("AlloX", r.all(allox, Simulation.JCT_HOURS)),
                        Chart.Line.cdf("max-min fairness", r.all(fair, Simulation.JCT_HOURS)))));
  }

  private static double longestHours(Results results, Arm arm) {
    return results.mean(arm, sample -> largest(sample.list(Simulation.JCT_HOURS)));
  }

  /**
   * From the greatest sum of normalised throughputs to the greatest minimum, alone and in pairs.
   */
  private Experiment means() {
    JobSource jobs = JobSource.endless(Workload.published(0.55));
    Window window = size.window(1000, 1300);
    List<Double> powers = List.of(-3.0, -1.0, 0.0, 0.5, 0.9);
    Arm isolated = Arms.of("isolated", Arms.SMALL, jobs, window).arm();
    List<Arm> alone = powers.stream().map(p -> mean(p, jobs, window, false)).toList();
    List<Arm> sharing = powers.stream().map(p -> mean(p, jobs, window, true)).toList();
    Arm soonest = Arms.of(SOONEST, Arms.SMALL, jobs, window).arm();
    Arm soonestSharing = Arms.of(SOONEST + "_packed", Arms.SMALL, jobs, window).arm();
    List<Arm> arms = new ArrayList<>(List.of(isolated, soonest, soonestSharing));
    arms.addAll(alone);
    arms.addAll(sharing);
    List<Finding> findings = new ArrayList<>();
    for (int i = 0; i < powers.size(); i++) {
      String name = "p = " + powers.get(i);
      findings.addAll(timeAndFairness(name, alone.get(i), sharing.get(i), isolated));
    }
    findings.addAll(timeAndFairness("average completion time", soonest, soonestSharing, isolated));
    return new Experiment(
            "power_means",
            "Power means of normalised throughput trade completion times against fairness"
                + " (4:4:4, one-worker jobs, 0.55 an hour).",
            size.seeds(3),
            arms,
            findings)
        .noting(
            "ρ is the completion time over that of the same job where everybody has an isolated"
                + " share. Towards p = 1 the mean becomes the sum, towards −∞ the least. The policy"
                + " for the average completion time knows what is left of jobs; power means do"
                + " not.")
        .drawing(
            r ->
                new Chart(
                    "Power means, from p = -3 (left) to 0.9",
                    "largest ρ, mean over the seeds",
                    "average completion time, hours",
                    false,
                    List.of(
                        tradeOff("each job alone", r, alone, isolated),
                        tradeOff("sharing workers", r, sharing, isolated))));
  }

  private static List<Finding> timeAndFairness(String name, Arm alone, Arm sharing, Arm isolated) {
    return List.of(
        Finding.ours(name + ", average JCT, h", r -> r.jctHours(alone)),
        Finding.ours(name + ", largest ρ", r -> largestRho(r, alone, isolated)),
        Finding.ours(name + ", sharing workers, average JCT, h", r -> r.jctHours(sharing)),
        Finding.ours(name + ", sharing workers, largest ρ", r -> largestRho(r, sharing, isolated)));
  }

  private static Arm mean(double power, JobSource jobs, Window window, boolean sharing) {
    String name = "power mean " + power + (sharing ? " with pairs" : "");
    PolicyChoice choice = new PolicyChoice(name, MeanFairness.of(power), sharing);
    return new Simulation(name, (table, workers, seed) -> choice, Arms.SMALL, jobs, window).arm();
  }

  private static Chart.Line tradeOff(String name, Results results, List<Arm> arms, Arm isolated) {
    List<Arm> byRho =
        arms.stream().sorted(Comparator.comparing(a -> largestRho(results, a, isolated))).toList();
    return Chart.Line.of(
        name,
        byRho.stream().map(arm -> largestRho(results, arm, isolated)).toList(),
        byRho.stream().map(results::jctHours).toList());
  }

  /** The mean over the seeds of the largest completion time over that on an isolated share. */
  private static double largestRho(Results results, Arm arm, Arm isolated) {
    return IntStream.range(0, results.seeds())
        .mapToDouble(
            seed ->
                StatUtils.max(results.ofSeed(seed).quotients(arm, isolated, Simulation.JCT_HOURS)))
        .average()
        .orElse(Double.NaN);
  }

  /** The mean over the seeds of the largest ρ as Themis has it. */
  private static double largestRho(Results results, Arm arm) {
    return results.mean(arm, sample -> largest(sample.list(Simulation.RHO)));
  }

  private static double largest(List<Double> values) {
    return values.stream()
        .mapToDouble(Double::doubleValue)
        .filter(value -> !Double.isNaN(value))
        .max()
        .orElse(Double.NaN);
  }

  /** Themis' claim on finish-time fairness, of jobs that could use all workers of a type. */
  private Experiment fairness() {
    JobSource jobs = JobSource.gangs(8, 24);
    List<String> keys =
        List.of("themis", "tiresias_las", "gandiva_introspective", "optimus", "slaq");
    List<Arm> arms =
        keys.stream().map(key -> Arms.of(key, "v100=8,k80=8", jobs, Window.ALL).arm()).toList();
    List<Finding> findings = new ArrayList<>();
    findings.add(Finding.published("themis, largest ρ", 1.2, r -> largestRho(r, arms.get(0))));
    for (int i = 1; i < arms.size(); i++) {
      Arm arm = arms.get(i);
      findings.add(
          Finding.published(
              keys.get(i) + ", largest ρ over that of themis",
              2.25,
              r -> largestRho(r, arm) / largestRho(r, arms.get(0))));
    }
    Arm alike = Arms.of("themis", "v100=8", jobs, Window.ALL).arm();
    Arm turns = Arms.of("gandiva_introspective", "v100=8", jobs, Window.ALL).arm();
    findings.add(Finding.ours("8 V100 alone: themis, largest ρ", r -> largestRho(r, alike)));
    findings.add(
        Finding.ours(
            "8 V100 alone: gandiva_introspective, largest ρ over that of themis",
            r -> largestRho(r, turns) / largestRho(r, alike)));
    return new Experiment(
            "themis",
            "The largest ρ under Themis is 1.2, others are more than 2.25 times less fair.",
            size.seeds(3),
            Stream.concat(arms.stream(), Stream.of(alike, turns)).toList(),
            findings)
        .noting(
            "24 gangs of 8 at once on 8 V100 and 8 K80, asked for anew when jobs are done. Like the"
                + " published apps each can use all workers of a type. ρ is over the time that a job"
                + " needs with all that it can use, times the number of jobs: it is near 1 for jobs"
                + " that can use a cluster, and far below for small ones (0.28 for Themis with jobs"
                + " of 1 to 8 workers here). Published are a most and a least; what is below the one"
                + " and above the other is fairer. Where all workers are alike, equal turns are as"
                + " fair as Themis.");
  }

  /** Tiresias' claim on completion times, against FIFO that does not preempt. */
  private Experiment attained() {
    JobSource jobs = JobSource.philly(480, 120);
    ServiceQueues four = ServiceQueues.of(1000, 3250, 10_000, 30_000);
    Arm tiresias = queue("tiresias_las", jobs);
    Arm fifo = queue("fifo_greedy", jobs);
    Arm oracle = queue("srtf", jobs);
    Arm finer =
        Arms.of(
                "tiresias_las, four queues",
                GangQueue.of(AttainedService.of(four)),
                TESTBED,
                jobs,
                Window.ALL)
            .with(MINUTES)
            .arm();
    JobSource longer = JobSource.of(Workload.published(4).withGangs(), size.count(480));
    Arm tiresiasLonger = Arms.of("tiresias_las", TESTBED, longer, Window.ALL).arm();
    Arm fifoLonger = Arms.of("fifo_greedy", TESTBED, longer, Window.ALL).arm();
    return new Experiment(
            "tiresias",
            "Least attained service shortens completion times up to 5.5 times over YARN's FIFO (60"
                + " GPUs).",
            size.seeds(3),
            List.of(tiresias, fifo, oracle, finer, tiresiasLonger, fifoLonger),
            List.of(
                Finding.published(
                        "FIFO over Tiresias, average JCT", 5.5, r -> over(r, fifo, tiresias))
                    .because(
                        "Published is the largest of several comparisons, on jobs that we do not"
                            + " have. Philly's durations, as far as we have them, begin at an hour,"
                            + " so that ours lack the shortest. On ours even shortest remaining"
                            + " time, which knows all durations, is but so much ahead of FIFO as"
                            + " below."),
                Finding.ours(
                    "FIFO over Tiresias with four queues, cut at 1,000, 3,250, 10,000 and 30,000"
                        + " worker-seconds",
                    r -> over(r, fifo, finer)),
                Finding.ours("FIFO over shortest remaining time", r -> over(r, fifo, oracle)),
                Finding.ours("FIFO, average JCT, h", r -> r.jctHours(fifo)),
                Finding.ours("Tiresias, average JCT, h", r -> r.jctHours(tiresias)),
                Finding.ours(
                    "Gavel's jobs and gangs, 4 an hour: FIFO over Tiresias",
                    r -> over(r, fifoLonger, tiresiasLonger))))
        .noting(
            "480 jobs, 120 an hour, rounds of a minute: durations and gangs of Philly's jobs at a"
                + " thirtieth of their time, from two minutes to two hours, about three times what 60"
                + " GPUs can do meanwhile. Two queues, cut at the published 3,250 worker-seconds."
                + " Gavel's jobs run for half an hour to a week: nearly all are beyond the threshold,"
                + " in the last queue, which is FIFO ([schedulers](schedulers.md)).")
        .drawing(
            r ->
                new Chart(
                    "Completion times of short jobs on 60 GPUs",
                    "hours",
                    "part of the jobs",
                    true,
                    List.of(
                        Chart.Line.cdf(
                            "shortest remaining time", r.all(oracle, Simulation.JCT_HOURS)),
                        Chart.Line.cdf("Tiresias", r.all(tiresias, Simulation.JCT_HOURS)),
                        Chart.Line.cdf("FIFO", r.all(fifo, Simulation.JCT_HOURS)))));
  }

  private static Arm queue(String key, JobSource jobs) {
    return Arms.of(key, TESTBED, jobs, Window.ALL).with(MINUTES).arm();
  }

  private static double over(Results results, Arm above, Arm below) {
    return results.jctHours(above) / results.jctHours(below);
  }

  /** 18 jobs of three entities on nine workers: total normalised throughput. */
  private Experiment hierarchy() {
    Arm arm =
        new Arm(
            "18 jobs of three entities on 3:3:3",
            (data, seed) -> {
              AllocationProblem problem = entities(data.simulated(), seed);
              Map<String, Double> figures = new LinkedHashMap<>();
              figures.put(
                  "aware", total(problem, WaterFilling.create().overEntities().allocate(problem)));
              figures.put(
                  "agnostic",
                  total(
                      problem,
                      HeterogeneityAgnostic.unitRates(WaterFilling.create().overEntities())
                          .allocate(problem)));
              return Sample.of(figures);
            });
    return new Experiment(
        "hierarchical",
        "With entities of weights 1, 2 and 3, six jobs each, on 3:3:3 workers, awareness of types"
            + " raises total normalised throughput from 9.0 to 10.46.",
        size.seeds(20),
        List.of(arm),
        List.of(
            Finding.published("aware", 10.46, r -> r.mean(arm, "aware")),
            Finding.published("agnostic", 9.0, r -> r.mean(arm, "agnostic")),
            Finding.published(
                "aware over agnostic",
                10.46 / 9.0,
                r -> r.mean(arm, "aware") / r.mean(arm, "agnostic"))));
  }

  private static AllocationProblem entities(ThroughputTable table, long seed) {
    Cluster cluster = cluster(3);
    AllocationProblem.Builder problem = AllocationProblem.builder(cluster);
    for (int e = 1; e <= 3; e++) {
      problem.entity(new Entity("entity " + e, e, Entity.Discipline.FAIRNESS));
    }
    JobGenerator jobs = new JobGenerator(Workload.published(0), table, seed);
    for (int m = 0; m < 18; m++) {
      JobKind kind = jobs.next().kind();
      Job job =
          Job.builder(Integer.toString(m))
              .type(kind.jobType())
              .weight(1 + m % 2)
              .entity("entity " + (1 + m / 6))
              .build();
      problem.job(job, table.alone(cluster, kind));
    }
    return problem.build();
  }

  private static Cluster cluster(int ofEach) {
    return Cluster.of(
        TYPES.stream().map(name -> new WorkerType(name, ofEach)).toArray(WorkerType[]::new));
  }

  /** The sum of throughputs over those of equal shares. */
  private static double total(AllocationProblem problem, Allocation allocation) {
    double total = 0;
    for (int m = 0; m < problem.jobCount(); m++) {
      double throughput = 0;
      for (int j = 0; j < TYPES.size(); j++) {
        throughput += allocation.fraction(m, j) * problem.throughputs().stepsPerSecond(m, j);
      }
      total += throughput / EqualShare.throughput(problem, m);
    }
    return total;
  }

  /** What partitioning loses, by the objective of the whole problem. */
  private Experiment pop() {
    int jobs = size.count(2048);
    List<Integer> parts = List.of(2, 4, 8);
    Arm arm =
        new Arm(
            "max-min fairness of %d jobs in parts".formatted(jobs),
            (data, seed) -> {
              AllocationProblem problem = many(data.simulated(), jobs, seed);
              double exact = MaxMinFairness.create().allocate(problem).certificate().objective();
              Map<String, Double> figures = new LinkedHashMap<>();
              for (int k : parts) {
                Partitioned pop = Partitioned.maxMinFairness(k).withSeed(seed);
                figures.put("parts_" + k, pop.allocate(problem).certificate().objective() / exact);
              }
              return Sample.of(figures);
            });
    Map<Integer, Double> published = Map.of(4, 0.985, 8, 0.998);
    return new Experiment(
        "pop",
        "POP in 4 parts loses 0.07 to 1.5 % of the objective of max-min fairness of 2,048 jobs; in 8"
            + " parts with space sharing it reached 0.998 of it.",
        size.seeds(5),
        List.of(arm),
        parts.stream()
            .map(
                k -> {
                  String what = "%d parts, part of the exact level".formatted(k);
                  return published.containsKey(k)
                      ? Finding.published(what, published.get(k), r -> r.mean(arm, "parts_" + k))
                      : Finding.ours(what, r -> r.mean(arm, "parts_" + k));
                })
            .toList());
  }

  private static AllocationProblem many(ThroughputTable table, int jobs, long seed) {
    Cluster cluster = cluster(Math.max(1, jobs / 4));
    AllocationProblem.Builder problem = AllocationProblem.builder(cluster);
    JobGenerator generator = new JobGenerator(Workload.published(0), table, seed);
    for (int m = 0; m < jobs; m++) {
      JobKind kind = generator.next().kind();
      problem.job(
          Job.builder(Integer.toString(m)).type(kind.jobType()).build(),
          table.alone(cluster, kind));
    }
    return problem.build();
  }
}
