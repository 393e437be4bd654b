package io.gavel.policies.audit;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Tolerance;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.constraint.LinearRow;
import io.gavel.policies.internal.WorkerSum;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Group;
import io.gavel.policies.model.Job;
import io.gavel.policies.proof.Proof;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Judges one allocation by its fractions and the sums that follow from them. */
final class Judge {

  final Allocation allocation;
  final AllocationProblem problem;
  final Cluster cluster;
  final double[] throughput;
  final double[] time;
  final double[] workers;

  /**
   * Each job's largest throughput where its groups run, in pairs or alone; 0 if it runs nowhere.
   */
  final double[] fastest;

  final Tolerance feasibility;
  final Tolerance fairness;
  final Constrained constrained;

  Judge(Allocation allocation, Tolerance feasibility, Tolerance fairness) {
    this.allocation = allocation;
    this.problem = allocation.problem();
    this.cluster = problem.cluster();
    this.throughput = new double[problem.jobCount()];
    this.time = new double[problem.jobCount()];
    this.workers = new double[cluster.poolCount()];
    this.fastest = new double[problem.jobCount()];
    this.feasibility = feasibility;
    this.fairness = fairness;
    sum();
    this.constrained = new Constrained(allocation);
  }

  private void sum() {
    WorkerSum[] used = WorkerSum.zeros(workers.length);
    forEachEntry(
        (g, j) -> {
          Group group = problem.group(g);
          double x = allocation.fraction(g, j);
          for (int t = 0; t < cluster.typeCount(); t++) {
            used[cluster.poolOf(t)].add(problem.held(g, j, t), x);
          }
          for (int i = 0; i < group.size(); i++) {
            int m = group.member(i);
            double rate = problem.throughputs().stepsPerSecond(g, i, j);
            time[m] += x;
            throughput[m] += rate * x;
            if (problem.runs(g, j)) {
              fastest[m] = Math.max(fastest[m], rate);
            }
          }
        });
    Arrays.setAll(workers, k -> used[k].workers());
  }

  /** Judges an invariant of an allocation. */
  Finding judge(Invariant invariant, ParetoCheck paretoCheck) {
    if (!problem.softRows().isEmpty() && isOfEfficiency(invariant)) {
      return new Finding.Undecided(
          invariant, say("soft constraint \"%s\" has a price", problem.softRows().get(0).name()));
    }
    if (comparesWorkers(invariant)
        && IntStream.range(0, problem.groupCount()).anyMatch(problem::isCoGang)) {
      return new Finding.Undecided(
          invariant, "co-gangs hold workers of several types, which do not compare");
    }
    return switch (invariant) {
      case FRACTIONS -> fractions();
      case TIME -> time();
      case CAPACITY -> capacity();
      case CONSTRAINTS -> constraints();
      case USEFUL_TIME -> usefulTime();
      case PROVED -> proved();
      case PROGRESS -> progress();
      case WORK_CONSERVATION -> workConservation();
      case PARETO_EFFICIENCY -> new ParetoJudge(this).judge(paretoCheck);
      case SHARING_INCENTIVE -> sharingIncentive();
      case PROPORTIONALITY -> proportionality();
      case ENVY_FREENESS -> envyFreeness();
      case EQUAL_TREATMENT -> equalTreatment();
      default ->
          throw new IllegalArgumentException(
              "%s compares several answers; an audit judges only one".formatted(invariant));
    };
  }

  /**
   * Returns whether an invariant compares the workers of a job with a share or with another job.
   */
  private static boolean comparesWorkers(Invariant invariant) {
    return switch (invariant) {
      case SHARING_INCENTIVE, PROPORTIONALITY, ENVY_FREENESS -> true;
      default -> false;
    };
  }

  /** Returns whether the penalty of a soft constraint can outweigh an invariant. */
  private static boolean isOfEfficiency(Invariant invariant) {
    return switch (invariant) {
      case WORK_CONSERVATION, PARETO_EFFICIENCY, EQUAL_TREATMENT -> true;
      default -> false;
    };
  }

  boolean holds(Invariant invariant) {
    return judge(invariant, ParetoCheck.none()) instanceof Finding.Holds;
  }

  private Finding fractions() {
    Worst worst = new Worst(Invariant.FRACTIONS, feasibility);
    forEachEntry(
        (g, j) -> {
          double fraction = allocation.fraction(g, j);
          // the same measure below 0 as above 1
          double outside = fraction >= 0 ? fraction : 1 - fraction;
          worst.atMost(outside, 1, 1, () -> entry(g, j));
        });
    return worst.finding();
  }

  private Finding time() {
    Worst worst = new Worst(Invariant.TIME, feasibility);
    for (int m = 0; m < time.length; m++) {
      int job = m;
      worst.atMost(time[m], 1, 1, () -> say("%s runs for %s of its time", id(job), time[job]));
    }
    return worst.finding();
  }

  private Finding capacity() {
    Worst worst = new Worst(Invariant.CAPACITY, feasibility);
    for (int k = 0; k < workers.length; k++) {
      double all = cluster.poolWorkers(k);
      int pool = k;
      worst.atMost(
          workers[k],
          all,
          Math.max(1, all),
          () ->
              say(
                  "pool \"%s\" has %s of its %s workers busy",
                  cluster.poolName(pool), workers[pool], all));
    }
    return worst.finding();
  }

  private Finding constraints() {
    List<String> open = problem.constraintSet().openRights();
    if (!open.isEmpty()) {
      return new Finding.Undecided(
          Invariant.CONSTRAINTS,
          say("the policy has stated no rows for the right \"%s\"", open.get(0)));
    }
    Worst worst = new Worst(Invariant.CONSTRAINTS, Constrained.TOLERANCE);
    for (int i = 0; i < constrained.count(); i++) {
      int row = i;
      worst.atMost(constrained.violation(i), 0, 1, () -> constrained.text(row));
    }
    return worst.finding();
  }

  private Finding usefulTime() {
    Worst worst = new Worst(Invariant.USEFUL_TIME, feasibility);
    forEachEntry(
        (g, j) -> {
          if (!problem.runs(g, j)) {
            worst.atMost(allocation.fraction(g, j), 0, 1, () -> entry(g, j));
          }
        });
    return worst.finding();
  }

  /** Checks the certificate exactly. */
  private Finding proved() {
    Tolerance tolerance = Tolerance.CERTIFIED;
    Proof proof = Proof.of(allocation);
    if (proof instanceof Proof.Unstated) {
      return new Finding.Undecided(
          Invariant.PROVED, "the certificate does not state what its prices prove");
    }
    if (proof.holdsWithin(tolerance)) {
      return new Finding.Holds(Invariant.PROVED, tolerance);
    }
    double gap =
        proof instanceof Proof.Proved loose
            ? loose.within().ceil()
            : Double.POSITIVE_INFINITY; // no gap is proved
    String witness = "%s: %s".formatted(proof, allocation.certificate());
    return new Finding.Violated(Invariant.PROVED, witness, gap, tolerance);
  }

  private Finding progress() {
    Worst worst = new Worst(Invariant.PROGRESS, fairness);
    for (int m = 0; m < throughput.length; m++) {
      if (fastestType(m, j -> true) >= 0 && !(throughput[m] > 0)) {
        requireDue(worst, m, fastest[m]);
      }
    }
    return worst.finding();
  }

  private Finding workConservation() {
    // Idle time counts by its value to the job that could use it: throughput over its fastest.
    Tolerance ofFastest = new Tolerance(fairness.absolute() + fairness.relative(), 0);
    Worst worst = new Worst(Invariant.WORK_CONSERVATION, ofFastest);
    forEachEntry(
        (g, j) -> {
          double idle = idleTime(g, j);
          double worth = idle > 0 ? idle * normalizedRate(g, j) : 0;
          worst.atMost(worth, 0, 1, () -> idleText(g, j, idle));
        });
    return worst.finding();
  }

  /**
   * Returns the further time for which a group could run on a type without taking workers from
   * other groups and without breaking a constraint.
   */
  double idleTime(int g, int j) {
    if (!problem.runs(g, j)) {
      return 0;
    }
    int k = cluster.poolOf(j);
    double idle = (cluster.poolWorkers(k) - workers[k]) / problem.workers(g);
    Group group = problem.group(g);
    for (int i = 0; i < group.size(); i++) {
      idle = Math.min(idle, 1 - time[group.member(i)]);
    }
    return Math.min(idle, constrained.room(g, j));
  }

  /** Returns the throughputs of a group's members, each relative to the job's fastest. */
  double normalizedRate(int g, int j) {
    double sum = 0;
    for (int i = 0; i < problem.group(g).size(); i++) {
      sum += problem.throughputs().stepsPerSecond(g, i, j) / fastest[problem.group(g).member(i)];
    }
    return sum;
  }

  /** Requires the throughput on a share for each job, if the constraints allow the share. */
  private Finding shares(Invariant invariant, IntFunction<double[]> shareOf) {
    Worst worst = new Worst(invariant, fairness);
    for (int m = 0; m < throughput.length; m++) {
      double[] share = shareOf.apply(m);
      double due = 0;
      for (int j = 0; j < share.length; j++) {
        due += rate(m, j) * share[j];
      }
      if (!(due <= throughput[m]) && constrained.allow(m, share)) {
        requireDue(worst, m, due);
      }
    }
    return worst.finding();
  }

  /** Records a shortfall: the due may exceed the job's throughput by the tolerance. */
  private void requireDue(Worst worst, int m, double due) {
    if (due > 0) {
      worst.atMost(
          due,
          throughput[m],
          due,
          () -> say("%s has %.6g steps/s; its due is %.6g", id(m), throughput[m], due));
    }
  }

  /**
   * Returns the isolated share (Gavel §4.2): a part of each pool; a row whose sum exceeds 1 is
   * scaled down to 1. Only the part on types that are not forbidden to the job counts.
   */
  private Finding sharingIncentive() {
    int sharing = throughput.length - problem.unrunnable().size();
    return shares(
        Invariant.SHARING_INCENTIVE,
        m -> {
          double part = 1.0 / sharing / problem.workers(m);
          double scale = Math.max(1, cluster.workers() * part);
          double[] share = new double[cluster.typeCount()];
          for (int k = 0; k < cluster.poolCount(); k++) {
            int pool = k;
            int type = fastestType(m, j -> cluster.poolOf(j) == pool);
            if (type >= 0) {
              share[type] = cluster.poolWorkers(k) * part / scale;
            }
          }
          return share;
        });
  }

  private Finding proportionality() {
    double weights =
        IntStream.range(0, throughput.length)
            .filter(m -> fastest[m] > 0)
            .mapToDouble(m -> problem.job(m).weight())
            .sum();
    return shares(
        Invariant.PROPORTIONALITY,
        m -> {
          double[] share = new double[cluster.typeCount()];
          int type = fastestType(m, j -> true);
          if (type >= 0) {
            share[type] = problem.job(m).weight() / weights;
          }
          return share;
        });
  }

  /** Returns the first of the fastest types on which a job can run alone; -1 if there is none. */
  private int fastestType(int m, IntPredicate among) {
    int type = -1;
    for (int j = 0; j < cluster.typeCount(); j++) {
      if (among.test(j) && problem.runs(m, j) && (type < 0 || rate(m, j) > rate(m, type))) {
        type = j;
      }
    }
    return type;
  }

  /**
   * Compares each job with every other. With the workers of job {@code i}, scaled by weight, job
   * {@code m} would run its gangs on the fastest types first, until its own time is used up. Time
   * on types that are forbidden to it does not count, neither do jobs with which it could not
   * exchange its workers without breaking a constraint, nor differences that are {@linkplain
   * Proof#NOTHING nothing} of its fastest rate.
   */
  private Finding envyFreeness() {
    if (problem.pairCount() > 0) {
      return new Finding.Undecided(
          Invariant.ENVY_FREENESS, "pairs share workers, so their owner is not defined");
    }
    if (problem.configurationCount() > 0) {
      return new Finding.Undecided(
          Invariant.ENVY_FREENESS,
          "elastic jobs hold gangs of several sizes, which do not compare");
    }
    Worst worst = new Worst(Invariant.ENVY_FREENESS, fairness);
    for (int m = 0; m < throughput.length; m++) {
      int[] byRate = fastestFirst(m);
      for (int i = 0; i < throughput.length && byRate.length > 0; i++) {
        double value = value(m, i, byRate);
        double nothing = Proof.NOTHING * rate(m, byRate[0]);
        if (i != m && !(value - throughput[m] <= nothing) && constrained.allowExchange(m, i)) {
          String job = id(m);
          String other = id(i);
          double own = throughput[m];
          worst.atMost(
              value,
              own,
              value,
              () ->
                  say(
                      "%s has %.6g steps/s and would have %.6g with the workers of %s",
                      job, own, value, other));
        }
      }
    }
    return worst.finding();
  }

  private int[] fastestFirst(int m) {
    return IntStream.range(0, cluster.typeCount())
        .filter(j -> problem.runs(m, j))
        .boxed()
        .sorted((a, b) -> Double.compare(rate(m, b), rate(m, a)))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  private double value(int m, int i, int[] fastestFirst) {
    Job own = problem.job(m);
    Job other = problem.job(i);
    double gangs = own.weight() * other.workers() / (other.weight() * own.workers());
    double left = 1;
    double value = 0;
    for (int j : fastestFirst) {
      double part = Math.min(left, gangs * allocation.fraction(i, j));
      value += rate(m, j) * part;
      left -= part;
    }
    return value;
  }

  private Finding equalTreatment() {
    boolean[] paired = new boolean[throughput.length];
    for (int g = paired.length; g < paired.length + problem.pairCount(); g++) {
      paired[problem.group(g).member(0)] = true;
      paired[problem.group(g).member(1)] = true;
    }
    Map<List<Object>, Integer> least = new HashMap<>();
    Map<List<Object>, Integer> most = new HashMap<>();
    for (int m = 0; m < paired.length; m++) {
      if (!paired[m]) {
        least.merge(likeness(m), m, (a, b) -> throughput[b] < throughput[a] ? b : a);
        most.merge(likeness(m), m, (a, b) -> throughput[b] > throughput[a] ? b : a);
      }
    }
    Worst worst = new Worst(Invariant.EQUAL_TREATMENT, fairness);
    for (int m = 0; m < paired.length; m++) { // in the order of jobs: that of a map is arbitrary
      if (!paired[m] && least.getOrDefault(likeness(m), -1) == m) {
        int job = m;
        int twin = most.getOrDefault(likeness(m), m);
        worst.atMost(
            throughput[twin],
            throughput[m],
            throughput[twin],
            () ->
                say(
                    "%s has %.6g steps/s, but %s, which is alike, has %.6g",
                    id(job), throughput[job], id(twin), throughput[twin]));
      }
    }
    return worst.finding();
  }

  /** Returns the properties of a job except its id: its ways to run and where it must not. */
  private List<Object> likeness(int m) {
    List<Object> likeness = new ArrayList<>();
    likeness.add(problem.job(m).toBuilder("any").build());
    likeness.add(Arrays.stream(problem.eligibility().forbiddenTypes(m)).boxed().toList());
    likeness.add(way(m));
    for (int g : problem.configurationsOf(m)) {
      likeness.add(way(g));
    }
    return likeness;
  }

  /** Returns the workers of a group, its throughputs and its coefficients in constraints. */
  private List<Double> way(int g) {
    List<Double> numbers = new ArrayList<>(List.of(problem.workers(g)));
    for (int j = 0; j < cluster.typeCount(); j++) {
      numbers.add(rate(g, j));
      for (LinearRow row : problem.constraintRows()) {
        numbers.add(row.coefficientOf(g * problem.cluster().typeCount() + j));
      }
    }
    return numbers;
  }

  /** An action for a group and a worker type. */
  interface Entry {
    void accept(int g, int j);
  }

  void forEachEntry(Entry action) {
    for (int g = 0; g < problem.groupCount(); g++) {
      for (int j = 0; j < cluster.typeCount(); j++) {
        action.accept(g, j);
      }
    }
  }

  private double rate(int g, int j) {
    return problem.throughputs().stepsPerSecond(g, j);
  }

  String id(int m) {
    return '"' + problem.job(m).id() + '"';
  }

  private String entry(int g, int j) {
    return say(
        "\"%s\" has a fraction of %s on \"%s\"",
        problem.groupName(g), allocation.fraction(g, j), cluster.type(j).name());
  }

  String idleText(int g, int j, double idle) {
    return say(
        "\"%s\" could run for another %.4g of its time on idle \"%s\"",
        problem.groupName(g), idle, cluster.type(j).name());
  }

  static String say(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  /** Remembers the largest gap, and of equal gaps the first. A gap of NaN is the largest of all. */
  private static final class Worst {

    private final Invariant invariant;
    private final Tolerance tolerance;
    private double gap = Double.NEGATIVE_INFINITY;
    private String witness = "";

    Worst(Invariant invariant, Tolerance tolerance) {
      this.invariant = invariant;
      this.tolerance = tolerance;
    }

    /** Records a value that must not exceed a bound; the gap is in units of {@code unit}. */
    void atMost(double value, double bound, double unit, Supplier<String> text) {
      if (!tolerance.atMost(value, bound)) {
        double found = (value - bound) / unit;
        if (witness.isEmpty() || Double.compare(found, gap) > 0) { // NaN is above all numbers
          gap = found;
          witness = text.get();
        }
      }
    }

    Finding finding() {
      return witness.isEmpty()
          ? new Finding.Holds(invariant, tolerance)
          : new Finding.Violated(invariant, witness, gap, tolerance);
    }
  }
}
