package io.gavel.policies;

import io.gavel.policies.constraint.ConstraintSet;
import io.gavel.policies.constraint.LinearRow;
import io.gavel.policies.internal.IdIndex;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Group;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.JobColumns;
import io.gavel.policies.model.Unrunnable;
import java.util.List;
import java.util.OptionalInt;

/**
 * The input of a policy: the cluster, the jobs in order of arrival, the throughput of each group on
 * each worker type, and the entities that jobs belong to.
 *
 * <p>An allocation {@code X[g][j]} is feasible (Gavel §3.1) if
 *
 * <ul>
 *   <li>every entry is a fraction in {@code [0, 1]}, and 0 where the group cannot run;
 *   <li>the groups that contain a job have fractions that sum to at most 1 over all types;
 *   <li>for each pool, {@code Σ workers · X} over its types is at most its workers, where a group
 *       counts with the {@linkplain #workers workers that it holds}; a pair counts once.
 * </ul>
 *
 * <p>Immutable. The constructor checks that the parts fit together, so policies need not.
 */
public final class AllocationProblem extends ProblemGroups {

  private final Cluster cluster;
  private final List<Job> jobs;
  private final Groups groups;
  private final List<Entity> entities;
  private final PairThroughputs pairsByType;
  private final IdIndex<Job> index;
  private final List<Unrunnable> unrunnable;
  private final List<LinearRow> constraintRows;

  /** Creates a problem with listed groups. Checks its parts. */
  AllocationProblem(
      Cluster cluster,
      IdIndex<Job> index,
      DenseThroughputMatrix throughputs,
      List<Entity> entities,
      boolean gangsMustFit,
      Eligibility eligibility,
      ConstraintSet constraints) {
    this.cluster = cluster;
    this.jobs = index.items();
    this.groups = new Groups(cluster, jobs, throughputs, gangsMustFit, eligibility, constraints);
    this.entities = List.copyOf(entities);
    this.pairsByType = PairThroughputs.none();
    this.index = index;
    groups.requireEqualDemand();
    EntityTree.require(this.entities, jobs);
    this.unrunnable = groups.unrunnable();
    this.constraintRows = constraints.over(this);
  }

  /** Creates the same jobs on the same cluster with other pairs or constraints. */
  private AllocationProblem(
      AllocationProblem base,
      Groups groups,
      PairThroughputs pairsByType,
      List<Unrunnable> unrunnable) {
    this.cluster = base.cluster;
    this.jobs = base.jobs;
    this.groups = groups;
    this.entities = base.entities;
    this.pairsByType = pairsByType;
    this.index = base.index;
    this.unrunnable = unrunnable;
    this.constraintRows = groups.constraints().over(this);
  }

  /**
   * Returns a problem without entities.
   *
   * @param cluster the worker types
   * @param jobs the jobs in order of arrival; may be empty
   * @param throughputs one solo row per job, in the order of {@code jobs}, and one column per
   *     worker type; copied unless it was made by {@link ThroughputMatrix}. Without jobs, any
   *     number of columns is accepted
   * @return the problem
   * @throws IllegalArgumentException if sizes differ, an id repeats, a throughput is negative or
   *     not finite, or a pair is given twice or joins jobs of unequal scale factor or share
   */
  public static AllocationProblem of(
      Cluster cluster, List<Job> jobs, ThroughputMatrix throughputs) {
    return of(cluster, jobs, throughputs, List.of());
  }

  /**
   * Returns a problem whose jobs belong to entities.
   *
   * @param cluster the worker types
   * @param jobs the jobs in order of arrival; may be empty
   * @param throughputs as in {@link #of(Cluster, List, ThroughputMatrix)}
   * @param entities the nodes of the fairness tree, in any order
   * @return the problem
   * @throws IllegalArgumentException as {@link #of(Cluster, List, ThroughputMatrix)}, or if an
   *     entity is unknown, repeated, or its own ancestor
   */
  public static AllocationProblem of(
      Cluster cluster, List<Job> jobs, ThroughputMatrix throughputs, List<Entity> entities) {
    DenseThroughputMatrix matrix = DenseThroughputMatrix.copyOf(throughputs, jobs, cluster);
    IdIndex<Job> index = indexOf(jobs);
    return new AllocationProblem(
        cluster, index, matrix, entities, true, Eligibility.all(), ConstraintSet.none());
  }

  /**
   * Returns an index over the jobs, which are copied unless they are columns, which are immutable.
   */
  private static IdIndex<Job> indexOf(List<Job> jobs) {
    return IdIndex.of("job", Job::id, jobs instanceof JobColumns ? jobs : List.copyOf(jobs));
  }

  /**
   * Starts a problem that is built job by job.
   *
   * @param cluster the worker types
   * @return a new builder
   */
  public static Builder builder(Cluster cluster) {
    return new Builder(cluster);
  }

  /** Builds a problem job by job. Get one from {@link AllocationProblem#builder}. Mutable. */
  public static final class Builder extends AllocationProblemBuilder {

    private Builder(Cluster cluster) {
      super(cluster);
    }
  }

  /** {@return the worker types and their pools} */
  @Override
  public Cluster cluster() {
    return cluster;
  }

  /** {@return the jobs in order of arrival, unmodifiable} */
  @Override
  public List<Job> jobs() {
    return jobs;
  }

  /** Rejects pairs by job type, which are no groups. */
  void requireListedPairs() {
    if (!pairsByType.isEmpty()) {
      throw new IllegalStateException(
          "pairs by job type are not listed; call withAllPairs() to list them");
    }
  }

  /** {@return the nodes of the fairness tree, unmodifiable; empty without a hierarchy} */
  @Override
  public List<Entity> entities() {
    return entities;
  }

  /**
   * Returns the row of a job.
   *
   * @param jobId a job's id
   * @return its index {@code m}
   * @throws IllegalArgumentException if there is no such job; the message lists some known ids
   */
  public int indexOf(String jobId) {
    return index.rowOf(jobId);
  }

  /**
   * Returns the row of a job, if the problem has it.
   *
   * @param jobId an id
   * @return its index {@code m}; empty if there is no such job
   */
  @Override
  public OptionalInt find(String jobId) {
    return index.find(jobId);
  }

  /**
   * {@return the jobs that can run nowhere, each with the cause, in order of arrival; every policy
   * sets them aside}
   */
  public List<Unrunnable> unrunnable() {
    return unrunnable;
  }

  /** {@return the same problem without space sharing; this problem if it has no pairs} */
  public AllocationProblem withoutPairs() {
    return pairsByType.isEmpty() && !groups.hasPairs()
        ? this
        : listed(groups.throughputs().withoutPairs());
  }

  AllocationProblem listed(DenseThroughputMatrix matrix) {
    return listed(cluster, index, matrix);
  }

  private AllocationProblem listed(
      Cluster newCluster, IdIndex<Job> newIndex, DenseThroughputMatrix matrix) {
    return new AllocationProblem(
        newCluster,
        newIndex,
        matrix,
        entities,
        groups.gangsMustFit(),
        eligibility(),
        constraintSet());
  }

  /**
   * Returns a copy with updated jobs, for instance after they made progress.
   *
   * @param newJobs as many jobs, in the same order
   * @return a copy
   * @throws IllegalArgumentException as {@link #of(Cluster, List, ThroughputMatrix, List)}
   */
  public AllocationProblem withJobs(List<Job> newJobs) {
    DenseThroughputMatrix matrix = DenseThroughputMatrix.copyOf(throughputs(), newJobs, cluster);
    return listed(cluster, indexOf(newJobs), matrix).sharedAs(this);
  }

  /**
   * Returns the same problem on another cluster, for instance with one more worker.
   *
   * @param newCluster as many worker types, in the same order
   * @return a copy
   * @throws IllegalArgumentException as {@link #of(Cluster, List, ThroughputMatrix, List)}
   */
  public AllocationProblem withCluster(Cluster newCluster) {
    DenseThroughputMatrix matrix = DenseThroughputMatrix.copyOf(throughputs(), jobs, newCluster);
    return listed(newCluster, index, matrix).sharedAs(this);
  }

  /**
   * Returns a copy with another eligibility of jobs for worker types.
   *
   * @param eligibility an eligibility for the same number of jobs and worker types
   * @return a copy
   * @throws IllegalArgumentException if its number of jobs or worker types differs
   */
  public AllocationProblem withEligibility(Eligibility eligibility) {
    eligibility.requireFit(jobs.size(), cluster.typeCount());
    return new AllocationProblem(
            cluster,
            index,
            groups.throughputs(),
            entities,
            groups.gangsMustFit(),
            eligibility,
            constraintSet())
        .sharedAs(this);
  }

  /**
   * Returns a copy with further worker types forbidden to a job.
   *
   * @param jobId a job's id
   * @param typeNames names of worker types; repeated names have no effect
   * @return a copy
   * @throws IllegalArgumentException naming an unknown job or worker type, or if no type is named
   */
  public AllocationProblem forbidding(String jobId, String... typeNames) {
    return withEligibility(
        new Eligibility.Rule(jobId, typeNames).and(eligibility(), index, cluster));
  }

  @Override
  public AllocationProblem withConstraints(ConstraintSet constraints) {
    return new AllocationProblem(this, groups.with(constraints), pairsByType, unrunnable);
  }

  @Override
  public List<LinearRow> constraintRows() {
    return constraintRows;
  }

  @Override
  Groups groups() {
    return groups;
  }

  /** Returns a copy with the pairs by job type of another. */
  AllocationProblem sharedAs(AllocationProblem other) {
    return other.pairsByType.isEmpty() ? this : sharingByType(other.pairsByType);
  }

  /**
   * Returns a copy with space sharing by job type: any two jobs whose types form a pair in the
   * table may share workers. The pairs are not listed, so there may be billions. An allocation
   * lists the pairs that it uses: its {@link Allocation#problem} is this problem {@linkplain
   * #withPairs with these pairs}. An elastic job is paired in its first way only.
   *
   * @param table throughputs by job type, one entry for each worker type
   * @return a copy
   * @throws IllegalArgumentException if the problem has listed pairs, or a different number of
   *     worker types
   */
  public AllocationProblem sharingByType(PairThroughputs table) {
    if (pairCount() > 0 || table.typeCount() != cluster.typeCount()) {
      throw new IllegalArgumentException(
          "%s needs a problem with as many worker types and without listed pairs, not %s"
              .formatted(table, this));
    }
    return new AllocationProblem(this, groups, table, groups.unrunnable(table, unrunnable));
  }

  /** {@return the table of {@link #sharingByType}; empty if there is none} */
  public PairThroughputs pairsByType() {
    return pairsByType;
  }

  /**
   * Returns a copy with some of its pairs by job type listed, and no others.
   *
   * @param pairs distinct pairs of jobs whose types are in the table
   * @return a copy
   */
  public AllocationProblem withPairs(List<Group.Pair> pairs) {
    DenseThroughputMatrix matrix = groups.throughputs().withPairs(pairs, jobs, pairsByType);
    return new AllocationProblem(this, groups.with(matrix), PairThroughputs.none(), unrunnable);
  }

  /**
   * Returns a copy with all pairs by job type listed.
   *
   * @return a copy; this problem if there are none
   * @throws IllegalArgumentException if there are more than an array has room for, as of some ten
   *     thousand jobs
   */
  public AllocationProblem withAllPairs() {
    return pairsByType.isEmpty() ? this : withPairs(groups.pairs(pairsByType));
  }

  /**
   * Returns the same problem, where some jobs can also run in pairs that are not listed, as in a
   * problem {@linkplain #withPairs with some of its pairs}.
   *
   * @param jobIds jobs that no longer count as {@linkplain #unrunnable unrunnable}; the ids of
   *     other jobs are ignored
   * @return a copy; this problem if none of them is unrunnable
   */
  public AllocationProblem withUnlistedPairsOf(List<String> jobIds) {
    List<Unrunnable> others =
        unrunnable.stream().filter(job -> !jobIds.contains(job.jobId())).toList();
    return others.size() == unrunnable.size()
        ? this
        : new AllocationProblem(this, groups, pairsByType, others);
  }

  /**
   * Returns the same problem as seen by a policy that assumes other throughputs, for instance that
   * all worker types are equally fast. The believed matrix alone decides where a group runs: such a
   * policy does not see that a gang is larger than a pool.
   *
   * @param believed a matrix of the same shape with the same pairs and configurations
   * @return a copy; an allocation of it is also one of this problem, but may waste time
   * @throws IllegalArgumentException as {@link #of(Cluster, List, ThroughputMatrix, List)}, or if
   *     the pairs or configurations differ
   */
  public AllocationProblem believing(ThroughputMatrix believed) {
    DenseThroughputMatrix matrix = DenseThroughputMatrix.copyOf(believed, jobs, cluster);
    if (!matrix.hasGroupsOf(groups.throughputs())) {
      throw new IllegalArgumentException(
          "believed %s has other groups than %s; they must be the same, in the same order"
              .formatted(matrix, groups.throughputs()));
    }
    return new AllocationProblem(
        cluster, index, matrix, entities, false, eligibility(), constraintSet());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof AllocationProblem that
        && isBelieved() == that.isBelieved()
        && cluster.equals(that.cluster)
        && jobs.equals(that.jobs)
        && entities.equals(that.entities)
        && throughputs().equals(that.throughputs())
        && pairsByType.equals(that.pairsByType)
        && eligibility().equals(that.eligibility())
        && constraintSet().equals(that.constraintSet());
  }

  @Override
  public int hashCode() {
    return 31 * (31 * cluster.hashCode() + jobs.hashCode()) + throughputs().hashCode();
  }

  @Override
  public String toString() {
    return "AllocationProblem[%s jobs, %s pairs%s, %s]"
        .formatted(jobs.size(), pairCount(), groups.throughputs().elastic(), cluster);
  }
}
