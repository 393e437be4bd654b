package io.gavel.policies;

import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.ConstraintSet;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.constraint.LinearRow;
import io.gavel.policies.constraint.ProblemRows;
import io.gavel.policies.constraint.Quota;
import io.gavel.policies.internal.IdIndex;
import io.gavel.policies.internal.Require;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Group;
import io.gavel.policies.model.Holding;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.JobColumns;
import io.gavel.policies.model.Unrunnable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

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
 *       counts with the {@linkplain #workers workers that it holds}; a pair counts once, and a
 *       co-gang counts in each pool of which it holds workers.
 * </ul>
 *
 * <p>Immutable. The constructor checks that the parts fit together, so policies need not.
 */
public final class AllocationProblem implements ProblemRows {

  /**
   * The start of the name of the constraint that keeps co-gangs within the workers of a pool; the
   * name of the pool follows.
   */
  public static final String CO_GANGS = "co-gangs:";

  /** The number of conditions for running, see {@link #conditionsMet}. */
  private static final int CONDITIONS = 3;

  private final Cluster cluster;
  private final IdIndex<Job> index;
  private final List<Job> jobs;
  private final DenseThroughputMatrix throughputs;
  private final List<Entity> entities;
  private final EntityTree tree;
  private final boolean gangsMustFit;
  private final Eligibility eligibility;
  private final ConstraintSet constraints;
  private final PairThroughputs pairsByType;
  private final List<Unrunnable> unrunnable;
  private final List<LinearRow> constraintRows;
  private final List<LinearRow> softRows;

  /**
   * The workers that each group holds, {@code [group]}: read more often than any other property.
   */
  private final double[] workers;

  /** The workers held alongside, {@code [group][worker type]}; empty without co-gangs. */
  private final int[][] alongside;

  /** The workers of each type's pool, {@code [worker type]}. */
  private final double[] poolWorkers;

  /** Creates a problem with listed groups. Checks its parts. */
  private AllocationProblem(
      Cluster cluster,
      IdIndex<Job> index,
      DenseThroughputMatrix throughputs,
      List<Entity> entities,
      boolean gangsMustFit,
      Eligibility eligibility,
      ConstraintSet constraints) {
    this.cluster = cluster;
    this.index = index;
    this.jobs = index.items();
    this.throughputs = throughputs;
    this.entities = List.copyOf(entities);
    this.gangsMustFit = gangsMustFit;
    this.eligibility = eligibility;
    this.constraints = constraints.withRights(Optional.empty()); // were for other jobs or workers
    this.pairsByType = PairThroughputs.none();
    workers = new double[throughputs.groupCount()];
    alongside = readHoldings();
    poolWorkers = new double[cluster.typeCount()];
    Arrays.setAll(poolWorkers, j -> cluster.poolWorkers(cluster.poolOf(j)));
    requireEqualDemand();
    tree = EntityTree.of(this.entities, jobs);
    unrunnable = findUnrunnable();
    constraintRows = rows(this.constraints);
    softRows = this.constraints.softOver(this);
  }

  /** Creates a problem of the same jobs on the same cluster with other pairs or constraints. */
  @SuppressWarnings("ReferenceEquality") // the rows of the same objects are the same
  private AllocationProblem(
      AllocationProblem base,
      DenseThroughputMatrix throughputs,
      ConstraintSet constraints,
      PairThroughputs pairsByType,
      List<Unrunnable> unrunnable) {
    this.cluster = base.cluster;
    this.index = base.index;
    this.jobs = base.jobs;
    this.throughputs = throughputs;
    this.entities = base.entities;
    this.tree = base.tree;
    this.gangsMustFit = base.gangsMustFit;
    this.eligibility = base.eligibility;
    this.constraints = constraints;
    this.pairsByType = pairsByType;
    boolean sameGroups = throughputs == base.throughputs;
    this.workers = sameGroups ? base.workers : new double[throughputs.groupCount()];
    this.alongside = sameGroups ? base.alongside : readHoldings();
    this.poolWorkers = base.poolWorkers;
    this.unrunnable = unrunnable;
    boolean sameRows = sameGroups && constraints == base.constraints;
    this.constraintRows = sameRows ? base.constraintRows : rows(constraints);
    this.softRows = sameRows ? base.softRows : constraints.softOver(this);
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

  /**
   * Returns a builder that holds all of this problem, to add, replace and remove jobs. It takes
   * time in proportion to the problem, not to what changes.
   *
   * @return a new builder; this problem does not change
   */
  public Builder edit() {
    BitSet all = new BitSet();
    all.set(0, jobs.size());
    return edit(all);
  }

  /**
   * Returns a builder that holds some jobs of this problem, the groups with only these jobs, and
   * all entities and constraints. Time is proportional to the number of groups of this problem.
   *
   * @param kept the indices of the jobs that the builder holds
   * @return a new builder; this problem does not change
   * @throws IndexOutOfBoundsException naming an index of no job
   */
  public Builder edit(BitSet kept) {
    if (kept.length() > jobs.size()) {
      Require.index(kept.length() - 1, jobs.size(), "job");
    }
    return new Builder(cluster).addAll(this, kept);
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

  /** {@return the nodes of the fairness tree, unmodifiable; empty without a hierarchy} */
  @Override
  public List<Entity> entities() {
    return entities;
  }

  @Override
  public Optional<BitSet> jobsOf(String entity) {
    return tree.jobsOf(entity);
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
   * leaves them out}
   */
  public List<Unrunnable> unrunnable() {
    return unrunnable;
  }

  /**
   * Returns the number of groups.
   *
   * @return jobs plus pairs plus configurations: the rows of an allocation
   * @throws IllegalStateException if pairs are given {@linkplain AllocationProblem#sharingByType by
   *     job type} and not listed
   */
  public int groupCount() {
    if (!pairsByType.isEmpty()) {
      throw new IllegalStateException(
          "pairs by job type are not listed; call withAllPairs() to list them");
    }
    return throughputs.groupCount();
  }

  /**
   * Returns the jobs of a group.
   *
   * @param g a group index
   * @return {@code Solo(g)} for {@code g < jobCount()}, otherwise a pair or a configuration
   */
  @Override
  public Group group(int g) {
    return throughputs.group(g);
  }

  /** {@return the throughput of each group on each worker type, in steps per second; immutable} */
  public ThroughputMatrix throughputs() {
    return throughputs;
  }

  /**
   * Returns one job.
   *
   * @param m a job index
   * @return the job
   */
  public Job job(int m) {
    return jobs.get(Require.index(m, jobs.size(), "job"));
  }

  /** {@return the number of jobs, which is the number of solo groups} */
  public int jobCount() {
    return jobs.size();
  }

  /**
   * {@return whether {@link AllocationProblem#believing} made this problem: a gang may be larger
   * than a pool}
   */
  public boolean isBelieved() {
    return !gangsMustFit;
  }

  /**
   * Returns the number of workers that a group occupies at once.
   *
   * @param g a group index
   * @return the scale factor of its jobs, or the workers of the configuration; at least 1
   */
  public int scaleFactor(int g) {
    return (int) Math.max(1, workers(g));
  }

  /**
   * Returns the share of each of its workers that a group takes.
   *
   * @param g a group index
   * @return thousandths, the {@link Job#gpuMilli} of its jobs or of the configuration
   */
  public int gpuMilli(int g) {
    return (int) Math.rint(Math.min(1, workers(g)) * Job.WHOLE_WORKER);
  }

  /**
   * Returns the workers that a group holds while it runs, as counted in every sum of workers.
   *
   * @param g a group index
   * @return the {@link Job#workers} of its jobs, which are equal and counted once, or the workers
   *     of the configuration
   */
  @Override
  public double workers(int g) {
    return workers[Require.index(g, workers.length, "group")];
  }

  private Holding holding(int g) {
    return isConfiguration(g)
        ? ((Group.Configuration) throughputs.group(g)).holding()
        : jobs.get(firstJob(g)).holding();
  }

  /** Fills {@link #workers} and returns the workers alongside; nothing without co-gangs. */
  private int[][] readHoldings() {
    int[][] held = new int[0][];
    for (int g = 0; g < workers.length; g++) {
      Holding holding = holding(g);
      workers[g] = holding.counted();
      if (!holding.alongside().isEmpty()) {
        held = held.length > 0 ? held : new int[workers.length][0];
        int[] row = new int[cluster.typeCount()];
        holding.alongside().forEach((type, count) -> row[cluster.indexOf(type)] = count);
        held[g] = row;
      }
    }
    return held;
  }

  /**
   * Returns the rows of constraints and, for each pool of which co-gangs hold workers alongside, a
   * row {@code co-gangs:POOL}: all workers held are at most those of the pool.
   */
  private List<LinearRow> rows(ConstraintSet set) {
    List<LinearRow> stated = set.over(this);
    if (alongside.length == 0) {
      return stated;
    }
    List<LinearRow> all = new ArrayList<>(stated);
    for (int k = 0; k < cluster.poolCount(); k++) {
      int pool = k;
      List<Integer> types =
          IntStream.range(0, poolWorkers.length)
              .filter(j -> cluster.poolOf(j) == pool)
              .boxed()
              .toList();
      boolean held =
          IntStream.range(0, alongside.length)
              .anyMatch(g -> types.stream().anyMatch(j -> alongside(g, j) > 0));
      if (held) {
        String name = CO_GANGS + cluster.poolName(k);
        if (Stream.concat(all.stream(), set.softOver(this).stream())
            .anyMatch(row -> row.name().equals(name))) {
          throw new IllegalArgumentException(
              "constraint \"%s\" is stated, but co-gangs add one of this name; rename it"
                  .formatted(name));
        }
        Constraint capacity =
            Constraint.named(name)
                .that(
                    LinearForm.workers()
                        .onTypes(
                            types.stream().map(j -> cluster.type(j).name()).toArray(String[]::new)))
                .atMost(cluster.poolWorkers(k));
        all.addAll(ConstraintSet.none().and(capacity).over(this));
      }
    }
    return List.copyOf(all);
  }

  /**
   * Returns the workers of a type that a co-gang holds while it runs, in addition to {@link
   * #workers}.
   *
   * @param g a group index
   * @param j a type index
   * @return workers, at least 0, equal on whichever type the group runs
   */
  @Override
  public int alongside(int g, int j) {
    return isCoGang(g) ? alongside[g][j] : 0;
  }

  /**
   * Returns the workers of a type that a group holds while it runs on a type: its {@link #workers}
   * there, and the workers {@link #alongside}.
   *
   * @param g a group index
   * @param j the index of the type on which it runs
   * @param t the index of the type whose workers count
   * @return workers, at least 0
   */
  public double held(int g, int j, int t) {
    return (t == j ? workers[g] : 0) + alongside(g, t);
  }

  /**
   * Returns the workers of a pool that a group holds at once while it runs on a type.
   *
   * @param g a group index
   * @param j the index of the type on which it runs
   * @param k a pool index
   * @return workers, at least 0; a share of a worker counts as 1
   */
  public int gang(int g, int j, int k) {
    double gang = 0;
    for (int t = 0; t < poolWorkers.length; t++) {
      gang += cluster.poolOf(t) == k ? Math.ceil(held(g, j, t)) : 0;
    }
    return (int) gang;
  }

  @Override
  public boolean isCoGang(int g) {
    return alongside.length > 0 && alongside[g].length > 0;
  }

  /**
   * Requires that no job holds workers of several types at the same time.
   *
   * @param reader cannot keep co-gangs, for the message
   * @throws IllegalArgumentException naming the first co-gang
   */
  public void requireNoCoGangs(Object reader) {
    for (int g = 0; g < alongside.length; g++) {
      if (isCoGang(g)) {
        throw new IllegalArgumentException(
            "%s does not support co-gangs; \"%s\" holds workers of several types at the same time"
                .formatted(reader, groupName(g)));
      }
    }
  }

  /**
   * Returns the name of a group in texts.
   *
   * @param g a group index
   * @return such as {@code a} for a job alone, {@code a + b} for a pair, and {@code a [x8]} for
   *     configuration {@code x8} of job {@code a}
   */
  public String groupName(int g) {
    String first = jobs.get(firstJob(g)).id();
    if (g < jobs.size()) {
      return first;
    }
    return throughputs.group(g) instanceof Group.Configuration way
        ? "%s [%s]".formatted(first, way.name())
        : first + " + " + jobs.get(throughputs.group(g).member(1)).id();
  }

  /**
   * Returns the number of listed pairs, which are the groups after the jobs. Pairs by job type are
   * not listed.
   *
   * @return at least 0
   */
  public int pairCount() {
    return throughputs.pairCount();
  }

  /** {@return the number of configurations, which are the groups after the pairs} */
  public int configurationCount() {
    return throughputs.configurationCount();
  }

  /**
   * Returns the configurations of a job, without its first way.
   *
   * @param m a job index
   * @return group indices, ascending; empty unless the job is elastic
   */
  public int[] configurationsOf(int m) {
    return throughputs.configurationsOf(m).toArray();
  }

  /**
   * Returns the group of a configuration.
   *
   * @param jobId a job's id
   * @param name the name of one of its configurations
   * @return its index {@code g}
   * @throws IllegalArgumentException if the job or the configuration is unknown; the message names
   *     both
   */
  public int configurationOf(String jobId, String name) {
    int[] known = configurationsOf(indexOf(jobId));
    return Arrays.stream(known)
        .filter(g -> ((Group.Configuration) group(g)).name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "job \"%s\" has no configuration \"%s\"; it has %s"
                        .formatted(
                            jobId, name, Arrays.stream(known).mapToObj(this::groupName).toList())));
  }

  /** Returns the first job of a group. The jobs of a pair hold the same workers. */
  private int firstJob(int g) {
    return g < jobs.size() ? g : throughputs.group(g).member(0);
  }

  private boolean isConfiguration(int g) {
    return g >= jobs.size() + throughputs.pairCount();
  }

  /**
   * Returns whether a group can run on a worker type: each member has a throughput there, the type
   * is {@linkplain #eligibility forbidden} to none of them, and its workers are no more than those
   * of the pool. On other types its fraction is 0.
   *
   * @param g a group index
   * @param j a type index
   * @return true if the group can make progress there
   */
  @Override
  public boolean runs(int g, int j) {
    return (eligibility.isAll() || isAllowed(g, j)) && runsIfAllowed(g, j);
  }

  /**
   * Reads a row of throughputs. Passes over all jobs are faster with this method than with a call
   * for each entry.
   *
   * @param g a group index
   * @param member which of the group's jobs, 0 or 1
   * @param to receives steps per second, {@code [worker type]} from {@code at} on; 0 where the
   *     group does not {@linkplain #runs run}
   * @param at the index of the first type
   */
  public void copyRunning(int g, int member, double[] to, int at) {
    double[] rows = throughputs.rows(g);
    int start = throughputs.start(g, member);
    boolean alone = g < jobs.size() || isConfiguration(g);
    boolean allowed = eligibility.isAll();
    int gang = gangsMustFit ? scaleFactor(g) : 1;
    for (int j = 0; j < poolWorkers.length; j++) {
      boolean runs =
          gang <= poolWorkers[j]
              && fitsAlongside(g, j)
              && (alone || hasThroughput(g, j))
              && (allowed || isAllowed(g, j));
      to[at + j] = runs ? rows[start + j] : 0;
    }
  }

  /**
   * Returns whether a group could run on a worker type if nothing were forbidden. Reference
   * throughputs such as the equal share of a job use this.
   *
   * @param g a group index
   * @param j a type index
   * @return true if the group {@linkplain #runs runs} there, or would if the type were allowed
   */
  public boolean runsIfAllowed(int g, int j) {
    double most = poolWorkers[Require.index(j, poolWorkers.length, "worker type")];
    return hasThroughput(g, j) // false for most types of a problem over slots
        && (gangsMustFit ? scaleFactor(g) : 1) <= most
        && fitsAlongside(g, j);
  }

  /** Returns whether each pool has the workers that a co-gang would hold of it on a type. */
  private boolean fitsAlongside(int g, int j) {
    if (!gangsMustFit || !isCoGang(g)) {
      return true;
    }
    return IntStream.range(0, cluster.poolCount())
        .allMatch(k -> gang(g, j, k) <= cluster.poolWorkers(k));
  }

  /** {@return the worker types on which each job may run} */
  public Eligibility eligibility() {
    return eligibility;
  }

  @Override
  public int listedGroupCount() {
    return throughputs.groupCount();
  }

  @Override
  public double stepsPerSecond(int g, int member, int j) {
    return throughputs.stepsPerSecond(g, member, j);
  }

  private boolean isAllowed(int g, int j) {
    if (isCoGang(g)) {
      int m = firstJob(g);
      return IntStream.range(0, poolWorkers.length)
          .noneMatch(t -> (t == j || alongside[g][t] > 0) && eligibility.forbids(m, t));
    }
    if (g < jobs.size()) {
      return !eligibility.forbids(g, j);
    }
    Group group = throughputs.group(g);
    return !eligibility.forbids(group.member(0), j)
        && !eligibility.forbids(group.member(group.size() - 1), j);
  }

  private boolean hasThroughput(int g, int j) {
    boolean paired = g >= jobs.size() && !isConfiguration(g);
    return throughputs.stepsPerSecond(g, 0, j) > 0
        && (!paired || throughputs.stepsPerSecond(g, 1, j) > 0);
  }

  /** {@return the constraints and quotas as they were stated} */
  public ConstraintSet constraintSet() {
    return constraints;
  }

  /** {@return the stated constraints in order, without the rules of quotas; unmodifiable} */
  public List<Constraint> constraints() {
    return constraints.constraints();
  }

  /** {@return the quotas of entities, unmodifiable} */
  public List<Quota> quotas() {
    return constraints.quotas();
  }

  /**
   * {@return all constraints in force with the numbers of this problem: the stated constraints,
   * then the rules of the quotas; unmodifiable}
   */
  public List<LinearRow> constraintRows() {
    return constraintRows;
  }

  /**
   * Returns the names of all constraints and rules of quotas in force, also of guarantees for which
   * no policy has stated rows.
   *
   * @return unmodifiable; empty if nothing is constrained
   */
  public List<String> constraintNames() {
    return Stream.concat(
            Stream.concat(constraintRows.stream(), softRows.stream()).map(LinearRow::name),
            constraints.openRights().stream())
        .toList();
  }

  /**
   * Returns the rows of soft constraints, which an allocation may miss at a price.
   *
   * @return unmodifiable; their names are keys of {@link ConstraintSet#penalties}
   */
  public List<LinearRow> softRows() {
    return softRows;
  }

  /**
   * Returns a copy in which a constraint is soft.
   *
   * @param name of a constraint, of a rule of a quota such as {@code limit:red:v100}, or of the
   *     guarantees of an entity, such as {@code guaranteed:red}
   * @param penalty in units of the policy's objective for each unit by which it is missed, finite
   *     and above 0
   * @return a copy
   * @throws IllegalArgumentException if there is no such constraint, or the penalty is wrong
   */
  public AllocationProblem softening(String name, double penalty) {
    return withConstraints(constraints.softening(name, penalty));
  }

  /**
   * {@return the constraints in force that the running jobs keep at each moment, in order; the
   * other constraints hold on average over time}
   *
   * @see io.gavel.policies.constraint.Constraint#holdsAtEachMoment
   */
  public List<LinearRow> momentRows() {
    Map<String, LinearRow> rows = new HashMap<>();
    constraintRows.forEach(row -> rows.put(row.name(), row));
    List<LinearRow> held = new ArrayList<>();
    for (Constraint constraint :
        rows.isEmpty() ? List.<Constraint>of() : constraints.inForce(this)) {
      LinearRow row = rows.get(constraint.name());
      if (row != null && constraint.holdsAtEachMoment(row)) {
        held.add(row);
      }
    }
    return List.copyOf(held);
  }

  /** Rejects pairs of jobs that do not hold the same workers. */
  private void requireEqualDemand() {
    for (int g = jobs.size(); g < jobs.size() + throughputs.pairCount(); g++) {
      Job first = jobs.get(throughputs.group(g).member(0));
      Job second = jobs.get(throughputs.group(g).member(1));
      if (first.scaleFactor() != second.scaleFactor()) {
        throw new IllegalArgumentException(
            "jobs \"%s\" and \"%s\" have scale factors %s and %s; they must be equal in a pair"
                .formatted(first.id(), second.id(), first.scaleFactor(), second.scaleFactor()));
      }
      if (!first.holding().alongside().isEmpty() || !second.holding().alongside().isEmpty()) {
        throw new IllegalArgumentException(
            "jobs \"%s\" and \"%s\" form a pair and one is a co-gang; co-gangs cannot share workers"
                .formatted(first.id(), second.id()));
      }
      if (first.gpuMilli() != second.gpuMilli()) {
        throw new IllegalArgumentException(
            "jobs \"%s\" and \"%s\" take %s and %s thousandths of a worker; they must be equal in"
                    .formatted(first.id(), second.id(), first.gpuMilli(), second.gpuMilli())
                + " a pair");
      }
    }
  }

  /** Returns the jobs that can run in no listed group. */
  private List<Unrunnable> findUnrunnable() {
    int[] met = new int[jobs.size()];
    Arrays.setAll(met, this::conditionsMet);
    for (int g = met.length; g < throughputs.groupCount(); g++) {
      int ofGroup = conditionsMet(g);
      Group group = throughputs.group(g);
      for (int i = 0; i < group.size(); i++) {
        met[group.member(i)] = Math.max(met[group.member(i)], ofGroup);
      }
    }
    List<Unrunnable> found = new ArrayList<>();
    for (int m = 0; m < met.length; m++) {
      if (met[m] < CONDITIONS) {
        found.add(new Unrunnable(m, jobs.get(m).id(), cause(met[m])));
      }
    }
    return List.copyOf(found);
  }

  /** Returns the reason why a job that meets a number of conditions cannot run. */
  private static Unrunnable.Cause cause(int met) {
    return switch (met) {
      case 0 -> Unrunnable.Cause.NO_THROUGHPUT;
      case 1 -> Unrunnable.Cause.GANG_TOO_LARGE;
      default -> Unrunnable.Cause.FORBIDDEN;
    };
  }

  /**
   * Returns how many of the conditions for running a group meets on the type where it meets most: a
   * throughput, then a pool that is large enough, then a type that is not forbidden.
   */
  private int conditionsMet(int g) {
    int most = 0;
    for (int j = 0; j < poolWorkers.length && most < CONDITIONS; j++) {
      if (hasThroughput(g, j)) {
        most = Math.max(most, runs(g, j) ? CONDITIONS : runsIfAllowed(g, j) ? 2 : 1);
      }
    }
    return most;
  }

  /** Returns the jobs that cannot run in a pair of the table either. */
  private List<Unrunnable> unrunnable(PairThroughputs table) {
    return unrunnable.stream()
        .filter(
            job -> IntStream.range(0, jobs.size()).noneMatch(n -> runByType(table, job.job(), n)))
        .toList();
  }

  /** Returns all pairs of the table that can run on some worker type. */
  private List<Group.Pair> listedPairs() {
    PairThroughputs table = pairsByType;
    requireListable(table);
    List<Group.Pair> pairs = new ArrayList<>();
    for (int m = 0; m < jobs.size(); m++) {
      for (int n = m + 1; n < jobs.size(); n++) {
        if (runByType(table, m, n)) {
          pairs.add(new Group.Pair(m, n));
        }
      }
    }
    return pairs;
  }

  /** Rejects more pairs than an array of their rates has room for, before any is listed. */
  private void requireListable(PairThroughputs table) {
    long[] jobsOf = new long[table.kindCount()];
    jobs.stream().mapToInt(table::kindOf).filter(kind -> kind >= 0).forEach(kind -> jobsOf[kind]++);
    long twice = 0;
    for (int kind = 0; kind < jobsOf.length; kind++) {
      for (int other : table.partners(kind)) {
        twice += jobsOf[kind] * (jobsOf[other] - (kind == other ? 1 : 0));
      }
    }
    long most = Integer.MAX_VALUE / (2L * Math.max(1, cluster.typeCount()));
    if (twice / 2 > most) {
      throw new IllegalArgumentException(
          "%s jobs have %s pairs by job type; at most %s can be listed for %s worker types"
              .formatted(jobs.size(), twice / 2, most, cluster.typeCount()));
    }
  }

  private boolean runByType(PairThroughputs table, int m, int n) {
    int of = table.kindOf(jobs.get(m));
    int beside = table.kindOf(jobs.get(n));
    return m != n
        && of >= 0
        && beside >= 0
        && IntStream.range(0, cluster.typeCount())
            .anyMatch(
                j ->
                    table.stepsPerSecond(of, beside, j) > 0
                        && table.stepsPerSecond(beside, of, j) > 0
                        && !eligibility.forbids(m, j)
                        && !eligibility.forbids(n, j)
                        && jobs.get(m).scaleFactor() <= cluster.poolWorkers(cluster.poolOf(j)));
  }

  /** {@return a copy without space sharing; this problem if it has no pairs} */
  public AllocationProblem withoutPairs() {
    return pairsByType.isEmpty() && pairCount() == 0 ? this : listed(throughputs.withoutPairs());
  }

  /** {@return a copy with a pool of its own for each worker type} */
  public AllocationProblem withoutPools() {
    return withCluster(
        Cluster.of(cluster.types().stream().map(type -> type.withPool(type.name())).toList()));
  }

  /** {@return a copy in which each job that takes a share of a worker takes the entire worker} */
  public AllocationProblem withoutShares() {
    return withJobs(
        jobs.stream().map(job -> job.toBuilder().gpuMilli(Job.WHOLE_WORKER).build()).toList());
  }

  private AllocationProblem listed(DenseThroughputMatrix matrix) {
    return listed(cluster, index, matrix);
  }

  private AllocationProblem listed(
      Cluster newCluster, IdIndex<Job> newIndex, DenseThroughputMatrix matrix) {
    return new AllocationProblem(
        newCluster, newIndex, matrix, entities, gangsMustFit, eligibility, constraints);
  }

  /**
   * Returns a copy with updated jobs, for instance after they made progress.
   *
   * @param newJobs as many jobs, in the same order
   * @return a copy
   * @throws IllegalArgumentException as {@link #of(Cluster, List, ThroughputMatrix, List)}
   */
  public AllocationProblem withJobs(List<Job> newJobs) {
    DenseThroughputMatrix matrix = DenseThroughputMatrix.copyOf(throughputs, newJobs, cluster);
    return listed(cluster, indexOf(newJobs), matrix).sharedAs(this);
  }

  /**
   * Returns a copy on another cluster, for instance with one more worker.
   *
   * @param newCluster as many worker types, in the same order
   * @return a copy
   * @throws IllegalArgumentException as {@link #of(Cluster, List, ThroughputMatrix, List)}
   */
  public AllocationProblem withCluster(Cluster newCluster) {
    DenseThroughputMatrix matrix = DenseThroughputMatrix.copyOf(throughputs, jobs, newCluster);
    return listed(newCluster, index, matrix).sharedAs(this);
  }

  /**
   * Returns a copy with another eligibility of jobs for worker types.
   *
   * @param newEligibility an eligibility for the same number of jobs and worker types
   * @return a copy
   * @throws IllegalArgumentException if its number of jobs or worker types differs
   */
  public AllocationProblem withEligibility(Eligibility newEligibility) {
    newEligibility.requireFit(jobs.size(), cluster.typeCount());
    return new AllocationProblem(
            cluster, index, throughputs, entities, gangsMustFit, newEligibility, constraints)
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
    return withEligibility(new Eligibility.Rule(jobId, typeNames).and(eligibility, index, cluster));
  }

  /** {@return a copy with rigid jobs; this problem if it has no configurations} */
  public AllocationProblem withoutConfigurations() {
    return configurationCount() == 0
        ? this
        : listed(throughputs.withoutConfigurations()).sharedAs(this);
  }

  /**
   * Returns a copy with the configurations of a matrix instead of its own.
   *
   * @param matrix configurations of the same jobs on the same worker types; only its rows of
   *     configurations are read
   * @return a copy
   * @throws IllegalArgumentException if the number of jobs or types differs, or an entry is invalid
   */
  public AllocationProblem withConfigurations(ThroughputMatrix matrix) {
    DenseThroughputMatrix rows = DenseThroughputMatrix.copyOf(matrix, jobs, cluster);
    return listed(throughputs.withConfigurationsOf(rows)).sharedAs(this);
  }

  /**
   * Returns a copy with other throughputs, for instance the {@linkplain ThroughputMatrix#low lower
   * ends} of their intervals, or measured rates. Reference throughputs such as the equal share
   * follow the new throughputs.
   *
   * @param rates a matrix of the same shape with the same pairs and configurations
   * @return a copy; this problem if the throughputs are its own
   * @throws IllegalArgumentException if the shape or the groups differ, or an entry is invalid
   */
  public AllocationProblem withThroughputs(ThroughputMatrix rates) {
    if (rates == throughputs) {
      return this;
    }
    DenseThroughputMatrix matrix = DenseThroughputMatrix.copyOf(rates, jobs, cluster);
    requireGroupsOf(matrix, "");
    return listed(matrix).sharedAs(this);
  }

  /**
   * Returns a copy with other constraints and quotas instead of its own.
   *
   * @param newConstraints the constraints and quotas
   * @return a copy
   * @throws IllegalArgumentException naming a selected job, entity or type that this problem lacks
   */
  public AllocationProblem withConstraints(ConstraintSet newConstraints) {
    return newConstraints.equals(constraints)
        ? this
        : new AllocationProblem(this, throughputs, newConstraints, pairsByType, unrunnable);
  }

  /**
   * Returns a copy with one more constraint.
   *
   * @param constraint with a name that is new to the problem
   * @return a copy
   * @throws IllegalArgumentException naming a selected job, entity or type that this problem lacks,
   *     or the repeated name
   */
  public AllocationProblem constraining(Constraint constraint) {
    return withConstraints(constraints.and(constraint));
  }

  /**
   * Returns a copy with one more quota.
   *
   * @param quota of an entity that has none
   * @return a copy
   * @throws IllegalArgumentException naming an entity or type that this problem lacks, or the
   *     entity that has a quota
   */
  public AllocationProblem constraining(Quota quota) {
    return withConstraints(constraints.and(quota));
  }

  /**
   * Returns a copy without one of its constraints.
   *
   * @param name the name of a constraint, or of a rule of a quota such as {@code limit:red:v100}
   * @return a copy
   * @throws IllegalArgumentException if there is no such name; the message lists some known names
   */
  public AllocationProblem withoutConstraint(String name) {
    return withConstraints(constraints.without(name));
  }

  /** Returns a copy with the pairs by job type of another. */
  private AllocationProblem sharedAs(AllocationProblem other) {
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
    requireNoCoGangs("space sharing by job type");
    if (pairCount() > 0 || table.typeCount() != cluster.typeCount()) {
      throw new IllegalArgumentException(
          "%s needs a problem with as many worker types and without listed pairs, not %s"
              .formatted(table, this));
    }
    return new AllocationProblem(this, throughputs, constraints, table, unrunnable(table));
  }

  /** {@return the table of {@link #sharingByType}; empty if there is none} */
  public PairThroughputs pairsByType() {
    return pairsByType;
  }

  /**
   * Returns a copy that lists only these of its pairs by job type.
   *
   * @param pairs distinct pairs of jobs whose types are in the table
   * @return a copy
   */
  public AllocationProblem withPairs(List<Group.Pair> pairs) {
    DenseThroughputMatrix matrix = throughputs.withPairs(pairs, jobs, pairsByType);
    return new AllocationProblem(this, matrix, constraints, PairThroughputs.none(), unrunnable);
  }

  /**
   * Returns a copy with all pairs by job type listed.
   *
   * @return a copy; this problem if there are none
   * @throws IllegalArgumentException if there are more pairs than an array can hold, at about ten
   *     thousand jobs
   */
  public AllocationProblem withAllPairs() {
    return pairsByType.isEmpty() ? this : withPairs(listedPairs());
  }

  /**
   * Returns a copy in which some jobs can also run in pairs that are not listed, as in a problem
   * {@linkplain #withPairs with some of its pairs}.
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
        : new AllocationProblem(this, throughputs, constraints, pairsByType, others);
  }

  /**
   * Returns the problem as seen by a policy that assumes other throughputs, for instance that all
   * worker types are equally fast. Only the believed matrix decides where a group runs, even if a
   * gang is larger than a pool.
   *
   * @param believed a matrix of the same shape with the same pairs and configurations
   * @return a copy; an allocation of it is also one of this problem, but may waste time
   * @throws IllegalArgumentException as {@link #of(Cluster, List, ThroughputMatrix, List)}, or if
   *     the pairs or configurations differ
   */
  public AllocationProblem believing(ThroughputMatrix believed) {
    DenseThroughputMatrix matrix = DenseThroughputMatrix.copyOf(believed, jobs, cluster);
    requireGroupsOf(matrix, "believed ");
    return new AllocationProblem(cluster, index, matrix, entities, false, eligibility, constraints);
  }

  private void requireGroupsOf(DenseThroughputMatrix matrix, String what) {
    if (!matrix.hasGroupsOf(throughputs)) {
      throw new IllegalArgumentException(
          "%s%s has other groups than %s; they must be the same, in the same order"
              .formatted(what, matrix, throughputs));
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof AllocationProblem that
        && gangsMustFit == that.gangsMustFit
        && cluster.equals(that.cluster)
        && jobs.equals(that.jobs)
        && entities.equals(that.entities)
        && throughputs.equals(that.throughputs)
        && pairsByType.equals(that.pairsByType)
        && eligibility.equals(that.eligibility)
        && constraints.equals(that.constraints);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * cluster.hashCode() + jobs.hashCode()) + throughputs.hashCode();
  }

  @Override
  public String toString() {
    return "AllocationProblem[%s jobs, %s pairs%s, %s]"
        .formatted(jobs.size(), pairCount(), throughputs.elastic(), cluster);
  }

  /**
   * Collects jobs with their throughputs, pairs, configurations and entities, also to {@linkplain
   * AllocationProblem#edit change a problem}. Get one from {@link AllocationProblem#builder}.
   * Mutable.
   */
  public static final class Builder {

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

    private Builder(Cluster cluster) {
      this.cluster = cluster;
      this.throughputs = ThroughputMatrix.builder(cluster.typeCount());
    }

    /** Adds the kept jobs of a problem of the same cluster, with its entities and rules. */
    private Builder addAll(AllocationProblem problem, BitSet kept) {
      DenseThroughputMatrix rates = problem.throughputs;
      for (int g = 0; g < rates.groupCount(); g++) {
        Group group = rates.group(g);
        if (!kept.get(group.member(0)) || !kept.get(group.member(group.size() - 1))) {
          continue;
        }
        addGroup(problem, rates, g);
        if (!rates.isCertain()) {
          double[][][] ends = new double[group.size()][][];
          int of = g;
          Arrays.setAll(
              ends, i -> new double[][] {row(rates.low(), of, i), row(rates.high(), of, i)});
          throughputs.within(last, this::typeName, ends);
        }
      }
      for (int m = kept.nextSetBit(0); m >= 0; m = kept.nextSetBit(m + 1)) {
        int[] types = problem.eligibility.forbiddenTypes(m);
        if (types.length > 0) {
          String[] names =
              Arrays.stream(types).mapToObj(j -> cluster.type(j).name()).toArray(String[]::new);
          forbid(problem.job(m).id(), names);
        }
      }
      entities.addAll(problem.entities);
      constraints = problem.constraints;
      gangsMustFit = problem.gangsMustFit;
      pairsByType = problem.pairsByType;
      return this;
    }

    private void addGroup(AllocationProblem problem, ThroughputMatrix rates, int g) {
      Group group = rates.group(g);
      Job first = problem.job(group.member(0));
      if (group instanceof Group.Pair pair) {
        pair(first.id(), problem.job(pair.second()).id(), row(rates, g, 0), row(rates, g, 1));
      } else if (group instanceof Group.Configuration way) {
        configuration(first.id(), way.name(), way.holding(), row(rates, g, 0));
      } else {
        job(first, row(rates, g, 0));
      }
    }

    private static double[] row(ThroughputMatrix rates, int g, int member) {
      double[] row = new double[rates.typeCount()];
      Arrays.setAll(row, j -> rates.stepsPerSecond(g, member, j));
      return row;
    }

    /**
     * Adds the next job in order of arrival.
     *
     * @param job the job
     * @param stepsPerSecond its throughput alone, one entry for each worker type of the cluster
     * @return this builder
     * @throws IllegalArgumentException naming the job and type of an invalid entry, or a repeated
     *     id
     */
    public Builder job(Job job, double... stepsPerSecond) {
      last = List.of(() -> "job \"%s\"".formatted(job.id()));
      requireRates(0, stepsPerSecond);
      if (rowById.putIfAbsent(job.id(), jobs.size()) != null) {
        throw new IllegalArgumentException(
            "job \"%s\" is listed twice; ids must be unique".formatted(job.id()));
      }
      jobs.add(job);
      throughputs.job(stepsPerSecond);
      return this;
    }

    /**
     * Adds a pair of jobs that may share workers.
     *
     * @param a the id of one job, added before
     * @param b the id of the other job, of equal scale factor and share of a worker
     * @param stepsPerSecondOfA throughput of {@code a} next to {@code b}, one entry for each worker
     *     type; 0 where they cannot share
     * @param stepsPerSecondOfB throughput of {@code b} next to {@code a}, one entry for each worker
     *     type
     * @return this builder
     * @throws IllegalArgumentException naming the invalid id or entry
     */
    public Builder pair(
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
      return this;
    }

    /**
     * Adds a further way to run a job, which makes the job elastic: a policy may divide its time
     * among its first way, given by {@link #job}, and its configurations. Only the first way counts
     * for pairs and for reference throughputs such as the equal share. Within a job, configurations
     * keep the order in which they are added.
     *
     * @param jobId the id of a job, added before
     * @param name the name of the configuration, not blank, unique within the job
     * @param workers the number of workers that the job holds at once, at least 1 and at most the
     *     workers of the largest pool
     * @param stepsPerSecond the job's throughput on these workers, one entry for each worker type;
     *     0 where it cannot run
     * @return this builder
     * @throws IllegalArgumentException naming the job, the configuration and the invalid value
     */
    public Builder configuration(String jobId, String name, int workers, double... stepsPerSecond) {
      requireWorkers(way(jobId, name), workers);
      return configuration(jobId, name, Holding.of(workers), stepsPerSecond);
    }

    /**
     * Adds a further way to run a job, with its holding, such as a share of one worker. If ways run
     * on different worker types, the size of the job depends on the type.
     *
     * @param jobId the id of a job, added before
     * @param name the name of the configuration, not blank, unique within the job
     * @param holding the workers that the job holds at once; the largest pool must have as many
     * @param stepsPerSecond the job's throughput on these workers, one entry for each worker type;
     *     0 where it cannot run
     * @return this builder
     * @throws IllegalArgumentException naming the job, the configuration and the invalid value
     */
    public Builder configuration(
        String jobId, String name, Holding holding, double... stepsPerSecond) {
      int m = rowOf(jobId);
      String row = way(jobId, name);
      last = List.of(() -> row);
      requireRates(0, stepsPerSecond);
      requireWorkers(row, holding.workers());
      if (!configurations.computeIfAbsent(jobId, id -> new HashSet<>()).add(name)) {
        throw new IllegalArgumentException(
            "%s is given twice; names must be unique within a job".formatted(row));
      }
      throughputs.configuration(m, name, holding, stepsPerSecond);
      return this;
    }

    private static String way(String jobId, String name) {
      return "job \"%s\" in configuration \"%s\""
          .formatted(jobId, Require.name(name, "name of a configuration of job", jobId));
    }

    private void requireWorkers(String way, int workers) {
      int largest =
          IntStream.range(0, cluster.poolCount()).map(cluster::poolWorkers).max().orElse(0);
      if (workers < 1 || workers > largest) {
        throw new IllegalArgumentException(
            "%s holds %s workers; it must hold at least 1 and at most %s, those of the largest pool"
                .formatted(way, workers, largest));
      }
    }

    /**
     * States intervals for the throughputs of the job or configuration added last. Without this
     * call they are known.
     *
     * @param low the lower ends in steps per second, one for each worker type, at most the
     *     throughput
     * @param high the upper ends in steps per second, one for each worker type, at least the
     *     throughput; 0 where that is 0
     * @return this builder
     * @throws IllegalArgumentException naming the job, the type and the interval that is invalid
     * @throws IllegalStateException unless a job or a configuration was added last
     */
    public Builder within(double[] low, double[] high) {
      throughputs.within(last, this::typeName, new double[][] {low, high});
      return this;
    }

    /**
     * States intervals for the throughputs of the pair added last.
     *
     * @param lowOfA the lower ends for the job that was named first in steps per second, one for
     *     each worker type
     * @param highOfA the upper ends for the same job in steps per second, one for each worker type
     * @param lowOfB the lower ends for the other job in steps per second, one for each worker type
     * @param highOfB the upper ends for the other job in steps per second, one for each worker type
     * @return this builder
     * @throws IllegalArgumentException naming the jobs, the type and the interval that is invalid
     * @throws IllegalStateException unless a pair was added last
     */
    public Builder within(double[] lowOfA, double[] highOfA, double[] lowOfB, double[] highOfB) {
      throughputs.within(
          last, this::typeName, new double[][] {lowOfA, highOfA}, new double[][] {lowOfB, highOfB});
      return this;
    }

    /**
     * Adds a node of the fairness tree.
     *
     * @param entity the node; its parent may follow later
     * @return this builder
     */
    public Builder entity(Entity entity) {
      entities.add(entity);
      return this;
    }

    /**
     * Forbids worker types to a job, alone, in pairs and in configurations. Its throughputs there
     * stay as given, so reference throughputs such as its equal share do not change; see {@link
     * Eligibility}.
     *
     * @param jobId a job's id, which may be added later
     * @param typeNames names of worker types; repeated names have no effect
     * @return this builder
     */
    public Builder forbid(String jobId, String... typeNames) {
      forbidden.add(new Eligibility.Rule(jobId, typeNames));
      return this;
    }

    /**
     * Adds a constraint on the allocation.
     *
     * @param constraint selected jobs and entities may be added later
     * @return this builder
     * @throws IllegalArgumentException if a constraint of this name was added before
     */
    public Builder constraint(Constraint constraint) {
      constraints = constraints.and(constraint);
      return this;
    }

    /**
     * Adds the quota of an entity.
     *
     * @param quota the entity may be added later
     * @return this builder
     * @throws IllegalArgumentException if the entity has a quota
     */
    public Builder quota(Quota quota) {
      constraints = constraints.and(quota);
      return this;
    }

    /**
     * Makes a constraint soft: an allocation may miss it at a price.
     *
     * @param name of a constraint, of a rule of a quota, or of the guarantees of an entity
     * @param penalty in units of the policy's objective for each unit by which it is missed, finite
     *     and above 0
     * @return this builder
     * @throws IllegalArgumentException if the penalty is wrong
     */
    public Builder softening(String name, double penalty) {
      constraints = constraints.softening(name, penalty);
      return this;
    }

    /**
     * Scales guarantees that exceed the capacity of a worker type down to this capacity, by one
     * factor for all entities. Without this call, {@link #build} refuses such guarantees.
     *
     * @return this builder
     */
    public Builder scalingGuarantees() {
      constraints = constraints.scalingGuarantees();
      return this;
    }

    /**
     * Replaces a job, such as its weight or remaining steps, but not its throughputs, pairs and
     * configurations. It keeps its place in the order of arrival.
     *
     * @param job a job whose id was added before
     * @return this builder
     * @throws IllegalArgumentException if there is no job of this id
     */
    public Builder replace(Job job) {
      jobs.set(rowOf(job.id()), job);
      return this;
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
    public Builder rates(String jobId, double... stepsPerSecond) {
      int m = rowOf(jobId);
      last = List.of(() -> "job \"%s\"".formatted(jobId));
      requireRates(0, stepsPerSecond);
      throughputs.replace(m, stepsPerSecond);
      return this;
    }

    /**
     * Removes a job with its pairs, configurations and forbidden types. A job of the same id may be
     * added again; it is then the last to arrive.
     *
     * @param jobId the id of a job, added before
     * @return this builder
     * @throws IllegalArgumentException if there is no such job
     */
    public Builder remove(String jobId) {
      removed.set(rowOf(jobId));
      rowById.remove(jobId);
      configurations.remove(jobId);
      forbidden.removeIf(rule -> rule.jobId().equals(jobId));
      last = List.of();
      return this;
    }

    private int rowOf(String jobId) {
      Integer row = rowById.get(jobId);
      if (row == null) {
        throw Require.unknown("job", jobId, kept().mapToObj(m -> jobs.get(m).id()).toList());
      }
      return row;
    }

    private void requireRates(int row, double[] rates) {
      DenseThroughputMatrix.require(rates, cluster.typeCount(), last.get(row), this::typeName);
    }

    private String typeName(int j) {
      return "\"%s\"".formatted(cluster.type(j).name());
    }

    /**
     * Checks and builds.
     *
     * @return the problem
     * @throws IllegalArgumentException as {@link AllocationProblem#of(Cluster, List,
     *     ThroughputMatrix, List)}, or if an unknown job or worker type is forbidden or
     *     constrained; the message names it
     */
    public AllocationProblem build() {
      int[] rowsKept = kept().toArray();
      IdIndex<Job> index =
          IdIndex.of("job", Job::id, Arrays.stream(rowsKept).mapToObj(jobs::get).toList());
      ThroughputMatrix rows = throughputs.build(rowsKept);
      DenseThroughputMatrix matrix = DenseThroughputMatrix.copyOf(rows, index.items(), cluster);
      Eligibility eligibility = Eligibility.of(forbidden, index, cluster);
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
}
