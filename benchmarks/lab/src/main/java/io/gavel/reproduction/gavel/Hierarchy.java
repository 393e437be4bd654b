package io.gavel.reproduction.gavel;

import io.gavel.experiment.Experiment;
import io.gavel.experiment.ExperimentRun;
import io.gavel.experiment.ExperimentScale;
import io.gavel.experiment.ReproducedFigure;
import io.gavel.experiment.Results;
import io.gavel.experiment.RunFigures;
import io.gavel.plot.Chart;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Total normalised throughput of 18 jobs of three entities on nine workers. */
public final class Hierarchy {

  private static final List<String> TYPES = List.of("v100", "p100", "k80");
  private static final int ENTITIES = 3;
  private static final int JOBS = 6; // of an entity
  private static final int STEPS = 4; // from one arrival to the next
  private static final String INSIDE = "inside";
  private static final List<Entity.Discipline> DRAWN =
      List.of(Entity.Discipline.FAIRNESS, Entity.Discipline.FIFO);

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
              ThroughputTable table = publishedData.simulated();
              AllocationProblem problem =
                  entities(table, seed, ENTITIES * JOBS, Entity.Discipline.FAIRNESS);
              Policy aware = WaterFilling.create().overEntities();
              Policy agnostic = HeterogeneityAgnostic.unitRates(aware);
              double[] level = normalized(problem, aware.allocate(problem));
              Map<String, List<Double>> figures = new LinkedHashMap<>();
              figures.put("aware", List.of(Arrays.stream(level).sum()));
              figures.put(
                  "agnostic",
                  List.of(Arrays.stream(normalized(problem, agnostic.allocate(problem))).sum()));
              figures.put(INSIDE, List.of(heavyOverLight(level)));
              for (Entity.Discipline discipline : DRAWN) {
                figures.putAll(timeline(table, seed, discipline));
              }
              return new RunFigures(figures);
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
                r -> r.mean(experimentRun, "aware") / r.mean(experimentRun, "agnostic")),
            ReproducedFigure.ours(
                "entity of weight 3 over that of weight 1, all jobs there",
                r -> last(r, experimentRun, 3) / last(r, experimentRun, 1)),
            ReproducedFigure.ours(
                "jobs of weight 2 over those of weight 1 inside entities",
                r -> r.mean(experimentRun, INSIDE))),
        List.of(
            r -> chart("Entities that share fairly inside", r, experimentRun, DRAWN.get(0)),
            r -> chart("Entities with FIFO inside", r, experimentRun, DRAWN.get(1))),
        "Jobs arrive one by one, those of the entity of weight 1 first, one every four steps. The"
            + " pictures show each entity's part of the total normalised throughput, on average"
            + " over the seeds. An entity alone has all of it. A new one has less than its weight"
            + " calls for until it has enough jobs to use more; with all jobs there, parts are as"
            + " 1 to 2 to 3.");
  }

  private static String key(Entity.Discipline discipline, int entity) {
    return "%s %s".formatted(discipline, entity);
  }

  private static double last(Results results, ExperimentRun run, int entity) {
    return results.mean(
        run, figures -> figures.list(key(DRAWN.get(0), entity)).get(ENTITIES * JOBS - 1));
  }

  /** The part of each entity in the total normalised throughput after each arrival. */
  private static Map<String, List<Double>> timeline(
      ThroughputTable table, long seed, Entity.Discipline discipline) {
    Map<String, List<Double>> parts = new LinkedHashMap<>();
    for (int count = 1; count <= ENTITIES * JOBS; count++) {
      AllocationProblem problem = entities(table, seed, count, discipline);
      double[] level = normalized(problem, WaterFilling.create().overEntities().allocate(problem));
      double total = Arrays.stream(level).sum();
      for (int e = 1; e <= ENTITIES; e++) {
        double sum = 0;
        for (int m = (e - 1) * JOBS; m < Math.min(count, e * JOBS); m++) {
          sum += level[m];
        }
        parts.computeIfAbsent(key(discipline, e), key -> new ArrayList<>()).add(sum / total);
      }
    }
    return parts;
  }

  private static Chart chart(
      String title, Results results, ExperimentRun run, Entity.Discipline discipline) {
    List<Double> steps =
        IntStream.range(0, ENTITIES * JOBS).mapToObj(i -> (double) STEPS * i).toList();
    return Chart.of(
        title,
        "steps",
        "part of the total normalised throughput",
        IntStream.rangeClosed(1, ENTITIES)
            .mapToObj(
                e ->
                    Chart.Line.steps(
                        "entity of weight " + e,
                        steps,
                        IntStream.range(0, ENTITIES * JOBS)
                            .mapToObj(
                                i ->
                                    results.mean(
                                        run, figures -> figures.list(key(discipline, e)).get(i)))
                            .toList()))
            .toArray(Chart.Line[]::new));
  }

  /** The first jobs, of as many entities as have any of them. */
  private static AllocationProblem entities(
      ThroughputTable table, long seed, int count, Entity.Discipline discipline) {
    Cluster cluster = cluster();
    AllocationProblem.Builder problem = AllocationProblem.builder(cluster);
    for (int e = 1; e <= (count + JOBS - 1) / JOBS; e++) {
      problem.entity(new Entity("entity " + e, e, discipline));
    }
    JobGenerator jobs = new JobGenerator(Workload.published(0), table, seed);
    for (int m = 0; m < count; m++) {
      JobKind kind = jobs.next().kind();
      Job job =
          Job.builder(Integer.toString(m))
              .type(kind.jobType())
              .weight(1 + m % 2)
              .entity("entity " + (1 + m / JOBS))
              .build();
      problem.job(job, table.alone(cluster, kind));
    }
    return problem.build();
  }

  private static Cluster cluster() {
    return Cluster.of(
        TYPES.stream().map(name -> new WorkerType(name, 3)).toArray(WorkerType[]::new));
  }

  /** Throughputs divided by those of equal shares, by job. */
  private static double[] normalized(AllocationProblem problem, Allocation allocation) {
    return IntStream.range(0, problem.jobCount())
        .mapToDouble(m -> allocation.effectiveThroughput(m) / EqualShare.throughput(problem, m))
        .toArray();
  }

  private static double heavyOverLight(double[] level) {
    double heavy = 0;
    double light = 0;
    for (int m = 0; m < level.length; m++) {
      heavy += m % 2 == 1 ? level[m] : 0;
      light += m % 2 == 0 ? level[m] : 0;
    }
    return heavy / light;
  }
}
