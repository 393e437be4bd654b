package io.gavel.policies;

import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.ConstraintSet;
import io.gavel.policies.constraint.LinearRow;
import io.gavel.policies.constraint.ProblemRows;
import io.gavel.policies.constraint.Quota;
import io.gavel.policies.internal.Require;
import io.gavel.policies.model.Group;
import io.gavel.policies.model.Job;
import java.util.Arrays;
import java.util.List;

/**
 * The groups of a problem: the workers that they occupy, the types on which they can run, and the
 * constraints that bind them. Immutable.
 */
public abstract sealed class ProblemGroups implements ProblemRows permits AllocationProblem {

  ProblemGroups() {}

  abstract Groups groups();

  private AllocationProblem self() {
    return (AllocationProblem) this;
  }

  /**
   * Returns a builder that holds all of this problem, to add, replace and remove jobs. It takes
   * time in proportion to the problem, not to what changes.
   *
   * @return a new builder; this problem does not change
   */
  public AllocationProblem.Builder edit() {
    return AllocationProblem.builder(self().cluster()).addAll(self());
  }

  /**
   * Returns the number of groups.
   *
   * @return jobs plus pairs plus configurations: the rows of an allocation
   * @throws IllegalStateException if pairs are given {@linkplain AllocationProblem#sharingByType by
   *     job type} and not listed
   */
  public int groupCount() {
    self().requireListedPairs();
    return groups().throughputs().groupCount();
  }

  /**
   * Returns the jobs of a group.
   *
   * @param g a group index
   * @return {@code Solo(g)} for {@code g < jobCount()}, otherwise a pair or a configuration
   */
  @Override
  public Group group(int g) {
    return groups().throughputs().group(g);
  }

  /** {@return the throughput of each group on each worker type, in steps per second; immutable} */
  public ThroughputMatrix throughputs() {
    return groups().throughputs();
  }

  /**
   * One job.
   *
   * @param m a job index
   * @return the job
   */
  public Job job(int m) {
    return jobs().get(Require.index(m, jobs().size(), "job"));
  }

  /** {@return the number of jobs, which is the number of solo groups} */
  public int jobCount() {
    return jobs().size();
  }

  /**
   * {@return whether {@link AllocationProblem#believing} made this problem: a gang may be larger
   * than a pool}
   */
  public boolean isBelieved() {
    return !groups().gangsMustFit();
  }

  /**
   * Returns the number of workers that a group occupies at once.
   *
   * @param g a group index
   * @return the scale factor of its jobs, or the workers of the configuration; at least 1
   */
  public int scaleFactor(int g) {
    return groups().scaleFactor(g);
  }

  /**
   * Returns the share of each of its workers that a group takes.
   *
   * @param g a group index
   * @return thousandths, the {@link Job#gpuMilli} of its jobs; {@value Job#WHOLE_WORKER} for a
   *     configuration
   */
  public int gpuMilli(int g) {
    return groups().gpuMilli(g);
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
    return groups().workers(g);
  }

  /**
   * Returns the name of a group in texts.
   *
   * @param g a group index
   * @return such as {@code a} for a job alone, {@code a + b} for a pair, and {@code a [x8]} for
   *     configuration {@code x8} of job {@code a}
   */
  public String groupName(int g) {
    return groups().name(g);
  }

  /**
   * Returns the number of listed pairs, which are the groups after the jobs. Pairs by job type are
   * not listed.
   *
   * @return at least 0
   */
  public int pairCount() {
    return groups().throughputs().pairCount();
  }

  /** {@return the number of configurations, which are the groups after the pairs} */
  public int configurationCount() {
    return groups().throughputs().configurationCount();
  }

  /**
   * Returns the configurations of a job, without its first way.
   *
   * @param m a job index
   * @return group indices, ascending; empty unless the job is elastic
   */
  public int[] configurationsOf(int m) {
    return groups().throughputs().configurationsOf(m).toArray();
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
    AllocationProblem problem = self();
    int[] known = configurationsOf(problem.indexOf(jobId));
    return Arrays.stream(known)
        .filter(g -> ((Group.Configuration) problem.group(g)).name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "job \"%s\" has no configuration \"%s\"; it has %s"
                        .formatted(
                            jobId, name, Arrays.stream(known).mapToObj(this::groupName).toList())));
  }

  /** {@return the same problem with rigid jobs; this problem if it has no configurations} */
  public AllocationProblem withoutConfigurations() {
    AllocationProblem problem = self();
    return configurationCount() == 0
        ? problem
        : problem.listed(groups().throughputs().withoutConfigurations()).sharedAs(problem);
  }

  /**
   * Returns a copy with the configurations of a matrix in place of its own.
   *
   * @param matrix configurations of the same jobs on the same worker types; only its rows of
   *     configurations are read
   * @return a copy
   * @throws IllegalArgumentException if the number of jobs or types differs, or an entry is invalid
   */
  public AllocationProblem withConfigurations(ThroughputMatrix matrix) {
    AllocationProblem problem = self();
    DenseThroughputMatrix rows =
        DenseThroughputMatrix.copyOf(matrix, problem.jobs(), problem.cluster());
    return problem.listed(groups().throughputs().withConfigurationsOf(rows)).sharedAs(problem);
  }

  /**
   * Returns a copy with other throughputs, for instance the {@linkplain ThroughputMatrix#low lower
   * ends} of their intervals, or what was found to be true. Yardsticks follow the new throughputs.
   *
   * @param rates a matrix of the same shape with the same pairs and configurations
   * @return a copy; this problem if the throughputs are its own
   * @throws IllegalArgumentException if the shape or the groups differ, or an entry is invalid
   */
  public AllocationProblem withThroughputs(ThroughputMatrix rates) {
    AllocationProblem problem = self();
    DenseThroughputMatrix own = groups().throughputs();
    if (rates == own) {
      return problem;
    }
    DenseThroughputMatrix matrix =
        DenseThroughputMatrix.copyOf(rates, problem.jobs(), problem.cluster());
    if (!matrix.hasGroupsOf(own)) {
      throw new IllegalArgumentException(
          "%s has other groups than %s; they must be the same, in the same order"
              .formatted(matrix, own));
    }
    return problem.listed(matrix).sharedAs(problem);
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
    return groups().runs(g, j);
  }

  /**
   * Reads a row of throughputs at once: for passes over all jobs, where a call for each entry would
   * take most of the time.
   *
   * @param g a group index
   * @param member which of the group's jobs, 0 or 1
   * @param to receives steps per second, {@code [worker type]} from {@code at} on; 0 where the
   *     group does not {@linkplain #runs run}
   * @param at the index of the first type
   */
  public void copyRunning(int g, int member, double[] to, int at) {
    groups().copyRunning(g, member, to, at);
  }

  /**
   * Returns whether a group could run on a worker type if nothing were forbidden. Yardsticks such
   * as the equal share of a job use this.
   *
   * @param g a group index
   * @param j a type index
   * @return true if the group {@linkplain #runs runs} there, or would if the type were allowed
   */
  public boolean runsIfAllowed(int g, int j) {
    return groups().runsIfAllowed(g, j);
  }

  /** {@return the worker types on which each job may run} */
  public Eligibility eligibility() {
    return groups().eligibility();
  }

  @Override
  public int listedGroupCount() {
    return groups().throughputs().groupCount();
  }

  @Override
  public double stepsPerSecond(int g, int member, int j) {
    return groups().throughputs().stepsPerSecond(g, member, j);
  }

  /** {@return the constraints and quotas as they were stated} */
  public ConstraintSet constraintSet() {
    return groups().constraints();
  }

  /** {@return the stated constraints in order, without the rules of quotas; unmodifiable} */
  public List<Constraint> constraints() {
    return constraintSet().constraints();
  }

  /** {@return the quotas of entities, unmodifiable} */
  public List<Quota> quotas() {
    return constraintSet().quotas();
  }

  /**
   * {@return all constraints in force with the numbers of this problem: the stated constraints,
   * then the rules of the quotas; unmodifiable}
   */
  public abstract List<LinearRow> constraintRows();

  /**
   * Returns a copy with other constraints and quotas instead of its own.
   *
   * @param constraints the constraints and quotas
   * @return a copy
   * @throws IllegalArgumentException naming what they select and this problem lacks
   */
  public abstract AllocationProblem withConstraints(ConstraintSet constraints);

  /**
   * Returns a copy with one more constraint.
   *
   * @param constraint with a name that is new to the problem
   * @return a copy
   * @throws IllegalArgumentException naming what it selects and this problem lacks, or the repeated
   *     name
   */
  public AllocationProblem constraining(Constraint constraint) {
    return withConstraints(constraintSet().and(constraint));
  }

  /**
   * Returns a copy with one more quota.
   *
   * @param quota of an entity that has none
   * @return a copy
   * @throws IllegalArgumentException naming what it selects and this problem lacks, or the entity
   *     that has a quota
   */
  public AllocationProblem constraining(Quota quota) {
    return withConstraints(constraintSet().and(quota));
  }

  /**
   * Returns a copy without one of its constraints.
   *
   * @param name the name of a constraint, or of a rule of a quota such as {@code limit:red:v100}
   * @return a copy
   * @throws IllegalArgumentException if there is no such name; the message lists some known names
   */
  public AllocationProblem withoutConstraint(String name) {
    return withConstraints(constraintSet().without(name));
  }
}
