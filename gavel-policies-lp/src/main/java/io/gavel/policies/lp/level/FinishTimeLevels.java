package io.gavel.policies.lp.level;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.solver.program.AllocationProgram;

/**
 * Finish times as levels. Job {@code m} is at level {@code (past_m + steps_m / throughput) /
 * unit_m}, and the level of an allocation is the largest of its jobs. Smaller is better; the
 * throughput that a level demands decreases with the level. Immutable.
 */
public final class FinishTimeLevels {

  private final double[] steps;
  private final double[] past;
  private final double[] unit;
  private final double[] fastest;

  /**
   * Creates the levels of the jobs of a problem.
   *
   * @param steps steps remaining, {@code [job]}; 0 for a job that does not count
   * @param past seconds since the start, {@code [job]}
   * @param unit seconds per unit of level, {@code [job]}, positive for jobs that count
   */
  public FinishTimeLevels(AllocationProblem problem, double[] steps, double[] past, double[] unit) {
    this.steps = steps;
    this.past = past;
    this.unit = unit;
    this.fastest = AllocationProgram.maximizeSum(problem, new double[steps.length]).fastest();
  }

  boolean counts(int m) {
    return steps[m] > 0;
  }

  /** The level of an allocation, which is that of its last job; 0 if no job counts. */
  public double level(double[] throughput) {
    double level = 0;
    for (int m = 0; m < steps.length; m++) {
      if (counts(m)) {
        level = Math.max(level, (past[m] + steps[m] / throughput[m]) / unit[m]);
      }
    }
    return level;
  }

  /** A lower bound on the level: no job is faster than full time at its fastest rate. */
  double least() {
    return level(fastest);
  }

  /**
   * The throughputs that a level demands, {@code [job]}.
   *
   * @param level at least {@link #least()}, so that no job demands more than it can have
   */
  public double[] demands(double level) {
    double[] demands = new double[steps.length];
    for (int m = 0; m < demands.length; m++) {
      demands[m] = counts(m) ? steps[m] / secondsLeft(m, level) : 0;
    }
    return demands;
  }

  /** The decrease of a job's demand per unit of level. */
  double slope(int m, double level) {
    double left = secondsLeft(m, level);
    return counts(m) ? steps[m] / left * (unit[m] / left) : 0;
  }

  /** The time left for a job, at least the shortest possible time despite rounding. */
  private double secondsLeft(int m, double level) {
    return Math.max(level * unit[m] - past[m], steps[m] / fastest[m]);
  }
}
