package io.gavel.policies;

import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.ConstraintSet;
import io.gavel.policies.constraint.Quota;
import io.gavel.policies.internal.IdIndex;
import io.gavel.policies.internal.Require;
import io.gavel.policies.internal.ThroughputRows;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Group;
import io.gavel.policies.model.Job;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * The methods of {@link AllocationProblem.Builder}: collects jobs with their throughputs, pairs,
 * configurations and entities, and changes those of {@linkplain ProblemGroups#edit a problem}.
 * Mutable.
 */
public abstract sealed class AllocationProblemBuilder permits AllocationProblem.Builder {

  private final Cluster cluster;
  private final List<Job> jobs = new ArrayList<>();
  private final Map<String, Integer> rowById = new HashMap<>();
  private final List<Entity> entities = new ArrayList<>();
  private final ThroughputMatrix.Builder throughputs;
  private final List<Eligibility.Rule> forbidden = new ArrayList<>();
  private ConstraintSet constraints = ConstraintSet.none();
  private final Map<String, Set<String>> configurations = new HashMap<>(); // names, by job
  private final BitSet removed = new BitSet();
  private boolean gangsMustFit = true;
  private PairThroughputs pairsByType = PairThroughputs.none();

  /** Names the rows that were added last, one for each member of a pair. */
  private List<Supplier<String>> last = List.of();

  AllocationProblemBuilder(Cluster cluster) {
    this.cluster = cluster;
    this.throughputs = ThroughputMatrix.builder(cluster.typeCount());
  }

  /** Adds all of a problem of the same cluster. */
  AllocationProblem.Builder addAll(AllocationProblem problem) {
    DenseThroughputMatrix rates = problem.groups().throughputs();
    for (int g = 0; g < rates.groupCount(); g++) {
      addGroup(problem, rates, g);
      if (!rates.isCertain()) {
        double[][][] ends = new double[rates.group(g).size()][][];
        int group = g;
        Arrays.setAll(
            ends, i -> new double[][] {row(rates.low(), group, i), row(rates.high(), group, i)});
        throughputs.within(last, this::typeName, ends);
      }
    }
    for (int m = 0; m < jobs.size(); m++) {
      int[] types = problem.eligibility().forbiddenTypes(m);
      if (types.length > 0) {
        String[] names =
            Arrays.stream(types).mapToObj(j -> cluster.type(j).name()).toArray(String[]::new);
        forbid(jobs.get(m).id(), names);
      }
    }
    entities.addAll(problem.entities());
    constraints = problem.constraintSet();
    gangsMustFit = !problem.isBelieved();
    pairsByType = problem.pairsByType();
    return self();
  }

  private void addGroup(AllocationProblem problem, ThroughputMatrix rates, int g) {
    Group group = rates.group(g);
    Job first = problem.job(group.member(0));
    if (group instanceof Group.Pair pair) {
      pair(first.id(), problem.job(pair.second()).id(), row(rates, g, 0), row(rates, g, 1));
    } else if (group instanceof Group.Configuration way) {
      configuration(first.id(), way.name(), way.workers(), row(rates, g, 0));
    } else {
      job(first, row(rates, g, 0));
    }
  }

  private static double[] row(ThroughputMatrix rates, int g, int member) {
    double[] row = new double[rates.typeCount()];
    Arrays.setAll(row, j -> rates.stepsPerSecond(g, member, j));
    return row;
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
   * @throws IllegalArgumentException naming the job, the configuration and the invalid value
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
    if (!configurations.computeIfAbsent(jobId, id -> new HashSet<>()).add(name)) {
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
   * @param constraint selected jobs and entities may be added later
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

  /**
   * Replaces a job, such as its weight or remaining steps, but not its throughputs, pairs and
   * configurations. It keeps its place in the order of arrival.
   *
   * @param job a job whose id was added before
   * @return this builder
   * @throws IllegalArgumentException if there is no job of this id
   */
  public AllocationProblem.Builder replace(Job job) {
    jobs.set(rowOf(job.id()), job);
    return self();
  }

  /**
   * Replaces the throughput of a job alone; its pairs and configurations keep theirs.
   *
   * @param jobId the id of a job, added before
   * @param stepsPerSecond its throughput alone, one entry for each worker type of the cluster;
   *     known unless {@link #within(double[], double[])} follows
   * @return this builder
   * @throws IllegalArgumentException naming the unknown job, or the type of an invalid entry
   */
  public AllocationProblem.Builder rates(String jobId, double... stepsPerSecond) {
    int m = rowOf(jobId);
    last = List.of(() -> "job \"%s\"".formatted(jobId));
    requireRates(0, stepsPerSecond);
    throughputs.replace(m, stepsPerSecond);
    return self();
  }

  /**
   * Removes a job with its pairs, configurations and forbidden types. A job of the same id may be
   * added again; it is then the last to arrive.
   *
   * @param jobId the id of a job, added before
   * @return this builder
   * @throws IllegalArgumentException if there is no such job
   */
  public AllocationProblem.Builder remove(String jobId) {
    removed.set(rowOf(jobId));
    rowById.remove(jobId);
    configurations.remove(jobId);
    forbidden.removeIf(rule -> rule.jobId().equals(jobId));
    last = List.of();
    return self();
  }

  private int rowOf(String jobId) {
    Integer row = rowById.get(jobId);
    if (row == null) {
      throw Require.unknown("job", jobId, kept().mapToObj(m -> jobs.get(m).id()).toList());
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
   *     ThroughputMatrix, List)}, or if an unknown job or worker type is forbidden or constrained;
   *     the message names it
   */
  public AllocationProblem build() {
    int[] rowsKept = kept().toArray();
    IdIndex<Job> index =
        IdIndex.of("job", Job::id, Arrays.stream(rowsKept).mapToObj(jobs::get).toList());
    ThroughputMatrix rows = throughputs.build(rowsKept);
    DenseThroughputMatrix matrix = DenseThroughputMatrix.copyOf(rows, index.items(), cluster);
    Eligibility eligibility = Eligibility.Rule.all(forbidden, index, cluster);
    AllocationProblem problem =
        new AllocationProblem(
            cluster, index, matrix, entities, gangsMustFit, eligibility, constraints);
    constraints.requireGuaranteesFit(problem);
    return pairsByType.isEmpty() ? problem : problem.sharingByType(pairsByType);
  }

  private IntStream kept() {
    return IntStream.range(0, jobs.size()).filter(m -> !removed.get(m));
  }
}
