package io.gavel.policies;

import io.gavel.policies.constraint.ConstraintSet;
import io.gavel.policies.internal.Require;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Group;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.Unrunnable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** The groups of a problem: the workers they hold, where they run, and which jobs run nowhere. */
final class Groups {

  private final Cluster cluster;
  private final List<Job> jobs;
  private final DenseThroughputMatrix throughputs;
  private final boolean gangsMustFit;
  private final Eligibility eligibility;
  private final ConstraintSet constraints;

  /**
   * The workers that each job holds, {@code [job]}: read more often than anything else of a job.
   */
  private final double[] workers;

  /** The workers of each type's pool, {@code [worker type]}. */
  private final double[] poolWorkers;

  /** Creates the groups of a matrix of the cluster's types and the jobs. */
  Groups(
      Cluster cluster,
      List<Job> jobs,
      DenseThroughputMatrix throughputs,
      boolean gangsMustFit,
      Eligibility eligibility,
      ConstraintSet constraints) {
    this(
        cluster,
        jobs,
        jobs.stream().mapToDouble(Job::workers).toArray(),
        throughputs,
        gangsMustFit,
        eligibility,
        constraints);
  }

  private Groups(
      Cluster cluster,
      List<Job> jobs,
      double[] workers,
      DenseThroughputMatrix throughputs,
      boolean gangsMustFit,
      Eligibility eligibility,
      ConstraintSet constraints) {
    this.cluster = cluster;
    this.jobs = jobs;
    this.workers = workers;
    this.throughputs = throughputs;
    this.gangsMustFit = gangsMustFit;
    this.eligibility = eligibility;
    this.constraints = constraints;
    poolWorkers = new double[cluster.typeCount()];
    Arrays.setAll(poolWorkers, j -> cluster.poolWorkers(cluster.poolOf(j)));
  }

  /** Returns a copy with other pairs. */
  Groups with(DenseThroughputMatrix pairs) {
    return new Groups(cluster, jobs, workers, pairs, gangsMustFit, eligibility, constraints);
  }

  /** Returns the same groups under other constraints. */
  Groups with(ConstraintSet others) {
    return new Groups(cluster, jobs, workers, throughputs, gangsMustFit, eligibility, others);
  }

  DenseThroughputMatrix throughputs() {
    return throughputs;
  }

  boolean gangsMustFit() {
    return gangsMustFit;
  }

  Eligibility eligibility() {
    return eligibility;
  }

  ConstraintSet constraints() {
    return constraints;
  }

  boolean hasPairs() {
    return throughputs.pairCount() > 0;
  }

  /** Returns the first job of a group. The jobs of a pair hold the same workers. */
  private int firstJob(int g) {
    return g < workers.length ? g : throughputs.group(g).member(0);
  }

  private boolean isConfiguration(int g) {
    return g >= jobs.size() + throughputs.pairCount();
  }

  int scaleFactor(int g) {
    return isConfiguration(g) && throughputs.group(g) instanceof Group.Configuration way
        ? way.workers()
        : (int) Math.max(1, workers[firstJob(g)]);
  }

  int gpuMilli(int g) {
    return isConfiguration(g)
        ? Job.WHOLE_WORKER
        : (int) Math.rint(Math.min(1, workers[firstJob(g)]) * Job.WHOLE_WORKER);
  }

  double workers(int g) {
    return isConfiguration(g) ? scaleFactor(g) : workers[firstJob(g)];
  }

  String name(int g) {
    String first = jobs.get(firstJob(g)).id();
    if (throughputs.group(g) instanceof Group.Pair pair) {
      return first + " + " + jobs.get(pair.second()).id();
    }
    return throughputs.group(g) instanceof Group.Configuration way
        ? "%s [%s]".formatted(first, way.name())
        : first;
  }

  boolean runs(int g, int j) {
    return (eligibility.isAll() || isAllowed(g, j)) && runsIfAllowed(g, j);
  }

  private boolean isAllowed(int g, int j) {
    if (g < jobs.size()) {
      return !eligibility.forbids(g, j);
    }
    Group group = throughputs.group(g);
    return !eligibility.forbids(group.member(0), j)
        && !eligibility.forbids(group.member(group.size() - 1), j);
  }

  boolean runsIfAllowed(int g, int j) {
    int gang = gangsMustFit ? scaleFactor(g) : 1;
    return gang <= poolWorkers[Require.index(j, poolWorkers.length, "worker type")]
        && hasThroughput(g, j);
  }

  /** Writes a member's row of rates, with 0 where the group does not run. */
  void copyRunning(int g, int member, double[] to, int at) {
    double[] rows = throughputs.rows(g);
    int start = throughputs.start(g, member);
    boolean alone = g < jobs.size() || isConfiguration(g);
    boolean allowed = eligibility.isAll();
    int gang = gangsMustFit ? scaleFactor(g) : 1;
    for (int j = 0; j < poolWorkers.length; j++) {
      boolean runs =
          gang <= poolWorkers[j] && (alone || hasThroughput(g, j)) && (allowed || isAllowed(g, j));
      to[at + j] = runs ? rows[start + j] : 0;
    }
  }

  private boolean hasThroughput(int g, int j) {
    boolean paired = g >= jobs.size() && !isConfiguration(g);
    return throughputs.stepsPerSecond(g, 0, j) > 0
        && (!paired || throughputs.stepsPerSecond(g, 1, j) > 0);
  }

  /** Rejects pairs of jobs that do not hold the same workers. */
  void requireEqualDemand() {
    for (int g = jobs.size(); g < jobs.size() + throughputs.pairCount(); g++) {
      Job first = jobs.get(throughputs.group(g).member(0));
      Job second = jobs.get(throughputs.group(g).member(1));
      if (first.scaleFactor() != second.scaleFactor()) {
        throw new IllegalArgumentException(
            "jobs \"%s\" and \"%s\" have scale factors %s and %s; they must be equal in a pair"
                .formatted(first.id(), second.id(), first.scaleFactor(), second.scaleFactor()));
      }
      if (first.gpuMilli() != second.gpuMilli()) {
        throw new IllegalArgumentException(
            "jobs \"%s\" and \"%s\" take %s and %s thousandths of a worker; they must be equal in"
                    .formatted(first.id(), second.id(), first.gpuMilli(), second.gpuMilli())
                + " a pair");
      }
    }
  }

  private interface Entries {
    boolean test(int g, int j);
  }

  /** Returns the jobs that can run in no listed group. */
  List<Unrunnable> unrunnable() {
    boolean[] hasThroughput = new boolean[jobs.size()];
    boolean[] fits = new boolean[jobs.size()];
    boolean[] runs = new boolean[jobs.size()];
    for (int g = 0; g < throughputs.groupCount(); g++) {
      mark(g, this::hasThroughput, hasThroughput);
      mark(g, this::runsIfAllowed, fits);
      mark(g, this::runs, runs);
    }
    return IntStream.range(0, runs.length)
        .filter(m -> !runs[m])
        .mapToObj(m -> new Unrunnable(m, jobs.get(m).id(), cause(hasThroughput[m], fits[m])))
        .toList();
  }

  private static Unrunnable.Cause cause(boolean hasThroughput, boolean fits) {
    if (fits) {
      return Unrunnable.Cause.FORBIDDEN;
    }
    return hasThroughput ? Unrunnable.Cause.GANG_TOO_LARGE : Unrunnable.Cause.NO_THROUGHPUT;
  }

  private void mark(int g, Entries entries, boolean[] marks) {
    for (int j = 0; j < cluster.typeCount(); j++) {
      if (entries.test(g, j)) {
        Group group = throughputs.group(g);
        marks[group.member(0)] = true;
        marks[group.member(group.size() - 1)] = true;
        return;
      }
    }
  }

  /** Returns the jobs among {@code alone} that cannot run in a pair of the table either. */
  List<Unrunnable> unrunnable(PairThroughputs table, List<Unrunnable> alone) {
    return alone.stream()
        .filter(
            job -> IntStream.range(0, jobs.size()).noneMatch(n -> runByType(table, job.job(), n)))
        .toList();
  }

  /** Returns all pairs of the table that can run on some worker type. */
  List<Group.Pair> pairs(PairThroughputs table) {
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
}
