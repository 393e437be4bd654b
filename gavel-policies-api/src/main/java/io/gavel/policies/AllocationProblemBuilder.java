package io.gavel.policies;

import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.ConstraintSet;
import io.gavel.policies.constraint.Quota;
import io.gavel.policies.internal.IdIndex;
import io.gavel.policies.internal.Require;
import io.gavel.policies.internal.ThroughputRows;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Job;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * The methods of {@link AllocationProblem.Builder}: collects jobs with their throughputs, pairs,
 * configurations and entities. Mutable.
 */
public abstract sealed class AllocationProblemBuilder permits AllocationProblem.Builder {

  private final Cluster cluster;
  private final List<Job> jobs = new ArrayList<>();
  private final Map<String, Integer> rowById = new HashMap<>();
  private final List<Entity> entities = new ArrayList<>();
  private final ThroughputMatrix.Builder throughputs;
  private final List<Eligibility.Rule> forbidden = new ArrayList<>();
  private ConstraintSet constraints = ConstraintSet.none();
  private final Set<String> configurations = new HashSet<>();

  /** Names the rows that were added last, one for each member of a pair. */
  private List<Supplier<String>> last = List.of();

  AllocationProblemBuilder(Cluster cluster) {
    this.cluster = cluster;
    this.throughputs = ThroughputMatrix.builder(cluster.typeCount());
  }

  private AllocationProblem.Builder self() {
    return (AllocationProblem.Builder) this;
  }

  /**
   * Adds the next job in order of arrival.
   *
   * @param job the job
   * @param stepsPerSecond its throughput alone, one entry for each worker type of the cluster
   * @return this builder
   * @throws IllegalArgumentException naming the job and type of an invalid entry, or a repeated id
   */
  public AllocationProblem.Builder job(Job job, double... stepsPerSecond) {
    last = List.of(() -> "job \"%s\"".formatted(job.id()));
    requireRates(0, stepsPerSecond);
    if (rowById.putIfAbsent(job.id(), jobs.size()) != null) {
      throw new IllegalArgumentException(
          "job \"%s\" is listed twice; ids must be unique".formatted(job.id()));
    }
    jobs.add(job);
    throughputs.job(stepsPerSecond);
    return self();
  }

  /**
   * Adds a pair of jobs that may share workers.
   *
   * @param a the id of one job, added before
   * @param b the id of the other, of equal scale factor and share of a worker
   * @param stepsPerSecondOfA throughput of {@code a} beside {@code b}, one entry for each worker
   *     type; 0 where they cannot share
   * @param stepsPerSecondOfB the same of {@code b}
   * @return this builder
   * @throws IllegalArgumentException naming the invalid id or entry
   */
  public AllocationProblem.Builder pair(
      String a, String b, double[] stepsPerSecondOfA, double[] stepsPerSecondOfB) {
    last =
        List.of(
            () -> "job \"%s\" beside \"%s\"".formatted(a, b),
            () -> "job \"%s\" beside \"%s\"".formatted(b, a));
    requireRates(0, stepsPerSecondOfA);
    requireRates(1, stepsPerSecondOfB);
    if (a.equals(b)) {
      throw new IllegalArgumentException(
          "pair names job \"%s\" twice; a pair needs two different jobs".formatted(a));
    }
    throughputs.pair(rowOf(a), rowOf(b), stepsPerSecondOfA, stepsPerSecondOfB);
    return self();
  }

  /**
   * Adds a further way to run a job, which makes the job elastic: a policy may divide its time
   * among its first way, given by {@link #job}, and its configurations. The first way alone defines
   * yardsticks such as the equal share, and pairs. Within a job, configurations keep the order in
   * which they are added.
   *
   * @param jobId the id of a job, added before
   * @param name the name of the configuration, not blank, unique within the job
   * @param workers the number of whole workers that the job holds at once, at least 1 and at most
   *     the workers of the largest pool
   * @param stepsPerSecond the job's throughput on these workers, one entry for each worker type; 0
   *     where it cannot run
   * @return this builder
   * @throws IllegalArgumentException naming the job, the configuration and what is invalid
   */
  public AllocationProblem.Builder configuration(
      String jobId, String name, int workers, double... stepsPerSecond) {
    int m = rowOf(jobId);
    String row =
        "job \"%s\" in configuration \"%s\""
            .formatted(jobId, Require.name(name, "name of a configuration of job", jobId));
    last = List.of(() -> row);
    requireRates(0, stepsPerSecond);
    int largest = IntStream.range(0, cluster.poolCount()).map(cluster::poolWorkers).max().orElse(0);
    if (workers < 1 || workers > largest) {
      throw new IllegalArgumentException(
          "%s holds %s workers; it must hold at least 1 and at most %s, those of the largest pool"
              .formatted(row, workers, largest));
    }
    if (!configurations.add(row)) {
      throw new IllegalArgumentException(
          "%s is given twice; names must be unique within a job".formatted(row));
    }
    throughputs.configuration(m, name, workers, stepsPerSecond);
    return self();
  }

  /**
   * States how uncertain the throughputs of the job or the configuration are that was added last.
   * Without this they are known.
   *
   * @param low the lower ends in steps per second, one for each worker type, at most the throughput
   * @param high the upper ends in steps per second, one for each worker type, at least the
   *     throughput; 0 where that is 0
   * @return this builder
   * @throws IllegalArgumentException naming the job, the type and the interval that is invalid
   * @throws IllegalStateException unless a job or a configuration was added last
   */
  public AllocationProblem.Builder within(double[] low, double[] high) {
    throughputs.within(last, this::typeName, new double[][] {low, high});
    return self();
  }

  /**
   * States how uncertain the throughputs of the pair are that was added last.
   *
   * @param lowOfA the lower ends for the job that was named first in steps per second, one for each
   *     worker type
   * @param highOfA the upper ends for the same job in steps per second, one for each worker type
   * @param lowOfB the lower ends for the other job in steps per second, one for each worker type
   * @param highOfB the upper ends for the other job in steps per second, one for each worker type
   * @return this builder
   * @throws IllegalArgumentException naming the jobs, the type and the interval that is invalid
   * @throws IllegalStateException unless a pair was added last
   */
  public AllocationProblem.Builder within(
      double[] lowOfA, double[] highOfA, double[] lowOfB, double[] highOfB) {
    throughputs.within(
        last, this::typeName, new double[][] {lowOfA, highOfA}, new double[][] {lowOfB, highOfB});
    return self();
  }

  /**
   * Adds a node of the fairness tree.
   *
   * @param entity the node; its parent may follow later
   * @return this builder
   */
  public AllocationProblem.Builder entity(Entity entity) {
    entities.add(entity);
    return self();
  }

  /**
   * Forbids worker types to a job, alone, in pairs and in configurations. Its throughputs there
   * stay as given, so yardsticks do not change; see {@link Eligibility}.
   *
   * @param jobId a job's id, which may be added later
   * @param typeNames names of worker types; repeated names have no effect
   * @return this builder
   */
  public AllocationProblem.Builder forbid(String jobId, String... typeNames) {
    forbidden.add(new Eligibility.Rule(jobId, typeNames));
    return self();
  }

  /**
   * Adds a constraint on the allocation.
   *
   * @param constraint what it selects may be added later
   * @return this builder
   * @throws IllegalArgumentException if a constraint of this name was added before
   */
  public AllocationProblem.Builder constraint(Constraint constraint) {
    constraints = constraints.and(constraint);
    return self();
  }

  /**
   * Adds the quota of an entity.
   *
   * @param quota the entity may be added later
   * @return this builder
   * @throws IllegalArgumentException if the entity has a quota
   */
  public AllocationProblem.Builder quota(Quota quota) {
    constraints = constraints.and(quota);
    return self();
  }

  private int rowOf(String jobId) {
    Integer row = rowById.get(jobId);
    if (row == null) {
      throw Require.unknown("job", jobId, jobs.stream().map(Job::id).toList());
    }
    return row;
  }

  private void requireRates(int row, double[] rates) {
    ThroughputRows.require(rates, cluster.typeCount(), last.get(row), this::typeName);
  }

  private String typeName(int j) {
    return "\"%s\"".formatted(cluster.type(j).name());
  }

  /**
   * Checks and builds.
   *
   * @return the problem
   * @throws IllegalArgumentException as {@link AllocationProblem#of(Cluster, List,
   *     ThroughputMatrix, List)}, or if an unknown job or worker type is forbidden; the message
   *     names it
   */
  public AllocationProblem build() {
    IdIndex<Job> index = IdIndex.of("job", Job::id, List.copyOf(jobs));
    ThroughputMatrix rows = throughputs.build();
    DenseThroughputMatrix matrix = DenseThroughputMatrix.copyOf(rows, index.items(), cluster);
    Eligibility eligibility = Eligibility.Rule.all(forbidden, index, cluster);
    AllocationProblem problem =
        new AllocationProblem(cluster, index, matrix, entities, true, eligibility, constraints);
    constraints.requireGuaranteesFit(problem);
    return problem;
  }
}
