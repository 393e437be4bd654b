package io.gavel.policies.lp.deadline;

import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.solver.program.DualBound;
import java.util.BitSet;
import java.util.stream.IntStream;

/**
 * A knapsack constraint that every feasible set of demands satisfies. The prices of throughput
 * {@code y} of a program prove {@code Σ y_m throughput_m ≤ V} for every allocation, so every set
 * that can be met has {@code Σ y_m demand_m ≤ V} over its jobs. The sizes are {@code y_m demand_m},
 * the limit is {@code V}. Immutable.
 */
final class DemandCut {

  private final double[] size;
  private final double[] weight;
  private final double limit;

  /** The jobs with a demand, by decreasing ratio of weight to size. */
  private final int[] byDensity;

  private DemandCut(double[] demands, double[] size, double[] weight, double limit) {
    this.size = size;
    this.weight = weight;
    this.limit = limit;
    this.byDensity =
        IntStream.range(0, size.length)
            .filter(m -> demands[m] > 0)
            .boxed()
            .sorted((a, b) -> Double.compare(weight[b] * size[a], weight[a] * size[b]))
            .mapToInt(Integer::intValue)
            .toArray();
  }

  static DemandCut of(double[] demands, double[] weight, DualBound proof) {
    double[] size = new double[demands.length];
    for (int m = 0; m < size.length; m++) {
      size[m] = demands[m] * proof.prices().ofThroughput(m);
    }
    double met = 1 - 2 * Tolerance.CERTIFIED.relative(); // demands count as met within tolerance
    return new DemandCut(demands, size, weight, proof.value() / met);
  }

  double size(int m) {
    return size[m];
  }

  boolean excludes(BitSet jobs) {
    return sum(jobs, size) > limit;
  }

  /** Returns the sum of numbers, {@code [job]}, over some jobs. */
  static double sum(BitSet jobs, double[] of) {
    double sum = 0;
    for (int m = jobs.nextSetBit(0); m >= 0; m = jobs.nextSetBit(m + 1)) {
      sum += of[m];
    }
    return sum;
  }

  /** Removes the jobs with the smallest ratio of weight to size until the set satisfies the cut. */
  void shrink(BitSet jobs) {
    for (int i = byDensity.length - 1; i >= 0 && excludes(jobs); i--) {
      jobs.clear(byDensity[i]);
    }
  }

  /**
   * Returns the largest weight that fits, with a fraction of the last job; negative infinity if the
   * forced jobs do not fit.
   *
   * @param forced the jobs that must be met
   * @param free whether a job may be met and need not, {@code [job]}
   */
  double mostWeight(BitSet forced, boolean[] free) {
    double room = limit - sum(forced, size);
    if (room < 0) {
      return Double.NEGATIVE_INFINITY;
    }
    double total = sum(forced, weight);
    for (int i = 0; i < byDensity.length && room > 0; i++) {
      int m = byDensity[i];
      if (free[m]) {
        boolean fits = size[m] <= room;
        total += fits ? weight[m] : room / size[m] * weight[m];
        room = fits ? room - size[m] : 0;
      }
    }
    return total;
  }
}
