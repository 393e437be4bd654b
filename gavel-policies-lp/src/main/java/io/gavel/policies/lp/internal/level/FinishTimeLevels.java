package io.gavel.policies.lp.internal.level;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.statement.Goal;
import java.util.Arrays;

/**
 * Finish times as levels. Job {@code m} is at level {@code (past_m + steps_m / throughput) /
 * unit_m}, and the level of an allocation is the largest of its jobs. Smaller is better; the
 * throughput that a level demands decreases with the level. Immutable.
 *
 * <p>The search uses heights, levels above a base: a job that started long ago and has little left
 * is at a level of which the rest is a tiny part, so {@code level · unit − past} would be rounding
 * alone. The base is just below the largest {@code past_m / unit_m}, and {@code room_m = base ·
 * unit_m − past_m} is exact up to one rounding, so the time left at a height, {@code room_m +
 * height · unit_m}, has no cancellation.
 */
public final class FinishTimeLevels {

  private final double[] steps;
  private final double[] past;
  private final double[] unit;
  private final double[] fastest;
  private final double base;
  private final double[] room;

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
    double passed = 0;
    for (int m = 0; m < steps.length; m++) {
      passed = counts(m) ? Math.max(passed, past[m] / unit[m]) : passed;
    }
    this.base = passed > 0 ? Math.nextDown(passed) : 0; // so that every height is positive
    this.room = new double[steps.length];
    Arrays.setAll(room, m -> counts(m) ? Math.fma(base, unit[m], -past[m]) : 0); // exact product
  }

  /** Returns the largest level, as a goal. */
  Goal goal() {
    return Goal.finishTimes(steps, past, unit);
  }

  boolean counts(int m) {
    return steps[m] > 0;
  }

  /** Returns the level of which heights are measured. */
  double base() {
    return base;
  }

  /** Returns the height of an allocation, which is that of its last job; 0 if no job counts. */
  double height(double[] throughput) {
    double height = 0;
    for (int m = 0; m < steps.length; m++) {
      if (counts(m)) {
        height = Math.max(height, (steps[m] / throughput[m] - room[m]) / unit[m]);
      }
    }
    return height;
  }

  /** Returns a lower bound on the height: no job is faster than full time at its fastest rate. */
  double leastHeight() {
    return height(fastest);
  }

  /** Returns the throughputs that a height demands, {@code [job]}. */
  double[] demandsAt(double height) {
    double[] demands = new double[steps.length];
    for (int m = 0; m < demands.length; m++) {
      demands[m] = counts(m) ? steps[m] / secondsLeft(m, height) : 0;
    }
    return demands;
  }

  /** Returns the decrease of a job's demand per unit of level. */
  double slope(int m, double height) {
    double left = secondsLeft(m, height);
    return counts(m) ? steps[m] / left * (unit[m] / left) : 0;
  }

  /** Returns the time left for a job, at least the shortest possible time despite rounding. */
  private double secondsLeft(int m, double height) {
    return Math.max(room[m] + height * unit[m], steps[m] / fastest[m]);
  }
}
