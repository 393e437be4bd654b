package io.gavel.mechanism.state;

import io.gavel.mechanism.plan.Worker;
import io.gavel.mechanism.state.SchedulerState.OpenLeaseState;
import io.gavel.mechanism.state.SchedulerState.WorkerStatus;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.explain.Explanation;
import io.gavel.policies.model.Group;
import io.gavel.policies.model.Job;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Explains why a job runs or waits: joins its share of the allocation, its time in the ledger and
 * the leases of the present round. Immutable.
 *
 * @param jobId the job
 * @param status whether it runs, and for which reason
 * @param lease the lease of a job that runs
 * @param waiting the capacity that a waiting job lacks
 * @param earliestStartSeconds the earliest time at which a waiting job can start: then enough
 *     workers can be free at once, unless jobs end before their leases, workers return, or the next
 *     round is planned before this one ends; infinite if no end of a lease helps; the start of the
 *     lease of a job that runs; NaN for other jobs
 * @param after the jobs whose leases must have ended by then, in the order of the leases
 * @param ahead the waiting jobs that are owed more time than this one and could use a pool that it
 *     could use
 * @param lagSeconds time owed to the job less time received, over all groups and types; negative if
 *     the job is ahead of its share
 * @param share the reasons for the throughput that the allocation gives the job, and actions that
 *     would change it
 */
public record JobExplanation(
    String jobId,
    Status status,
    Optional<OpenLeaseState> lease,
    Optional<WaitingJob> waiting,
    double earliestStartSeconds,
    List<String> after,
    List<String> ahead,
    double lagSeconds,
    Explanation share) {

  private static final MathContext DIGITS = new MathContext(6);

  /** The status of a job and its reason. */
  public enum Status {
    /** It has a lease because it is owed time. */
    OWED,
    /** It has a lease on workers that no job could use that is owed time. */
    BACKFILL,
    /** It has no lease. */
    WAITING,
    /** It failed too often and gets no more leases. */
    GIVEN_UP,
    /** It is done. */
    DONE
  }

  /**
   * Copies the lists.
   *
   * @param jobId the job
   * @param status whether it runs
   * @param lease the lease of a job that runs
   * @param waiting the capacity that a waiting job lacks
   * @param earliestStartSeconds at least the time of the state for a job that waits
   * @param after jobs whose leases must end
   * @param ahead waiting jobs that are owed more
   * @param lagSeconds finite
   * @param share the explanation of the allocation
   */
  public JobExplanation {
    after = List.copyOf(after);
    ahead = List.copyOf(ahead);
  }

  /**
   * Explains a job of a scheduler. Takes time proportional to the workers, and to groups × types.
   *
   * @param state the state of a scheduler that has an allocation
   * @param jobId a job of the allocation
   * @return the explanation
   * @throws IllegalArgumentException if there is no allocation yet, or it does not list the job
   */
  public static JobExplanation of(SchedulerState state, String jobId) {
    Allocation allocation =
        state
            .allocation()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "job \"%s\" has no share; the scheduler must have an allocation"
                            .formatted(jobId)));
    AllocationProblem problem = allocation.problem();
    int m = problem.indexOf(jobId);
    Map<String, Double> lags = lags(state);
    double lag = lags.getOrDefault(jobId, 0.0);
    Optional<OpenLeaseState> lease =
        state.running().stream().filter(open -> open.jobIds().contains(jobId)).findFirst();
    Status status = status(state, jobId, lease);
    List<WaitingJob> waiting = status == Status.WAITING ? WaitingJob.of(state) : List.of();
    Optional<WaitingJob> own =
        waiting.stream().filter(job -> job.jobId().equals(jobId)).findFirst();
    Start start = status == Status.WAITING ? earliest(state, problem, m) : Start.NEVER;
    if (own.isPresent() && own.get().reason() == WaitingJob.Reason.LIMIT) {
      start = start.notBefore(firstEnd(state));
    }
    Set<String> rivals = rivals(problem, m);
    return new JobExplanation(
        jobId,
        status,
        lease,
        own,
        lease
            .map(OpenLeaseState::sinceSeconds)
            .orElse(status == Status.WAITING ? start.seconds : Double.NaN),
        start.after,
        waiting.stream()
            .map(WaitingJob::jobId)
            .filter(other -> lags.getOrDefault(other, 0.0) > lag)
            .filter(rivals::contains)
            .toList(),
        lag,
        Explanation.of(allocation, m));
  }

  private static Status status(SchedulerState state, String jobId, Optional<OpenLeaseState> lease) {
    if (lease.isPresent()) {
      return lease.get().owed() ? Status.OWED : Status.BACKFILL;
    }
    if (state.givenUpJobIds().contains(jobId)) {
      return Status.GIVEN_UP;
    }
    return state.doneJobIds().contains(jobId) ? Status.DONE : Status.WAITING;
  }

  /** Returns the time owed to each job less the time that it received. */
  private static Map<String, Double> lags(SchedulerState state) {
    return state.accounts().stream()
        .flatMap(
            account -> account.jobIds().stream().map(id -> Map.entry(id, account.lagSeconds())))
        .collect(
            Collectors.groupingBy(
                Map.Entry::getKey, Collectors.summingDouble(Map.Entry::getValue)));
  }

  /** Returns the jobs that can run in a pool in which a job can run. */
  private static Set<String> rivals(AllocationProblem problem, int m) {
    BitSet pools = new BitSet();
    ways(problem, m).forEach(way -> pools.set(problem.cluster().poolOf(way.type)));
    Set<String> rivals = new HashSet<>();
    for (int g = 0; g < problem.listedGroupCount(); g++) {
      for (int j = 0; j < problem.cluster().typeCount(); j++) {
        if (pools.get(problem.cluster().poolOf(j)) && problem.runs(g, j)) {
          rivals.addAll(members(problem, g));
        }
      }
    }
    return rivals;
  }

  private static List<String> members(AllocationProblem problem, int g) {
    Group group = problem.group(g);
    return IntStream.range(0, group.size())
        .mapToObj(i -> problem.job(group.member(i)).id())
        .toList();
  }

  /** A group of a job on a worker type. */
  private record Way(int group, int type) {}

  private static List<Way> ways(AllocationProblem problem, int m) {
    List<Way> ways = new ArrayList<>();
    for (int g = 0; g < problem.listedGroupCount(); g++) {
      Group group = problem.group(g);
      for (int j = 0; j < problem.cluster().typeCount(); j++) {
        boolean isMember = group.member(0) == m || group.member(group.size() - 1) == m;
        if (isMember && problem.runs(g, j)) {
          ways.add(new Way(g, j));
        }
      }
    }
    return ways;
  }

  /** When a job can start, and after which jobs. */
  private record Start(double seconds, List<String> after) {
    static final Start NEVER = new Start(Double.POSITIVE_INFINITY, List.of());

    Start notBefore(double other) {
      return new Start(Math.max(seconds, other), after);
    }
  }

  /** Returns when the first lease ends: until then, no limit has more room. */
  private static double firstEnd(SchedulerState state) {
    return state.running().stream()
        .mapToDouble(OpenLeaseState::endSeconds)
        .min()
        .orElse(state.nowSeconds());
  }

  private static Start earliest(SchedulerState state, AllocationProblem problem, int m) {
    List<OpenLeaseState> byEnd =
        state.running().stream()
            .sorted(Comparator.comparingDouble(OpenLeaseState::endSeconds))
            .toList();
    Set<String> done = Set.copyOf(state.doneJobIds());
    return ways(problem, m).stream()
        .filter(way -> members(problem, way.group).stream().noneMatch(done::contains))
        .map(way -> earliest(state, byEnd, problem, way))
        .min(Comparator.comparingDouble(Start::seconds))
        .orElse(Start.NEVER);
  }

  /** Returns when enough workers have room for a group, and its other job is free. */
  private static Start earliest(
      SchedulerState state, List<OpenLeaseState> byEnd, AllocationProblem problem, Way way) {
    int[] needed = new int[problem.cluster().poolCount()];
    Arrays.setAll(needed, k -> problem.gang(way.group, way.type, k));
    double start = state.nowSeconds();
    for (int k = 0; k < needed.length; k++) {
      if (needed[k] > 0) {
        double[] room = roomFrom(state, byEnd, k, problem.gpuMilli(way.group));
        Arrays.sort(room);
        start = Math.max(start, room[needed[k] - 1]);
      }
    }
    List<String> members = members(problem, way.group);
    for (OpenLeaseState open : byEnd) {
      if (open.jobIds().stream().anyMatch(members::contains)) {
        start = Math.max(start, open.endSeconds());
      }
    }
    double at = start;
    boolean waits = at > state.nowSeconds() && at < Double.POSITIVE_INFINITY;
    return new Start(
        at,
        state.running().stream()
            .filter(open -> waits && open.endSeconds() <= at)
            .filter(open -> open.workers().stream().anyMatch(worker -> needed[worker.pool()] > 0))
            .flatMap(open -> open.jobIds().stream())
            .toList());
  }

  /**
   * Returns from when on each worker of a pool has room for a share, {@code [worker]}; infinite if
   * it is not in use.
   */
  private static double[] roomFrom(
      SchedulerState state, List<OpenLeaseState> byEnd, int k, int milli) {
    int[] free = new int[state.cluster().poolWorkers(k)];
    Arrays.fill(free, Job.WHOLE_WORKER);
    double[] from = new double[free.length];
    Arrays.fill(from, state.nowSeconds());
    for (OpenLeaseState open : byEnd) {
      within(open, k).forEach(i -> free[i] -= open.gpuMilli());
    }
    for (OpenLeaseState open : byEnd) {
      within(open, k)
          .forEach(
              i -> {
                from[i] = free[i] < milli ? open.endSeconds() : from[i];
                free[i] += open.gpuMilli();
              });
    }
    for (WorkerStatus status : state.workers()) {
      if (status.worker().pool() == k && status.availability() != Availability.RETURNED) {
        from[status.worker().index()] = Double.POSITIVE_INFINITY;
      }
    }
    return from;
  }

  /** Returns the indices of the workers of a lease in a pool. */
  private static IntStream within(OpenLeaseState open, int k) {
    return open.workers().stream().filter(worker -> worker.pool() == k).mapToInt(Worker::index);
  }

  /**
   * Returns the explanation as text: the state of the job, the capacity that it waits for, jobs
   * ahead of it, and the explanation of its share.
   *
   * @return lines that end with a line feed
   */
  public String toText() {
    StringBuilder text = new StringBuilder("%s: %s\n".formatted(jobId, sentence()));
    if (status == Status.WAITING) {
      text.append("  ").append(startText()).append('\n');
      if (!ahead.isEmpty()) {
        text.append(
            "  %s waiting %s owed more time\n"
                .formatted(ahead.size(), ahead.size() == 1 ? "job is" : "jobs are"));
      }
    }
    if (status != Status.DONE && status != Status.GIVEN_UP) {
      String owed = lagSeconds >= 0 ? "owed %s s more than it has received" : "%s s ahead";
      text.append("  it is ").append(owed.formatted(number(Math.abs(lagSeconds)))).append('\n');
      text.append("  share: ").append(share.dominant().text()).append('\n');
      share.actions().stream()
          .findFirst()
          .ifPresent(action -> text.append("  ").append(action.text()).append('\n'));
    }
    return text.toString();
  }

  private String sentence() {
    return switch (status) {
      case DONE -> "done";
      case GIVEN_UP -> "given up after too many failures";
      case WAITING -> "waits, " + waiting.map(JobExplanation::lacking).orElse("for a plan");
      case OWED, BACKFILL -> {
        OpenLeaseState open = lease.orElseThrow();
        String why =
            status == Status.OWED
                ? "for time that it is owed"
                : "by back-fill, since no job that is owed time can use them";
        yield "runs on %s %s until %s s, %s"
            .formatted(
                open.workers().size(),
                open.workers().size() == 1 ? "worker" : "workers",
                number(open.endSeconds()),
                why);
      }
    };
  }

  private static String lacking(WaitingJob job) {
    String needs =
        "needs %s workers of \"%s\" at once; free now: %s"
                .formatted(
                    number(job.workersNeeded()),
                    job.workerType().orElse(""),
                    number(job.workersFree()))
            + job.alsoLacking().entrySet().stream()
                .map(
                    lack ->
                        "; it also lacks %s of \"%s\"".formatted(lack.getValue(), lack.getKey()))
                .collect(Collectors.joining());
    return switch (job.reason()) {
      case NO_TYPE -> "no worker type suits it, alone or with a job that waits";
      case LIMIT -> needs + "; limit \"%s\" leaves no room".formatted(job.limit().orElse(""));
      case FRAGMENTED -> needs + ", in pieces that are too small";
      case ROOM -> needs + "; it can start now";
      case TOO_FEW_WORKERS -> needs;
    };
  }

  private String startText() {
    if (earliestStartSeconds == Double.POSITIVE_INFINITY) {
      return "no end of a lease lets it start; the allocation or the workers must change";
    }
    return "can start at %s s at the earliest".formatted(number(earliestStartSeconds))
        + (after.isEmpty()
            ? ""
            : ", when leases of %s end, unless their jobs end before"
                .formatted(String.join(", ", after)));
  }

  private static String number(double value) {
    return new BigDecimal(value).round(DIGITS).stripTrailingZeros().toPlainString();
  }
}
