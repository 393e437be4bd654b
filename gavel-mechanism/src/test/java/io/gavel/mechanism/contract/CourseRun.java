package io.gavel.mechanism.contract;

import io.gavel.mechanism.contract.PlanCheck.Breach;
import io.gavel.mechanism.event.EventOutcome;
import io.gavel.mechanism.event.SchedulerEvent;
import io.gavel.mechanism.event.SchedulerEvent.AllocationChanged;
import io.gavel.mechanism.event.SchedulerEvent.JobDone;
import io.gavel.mechanism.event.SchedulerEvent.JobFailed;
import io.gavel.mechanism.event.SchedulerEvent.LeaseEnded;
import io.gavel.mechanism.event.SchedulerEvent.OverheadChanged;
import io.gavel.mechanism.event.SchedulerEvent.ProblemChanged;
import io.gavel.mechanism.event.SchedulerEvent.ProgressReported;
import io.gavel.mechanism.event.SchedulerEvent.WorkersDrained;
import io.gavel.mechanism.event.SchedulerEvent.WorkersLost;
import io.gavel.mechanism.event.SchedulerEvent.WorkersReturned;
import io.gavel.mechanism.plan.Lease;
import io.gavel.mechanism.plan.Overhead;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.mechanism.plan.RoundPlan;
import io.gavel.mechanism.plan.Worker;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.contract.ProblemEvent;
import io.gavel.policies.contract.RandomAllocations;
import io.gavel.policies.model.Cluster;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.IntStream;

/** One run of a mechanism through a course of events. Mutable. */
final class CourseRun {

  /** What a run does in addition to the course. */
  enum Manner {
    PLAIN,
    SENDS_TWICE,
    TRIES_THE_PAST,
    RESTORES
  }

  /** A job with this fraction of its time allocated must run within {@link #PATIENCE} rounds. */
  private static final double SHARE = 0.25;

  private static final int PATIENCE = 80;

  /** The name of the limit. */
  static final String LIMIT = "limit";

  private static final List<ProblemEvent.What> CHANGES =
      List.of(
          ProblemEvent.What.ARRIVAL,
          ProblemEvent.What.ARRIVAL,
          ProblemEvent.What.COMPLETION,
          ProblemEvent.What.ID_REUSED,
          ProblemEvent.What.THROUGHPUT,
          ProblemEvent.What.ORDER,
          ProblemEvent.What.ALL_GONE,
          ProblemEvent.What.AS_AT_START);

  private final RoundCourse course;
  private final Manner manner;
  private final double roundSeconds;
  private final Cluster cluster;
  private final PlanCheck check;
  private final List<RoundPlan> plans = new ArrayList<>();
  private final List<Lease> leases = new ArrayList<>();
  private final Set<String> done = new HashSet<>();
  private final Set<Worker> out = new HashSet<>();
  private RoundMechanism mechanism;
  private Allocation allocation;
  private AllocationProblem free; // without limits
  private AllocationProblem problem;
  private double now = 1000;
  private Optional<Breach> breach = Optional.empty();

  CourseRun(RoundCourse course, RoundMechanism mechanism, RoundOptions options, Manner manner) {
    this.course = course;
    this.mechanism = mechanism;
    this.manner = manner;
    this.roundSeconds = options.roundSeconds();
    cluster = course.start().cluster();
    check = new PlanCheck(cluster, options.minRunSeconds());
    free = course.start();
    problem = limited(course.steps().stream().mapToInt(RoundStep::which).sum());
    allocation = RandomAllocations.feasible(problem, 0);
  }

  List<RoundPlan> plans() {
    return plans;
  }

  /** Runs until the end, or until a rule is broken. */
  Optional<Breach> run() {
    send(new AllocationChanged(now, allocation));
    for (RoundStep step : course.steps()) {
      if (breach.isEmpty()) {
        take(step);
      }
      if (manner == Manner.RESTORES) {
        mechanism = mechanism.restored().orElse(mechanism);
      }
    }
    return breach.isPresent() ? breach : calm();
  }

  private void take(RoundStep step) {
    now += step.amount() % 8 * 0.05 * roundSeconds;
    switch (step.what()) {
      case NEXT_ROUND -> {
        now = plans.isEmpty() ? now : Math.max(now, plans.get(plans.size() - 1).endSeconds());
        plan();
      }
      case OTHER_ROUND -> plan();
      case FILL -> fill();
      case ALLOCATION, PROBLEM -> change(step);
      default -> event(step).ifPresent(this::send);
    }
  }

  /** Returns the jobs under one limit of some sort, or under none. */
  private AllocationProblem limited(int draw) {
    if (free.jobCount() == 0) {
      return free;
    }
    double[] amounts = new double[cluster.typeCount()];
    Arrays.setAll(amounts, j -> 1 + 0.5 * j);
    Constraint.Named limit = Constraint.named(LIMIT);
    Constraint constraint =
        switch (draw % 8) {
          case 0 ->
              limit
                  .that(LinearForm.workers().onTypes(cluster.type(0).name()))
                  .atMostPartOfCapacity(0.5);
          case 1 -> limit.that(LinearForm.running()).atMost(1 + draw % 3);
          case 2 -> limit.that(LinearForm.amount(amounts)).atMost(0.6 * cluster.workers());
          case 3 ->
              limit
                  .that(LinearForm.workers().ofJobs(free.job(draw % free.jobCount()).id()))
                  .atMost(draw % 2 + 0.5);
          default -> limit.that(LinearForm.workers()).atLeast(0); // which rounds do not look at
        };
    return free.constraining(constraint);
  }

  private void change(RoundStep step) {
    ProblemEvent.What what = CHANGES.get(step.which() % CHANGES.size());
    AllocationProblem old = problem;
    free = new ProblemEvent(what, step.amount() / 7, step.amount()).applyTo(free, course.start());
    problem = limited(step.amount());
    List<String> listed = problem.jobs().stream().map(job -> job.id()).toList();
    old.jobs().stream()
        .map(job -> job.id())
        .filter(id -> !listed.contains(id))
        .forEach(check::departs);
    done.retainAll(listed);
    if (step.what() == RoundStep.What.PROBLEM) {
      send(new ProblemChanged(now, problem));
    } else {
      allocation = RandomAllocations.feasible(problem, step.amount());
      send(new AllocationChanged(now, allocation));
    }
  }

  private Optional<SchedulerEvent> event(RoundStep step) {
    return switch (step.what()) {
      case WORKER_LOST -> worker(step).map(w -> lost(List.of(w)));
      case SERVER_LOST ->
          worker(step)
              .map(w -> lost(Worker.ofServer(cluster, cluster.poolName(w.pool()), w.server())));
      case WORKER_DRAINED -> worker(step).map(w -> drained(List.of(w)));
      case POOL_RETURNED -> Optional.of(returned(pool(step.which() % cluster.poolCount())));
      default -> ofJob(step);
    };
  }

  private Optional<SchedulerEvent> ofJob(RoundStep step) {
    if (leases.isEmpty()) {
      return Optional.empty();
    }
    // Often a lease of the latest round, but it may be any earlier lease.
    int back = step.amount() % 3 > 0 ? step.which() % Math.min(4, leases.size()) : step.amount();
    Lease lease = leases.get(Math.floorMod(leases.size() - 1 - back, leases.size()));
    String id = lease.jobIds().get(step.which() % lease.jobIds().size());
    OptionalLong number = OptionalLong.of(lease.number());
    return Optional.of(
        switch (step.what()) {
          case DONE -> new JobDone(now, id);
          case FAILED -> new JobFailed(now, id, number);
          case LEASE_ENDED -> new LeaseEnded(now, id, number);
          case OVERHEAD -> new OverheadChanged(now, id, new Overhead(step.amount() % 9, 7));
          default -> new ProgressReported(now, id, lease.number(), step.amount(), now);
        });
  }

  private Optional<Worker> worker(RoundStep step) {
    List<Worker> pool = pool(step.amount() % cluster.poolCount());
    return pool.isEmpty() ? Optional.empty() : Optional.of(pool.get(step.which() % pool.size()));
  }

  private List<Worker> pool(int k) {
    return IntStream.range(0, cluster.poolWorkers(k))
        .mapToObj(w -> Worker.of(cluster, cluster.poolName(k), w))
        .toList();
  }

  private SchedulerEvent lost(List<Worker> workers) {
    out.addAll(workers);
    return new WorkersLost(now, workers);
  }

  private SchedulerEvent drained(List<Worker> workers) {
    out.addAll(workers);
    return new WorkersDrained(now, workers);
  }

  private SchedulerEvent returned(List<Worker> workers) {
    workers.forEach(out::remove);
    return new WorkersReturned(now, workers);
  }

  private void send(SchedulerEvent event) {
    if (manner == Manner.TRIES_THE_PAST) {
      tryThePast();
    }
    boolean listing = event instanceof AllocationChanged || event instanceof ProblemChanged;
    if (event instanceof JobFailed failed) {
      check.ends(failed.jobId());
    } else if (event instanceof LeaseEnded ended) {
      check.ends(ended.jobId());
    } else if (event instanceof WorkersLost lost) {
      check.ends(lost.workers());
    }
    for (int time = manner == Manner.SENDS_TWICE && !listing ? 0 : 1; time < 2; time++) {
      EventOutcome outcome = mechanism.accept(event);
      String id =
          event instanceof JobDone job
              ? job.jobId()
              : event instanceof JobFailed failed && outcome == EventOutcome.GIVEN_UP
                  ? failed.jobId()
                  : "";
      if (problem.jobs().stream().anyMatch(job -> job.id().equals(id))) {
        done.add(id);
      }
    }
  }

  private void plan() {
    if (manner == Manner.TRIES_THE_PAST) {
      tryThePast();
    }
    RoundPlan plan = mechanism.plan(now);
    plans.add(plan);
    leases.addAll(plan.leases());
    breach = check.next(plan, now, problem, done, out);
  }

  private void fill() {
    if (!plans.isEmpty() && now < plans.get(plans.size() - 1).endSeconds()) {
      Optional<RoundPlan> filled = mechanism.fill(now);
      filled.ifPresent(
          plan -> {
            plans.add(plan);
            leases.addAll(plan.leases());
            breach = check.filled(plan, now, problem, done, out);
          });
    }
  }

  private double latest = Double.NEGATIVE_INFINITY;

  /** Tries an event and a plan before the last event or plan. */
  private void tryThePast() {
    if (latest > Double.NEGATIVE_INFINITY) {
      boolean refused = refuses(() -> mechanism.accept(new JobDone(latest - 1, "unknown")));
      if (!refused || !refuses(() -> mechanism.plan(latest - 1))) {
        breach = breach.or(() -> Optional.of(new Breach(RoundRule.PAST, "accepted")));
      }
    }
    latest = now;
  }

  private static boolean refuses(Runnable call) {
    try {
      call.run();
      return false;
    } catch (IllegalArgumentException refused) {
      return true;
    }
  }

  /** All workers return, an allocation arrives, and after that there are no events. */
  private Optional<Breach> calm() {
    for (int k = 0; k < cluster.poolCount(); k++) {
      send(returned(pool(k)));
    }
    problem = free; // limits may leave a job no time
    allocation = RandomAllocations.feasible(problem, course.steps().size());
    send(new AllocationChanged(now, allocation));
    Set<String> waiting = new HashSet<>();
    for (int m = 0; m < problem.jobCount(); m++) {
      boolean owed = false;
      for (int j = 0; j < cluster.typeCount(); j++) {
        owed |= allocation.fraction(m, j) >= SHARE;
      }
      if (owed && !done.contains(problem.job(m).id())) {
        waiting.add(problem.job(m).id());
      }
    }
    for (int round = 0; breach.isEmpty() && round < PATIENCE && !waiting.isEmpty(); round++) {
      now = plans.isEmpty() ? now : Math.max(now, plans.get(plans.size() - 1).endSeconds());
      plan();
      plans.get(plans.size() - 1).leases().forEach(lease -> waiting.removeAll(lease.jobIds()));
    }
    return breach.isPresent() || waiting.isEmpty()
        ? breach
        : Optional.of(
            new Breach(
                RoundRule.NOBODY_IS_LOST,
                "%s did not run in %s rounds without events".formatted(waiting, PATIENCE)));
  }
}
