package io.gavel.policies.lp.hierarchy;

import io.gavel.policies.Prices;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.DualBound;

/** What bounds the lowest level whatever others have. Stateless. */
final class LowestLevel {

  private LowestLevel() {}

  /**
   * The bound from the first job to reach its best rate, ignoring the capacity of pools.
   *
   * @param lowest maximises the lowest level
   * @param unit the throughput of each job per unit received, {@code [job]}
   * @param capacity the most that each job can receive, {@code [job]}
   */
  static DualBound ofOneJob(AllocationProgram lowest, double[] unit, double[] capacity) {
    int first = -1;
    for (int m = 0; m < unit.length; m++) {
      double share = lowest.requirement(m) / unit[m];
      if (share > 0
          && (first < 0
              || capacity[m] / share < capacity[first] * unit[first] / lowest.requirement(first))) {
        first = m;
      }
    }
    double[] time = new double[unit.length];
    double[] owed = new double[unit.length];
    if (first >= 0) {
      owed[first] = 1 / lowest.requirement(first);
      time[first] = capacity[first] * unit[first] * owed[first];
    }
    return DualBound.of(lowest, Prices.of(new double[lowest.poolCount()], time, owed));
  }
}
