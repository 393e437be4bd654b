package io.gavel.baselines;

import io.gavel.policies.AllocationProblem;
import java.util.Arrays;
import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * Assigns the time of workers slice by slice, each to the job with the largest gain per worker:
 * marginal gains for gangs, which can run longer, and, if they have configurations, on more workers
 * than in a slice that they have. Mutable.
 */
final class TimeSlices {

  /** The value of a throughput to a job; concave and increasing. */
  @FunctionalInterface
  interface Value {
    /** Returns the value in any unit; may be minus infinity at throughput 0. */
    double of(int m, double stepsPerSecond);
  }

  private static final int NONE = -1;

  private final AllocationProblem problem;
  private final int types;
  private final int slices;
  private final boolean rigid;
  private final Value value;
  private final double[] left;

  /** The pool of each worker type. */
  private final int[] pool;

  /** Steps per second from a slice, {@code [group][worker type]}; 0 where a group cannot run. */
  private final double[] rate;

  private final double[] workers;
  private final double[] throughput;
  private final int[] given;

  /** The entry, {@code g · types + j}, of the best slice for each job; {@link #NONE} for none. */
  private final int[] next;

  /** The entry of the slice that it replaces; {@link #NONE} for a further one. */
  private final int[] from;

  /** The number of slices of each job. */
  private final int[] taken;

  /** The gain per worker of the best slice of the job that was looked at last. */
  private double best;

  private TimeSlices(AllocationProblem problem, int slices, Value value) {
    int jobs = problem.jobCount();
    this.problem = problem;
    this.types = problem.cluster().typeCount();
    this.slices = slices;
    this.rigid = problem.configurationCount() == 0;
    this.value = value;
    this.left = new double[problem.cluster().poolCount()];
    Arrays.setAll(left, k -> (double) problem.cluster().poolWorkers(k) * slices);
    this.rate = new double[problem.groupCount() * types];
    this.workers = new double[problem.groupCount()];
    Arrays.setAll(workers, problem::workers);
    this.throughput = new double[jobs];
    this.given = new int[rate.length];
    this.next = new int[jobs];
    this.from = new int[jobs];
    this.taken = new int[jobs];
    this.pool = new int[types];
    Arrays.setAll(pool, problem.cluster()::poolOf);
    for (int g = 0; g < problem.groupCount(); g++) {
      for (int j = 0; j < types; j++) {
        rate[g * types + j] =
            problem.runs(g, j) ? problem.throughputs().stepsPerSecond(g, 0, j) / slices : 0;
      }
    }
  }

  /** Fractions of time, {@code [group][worker type]}, in multiples of one over {@code slices}. */
  static double[] fractions(AllocationProblem problem, int slices, Value value) {
    TimeSlices time = new TimeSlices(problem, slices, value);
    time.giveOut();
    double[] fractions = new double[time.given.length];
    for (int i = 0; i < fractions.length; i++) {
      fractions[i] = (double) time.given[i] / slices;
    }
    return fractions;
  }

  /** A job and at least the gain per worker of its best slice. */
  private record Turn(int job, double gain) {}

  /**
   * Gives slices, the largest gain first; ties go to the earlier job. Gains of rigid jobs only
   * decrease, since values are concave and room only shrinks. So a gain in the queue is an upper
   * bound. An elastic job that changes its way may return workers to a pool; other jobs' gains
   * there count from their next turn on.
   */
  private void giveOut() {
    PriorityQueue<Turn> queue =
        new PriorityQueue<>(
            Comparator.comparingDouble(Turn::gain).reversed().thenComparingInt(Turn::job));
    for (int m = 0; m < next.length; m++) {
      next[m] = fastest(m, NONE);
      from[m] = NONE;
      findBest(m);
      offer(queue, m);
    }
    while (!queue.isEmpty()) {
      Turn turn = queue.remove();
      int m = turn.job();
      findBest(m);
      if (next[m] != NONE && best >= turn.gain()) {
        give(m);
        findBest(m);
      }
      offer(queue, m);
    }
  }

  private void offer(PriorityQueue<Turn> queue, int m) {
    if (next[m] != NONE) {
      queue.add(new Turn(m, best));
    }
  }

  private void give(int m) {
    take(from[m], -1);
    take(next[m], 1);
    taken[m] += from[m] == NONE ? 1 : 0;
    throughput[m] += rate(next[m]) - rate(from[m]);
  }

  /** Takes slices of an entry, {@code g · types + j}; a negative number returns them. */
  private void take(int entry, int count) {
    if (entry != NONE) {
      left[pool[entry % types]] -= count * workers[entry / types];
      given[entry] += count;
    }
  }

  /**
   * Finds the gain of a further slice for a rigid job. Rooms only shrink, so the fastest slice with
   * room stays the same until its pool has none.
   */
  private void findFurther(int m) {
    best = 0;
    if (next[m] != NONE && taken[m] < slices && !hasRoom(next[m], NONE)) {
      next[m] = fastest(m, NONE);
    }
    if (next[m] == NONE || taken[m] == slices) {
      next[m] = NONE;
      return;
    }
    double gained = value.of(m, throughput[m] + rate[next[m]]) - value.of(m, throughput[m]);
    best = gained / workers[m];
    if (!(best > 0)) {
      next[m] = NONE;
    }
  }

  /** Finds a job's best gain: a further slice, or one in a wider way instead of one it has. */
  private void findBest(int m) {
    if (rigid) {
      findFurther(m);
      return;
    }
    next[m] = NONE;
    from[m] = NONE;
    best = 0;
    int[] further = problem.configurationsOf(m);
    double worth = value.of(m, throughput[m]);
    for (int a = 0; a <= further.length; a++) {
      int g = a == 0 ? m : further[a - 1];
      if (taken[m] < slices) {
        consider(m, g, NONE, worth);
      }
      for (int b = 0; b <= further.length; b++) {
        int other = b == 0 ? m : further[b - 1];
        for (int i = other * types; other != g && i < (other + 1) * types; i++) {
          if (given[i] > 0) {
            consider(m, g, i, worth);
          }
        }
      }
    }
  }

  /**
   * Keeps the fastest slice of a group that has room, if it gains something and is better than the
   * best yet: a slower one holds as many workers.
   */
  private void consider(int m, int g, int replaced, double worth) {
    int fastest = fastest(g, replaced);
    double more = rate(fastest) - rate(replaced);
    if (fastest == NONE || !(more > 0)) {
      return;
    }
    double gained = value.of(m, throughput[m] + more) - worth;
    double extra = workers[g] - (replaced == NONE ? 0 : workers[replaced / types]);
    double perWorker = extra > 0 ? gained / extra : gained > 0 ? Double.POSITIVE_INFINITY : 0;
    boolean faster =
        next[m] != NONE
            && more / workers[g] > (rate(next[m]) - rate(from[m])) / workers[next[m] / types];
    if (perWorker > best || (perWorker == best && faster)) {
      next[m] = fastest;
      from[m] = replaced;
      best = perWorker;
    }
  }

  /**
   * Returns the fastest slice of a group that can replace another slice; {@link #NONE} for none.
   */
  private int fastest(int g, int replaced) {
    int fastest = NONE;
    double most = 0;
    for (int i = g * types; i < (g + 1) * types; i++) {
      if (rate[i] > most && hasRoom(i, replaced)) {
        fastest = i;
        most = rate[i];
      }
    }
    return fastest;
  }

  /** Returns whether a slice fits into a pool after another slice leaves it. */
  private boolean hasRoom(int entry, int replaced) {
    int k = pool[entry % types];
    boolean back = replaced != NONE && pool[replaced % types] == k;
    return fits(workers[entry / types], left[k] + (back ? workers[replaced / types] : 0));
  }

  private static boolean fits(double gang, double room) {
    // Sums of thousandths of workers have rounding errors, which must not cost a slice.
    return room >= gang * (1 - 1e-9);
  }

  /** Steps per second from a slice of an entry; 0 for none. */
  private double rate(int entry) {
    return entry == NONE ? 0 : rate[entry];
  }
}
