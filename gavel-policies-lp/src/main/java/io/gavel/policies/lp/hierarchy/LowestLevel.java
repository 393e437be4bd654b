package io.gavel.policies.lp.hierarchy;

import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.DualBound;
import java.util.Arrays;

/** The first level at which a job is saturated, and what bounds it. Stateless. */
final class LowestLevel {

  private LowestLevel() {}

  /**
   * Returns the first level at which a job is saturated.
   *
   * @param held the first at which jobs are held back together
   * @param saturated jobs that do not count, {@code [job]}
   * @param fullAt the level at which each job is full, {@code [job]}
   */
  static double first(double held, boolean[] saturated, double[] fullAt) {
    double first = held;
    for (int m = 0; m < fullAt.length; m++) {
      first = saturated[m] ? first : Math.min(first, fullAt[m]);
    }
    return first;
  }

  /**
   * Returns the program whose optimum is a level.
   *
   * @param program of all columns
   * @param demanded the throughputs that the level demands, {@code [job]}
   * @param level 0 if no job can rise
   */
  static AllocationProgram program(AllocationProgram program, double[] demanded, double level) {
    double[] requirement = new double[demanded.length];
    Arrays.setAll(requirement, m -> level > 0 ? demanded[m] / level : 0);
    return program.withRequirement(requirement);
  }

  /**
   * Returns the bound from the first job to reach its best rate, ignoring the capacity of pools.
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
    return DualBound.of(lowest, DualBound.claimed(new double[lowest.poolCount()], time, owed));
  }
}
