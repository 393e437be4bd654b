package io.gavel.mechanism.state;

import io.gavel.mechanism.plan.Worker;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.internal.Require;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Group;
import io.gavel.policies.model.Job;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A job without a lease, and why it has none. Immutable.
 *
 * @param jobId the job
 * @param reason why it has no lease
 * @param workerType the name of the type on which the job lacks least, the first of several; empty
 *     if it runs on none
 * @param workersNeeded the workers that it needs there, as a sum of thousandths; 0 without a type
 * @param workersFree the workers that are free in the type's pool, as a sum of thousandths; 0
 *     without a type
 */
public record WaitingJob(
    String jobId,
    Reason reason,
    Optional<String> workerType,
    double workersNeeded,
    double workersFree) {

  /** Why a job has no lease. */
  public enum Reason {
    /**
     * It has room now: workers have become free since the last plan, or a placement strategy packed
     * shares more tightly than the plan expected.
     */
    ROOM,
    /** Enough capacity is free in total, but on workers of which other jobs hold shares. */
    FRAGMENTED,
    /** Too little is free on every type where the job runs. */
    TOO_FEW_WORKERS,
    /** The job can run on no type. */
    NO_TYPE
  }

  /** A way to run a job, and the missing capacity. */
  private record Way(Reason reason, int type, long neededMilli, long freeMilli) {

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
   * @throws IllegalArgumentException if a number is out of range
   */
  public WaitingJob {
    Require.nonNegative(workersNeeded, "workers needed by job", jobId);
    Require.nonNegative(workersFree, "workers free for job", jobId);
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
    List<List<Way>> ways = new ArrayList<>();
    problem.jobs().forEach(job -> ways.add(new ArrayList<>()));
    for (int g = 0; g < problem.listedGroupCount(); g++) {
      Group group = problem.group(g);
      boolean allWait = // a pair starts together
          IntStream.range(0, group.size())
              .noneMatch(i -> others.contains(problem.job(group.member(i)).id()));
      for (int j = 0; j < problem.cluster().typeCount(); j++) {
        if (allWait && problem.runs(g, j)) {
          Way way = way(problem, g, j, free[problem.cluster().poolOf(j)]);
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
                    (double) best.freeMilli / Job.WHOLE_WORKER))
        .orElseGet(() -> new WaitingJob(id, Reason.NO_TYPE, Optional.empty(), 0, 0));
  }

  private static Way way(AllocationProblem problem, int g, int j, int[] free) {
    int milli = problem.gpuMilli(g);
    int size = problem.scaleFactor(g);
    long needed = (long) size * milli;
    long all = IntStream.of(free).asLongStream().sum();
    long withRoom = IntStream.of(free).filter(left -> left >= milli).count();
    Reason lacking = all >= needed ? Reason.FRAGMENTED : Reason.TOO_FEW_WORKERS;
    return new Way(withRoom >= size ? Reason.ROOM : lacking, j, needed, all);
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
      free[status.worker().pool()][status.worker().index()] = 0;
    }
    return free;
  }
}
