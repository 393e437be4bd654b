package io.gavel.policies.lp.living;

import io.gavel.policies.lp.solver.coefficients.CompensatedSum;
import java.util.Arrays;

/**
 * The workers that the settled jobs use, {@code C_k + t Σ_l S_kl N_l} of pool {@code k} at level
 * {@code t} with {@code N} workers. A job adds its terms when it is settled, and takes away the
 * same numbers when it is not any more; sums are compensated, so that what remains is the rounding
 * of a double that is twice as long. Mutable.
 */
final class SettledSums {

  private final JobSlots jobs;
  private final CompensatedSum[] constant;

  /** {@code [pool][pool of the requirement]}, row-major. */
  private final CompensatedSum[] slope;

  SettledSums(JobSlots jobs) {
    this.jobs = jobs;
    constant = new CompensatedSum[jobs.pools];
    slope = new CompensatedSum[jobs.pools * jobs.pools];
    Arrays.setAll(constant, k -> new CompensatedSum());
    Arrays.setAll(slope, k -> new CompensatedSum());
  }

  void clear() {
    Arrays.stream(constant).forEach(CompensatedSum::clear);
    Arrays.stream(slope).forEach(CompensatedSum::clear);
  }

  /**
   * Adds a job, or takes it away.
   *
   * @param sign 1 or -1
   */
  void add(int slot, int from, int to, double sign) {
    double held = sign * jobs.held[slot];
    int row = slot * jobs.pools;
    double slower = from == SlotMix.IDLE ? 0 : jobs.rate[row + from];
    double per = held / (jobs.rate[row + to] - slower);
    constant[to].add(-per * slower);
    if (from != SlotMix.IDLE) {
      constant[from].add(per * jobs.rate[row + to]);
    }
    for (int l = 0; l < jobs.pools; l++) {
      double more = per * jobs.requirementPerWorker(slot, l);
      if (more != 0) {
        slope[to * jobs.pools + l].add(more);
        if (from != SlotMix.IDLE) {
          slope[from * jobs.pools + l].add(-more);
        }
      }
    }
  }

  double slope(int k) {
    double sum = 0;
    for (int l = 0; l < jobs.pools; l++) {
      sum += slope[k * jobs.pools + l].value() * jobs.workers[l];
    }
    return sum;
  }

  double constant(int k) {
    return constant[k].value();
  }
}
