package io.gavel.policies.lp.baseline;

import io.gavel.policies.AllocationProblem;
import java.util.Arrays;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.stream.IntStream;

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

  /**
   * A slice for a job.
   *
   * @param from the entry, {@code g · types + j}, of a slice that it replaces, or {@link #NONE}
   */
  private record Gain(int job, int group, int type, int from, double perWorker) {}

  private final AllocationProblem problem;
  private final int slices;
  private final Value value;
  private final double[] left;
  private final double[] throughput;
  private final int[] taken;
  private final int[] given;

  private TimeSlices(AllocationProblem problem, int slices, Value value) {
    this.problem = problem;
    this.slices = slices;
    this.value = value;
    this.left = new double[problem.cluster().poolCount()];
    for (int k = 0; k < left.length; k++) {
      left[k] = (double) problem.cluster().poolWorkers(k) * slices;
    }
    this.throughput = new double[problem.jobCount()];
    this.taken = new int[problem.jobCount()];
    this.given = new int[problem.groupCount() * problem.cluster().typeCount()];
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
   * outdated entry of the queue is an upper bound, and is recomputed when it reaches the head. An
   * elastic job that changes its way may return workers to a pool; what others could gain there
   * counts from their next turn on.
   */
  private void giveOut() {
    PriorityQueue<Gain> queue =
        new PriorityQueue<>(
            Comparator.comparingDouble(Gain::perWorker).reversed().thenComparingInt(Gain::job));
    for (int m = 0; m < throughput.length; m++) {
      Gain first = best(m);
      if (first.type() >= 0) {
        queue.add(first);
      }
    }
    while (!queue.isEmpty()) {
      Gain stale = queue.remove();
      Gain fresh = best(stale.job());
      if (fresh.type() < 0) {
        continue;
      }
      if (fresh.perWorker() < stale.perWorker()) {
        queue.add(fresh);
        continue;
      }
      give(fresh);
      Gain next = best(fresh.job());
      if (next.type() >= 0) {
        queue.add(next);
      }
    }
  }

  private void give(Gain gain) {
    int m = problem.group(gain.group()).member(0);
    take(gain.from(), -1);
    take(gain.group() * types() + gain.type(), 1);
    throughput[m] += rate(gain.group() * types() + gain.type()) - rate(gain.from());
    taken[m] += gain.from() == NONE ? 1 : 0;
  }

  /** Takes slices of an entry, {@code g · types + j}; a negative number returns them. */
  private void take(int entry, int count) {
    if (entry != NONE) {
      left[problem.cluster().poolOf(entry % types())] -= count * problem.workers(entry / types());
      given[entry] += count;
    }
  }

  private int types() {
    return problem.cluster().typeCount();
  }

  /** The best gain of a job: a further slice, or a slice in a wider way in place of one it has. */
  private Gain best(int m) {
    Gain best = new Gain(m, m, NONE, NONE, 0);
    int[] ways =
        IntStream.concat(IntStream.of(m), Arrays.stream(problem.configurationsOf(m))).toArray();
    for (int g : ways) {
      for (int j = 0; j < types(); j++) {
        if (taken[m] < slices) {
          best = better(best, new Gain(m, g, j, NONE, 0));
        }
        for (int other : ways) {
          for (int i = 0; other != g && i < types(); i++) {
            if (given[other * types() + i] > 0) {
              best = better(best, new Gain(m, g, j, other * types() + i, 0));
            }
          }
        }
      }
    }
    return best;
  }

  /** The better of a gain and a candidate, which counts if it has room and gains something. */
  private Gain better(Gain best, Gain candidate) {
    int g = candidate.group();
    int k = problem.cluster().poolOf(candidate.type());
    int from = candidate.from();
    double held = from == NONE ? 0 : problem.workers(from / types());
    boolean back = from != NONE && problem.cluster().poolOf(from % types()) == k;
    double room = left[k] + (back ? held : 0);
    double workers = problem.workers(g) - held;
    // Sums of thousandths of workers have rounding errors, which must not cost a slice.
    if (!problem.runs(g, candidate.type()) || room < problem.workers(g) * (1 - 1e-9)) {
      return best;
    }
    int m = candidate.job();
    double rate = rate(g * types() + candidate.type()) - rate(from);
    if (from != NONE && !(rate > 0)) {
      return best;
    }
    double more = value.of(m, throughput[m] + rate) - value.of(m, throughput[m]);
    double perWorker = workers > 0 ? more / workers : more > 0 ? Double.POSITIVE_INFINITY : 0;
    boolean faster =
        best.type() != NONE
            && rate / problem.workers(g)
                > (rate(best.group() * types() + best.type()) - rate(best.from()))
                    / problem.workers(best.group());
    return perWorker > best.perWorker() || (perWorker == best.perWorker() && faster)
        ? new Gain(m, g, candidate.type(), from, perWorker)
        : best;
  }

  /** Steps per second from a slice of an entry; 0 for none. */
  private double rate(int entry) {
    return entry == NONE
        ? 0
        : problem.throughputs().stepsPerSecond(entry / types(), 0, entry % types()) / slices;
  }
}
