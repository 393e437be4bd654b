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
  private final int slices;
  private final Value value;
  private final double[] left;
  private final double[] workers;
  private final double[] throughput;
  private final double[] worth;
  private final int[] taken;
  private final int[] given;

  /** The entry, {@code g · types + j}, of the best slice for each job; {@link #NONE} for none. */
  private final int[] next;

  /** The entry of the slice that it replaces; {@link #NONE} for a further one. */
  private final int[] from;

  private final double[] perWorker;

  private TimeSlices(AllocationProblem problem, int slices, Value value) {
    int jobs = problem.jobCount();
    this.problem = problem;
    this.slices = slices;
    this.value = value;
    this.left = new double[problem.cluster().poolCount()];
    Arrays.setAll(left, k -> (double) problem.cluster().poolWorkers(k) * slices);
    this.workers = new double[problem.groupCount()];
    Arrays.setAll(workers, problem::workers);
    this.throughput = new double[jobs];
    this.worth = new double[jobs];
    Arrays.setAll(worth, m -> value.of(m, 0));
    this.taken = new int[jobs];
    this.given = new int[problem.groupCount() * problem.cluster().typeCount()];
    this.next = new int[jobs];
    this.from = new int[jobs];
    this.perWorker = new double[jobs];
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
   * Gains of rigid jobs only decrease, since values are concave and room only shrinks. So an
   * outdated gain in the queue is an upper bound, and is found again when it reaches the head. An
   * elastic job that changes its way may return workers to a pool; what others could gain there
   * counts from their next turn on.
   */
  private void giveOut() {
    for (int m = 0; m < next.length; m++) {
      findBest(m);
    }
    JobHeap queue = new JobHeap(perWorker, m -> next[m] != NONE);
    while (!queue.isEmpty()) {
      int m = queue.first();
      double stale = perWorker[m];
      findBest(m);
      if (next[m] != NONE && !(perWorker[m] < stale)) {
        give(m);
        findBest(m);
      }
      if (next[m] == NONE) {
        queue.removeFirst();
      } else {
        queue.reorderFirst();
      }
    }
  }

  private void give(int m) {
    take(from[m], -1);
    take(next[m], 1);
    throughput[m] += rate(next[m]) - rate(from[m]);
    worth[m] = value.of(m, throughput[m]);
    taken[m] += from[m] == NONE ? 1 : 0;
  }

  /** Takes slices of an entry, {@code g · types + j}; a negative number returns them. */
  private void take(int entry, int count) {
    if (entry != NONE) {
      left[problem.cluster().poolOf(entry % types())] -= count * workers[entry / types()];
      given[entry] += count;
    }
  }

  private int types() {
    return problem.cluster().typeCount();
  }

  /** Finds a job's best gain: a further slice, or one in a wider way in place of one it has. */
  private void findBest(int m) {
    next[m] = NONE;
    from[m] = NONE;
    perWorker[m] = 0;
    int[] further =
        problem.configurationCount() == 0 ? FIRST_WAY_ONLY : problem.configurationsOf(m);
    for (int a = 0; a <= further.length; a++) {
      int g = a == 0 ? m : further[a - 1];
      for (int j = 0; j < types(); j++) {
        if (taken[m] < slices) {
          consider(m, g, j, NONE);
        }
        for (int b = 0; b <= further.length; b++) {
          int other = b == 0 ? m : further[b - 1];
          for (int i = 0; other != g && i < types(); i++) {
            if (given[other * types() + i] > 0) {
              consider(m, g, j, other * types() + i);
            }
          }
        }
      }
    }
  }

  /** Keeps a slice of a type if it has room, gains something, and is better than the best yet. */
  private void consider(int m, int g, int j, int replaced) {
    int k = problem.cluster().poolOf(j);
    double held = replaced == NONE ? 0 : workers[replaced / types()];
    boolean back = replaced != NONE && problem.cluster().poolOf(replaced % types()) == k;
    double room = left[k] + (back ? held : 0);
    // Sums of thousandths of workers have rounding errors, which must not cost a slice.
    if (room < workers[g] * (1 - 1e-9) || !problem.runs(g, j)) {
      return;
    }
    double rate = rate(g * types() + j) - rate(replaced);
    if (replaced != NONE && !(rate > 0)) {
      return;
    }
    double more = value.of(m, throughput[m] + rate) - worth[m];
    double extra = workers[g] - held;
    double gain = extra > 0 ? more / extra : more > 0 ? Double.POSITIVE_INFINITY : 0;
    boolean faster =
        next[m] != NONE
            && rate / workers[g] > (rate(next[m]) - rate(from[m])) / workers[next[m] / types()];
    if (gain > perWorker[m] || (gain == perWorker[m] && faster)) {
      next[m] = g * types() + j;
      from[m] = replaced;
      perWorker[m] = gain;
    }
  }

  /** Steps per second from a slice of an entry; 0 for none. */
  private double rate(int entry) {
    return entry == NONE
        ? 0
        : problem.throughputs().stepsPerSecond(entry / types(), 0, entry % types()) / slices;
  }
}
