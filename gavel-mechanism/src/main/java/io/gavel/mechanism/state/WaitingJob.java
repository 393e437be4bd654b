package io.gavel.mechanism.state;

import io.gavel.mechanism.internal.limit.LimitRoom;
import io.gavel.mechanism.internal.limit.MomentLimits;
import io.gavel.mechanism.plan.Worker;
import io.gavel.mechanism.state.SchedulerState.OpenLeaseState;
import io.gavel.mechanism.state.SchedulerState.WorkerStatus;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.internal.Require;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Group;
import io.gavel.policies.model.Job;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * A job without a lease, and the reason. Immutable.
 *
 * @param jobId the job
 * @param reason why it has no lease
 * @param workerType the name of the type on which the job lacks the fewest workers, the first of
 *     several; empty if it runs on none
 * @param workersNeeded the workers that it needs there, as a sum of thousandths; 0 without a type
 * @param workersFree the workers that are free in the type's pool, as a sum of thousandths; 0
 *     without a type
 * @param limit the limit that leaves no room, if that is the reason
 * @param alsoLacking workers that a co-gang lacks of further types, by name of the type
 */
public record WaitingJob(
    String jobId,
    Reason reason,
    Optional<String> workerType,
    double workersNeeded,
    double workersFree,
    Optional<String> limit,
    SortedMap<String, Integer> alsoLacking) {

  /** Why a job has no lease. */
  public enum Reason {
    /**
     * It has room now: workers have become free since the last plan, or a placement strategy packed
     * shares more tightly than the plan expected.
     */
    ROOM,
    /**
     * It would have room on free workers, but not under a limit that holds at each moment: a
     * constraint, a rule of a quota, or a limit on back-fill for a job that is owed no time now.
     */
    LIMIT,
    /** Enough capacity is free in total, but on workers of which other jobs hold shares. */
    FRAGMENTED,
    /** Too little is free on every type where the job runs. */
    TOO_FEW_WORKERS,
    /** The job can run on no type, neither alone nor with a job that also waits. */
    NO_TYPE
  }

  /** A way to run a job, and the missing capacity. */
  private record Way(
      Reason reason,
      int type,
      long neededMilli,
      long freeMilli,
      Optional<String> limit,
      SortedMap<String, Integer> alsoLacking) {

    private Way(Reason reason, int type, long neededMilli, long freeMilli, Optional<String> limit) {
      this(reason, type, neededMilli, freeMilli, limit, Collections.emptySortedMap());
    }

    private static final Comparator<Way> ORDER =
        Comparator.comparing(Way::reason)
            .thenComparingLong(way -> way.neededMilli - way.freeMilli)
            .thenComparingInt(Way::type);
  }

  /**
   * Checks the numbers.
   *
   * @param jobId the job
   * @param reason why it has no lease
   * @param workerType the name of a type
   * @param workersNeeded finite and at least 0
   * @param workersFree finite and at least 0
   * @param limit the name of a limit
   * @param alsoLacking by name of a worker type; copied
   * @throws IllegalArgumentException if a number is out of range
   */
  public WaitingJob {
    Require.nonNegative(workersNeeded, "workers needed by job", jobId);
    Require.nonNegative(workersFree, "workers free for job", jobId);
    alsoLacking = Collections.unmodifiableSortedMap(new TreeMap<>(alsoLacking));
  }

  /**
   * Returns the jobs of a scheduler that have no lease. Right after a plan none has {@link
   * Reason#ROOM}, unless a strategy placed shares. Takes time proportional to the workers, and to
   * groups × types.
   *
   * @param state the state of a scheduler
   * @return jobs that are not done, in the order of the allocation; empty before the first
   */
  public static List<WaitingJob> of(SchedulerState state) {
    return state.allocation().map(given -> of(state, given.problem())).orElse(List.of());
  }

  private static List<WaitingJob> of(SchedulerState state, AllocationProblem problem) {
    Set<String> others = new HashSet<>(state.doneJobIds());
    state.running().forEach(open -> others.addAll(open.jobIds()));
    int[][] free = free(state);
    MomentLimits limits = MomentLimits.of(problem, state.options());
    LimitRoom room = room(state, problem, limits);
    List<List<Way>> ways = new ArrayList<>();
    problem.jobs().forEach(job -> ways.add(new ArrayList<>()));
    for (int g = 0; g < problem.listedGroupCount(); g++) {
      Group group = problem.group(g);
      boolean allWait = // a pair starts together
          IntStream.range(0, group.size())
              .noneMatch(i -> others.contains(problem.job(group.member(i)).id()));
      for (int j = 0; j < problem.cluster().typeCount(); j++) {
        if (allWait && problem.runs(g, j)) {
          int blocking = room.blocking(g, j, false);
          Optional<String> limit =
              blocking < 0 ? Optional.empty() : Optional.of(limits.name(blocking));
          Way own = way(problem, g, j, free[problem.cluster().poolOf(j)], limit);
          Way way = problem.isCoGang(g) ? ofCoGang(own, problem, g, free) : own;
          IntStream.range(0, group.size()).forEach(i -> ways.get(group.member(i)).add(way));
        }
      }
    }
    return IntStream.range(0, problem.jobCount())
        .filter(m -> !others.contains(problem.job(m).id()))
        .mapToObj(m -> of(problem, m, ways.get(m)))
        .toList();
  }

  private static WaitingJob of(AllocationProblem problem, int m, List<Way> ways) {
    String id = problem.job(m).id();
    return ways.stream()
        .min(Way.ORDER)
        .map(
            best ->
                new WaitingJob(
                    id,
                    best.reason,
                    Optional.of(problem.cluster().type(best.type).name()),
                    (double) best.neededMilli / Job.WHOLE_WORKER,
                    (double) best.freeMilli / Job.WHOLE_WORKER,
                    best.limit,
                    best.alsoLacking))
        .orElseGet(
            () ->
                new WaitingJob(
                    id,
                    Reason.NO_TYPE,
                    Optional.empty(),
                    0,
                    0,
                    Optional.empty(),
                    Collections.emptySortedMap()));
  }

  private static Way way(
      AllocationProblem problem, int g, int j, int[] free, Optional<String> limit) {
    int milli = problem.gpuMilli(g);
    int size = problem.scaleFactor(g);
    long needed = (long) size * milli;
    long all = IntStream.of(free).asLongStream().sum();
    long withRoom = IntStream.of(free).filter(left -> left >= milli).count();
    Reason lacking = all >= needed ? Reason.FRAGMENTED : Reason.TOO_FEW_WORKERS;
    if (withRoom < size) {
      return new Way(lacking, j, needed, all, Optional.empty());
    }
    return new Way(limit.isPresent() ? Reason.LIMIT : Reason.ROOM, j, needed, all, limit);
  }

  /**
   * Returns the way of a co-gang: its own if no pool lacks workers, else the first type of which it
   * lacks workers, with the number that it lacks of each further type.
   */
  private static Way ofCoGang(Way own, AllocationProblem problem, int g, int[][] free) {
    Cluster cluster = problem.cluster();
    Optional<Way> first = Optional.empty();
    SortedMap<String, Integer> others = new TreeMap<>();
    for (int t = 0; t < cluster.typeCount(); t++) {
      int k = cluster.poolOf(t);
      int needed = problem.gang(g, own.type, k);
      int whole = (int) IntStream.of(free[k]).filter(left -> left == Job.WHOLE_WORKER).count();
      if (problem.held(g, own.type, t) == 0 || whole >= needed) {
        continue;
      }
      if (first.isPresent()) {
        others.put(cluster.type(t).name(), needed - whole);
      } else {
        long milli = Job.WHOLE_WORKER;
        first =
            Optional.of(
                new Way(
                    Reason.TOO_FEW_WORKERS,
                    t,
                    needed * milli,
                    whole * milli,
                    Optional.empty(),
                    others));
      }
    }
    return first.orElse(own);
  }

  /** Returns the room that the running leases leave under limits. */
  private static LimitRoom room(
      SchedulerState state, AllocationProblem problem, MomentLimits limits) {
    LimitRoom room = limits.room();
    Map<List<Object>, Integer> groups = new HashMap<>(); // by jobs and configuration
    for (int g = 0; !limits.isEmpty() && g < problem.groupCount(); g++) {
      Group group = problem.group(g);
      List<String> ids =
          IntStream.range(0, group.size())
              .mapToObj(i -> problem.job(group.member(i)).id())
              .toList();
      groups.put(List.of(ids, group instanceof Group.Configuration way ? way.name() : ""), g);
    }
    for (OpenLeaseState open : limits.isEmpty() ? List.<OpenLeaseState>of() : state.running()) {
      List<String> ids = open.jobIds();
      int first = problem.find(ids.get(0)).orElseThrow();
      int last = problem.find(ids.get(ids.size() - 1)).orElseThrow();
      int g = groups.getOrDefault(List.of(ids, open.configuration().orElse("")), -1);
      double held = (double) open.workers().size() * open.gpuMilli() / Job.WHOLE_WORKER;
      room.takeRunning(g, first, last, open.workerType(), open.owed(), held);
    }
    return room;
  }

  /** Thousandths of workers that can be given away now, {@code [pool][worker]}. */
  private static int[][] free(SchedulerState state) {
    Cluster cluster = state.cluster();
    int[][] free = new int[cluster.poolCount()][];
    for (int k = 0; k < free.length; k++) {
      free[k] = new int[cluster.poolWorkers(k)];
      Arrays.fill(free[k], Job.WHOLE_WORKER);
    }
    for (OpenLeaseState open : state.running()) {
      for (Worker worker : open.workers()) {
        free[worker.pool()][worker.index()] -= open.gpuMilli();
      }
    }
    for (WorkerStatus status : state.workers()) {
      if (status.availability() != Availability.RETURNED) {
        free[status.worker().pool()][status.worker().index()] = 0;
      }
    }
    return free;
  }
}
