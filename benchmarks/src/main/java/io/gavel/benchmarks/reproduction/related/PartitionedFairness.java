package io.gavel.benchmarks.reproduction.related;

import io.gavel.benchmarks.Size;
import io.gavel.benchmarks.experiment.Arm;
import io.gavel.benchmarks.experiment.Experiment;
import io.gavel.benchmarks.experiment.ReproducedFigure;
import io.gavel.benchmarks.experiment.RunFigures;
import io.gavel.benchmarks.input.JobKind;
import io.gavel.benchmarks.input.ThroughputTable;
import io.gavel.benchmarks.workload.JobGenerator;
import io.gavel.benchmarks.workload.Workload;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Cluster;
import io.gavel.policies.Job;
import io.gavel.policies.WorkerType;
import io.gavel.policies.lp.MaxMinFairness;
import io.gavel.policies.lp.schedulers.Partitioned;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What partitioning (POP) loses, measured by the objective of the whole problem. */
public final class PartitionedFairness {

  private static final List<String> TYPES = List.of("v100", "p100", "k80");
  private static final List<Integer> PARTS = List.of(2, 4, 8);
  private static final Map<Integer, Double> PUBLISHED = Map.of(4, 0.985, 8, 0.998);

  private PartitionedFairness() {}

  /**
   * The experiment.
   *
   * @param size how much of it is run
   * @return arms, figures and charts
   */
  public static Experiment of(Size size) {
    int jobs = size.count(2048);
    Arm arm =
        new Arm(
            "max-min fairness of %d jobs in parts".formatted(jobs),
            (data, seed) -> measure(problem(data.simulated(), jobs, seed), seed));
    return new Experiment(
        "pop",
        "POP in 4 parts loses 0.07 to 1.5 % of the objective of max-min fairness of 2,048 jobs; in 8"
            + " parts with space sharing it reached 0.998 of it.",
        size.seeds(5),
        List.of(arm),
        PARTS.stream().map(parts -> figure(arm, parts)).toList());
  }

  private static ReproducedFigure figure(Arm arm, int parts) {
    String what = "%d parts, part of the exact level".formatted(parts);
    Double published = PUBLISHED.get(parts);
    return published == null
        ? ReproducedFigure.ours(what, r -> r.mean(arm, "parts_" + parts))
        : ReproducedFigure.published(what, published, r -> r.mean(arm, "parts_" + parts));
  }

  private static RunFigures measure(AllocationProblem problem, long seed) {
    double exact = MaxMinFairness.create().allocate(problem).certificate().objective();
    Map<String, Double> figures = new LinkedHashMap<>();
    for (int parts : PARTS) {
      Partitioned pop = Partitioned.maxMinFairness(parts).withSeed(seed);
      figures.put("parts_" + parts, pop.allocate(problem).certificate().objective() / exact);
    }
    return RunFigures.of(figures);
  }

  private static AllocationProblem problem(ThroughputTable table, int jobs, long seed) {
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

  private static Cluster cluster(int ofEach) {
    return Cluster.of(
        TYPES.stream().map(name -> new WorkerType(name, ofEach)).toArray(WorkerType[]::new));
  }
}
