package io.gavel.policies.lp.baseline;

import io.gavel.policies.AllocationProblem;
import java.util.Arrays;

/**
 * Assigns the time of workers slice by slice, each to the job with the largest gain per worker:
 * marginal gains for gangs, which can run longer, and, if they have configurations, on more workers
 * than in a slice that they have. Mutable.
 */
final class TimeSlices {

  /** The value of a throughput to a job; concave and increasing. */
  @FunctionalInterface
  interface Value {
    /** The value in any unit; may be minus infinity at throughput 0. */
    double of(int m, double stepsPerSecond);
  }

  private static final int NONE = -1;
  private static final int[] FIRST_WAY_ONLY = {};

  private final AllocationProblem problem;
  private final int types;
  private final int slices;
  private final boolean rigid;
  private final Value value;
  private final double[] left;

  /** Steps per second from a slice, {@code [group][worker type]}; 0 where a group cannot run. */
  private final double[] rate;

  private final double[] workers;
  private final double[] throughput;
  private final int[] given;

  /** The entry, {@code g · types + j}, of the best slice for each job; {@link #NONE} for none. */
  private final int[] next;

  /** The entry of the slice that it replaces; {@link #NONE} for a further one. */
  private final int[] from;

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

  /**
   * Gains of rigid jobs only decrease, since values are concave and room only shrinks. So a gain in
   * the queue is an upper bound, and the true one as long as there is room. An elastic job that
   * changes its way may return workers to a pool; what others could gain there counts from their
   * next turn on.
   */
  private void giveOut() {
    double[] gain = new double[next.length];
    for (int m = 0; m < next.length; m++) {
      findBest(m);
      gain[m] = next[m] == NONE ? Double.NaN : best;
    }
    JobHeap queue = new JobHeap(gain);
    while (!queue.isEmpty()) {
      int m = queue.first();
      boolean known = rigid && hasRoom(next[m], NONE);
      if (!known) {
        findBest(m);
      }
      if (known || (next[m] != NONE && !(best < queue.firstNumber()))) {
        give(m);
        findBest(m);
      }
      if (next[m] == NONE) {
        queue.removeFirst();
      } else {
        queue.reorderFirst(best);
      }
    }
  }

  private void give(int m) {
    take(from[m], -1);
    take(next[m], 1);
    throughput[m] += rate(next[m]) - rate(from[m]);
  }

  /** Takes slices of an entry, {@code g · types + j}; a negative number returns them. */
  private void take(int entry, int count) {
    if (entry != NONE) {
      left[problem.cluster().poolOf(entry % types)] -= count * workers[entry / types];
      given[entry] += count;
    }
  }

  /** Finds a job's best gain: a further slice, or one in a wider way in place of one it has. */
  private void findBest(int m) {
    next[m] = NONE;
    from[m] = NONE;
    best = 0;
    int[] further = rigid ? FIRST_WAY_ONLY : problem.configurationsOf(m);
    double worth = value.of(m, throughput[m]);
    int taken = 0;
    for (int b = 0; b <= further.length; b++) {
      taken += taken(b == 0 ? m : further[b - 1]);
    }
    for (int a = 0; a <= further.length; a++) {
      int g = a == 0 ? m : further[a - 1];
      if (taken < slices) {
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

  private int taken(int g) {
    int sum = 0;
    for (int i = g * types; i < (g + 1) * types; i++) {
      sum += given[i];
    }
    return sum;
  }

  /**
   * Keeps the fastest slice of a group that has room, if it gains something and is better than the
   * best yet: a slower one holds as many workers.
   */
  private void consider(int m, int g, int replaced, double worth) {
    int fastest = NONE;
    for (int i = g * types; i < (g + 1) * types; i++) {
      if (rate[i] > rate(fastest) && hasRoom(i, replaced)) {
        fastest = i;
      }
    }
    double more = rate(fastest) - rate(replaced);
    if (fastest == NONE || !(more > 0)) {
      return;
    }
    double gained = value.of(m, throughput[m] + more) - worth;
    double extra = workers[g] - (replaced == NONE ? 0 : workers[replaced / types]);
    double gain = extra > 0 ? gained / extra : gained > 0 ? Double.POSITIVE_INFINITY : 0;
    boolean faster =
        next[m] != NONE
            && more / workers[g] > (rate(next[m]) - rate(from[m])) / workers[next[m] / types];
    if (gain > best || (gain == best && faster)) {
      next[m] = fastest;
      from[m] = replaced;
      best = gain;
    }
  }

  /** Whether a pool has room for a slice in place of another. */
  private boolean hasRoom(int entry, int replaced) {
    int k = problem.cluster().poolOf(entry % types);
    boolean back = replaced != NONE && problem.cluster().poolOf(replaced % types) == k;
    double room = left[k] + (back ? workers[replaced / types] : 0);
    // Sums of thousandths of workers have rounding errors, which must not cost a slice.
    return room >= workers[entry / types] * (1 - 1e-9);
  }

  /** Steps per second from a slice of an entry; 0 for none. */
  private double rate(int entry) {
    return entry == NONE ? 0 : rate[entry];
  }
}
