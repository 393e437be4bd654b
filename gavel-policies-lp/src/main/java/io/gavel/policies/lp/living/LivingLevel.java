package io.gavel.policies.lp.living;

import static java.util.Objects.requireNonNull;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Prices;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.ThroughputMatrix;
import io.gavel.policies.internal.Require;
import io.gavel.policies.lp.internal.AllocationFactory;
import io.gavel.policies.lp.level.MaxMinRequirements;
import io.gavel.policies.lp.share.Normalizer;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.proof.Certifier;
import io.gavel.policies.statement.Goal;
import io.gavel.policies.statement.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The level of {@linkplain io.gavel.policies.lp.fairness.MaxMinFairness max-min fairness} over jobs
 * that come, go and change: after each event it knows a level that all jobs reach and a bound that
 * no allocation exceeds, and any job's fractions can be read.
 *
 * <p>An event costs what it changes, not what there is: with {@code n} different jobs and {@code K}
 * pools some tens of jobs are looked at, and sums stand for all others. A problem is immutable and
 * has a row for each job, so it cannot follow in less than {@code n}; this object holds the jobs
 * itself, and {@link #problem} and {@link #allocation} write them down on request.
 *
 * <p>What is proved: at any prices of workers, a level {@code t} costs at least what the cheapest
 * mixes of all jobs for {@code t} cost, and no allocation can spend more than all workers cost. The
 * cost is convex in the level, so where a tangent of it meets the worth of all workers is a bound.
 * The cost is a sum over the jobs that were just priced and over two sums that stand for the
 * settled ones. A job is settled on a mix while prices and its demand have moved by less than the
 * slack that was computed for it; within that slack, no other mix is cheaper. If a job runs full
 * time where it is fastest, its level is a bound, too. Bounds are raised, and levels lowered, by
 * 10<sup>-12</sup> for rounding. The certificate of {@link #allocation} is computed from the
 * problem alone.
 *
 * <p>The answer depends on the sequence of events only, bit for bit. It is the level of {@link
 * io.gavel.policies.lp.OptimumChoice#LEVEL_ONLY} with the equal share as normaliser; which of the
 * allocations at that level depends on the sequence.
 *
 * <p>An event whose level and bound cannot be brought together, as with numbers at the end of the
 * range of doubles, ends with a {@link SolveFailedException}. It has taken place, but reading fails
 * until a later event ends well.
 *
 * <p>Jobs may be gangs or take shares of workers, and types may share pools. Elastic jobs, pairs,
 * forbidden types and constraints are not taken.
 *
 * <p>Mutable; for one thread.
 */
public final class LivingLevel {

  /** A job with its throughputs, {@code [worker type]}, and its slot. */
  private static final class Entry {
    final Job job;
    final double[] stepsPerSecond;
    final int slot;

    Entry(Job job, double[] stepsPerSecond, int slot) {
      this.job = job;
      this.stepsPerSecond = stepsPerSecond;
      this.slot = slot;
    }
  }

  private final Map<String, Entry> entries = new LinkedHashMap<>();
  private Cluster cluster;
  private final JobSlots jobs;
  private final LevelWalk walk;
  private long events;

  /** Whether the last event ended with an answer. */
  private boolean answered = true;

  private LivingLevel(Cluster cluster) {
    this.cluster = cluster;
    jobs = new JobSlots(cluster.poolCount());
    Arrays.setAll(jobs.workers, cluster::poolWorkers);
    walk = new LevelWalk(jobs);
  }

  /**
   * The level on a cluster without jobs.
   *
   * @param cluster the worker types
   * @return a new object
   */
  public static LivingLevel of(Cluster cluster) {
    return new LivingLevel(requireNonNull(cluster, "cluster"));
  }

  /**
   * The level of a problem's jobs.
   *
   * @param problem jobs and cluster, without pairs, configurations, forbidden types and constraints
   * @return a new object
   * @throws IllegalArgumentException naming what is not taken
   */
  public static LivingLevel of(AllocationProblem problem) {
    requirePlain(problem);
    LivingLevel level = new LivingLevel(problem.cluster());
    int types = problem.cluster().typeCount();
    for (int m = 0; m < problem.jobCount(); m++) {
      double[] rates = new double[types];
      for (int j = 0; j < types; j++) {
        rates[j] = problem.throughputs().stepsPerSecond(m, j);
      }
      level.put(problem.job(m), rates);
    }
    level.walk.restart();
    level.walk.settle();
    return level;
  }

  private static void requirePlain(AllocationProblem problem) {
    String name = "a living level";
    AllocationFactory.requireNoPairs(problem, name);
    AllocationFactory.requireNoConfigurations(problem, name, "its jobs hold the same workers");
    AllocationFactory.requireNoConstraints(problem, name, "its sums over jobs have no rows");
    if (!problem.eligibility().isAll()) {
      throw new IllegalArgumentException(
          "%s does not support forbidden types; give a throughput of 0 there".formatted(name));
    }
    if (problem.isBelieved()) {
      throw new IllegalArgumentException(
          "%s needs the throughputs of the jobs; the problem has believed ones".formatted(name));
    }
  }

  /**
   * A job arrives.
   *
   * @param job a job with an id that no present job has
   * @param stepsPerSecond its steps per second alone, {@code [worker type]}, finite and at least 0;
   *     0 where it cannot run; copied
   * @throws IllegalArgumentException naming the job and what is wrong
   * @throws SolveFailedException if level and bound do not meet
   */
  public void arrive(Job job, double... stepsPerSecond) {
    if (entries.containsKey(job.id())) {
      throw new IllegalArgumentException(
          "job \"%s\" is present; an id must be new, or use update".formatted(job.id()));
    }
    put(job, checked(job, stepsPerSecond));
    settle();
  }

  /**
   * A job leaves.
   *
   * @param jobId the id of a present job
   * @throws IllegalArgumentException if there is no such job
   * @throws SolveFailedException if level and bound do not meet
   */
  public void depart(String jobId) {
    remove(entry(jobId));
    entries.remove(jobId);
    settle();
  }

  /**
   * A present job changes its weight, its workers or its throughputs. It keeps its place in the
   * order of arrival.
   *
   * @param job the job as it is now, with the id of a present job
   * @param stepsPerSecond its steps per second alone, {@code [worker type]}, as in {@link #arrive}
   * @throws IllegalArgumentException naming the job and what is wrong
   * @throws SolveFailedException if level and bound do not meet
   */
  public void update(Job job, double... stepsPerSecond) {
    Entry before = entry(job.id());
    double[] rates = checked(job, stepsPerSecond);
    remove(before);
    put(job, rates);
    settle();
  }

  /**
   * Workers of a pool are lost or come back.
   *
   * @param typeName the name of a worker type of the pool; all types of the pool change
   * @param workers the workers of the pool from now on, at least 0
   * @throws IllegalArgumentException if there is no such type, or the number is below 0
   * @throws SolveFailedException if level and bound do not meet
   */
  public void workers(String typeName, int workers) {
    int k = cluster.poolOf(cluster.indexOf(typeName));
    Require.atLeast(0, workers, "number of workers of type", typeName);
    List<WorkerType> types = new ArrayList<>();
    for (int j = 0; j < cluster.typeCount(); j++) {
      WorkerType t = cluster.type(j);
      types.add(
          cluster.poolOf(j) == k
              ? new WorkerType(t.name(), workers, t.pricePerHour(), t.workersPerServer(), t.pool())
              : t);
    }
    cluster = Cluster.of(types);
    walk.workers(k, workers);
    settle();
  }

  private double[] checked(Job job, double[] stepsPerSecond) {
    Require.length(cluster.typeCount(), stepsPerSecond.length, "throughputs");
    for (double rate : stepsPerSecond) {
      Require.nonNegative(rate, "throughput of job", job.id());
    }
    return stepsPerSecond.clone();
  }

  private void put(Job job, double[] stepsPerSecond) {
    double[] rates = new double[jobs.pools];
    for (int j = 0; j < stepsPerSecond.length; j++) {
      int k = cluster.poolOf(j);
      rates[k] = Math.max(rates[k], stepsPerSecond[j]);
    }
    int slot = jobs.take(rates, job.workers(), job.weight(), job.scaleFactor());
    entries.put(job.id(), new Entry(job, stepsPerSecond, slot));
    walk.add(slot);
  }

  private void remove(Entry entry) {
    walk.remove(entry.slot);
    jobs.release(entry.slot);
  }

  private void settle() {
    events++;
    answered = false;
    walk.settle();
    answered = true;
  }

  private LevelWalk answer() {
    if (!answered) {
      throw new IllegalStateException(
          "the last event ended without an answer; the next one that has an answer covers it");
    }
    return walk;
  }

  private Entry entry(String jobId) {
    Entry entry = entries.get(jobId);
    if (entry == null) {
      throw Require.unknown("job", jobId, List.copyOf(entries.keySet()));
    }
    return entry;
  }

  /** {@return the number of present jobs} */
  public int jobCount() {
    return entries.size();
  }

  /**
   * A level that all jobs reach, as in the certificates of max-min fairness.
   *
   * @return the level; 0 without a job that can run
   * @throws IllegalStateException if the last event ended with an exception of the solver
   */
  public double level() {
    return answer().lowest() * cluster.workers();
  }

  /**
   * A level that no allocation exceeds.
   *
   * @return the bound; 0 without a job that can run
   * @throws IllegalStateException as {@link #level}
   */
  public double bound() {
    return answer().bound() * cluster.workers();
  }

  /**
   * The fractions of time of a job, which reach the level together with those of all others.
   *
   * @param jobId the id of a present job
   * @return fractions from 0 to 1, {@code [worker type]}; all 0 if the job can run nowhere
   * @throws IllegalArgumentException if there is no such job
   * @throws IllegalStateException as {@link #level}
   */
  public double[] fractions(String jobId) {
    double[] x = new double[cluster.typeCount()];
    write(entry(jobId), x, 0);
    return x;
  }

  private void write(Entry entry, double[] x, int at) {
    double[] ofPool = new double[jobs.pools];
    answer().fractions(entry.slot, ofPool);
    for (int j = 0; j < cluster.typeCount(); j++) {
      int k = cluster.poolOf(j);
      if (ofPool[k] > 0 && entry.stepsPerSecond[j] == fastest(entry, k)) {
        x[at + j] = ofPool[k];
        ofPool[k] = 0; // the first of the fastest types gets all
      }
    }
  }

  private double fastest(Entry entry, int k) {
    double fastest = 0;
    for (int j = 0; j < cluster.typeCount(); j++) {
      fastest = cluster.poolOf(j) == k ? Math.max(fastest, entry.stepsPerSecond[j]) : fastest;
    }
    return fastest;
  }

  /**
   * The problem as it stands, with the jobs in order of arrival.
   *
   * @return a problem; it takes time in proportion to the number of jobs
   */
  public AllocationProblem problem() {
    return AllocationProblem.of(
        cluster,
        entries.values().stream().map(e -> e.job).toList(),
        ThroughputMatrix.copyOf(
            entries.values().stream().map(e -> e.stepsPerSecond).toArray(double[][]::new)));
  }

  /**
   * The fractions of all jobs, with a certificate whose figures are computed from the problem.
   *
   * @return an allocation of {@link #problem}; it takes time in proportion to the number of jobs
   * @throws IllegalStateException as {@link #level}
   */
  public Allocation allocation() {
    AllocationProblem problem = problem();
    int n = problem.jobCount();
    double[] x = new double[n * cluster.typeCount()];
    double[] requirement = MaxMinRequirements.of(problem, Normalizer.EQUAL_SHARE);
    double[] pools = new double[jobs.pools];
    double[] time = new double[n];
    double[] owed = new double[n];
    int slowest = answer().slowest();
    int m = 0;
    for (Entry entry : entries.values()) {
      write(entry, x, m * cluster.typeCount());
      if (slowest < 0 && requirement[m] > 0) {
        owed[m] = walk.owed(entry.slot);
        time[m] = walk.time(entry.slot);
      } else if (entry.slot == slowest) {
        owed[m] = 1 / requirement[m];
      }
      m++;
    }
    if (slowest < 0) {
      Arrays.setAll(pools, walk::price);
    }
    Statement statement = Statement.of(Goal.level(requirement));
    return Certifier.certify(problem, x, statement, Prices.of(pools, time, owed), bound());
  }

  /** {@return how much work all events took together} */
  public LivingCounts counts() {
    return new LivingCounts(
        events, walk.evaluations(), walk.boxes, walk.rebuilds, walk.openCount());
  }

  @Override
  public String toString() {
    return "LivingLevel[%s jobs, level %s, bound %s, %s]"
        .formatted(
            jobCount(), answered ? level() : Double.NaN, answered ? bound() : Double.NaN, counts());
  }
}
