package io.gavel.benchmarks.reproduction.gavel;

import io.gavel.benchmarks.Size;
import io.gavel.benchmarks.experiment.Arm;
import io.gavel.benchmarks.experiment.Experiment;
import io.gavel.benchmarks.experiment.ReproducedFigure;
import io.gavel.benchmarks.experiment.RunFigures;
import io.gavel.benchmarks.input.JobKind;
import io.gavel.benchmarks.input.ThroughputTable;
import io.gavel.benchmarks.workload.JobGenerator;
import io.gavel.benchmarks.workload.Workload;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Cluster;
import io.gavel.policies.Entity;
import io.gavel.policies.Job;
import io.gavel.policies.WorkerType;
import io.gavel.policies.lp.EqualShare;
import io.gavel.policies.lp.HeterogeneityAgnostic;
import io.gavel.policies.lp.WaterFilling;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** 18 jobs of three entities on nine workers: total normalised throughput. */
public final class Hierarchy {

  private static final List<String> TYPES = List.of("v100", "p100", "k80");

  private Hierarchy() {}

  /**
   * The experiment.
   *
   * @param size how much of it is run
   * @return arms, figures and charts
   */
  public static Experiment of(Size size) {
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
              return RunFigures.of(figures);
            });
    return new Experiment(
        "hierarchical",
        "With entities of weights 1, 2 and 3, six jobs each, on 3:3:3 workers, awareness of types"
            + " raises total normalised throughput from 9.0 to 10.46.",
        size.seeds(20),
        List.of(arm),
        List.of(
            ReproducedFigure.published("aware", 10.46, r -> r.mean(arm, "aware")),
            ReproducedFigure.published("agnostic", 9.0, r -> r.mean(arm, "agnostic")),
            ReproducedFigure.published(
                "aware over agnostic",
                10.46 / 9.0,
                r -> r.mean(arm, "aware") / r.mean(arm, "agnostic"))));
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
}
