package io.gavel.reproduction.gavel;

import io.gavel.experiment.Experiment;
import io.gavel.experiment.ExperimentRun;
import io.gavel.experiment.ExperimentScale;
import io.gavel.experiment.ReproducedFigure;
import io.gavel.experiment.RunFigures;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.hierarchy.WaterFilling;
import io.gavel.policies.lp.share.EqualShare;
import io.gavel.policies.lp.variant.HeterogeneityAgnostic;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.workload.JobGenerator;
import io.gavel.workload.JobKind;
import io.gavel.workload.ThroughputTable;
import io.gavel.workload.Workload;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Total normalised throughput of 18 jobs of three entities on nine workers. */
public final class Hierarchy {

  private static final List<String> TYPES = List.of("v100", "p100", "k80");

  private Hierarchy() {}

  /**
   * Creates the experiment.
   *
   * @param experimentScale the scale of the runs
   * @return the experiment
   */
  public static Experiment of(ExperimentScale experimentScale) {
    ExperimentRun experimentRun =
        new ExperimentRun(
            "18 jobs of three entities on 3:3:3",
            (publishedData, seed) -> {
              AllocationProblem problem = entities(publishedData.simulated(), seed);
              Map<String, Double> figures = new LinkedHashMap<>();
              figures.put(
                  "aware", total(problem, WaterFilling.create().overEntities().allocate(problem)));
              figures.put(
                  "agnostic",
                  total(
                      problem,
                      HeterogeneityAgnostic.unitRates(WaterFilling.create().overEntities())
                          .allocate(problem)));
              return RunFigures.of(figures);
            });
    return new Experiment(
        "hierarchical",
        "With entities of weights 1, 2 and 3, six jobs each, on 3:3:3 workers, heterogeneity"
            + " awareness raises total normalised throughput from 9.0 to 10.46.",
        experimentScale.seeds(20),
        List.of(experimentRun),
        List.of(
            ReproducedFigure.published("aware", 10.46, r -> r.mean(experimentRun, "aware")),
            ReproducedFigure.published("agnostic", 9.0, r -> r.mean(experimentRun, "agnostic")),
            ReproducedFigure.published(
                "aware over agnostic",
                10.46 / 9.0,
                r -> r.mean(experimentRun, "aware") / r.mean(experimentRun, "agnostic"))));
  }

  private static AllocationProblem entities(ThroughputTable table, long seed) {
    Cluster cluster = cluster();
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

  private static Cluster cluster() {
    return Cluster.of(
        TYPES.stream().map(name -> new WorkerType(name, 3)).toArray(WorkerType[]::new));
  }

  /** The sum of throughputs divided by those of equal shares. */
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
}
