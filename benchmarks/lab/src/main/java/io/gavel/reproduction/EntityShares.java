package io.gavel.reproduction;

import io.gavel.experiment.RunFigures;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.lp.hierarchy.WaterFilling;
import io.gavel.policies.lp.share.EqualShare;
import io.gavel.policies.lp.variant.HeterogeneityAgnostic;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Entity.Discipline;
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

/**
 * Normalised throughputs of up to 18 jobs of three entities on nine workers, decided once for each
 * number of jobs. Jobs arrive one by one, six for each entity. Immutable.
 *
 * @param table throughputs
 * @param seed seed of the jobs
 */
record EntityShares(ThroughputTable table, long seed) {

  private static final Cluster CLUSTER =
      Cluster.of(new WorkerType("v100", 3), new WorkerType("p100", 3), new WorkerType("k80", 3));
  private static final int ENTITIES = 3;
  private static final int JOBS = 6; // of an entity

  /** Measures all numbers of jobs. */
  RunFigures figures() {
    AllocationProblem problem = problem(ENTITIES * JOBS, Discipline.FAIRNESS);
    Policy aware = WaterFilling.create().overEntities();
    Policy agnostic = HeterogeneityAgnostic.unitRates(aware);
    double[] levels = normalized(problem, aware);
    Map<String, List<Double>> figures = new LinkedHashMap<>();
    figures.put("aware", List.of(Arrays.stream(levels).sum()));
    figures.put("agnostic", List.of(Arrays.stream(normalized(problem, agnostic)).sum()));
    figures.put("inside", List.of(sum(levels, 1, 2) / sum(levels, 0, 2)));
    for (Discipline discipline : List.of(Discipline.FAIRNESS, Discipline.FIFO)) {
      for (int count = 1; count <= ENTITIES * JOBS; count++) {
        double[] now = normalized(problem(count, discipline), aware);
        double total = Arrays.stream(now).sum();
        for (int e = 1; e <= ENTITIES; e++) {
          int from = Math.min(count, (e - 1) * JOBS);
          int to = Math.min(count, e * JOBS);
          figures
              .computeIfAbsent(key(discipline, e), key -> new ArrayList<>())
              .add(sum(Arrays.copyOfRange(now, from, to), 0, 1) / total);
        }
      }
    }
    for (int e = 1; e <= ENTITIES; e++) {
      List<Double> parts = figures.getOrDefault(key(Discipline.FAIRNESS, e), List.of());
      figures.put("last " + e, List.of(parts.get(parts.size() - 1)));
    }
    return new RunFigures(figures);
  }

  private static double sum(double[] values, int first, int step) {
    double sum = 0;
    for (int i = first; i < values.length; i += step) {
      sum += values[i];
    }
    return sum;
  }

  private static String key(Discipline discipline, int entity) {
    return "%s %s".formatted(discipline, entity);
  }

  /** Returns the first jobs, of as many entities as have any of them. */
  private AllocationProblem problem(int count, Discipline discipline) {
    AllocationProblem.Builder problem = AllocationProblem.builder(CLUSTER);
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
      problem.job(job, table.alone(CLUSTER, kind));
    }
    return problem.build();
  }

  /** Throughputs divided by the throughputs of equal shares, by job. */
  private static double[] normalized(AllocationProblem problem, Policy policy) {
    Allocation allocation = policy.allocate(problem);
    return IntStream.range(0, problem.jobCount())
        .mapToDouble(m -> allocation.effectiveThroughput(m) / EqualShare.throughput(problem, m))
        .toArray();
  }
}
