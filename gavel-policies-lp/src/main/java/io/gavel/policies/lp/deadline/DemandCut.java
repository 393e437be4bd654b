package io.gavel.policies.lp.deadline;

import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.solver.program.DualBound;
import java.util.BitSet;
import java.util.stream.IntStream;

/**
 * Which sets of demands a proof rules out. With prices of throughput {@code y} it shows that {@code
 * Σ y_m throughput_m ≤ V} whatever is allocated; so every set that can be met keeps {@code Σ y_m
 * demand_m ≤ V} over its jobs. A knapsack: jobs have sizes, and there is a limit. Immutable.
 */
final class DemandCut {

  private final double[] size;
  private final double[] weight;
  private final double limit;

  /** Jobs that take room, those of the most weight for their size first. */
  private final int[] byWorth;

  private DemandCut(double[] size, double[] weight, double limit) {
    this.size = size;
    this.weight = weight;
    this.limit = limit;
    this.byWorth =
        IntStream.range(0, size.length)
            .filter(m -> size[m] > 0)
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
    double met = 1 - 2 * Tolerance.CERTIFIED.relative(); // demands count as met that nearly are
    return new DemandCut(size, weight, proof.value() / met);
  }

  double size(int m) {
    return size[m];
  }

  boolean excludes(BitSet jobs) {
    return jobs.stream().mapToDouble(m -> size[m]).sum() > limit;
  }

  /** Takes the least worthy jobs out of a set until the cut does not exclude it. */
  void shrink(BitSet jobs) {
    for (int i = byWorth.length - 1; i >= 0 && excludes(jobs); i--) {
      jobs.clear(byWorth[i]);
    }
  }

  /** The most weight that fits, the last job in parts: negative infinity if the forced do not. */
  double mostWeight(BitSet forced, BitSet allowed) {
    double room = limit - forced.stream().mapToDouble(m -> size[m]).sum();
    if (room < 0) {
      return Double.NEGATIVE_INFINITY;
    }
    double total = allowed.stream().mapToDouble(m -> weight[m]).sum();
    for (int m : byWorth) {
      if (allowed.get(m) && !forced.get(m)) {
        double part = Math.min(1, room / size[m]);
        total -= (1 - part) * weight[m];
        room = Math.max(0, room - size[m]);
      }
    }
    return total;
  }
}
