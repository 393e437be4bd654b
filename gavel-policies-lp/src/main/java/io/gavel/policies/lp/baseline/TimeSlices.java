package io.gavel.policies.lp.baseline;

import io.gavel.policies.AllocationProblem;
import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * Assigns the time of workers slice by slice, each to the rigid job with the largest gain per
 * worker: marginal gains for gangs, which cannot grow but can run longer. Mutable.
 */
final class TimeSlices {

  /** The value of a throughput to a job; concave and increasing. */
  @FunctionalInterface
  interface Value {
    /** The value in any unit; may be minus infinity at throughput 0. */
    double of(int m, double stepsPerSecond);
  }

  private record Gain(int job, int type, double perWorker) {}

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
   * Gains only decrease, since values are concave and room only shrinks. So an outdated entry of
   * the queue is an upper bound, and is recomputed when it reaches the head.
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
    int m = gain.job();
    int types = problem.cluster().typeCount();
    left[problem.cluster().poolOf(gain.type())] -= problem.workers(m);
    throughput[m] += rate(m, gain.type());
    taken[m]++;
    given[m * types + gain.type()]++;
  }

  private Gain best(int m) {
    Gain best = new Gain(m, -1, 0);
    for (int j = 0; j < problem.cluster().typeCount() && taken[m] < slices; j++) {
      double workers = problem.workers(m);
      // Sums of thousandths of workers have rounding errors, which must not cost a slice.
      if (problem.runs(m, j) && left[problem.cluster().poolOf(j)] >= workers * (1 - 1e-9)) {
        double more = value.of(m, throughput[m] + rate(m, j)) - value.of(m, throughput[m]);
        if (more / workers > best.perWorker()
            || (best.type() >= 0
                && more / workers == best.perWorker()
                && rate(m, j) > rate(m, best.type()))) {
          best = new Gain(m, j, more / workers);
        }
      }
    }
    return best;
  }

  private double rate(int m, int j) {
    return problem.throughputs().stepsPerSecond(m, j) / slices;
  }
}
