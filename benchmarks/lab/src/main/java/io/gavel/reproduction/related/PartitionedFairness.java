package io.gavel.reproduction.related;

import io.gavel.experiment.Experiment;
import io.gavel.experiment.ExperimentRun;
import io.gavel.experiment.ExperimentScale;
import io.gavel.experiment.ReproducedFigure;
import io.gavel.experiment.RunFigures;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.partition.Partitioned;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.workload.JobGenerator;
import io.gavel.workload.JobKind;
import io.gavel.workload.ThroughputTable;
import io.gavel.workload.Workload;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The loss of partitioning (POP), measured by the objective of the whole problem. */
public final class PartitionedFairness {

  private static final List<String> TYPES = List.of("v100", "p100", "k80");
  private static final List<Integer> PARTS = List.of(2, 4, 8);
  private static final List<Double> PUBLISHED = List.of(0.995, 0.986, 0.973);

  private PartitionedFairness() {}

  /**
   * Creates the experiment.
   *
   * @param experimentScale the scale of the runs
   * @return the experiment
   */
  public static Experiment of(ExperimentScale experimentScale) {
    int jobs = experimentScale.count(2048);
    ExperimentRun experimentRun =
        new ExperimentRun(
            "max-min fairness of %s jobs in parts".formatted(jobs),
            (publishedData, seed) -> measure(problem(publishedData.simulated(), jobs, seed), seed));
    return new Experiment(
        "pop",
        "POP with 2, 4 and 8 parts reaches 0.995, 0.986 and 0.973 of the max-min level of 2,048 jobs"
            + " with space sharing.",
        experimentScale.seeds(5),
        List.of(experimentRun),
        PARTS.stream().map(parts -> figure(experimentRun, parts)).toList());
  }

  private static ReproducedFigure figure(ExperimentRun experimentRun, int parts) {
    String what = "%s parts, fraction of the exact level".formatted(parts);
    return ReproducedFigure.published(
        what, PUBLISHED.get(PARTS.indexOf(parts)), r -> r.mean(experimentRun, "parts_" + parts));
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
