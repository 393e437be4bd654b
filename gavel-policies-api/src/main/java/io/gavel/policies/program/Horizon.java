package io.gavel.policies.program;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Tolerance;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.ConstraintSet;
import io.gavel.policies.constraint.JobSelection;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.constraint.LinearForm.Term;
import io.gavel.policies.constraint.LinearRow;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.internal.Require;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Group;
import io.gavel.policies.model.Holding;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.program.Measure.JobSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * States a problem over future time slots. Workers and costs are constant within a slot. The stated
 * problem has one copy of each worker type and of each job per slot, with rates in steps per slot:
 *
 * <pre>
 *   X[m@t, k@t]                           fraction of slot t that job m spends on type k
 *   Σ_t Σ_k steps[m,k,t] X  ≤  steps left   work:m, = if all jobs must complete
 *   Σ_{t ends by the SLO}   ≥  steps left   deadline:m
 * </pre>
 *
 * <p>The result is an {@linkplain #problem ordinary problem}, so that programs, certificates and
 * proofs need no rule for time. A constraint that holds at each moment holds in each slot; any
 * other constraint holds over all slots, weighted by their lengths. A job runs from the first slot
 * that starts at or after its arrival, and meets its SLO if the slots that end by then suffice.
 *
 * <p>Immutable.
 */
public final class Horizon {

  /** Separates the name of a job or worker type from its slot. */
  private static final char AT = '@';

  /** The rounding of sums of lengths of slots. */
  private static final Tolerance ROUNDING = new Tolerance(0, 1e-12);

  /** The relative part of the work of a job that counts as none, since plans are certified. */
  private static final double DONE = 1e-6;

  private static final double HOUR = 3600;

  private static final String WORK = "work:";
  private static final String DEADLINE = "deadline:";

  /**
   * A span of time. Immutable.
   *
   * @param seconds its length, finite and above 0
   * @param workers the workers of types that differ from the cluster, by name of the type
   * @param costs the cost of a worker per hour by resource, such as {@code "USD"} or {@code
   *     "gCO2"}, and by name of the type; 0 where absent
   */
  public record Slot(
      double seconds, Map<String, Integer> workers, Map<String, Map<String, Double>> costs) {

    /**
     * Checks and copies the parts.
     *
     * @param seconds finite and above 0
     * @param workers at least 0, by name of the type
     * @param costs finite, by resource and name of the type
     * @throws IllegalArgumentException naming the value and the allowed values
     */
    public Slot {
      Require.positive(seconds, "length of a slot in seconds");
      workers = Map.copyOf(workers);
      workers.forEach((type, count) -> Require.atLeast(0, count, "workers of type", type));
      Map<String, Map<String, Double>> copy = new LinkedHashMap<>();
      costs.forEach((resource, ofTypes) -> copy.put(resource, Map.copyOf(ofTypes)));
      copy.forEach(
          (resource, ofTypes) ->
              ofTypes.forEach(
                  (type, cost) ->
                      Require.finite(cost, "cost in %s of %s".formatted(resource, type))));
      costs = Collections.unmodifiableMap(copy);
    }

    /**
     * Creates a slot with the workers of the cluster and without costs.
     *
     * @param seconds its length, finite and above 0
     * @return the slot
     */
    public static Slot of(double seconds) {
      return new Slot(seconds, Map.of(), Map.of());
    }

    /**
     * Returns a copy with another number of workers, such as during maintenance.
     *
     * @param type name of a worker type
     * @param count at least 0
     * @return a copy
     */
    public Slot withWorkers(String type, int count) {
      Map<String, Integer> more = new HashMap<>(workers);
      more.put(type, count);
      return new Slot(seconds, more, costs);
    }

    /**
     * Returns a copy with a cost of a busy worker.
     *
     * @param resource the unit, such as {@code "USD"} or {@code "gCO2"}
     * @param type name of a worker type
     * @param perHour units per worker-hour, finite
     * @return a copy
     */
    public Slot withCost(String resource, String type, double perHour) {
      Map<String, Map<String, Double>> more = new LinkedHashMap<>(costs);
      Map<String, Double> ofTypes = new HashMap<>(more.getOrDefault(resource, Map.of()));
      ofTypes.put(type, perHour);
      more.put(resource, ofTypes);
      return new Slot(seconds, workers, more);
    }
  }

  /** The most rates of the expanded problem, some 1.2 GB. */
  private static final long MOST_RATES = 150_000_000;

  /** A limit of a cost over all slots. */
  private record Limit(String name, String resource, JobSelection jobs, double most) {}

  private final AllocationProblem now;
  private final List<Slot> slots;
  private final Map<String, Double> arrivals;
  private final List<Limit> limits;
  private final boolean complete;

  /** End of each slot, in seconds from now, {@code [slot]}. */
  private final double[] end;

  /** The workers of each type, {@code [slot][worker type]}. */
  private final int[][] workers;

  /** The job and slot of each job of the expanded problem, {@code [job of it]}. */
  private final int[] jobOf;

  private final int[] slotOf;

  /**
   * The index of each job in the expanded problem, −1 if it cannot run then, {@code [job][slot]}.
   */
  private final int[][] at;

  /** Built when it is first asked for; two threads may build the same. */
  private volatile @Nullable AllocationProblem expanded;

  private Horizon(
      AllocationProblem now,
      List<Slot> slots,
      Map<String, Double> arrivals,
      List<Limit> limits,
      boolean complete) {
    this.now = now;
    this.slots = List.copyOf(slots);
    this.arrivals = Map.copyOf(arrivals);
    this.limits = List.copyOf(limits);
    this.complete = complete;
    Require.atLeast(1, slots.size(), "number of slots");
    this.end = new double[slots.size()];
    double sum = 0;
    for (int t = 0; t < end.length; t++) {
      sum += slots.get(t).seconds();
      end[t] = sum;
    }
    int types = now.cluster().typeCount();
    this.workers = new int[end.length][types];
    for (int t = 0; t < end.length; t++) {
      for (int j = 0; j < types; j++) {
        WorkerType type = now.cluster().type(j);
        workers[t][j] = slots.get(t).workers().getOrDefault(type.name(), type.workers());
      }
    }
    this.at = new int[now.jobCount()][end.length];
    IntStream.Builder jobs = IntStream.builder();
    IntStream.Builder times = IntStream.builder();
    int count = 0;
    for (int m = 0; m < at.length; m++) {
      double arrival = arrivals.getOrDefault(now.job(m).id(), 0.0);
      int[] ways = ways(m);
      for (int t = 0; t < end.length; t++) {
        at[m][t] = -1;
        if (ROUNDING.atMost(arrival, start(t)) && mostSteps(m, ways, t) > 0) {
          at[m][t] = count++;
          jobs.add(m);
          times.add(t);
        }
      }
    }
    this.jobOf = jobs.build().toArray();
    this.slotOf = times.build().toArray();
  }

  /**
   * States a problem over slots that follow each other from now on.
   *
   * @param problem the jobs with their steps remaining, and the cluster; its pairs are refused
   * @param slots at least one
   * @return the horizon
   * @throws IllegalArgumentException naming a job without steps remaining, a type that the cluster
   *     lacks, or pairs, soft constraints or guarantees of the problem
   */
  public static Horizon of(AllocationProblem problem, List<Slot> slots) {
    if (!problem.pairsByType().isEmpty() || problem.pairCount() > 0) {
      throw new IllegalArgumentException(
          "the problem has pairs of jobs; a horizon plans jobs alone: pass problem.withoutPairs()");
    }
    problem.constraintSet().requireHard("a horizon");
    problem.constraintSet().requireRightsStated("a horizon");
    for (Job job : problem.jobs()) {
      if (job.stepsRemaining().isEmpty()) {
        throw new IllegalArgumentException(
            "job \"%s\" has no steps remaining; a horizon needs them".formatted(job.id()));
      }
    }
    for (Slot slot : slots) {
      slot.workers().keySet().forEach(problem.cluster()::indexOf);
      slot.costs().values().forEach(of -> of.keySet().forEach(problem.cluster()::indexOf));
    }
    return new Horizon(problem, slots, Map.of(), List.of(), false);
  }

  /**
   * Returns a copy in which a job arrives later.
   *
   * @param jobId a job of the problem
   * @param seconds from now, finite and at least 0
   * @return a copy
   * @throws IllegalArgumentException naming an unknown job or an invalid time
   */
  public Horizon arriving(String jobId, double seconds) {
    return arriving(Map.of(jobId, seconds));
  }

  /**
   * Returns a copy in which jobs arrive later.
   *
   * @param seconds from now, finite and at least 0, by id of a job of the problem
   * @return a copy
   * @throws IllegalArgumentException naming an unknown job or an invalid time
   */
  public Horizon arriving(Map<String, Double> seconds) {
    Map<String, Double> more = new HashMap<>(arrivals);
    seconds.forEach(
        (jobId, arrival) -> {
          now.indexOf(jobId);
          more.put(jobId, Require.nonNegative(arrival, "arrival of job", jobId));
        });
    return new Horizon(now, slots, more, limits, complete);
  }

  /**
   * Returns a copy that limits a cost over all slots, such as a budget for the day.
   *
   * @param name of the constraint, unique
   * @param resource a resource of the slots' costs
   * @param jobs the jobs that it covers
   * @param most the limit, in units of the resource, finite and at least 0
   * @return a copy
   * @throws IllegalArgumentException naming an unknown job or resource, an invalid limit, or a name
   *     that begins with {@code work:} or {@code deadline:}
   */
  public Horizon withLimit(String name, String resource, JobSelection jobs, double most) {
    if (name.startsWith(WORK) || name.startsWith(DEADLINE)) {
      throw new IllegalArgumentException(
          "limit \"%s\" has a name of a horizon's own rows; it must not begin with %s or %s"
              .formatted(name, WORK, DEADLINE));
    }
    Require.nonNegative(most, "limit", name);
    perWorker(resource);
    jobs.in(now, "limit \"%s\"".formatted(name));
    List<Limit> more = new ArrayList<>(limits);
    more.add(new Limit(name, resource, jobs, most));
    return new Horizon(now, slots, arrivals, more, complete);
  }

  /**
   * Returns a copy in which every job must complete within the horizon, as plans of least cost
   * need.
   *
   * @return a copy; a job that can run in no slot is set aside
   */
  public Horizon completingAll() {
    return new Horizon(now, slots, arrivals, limits, true);
  }

  /** {@return the problem over all slots, with jobs such as {@code bert@3}} */
  public AllocationProblem problem() {
    AllocationProblem built = expanded;
    if (built == null) {
      built = expand();
      expanded = built;
    }
    return built;
  }

  /** {@return the ids of the jobs that can run in no slot, which plans leave out} */
  public List<String> omittedJobs() {
    return IntStream.range(0, at.length)
        .filter(m -> Arrays.stream(at[m]).allMatch(i -> i < 0))
        .mapToObj(m -> now.job(m).id())
        .toList();
  }

  /** {@return the slots} */
  public List<Slot> slots() {
    return slots;
  }

  /**
   * Returns the end of a slot.
   *
   * @param t from 0 to the number of slots less 1
   * @return seconds from now
   */
  public double endSeconds(int t) {
    return end[Require.index(t, end.length, "slot")];
  }

  /**
   * Returns a program over the slots without an objective.
   *
   * @return a program to be completed, for example by {@link #earliness}, {@link #leastDone} or
   *     {@link #total}
   */
  public Program program() {
    return Program.of(problem());
  }

  /**
   * Returns an objective that completes work early: the part of a job's work done in a slot counts
   * with the job's weight times the part of the horizon after the end of the slot. One slot is
   * added to this part, so that the last slot counts.
   *
   * @return an objective to maximise
   */
  public Objective.Sum earliness() {
    double[] value = new double[jobOf.length];
    double horizon = end[end.length - 1];
    for (int i = 0; i < value.length; i++) {
      Job job = now.job(jobOf[i]);
      double steps = job.stepsRemaining().orElseThrow();
      double left = horizon - end[slotOf[i]] + slots.get(end.length - 1).seconds();
      value[i] = steps > 0 ? job.weight() * left / horizon / steps : 0;
    }
    return Objective.sum((problem, i) -> value[i]);
  }

  /**
   * Returns an objective that treats jobs equally: the smallest completed part of any job's work at
   * the end of the horizon.
   *
   * @return an objective to maximise
   * @throws IllegalStateException naming a job that can run in no slot, whose part is 0 in any plan
   */
  public Objective.LeastOfSets leastDone() {
    if (!omittedJobs().isEmpty()) {
      throw new IllegalStateException(
          "job \"%s\" can run in no slot, so the least part of work done is 0"
              .formatted(omittedJobs().get(0)));
    }
    List<JobSet> sets = new ArrayList<>();
    for (int m = 0; m < at.length; m++) {
      List<String> own = ids(m, end.length);
      if (!own.isEmpty() && now.job(m).stepsRemaining().orElseThrow() > 0) {
        sets.add(new JobSet(now.job(m).id(), own, now.job(m).stepsRemaining().orElseThrow()));
      }
    }
    return Objective.leastOf(sets, Measure.throughput());
  }

  /**
   * Returns the cost of all jobs over all slots.
   *
   * @param resource a resource of the slots' costs
   * @return a form in units of the resource
   */
  public LinearForm total(String resource) {
    return cost(resource, new JobSelection.All());
  }

  private LinearForm cost(String resource, JobSelection jobs) {
    return LinearForm.of(
        List.of(new Term(jobs, List.of(), Term.Unit.AMOUNT, perWorker(resource), 1)));
  }

  /** Returns the cost of a worker for all of a slot, {@code [slot][type]} row-major. */
  private List<Double> perWorker(String resource) {
    int types = now.cluster().typeCount();
    List<Double> perWorker = new ArrayList<>(Collections.nCopies(types * end.length, 0.0));
    for (int t = 0; t < end.length; t++) {
      Map<String, Double> perHour = slots.get(t).costs().getOrDefault(resource, Map.of());
      for (int j = 0; j < types; j++) {
        double cost = perHour.getOrDefault(now.cluster().type(j).name(), 0.0);
        perWorker.set(t * types + j, cost * slots.get(t).seconds() / HOUR);
      }
    }
    if (perWorker.stream().allMatch(cost -> cost == 0)) {
      throw new IllegalArgumentException(
          "no slot has a cost other than 0 in \"%s\"; the slots have costs in %s"
              .formatted(
                  resource,
                  slots.stream()
                      .flatMap(slot -> slot.costs().keySet().stream())
                      .distinct()
                      .toList()));
    }
    return perWorker;
  }

  private double start(int t) {
    return t == 0 ? 0 : end[t - 1];
  }

  /**
   * Returns the most steps per second of a job in a slot, on any type and in any of some groups.
   */
  private double mostSteps(int m, int[] ways, int t) {
    double most = 0;
    for (int g : ways) {
      for (int j = 0; j < workers[t].length; j++) {
        most = fits(g, m, t, j) ? Math.max(most, now.stepsPerSecond(g, 0, j)) : most;
      }
    }
    return most;
  }

  private boolean fits(int g, int m, int t, int j) {
    return now.workers(g) <= workers[t][j]
        && !now.eligibility().forbids(m, j)
        && (!now.isCoGang(g) || fitsAlongside(g, m, t, j));
  }

  private boolean fitsAlongside(int g, int m, int t, int j) {
    Cluster cluster = now.cluster();
    int[] left = new int[cluster.poolCount()];
    boolean forbidden = false;
    for (int i = 0; i < workers[t].length; i++) {
      left[cluster.poolOf(i)] += workers[t][i];
      forbidden |= now.alongside(g, i) > 0 && now.eligibility().forbids(m, i);
    }
    return !forbidden
        && IntStream.range(0, left.length).allMatch(k -> now.gang(g, j, k) <= left[k]);
  }

  private int[] ways(int m) {
    return IntStream.concat(IntStream.of(m), Arrays.stream(now.configurationsOf(m))).toArray();
  }

  private static String named(String name, int t) {
    return name + AT + t;
  }

  /** Returns numbers of workers by name of a type in a slot. */
  private static SortedMap<String, Integer> named(SortedMap<String, Integer> workers, int t) {
    SortedMap<String, Integer> named = new TreeMap<>();
    workers.forEach((type, count) -> named.put(named(type, t), count));
    return named;
  }

  /** Returns the ids of a job in the first slots. */
  private List<String> ids(int m, int until) {
    return IntStream.range(0, until)
        .filter(t -> at[m][t] >= 0)
        .mapToObj(t -> named(now.job(m).id(), t))
        .toList();
  }

  private AllocationProblem expand() {
    int types = now.cluster().typeCount();
    long rates = (long) jobOf.length * types * end.length;
    if (rates > MOST_RATES) {
      throw new IllegalArgumentException(
          "the horizon has %s rates (jobs × slots × types × slots); it must have at most %s"
              .formatted(rates, MOST_RATES));
    }
    List<WorkerType> all = new ArrayList<>();
    for (int t = 0; t < end.length; t++) {
      for (int j = 0; j < types; j++) {
        WorkerType type = now.cluster().type(j);
        all.add(
            new WorkerType(
                named(type.name(), t),
                workers[t][j],
                type.pricePerHour(),
                type.workersPerServer(),
                named(type.pool(), t)));
      }
    }
    AllocationProblem.Builder problem = AllocationProblem.builder(Cluster.of(all));
    for (Entity entity : now.entities()) {
      problem.entity(entity);
    }
    for (int i = 0; i < jobOf.length; i++) {
      Job job = now.job(jobOf[i]);
      String id = named(job.id(), slotOf[i]);
      Job.Builder copy =
          Job.builder(id)
              .scaleFactor(job.scaleFactor())
              .gpuMilli(job.gpuMilli())
              .weight(job.weight());
      job.type().ifPresent(copy::type);
      job.entity().ifPresent(copy::entity);
      named(job.holding().alongside(), slotOf[i]).forEach(copy::alongside);
      problem.job(copy.build(), rates(jobOf[i], jobOf[i], slotOf[i]));
    }
    for (int i = 0; i < jobOf.length; i++) {
      for (int g : now.configurationsOf(jobOf[i])) {
        Group.Configuration way = (Group.Configuration) now.group(g);
        String id = named(now.job(jobOf[i]).id(), slotOf[i]);
        Holding holding = way.holding();
        Holding held =
            new Holding(
                holding.workers(), holding.gpuMilli(), named(holding.alongside(), slotOf[i]));
        problem.configuration(id, way.name(), held, rates(g, jobOf[i], slotOf[i]));
      }
    }
    List<Constraint> rows = work();
    rows.addAll(stated());
    for (Limit limit : limits) {
      Optional<JobSelection> jobs = expandedOf(limit.jobs());
      if (jobs.isPresent()) { // a limit of jobs that never run holds
        LinearForm cost = cost(limit.resource(), jobs.get());
        rows.add(Constraint.named(limit.name()).that(cost).atMost(limit.most()).onAverage());
      }
    }
    return problem.build().withConstraints(new ConstraintSet(rows, List.of()));
  }

  /** Returns the steps of a group in a slot, full time on each type of each slot. */
  private double[] rates(int g, int m, int t) {
    int types = now.cluster().typeCount();
    double[] rates = new double[types * end.length];
    for (int j = 0; j < types; j++) {
      double steps = now.stepsPerSecond(g, 0, j) * slots.get(t).seconds();
      rates[t * types + j] = fits(g, m, t, j) ? steps : 0;
    }
    return rates;
  }

  /** Returns the rows of the work of each job, and of its deadline. */
  private List<Constraint> work() {
    List<Constraint> rows = new ArrayList<>();
    for (int m = 0; m < at.length; m++) {
      Job job = now.job(m);
      double steps = job.stepsRemaining().orElseThrow();
      List<String> all = ids(m, end.length);
      if (!all.isEmpty()) {
        Relation relation = complete && steps > 0 ? Relation.EXACTLY : Relation.AT_MOST;
        Constraint.Bound bound = new Constraint.Bound(steps > 0 ? 1 : 0, false);
        rows.add(new Constraint(WORK + job.id(), part(all, steps), relation, bound));
      }
      if (job.sloSeconds().isPresent() && steps > 0) {
        double due = job.sloSeconds().getAsDouble();
        int until = (int) Arrays.stream(end).filter(ends -> ROUNDING.atMost(ends, due)).count();
        List<String> early = ids(m, until);
        if (early.isEmpty()) {
          throw new IllegalArgumentException(
              "SLO of job \"%s\" is %s s; no slot in which it can run ends by then"
                  .formatted(job.id(), due));
        }
        rows.add(Constraint.named(DEADLINE + job.id()).that(part(early, steps)).atLeast(1));
      }
    }
    return rows;
  }

  /** Returns the steps of jobs as a part of some work. */
  private static LinearForm part(List<String> ids, double steps) {
    LinearForm all = LinearForm.steps().ofJobs(ids.toArray(String[]::new));
    return steps > 0 ? all.times(1 / steps) : all;
  }

  /** Returns the constraints of the problem, in each slot or over all of them. */
  private List<Constraint> stated() {
    Set<String> atEachMoment =
        now.momentRows().stream().map(LinearRow::name).collect(Collectors.toSet());
    List<Constraint> rows = new ArrayList<>();
    for (Constraint constraint : now.constraintSet().inForce(now)) {
      List<Term> average = new ArrayList<>();
      for (int t = 0; t < end.length; t++) {
        List<Term> terms = terms(constraint, t);
        if (!atEachMoment.contains(constraint.name())) {
          double part = slots.get(t).seconds() / end[end.length - 1];
          terms.forEach(term -> average.add(times(term, part)));
        } else if (!terms.isEmpty()) {
          rows.add(over(constraint, named(constraint.name(), t), terms));
        }
      }
      if (!average.isEmpty()) {
        rows.add(over(constraint, constraint.name(), average));
      } else if (constraint.relation() != Relation.AT_MOST) {
        // Nothing can be added to a sum without terms: the row stays, to be refused by name.
        rows.add(over(constraint, constraint.name(), constraint.form().terms()));
      }
    }
    return rows;
  }

  private static Constraint over(Constraint constraint, String name, List<Term> terms) {
    return new Constraint(
        name, LinearForm.of(terms), constraint.relation(), constraint.bound(), constraint.holds());
  }

  private static Term times(Term term, double factor) {
    return new Term(term.jobs(), term.types(), term.unit(), term.amount(), term.factor() * factor);
  }

  /** Returns the terms of a constraint in a slot; none for jobs that are not there. */
  private List<Term> terms(Constraint constraint, int t) {
    int types = now.cluster().typeCount();
    List<Term> terms = new ArrayList<>();
    for (Term term : constraint.form().terms()) {
      JobSelection jobs = term.jobs();
      if (jobs instanceof JobSelection.Ids ids) {
        List<String> there =
            ids.ids().stream()
                .filter(id -> at[now.indexOf(id)][t] >= 0)
                .map(id -> named(id, t))
                .toList();
        if (there.isEmpty()) {
          continue;
        }
        jobs = new JobSelection.Ids(there);
      }
      List<String> names =
          (term.types().isEmpty()
                  ? now.cluster().types().stream().map(WorkerType::name)
                  : term.types().stream())
              .map(name -> named(name, t))
              .toList();
      List<Double> amount = new ArrayList<>();
      if (!term.amount().isEmpty()) {
        amount.addAll(Collections.nCopies(types * end.length, 0.0));
        for (int j = 0; j < types; j++) {
          amount.set(t * types + j, term.amount().get(j));
        }
      }
      double factor =
          term.unit() == Term.Unit.STEPS ? term.factor() / slots.get(t).seconds() : term.factor();
      terms.add(new Term(jobs, names, term.unit(), amount, factor));
    }
    return terms;
  }

  /** Returns a selection of jobs in all slots; empty if none of them runs in any. */
  private Optional<JobSelection> expandedOf(JobSelection jobs) {
    if (!(jobs instanceof JobSelection.Ids ids)) {
      return jobs.in(now, "").isEmpty() ? Optional.empty() : Optional.of(jobs);
    }
    List<String> there =
        ids.ids().stream().flatMap(id -> ids(now.indexOf(id), end.length).stream()).toList();
    return there.isEmpty() ? Optional.empty() : Optional.of(new JobSelection.Ids(there));
  }

  /**
   * Returns the number of steps that a plan does for a job in each slot.
   *
   * @param plan an allocation of {@link #problem}
   * @param jobId a job
   * @return steps, {@code [slot]}
   */
  public double[] stepsBySlot(Allocation plan, String jobId) {
    int m = now.indexOf(jobId);
    return Arrays.stream(at[m]).mapToDouble(i -> i < 0 ? 0 : plan.effectiveThroughput(i)).toArray();
  }

  /**
   * Returns the time by which a plan completes a job: the end of the slot that does its last step.
   *
   * @param plan an allocation of {@link #problem}
   * @param jobId a job
   * @return seconds from now; 0 for a job without work, empty if the plan leaves more than one part
   *     in a million of the work
   */
  public OptionalDouble completionSeconds(Allocation plan, String jobId) {
    double left = now.job(now.indexOf(jobId)).stepsRemaining().orElseThrow();
    double enough = left * (1 - DONE);
    if (left == 0) {
      return OptionalDouble.of(0);
    }
    double[] steps = stepsBySlot(plan, jobId);
    double done = 0;
    for (int t = 0; t < steps.length; t++) {
      done += steps[t];
      if (done >= enough) {
        return OptionalDouble.of(end[t]);
      }
    }
    return OptionalDouble.empty();
  }

  /**
   * Returns how many leases of a job must end before its {@linkplain Job#minRunSeconds() minimum
   * run time} in a plan, at least. Plans relax this time and rounds keep it, so that this job and
   * others may complete later than planned. A lease is time without a break in one group on one
   * worker type; the lease that completes the job may be short.
   *
   * @param plan an allocation of {@link #problem}
   * @param jobId a job
   * @return 0 for a job without a minimum run time
   */
  public int interruptions(Allocation plan, String jobId) {
    int m = now.indexOf(jobId);
    double least = now.job(m).minRunSeconds();
    double left = now.job(m).stepsRemaining().orElseThrow();
    double rounding = left * DONE;
    double[] steps = stepsBySlot(plan, jobId);
    int types = now.cluster().typeCount();
    int count = 0;
    Map<Integer, Double> open = Map.of(); // seconds of leases that may go on, by group and type
    for (int t = 0; t < end.length && left > rounding; t++) {
      left -= steps[t];
      Map<Integer, Double> next = new HashMap<>();
      for (int g : at[m][t] < 0 ? new int[0] : ways(m)) {
        for (int j = 0; j < types; j++) {
          double fraction = plan.fraction(wayOf(g, at[m][t]), t * types + j);
          if (fraction > DONE) {
            double before = open.getOrDefault(g * types + j, 0.0);
            double seconds = before + fraction * slots.get(t).seconds();
            boolean goesOn = before == 0 || fraction > 1 - DONE;
            count += !goesOn && seconds < least * (1 - DONE) && left > rounding ? 1 : 0;
            next.put(g * types + j, goesOn ? seconds : 0.0);
          }
        }
      }
      for (Map.Entry<Integer, Double> lease : open.entrySet()) {
        boolean ended = lease.getValue() > 0 && !next.containsKey(lease.getKey());
        count += ended && lease.getValue() < least * (1 - DONE) ? 1 : 0;
      }
      open = next;
    }
    return count;
  }

  /**
   * Returns the earliest time at which a plan could complete a job if no other job were there: from
   * the first slot in which it can run.
   *
   * @param jobId a job
   * @return seconds from now; empty if not within the horizon
   */
  public OptionalDouble earliestSeconds(String jobId) {
    int m = now.indexOf(jobId);
    double left = now.job(m).stepsRemaining().orElseThrow();
    if (left == 0) {
      return OptionalDouble.of(0);
    }
    int[] ways = ways(m);
    for (int t = 0; t < end.length; t++) {
      double rate = mostSteps(m, ways, t);
      double steps = at[m][t] < 0 ? 0 : rate * (end[t] - start(t));
      if (steps > 0 && steps >= left) {
        return OptionalDouble.of(start(t) + left / rate);
      }
      left -= steps;
    }
    return OptionalDouble.empty();
  }

  /**
   * Returns a plan's fractions of a slot, as a policy would return them for the cluster of the
   * slot.
   *
   * @param plan an allocation of {@link #problem}
   * @param t a slot
   * @return fractions of the slot, {@code [group][worker type]} of the problem without time
   */
  public double[][] fractions(Allocation plan, int t) {
    int types = now.cluster().typeCount();
    double[][] fractions = new double[now.groupCount()][types];
    for (int g = 0; g < fractions.length; g++) {
      int m = now.group(g).member(0);
      int i = at[m][Require.index(t, end.length, "slot")];
      if (i >= 0) {
        int way = wayOf(g, i);
        for (int j = 0; j < types; j++) {
          fractions[g][j] = plan.fraction(way, t * types + j);
        }
      }
    }
    return fractions;
  }

  /** Returns the group of a job of the expanded problem that stands for a group of its job. */
  private int wayOf(int g, int i) {
    return now.group(g) instanceof Group.Configuration way
        ? problem().configurationOf(problem().job(i).id(), way.name())
        : i;
  }
}
