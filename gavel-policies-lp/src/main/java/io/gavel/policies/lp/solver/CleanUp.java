package io.gavel.policies.lp.solver;

import io.gavel.policies.WorkerSum;
import java.util.Arrays;

/**
 * Makes a point that is feasible to a solver's tolerance feasible to the last bit, by only ever
 * shrinking fractions: negative ones become 0, then the columns of every overfull row are scaled
 * down together until the row's sum, added up in column order, is at most its limit.
 *
 * <p>How much had to be mended is measured first, and is the caller's to judge: a point that is off
 * by more than a tolerance is a defect, not a matter of rounding.
 */
public final class CleanUp {

  private final AllocationProgram program;
  private final double[] x;
  private final double violation;

  private CleanUp(AllocationProgram program, double[] x) {
    this.program = program;
    this.x = x;
    this.violation = largestViolation();
  }

  /**
   * Mends a point.
   *
   * @param program whose limits on time and pools are to be kept
   * @param claimed fractions, {@code [column]}; copied
   * @return the mended point
   */
  public static CleanUp of(AllocationProgram program, double[] claimed) {
    CleanUp cleanUp = new CleanUp(program, claimed.clone());
    cleanUp.mend();
    return cleanUp;
  }

  /**
   * The mended point.
   *
   * @return feasible fractions, a copy, {@code [column]}
   */
  public double[] fractions() {
    return x.clone();
  }

  /**
   * How much had to be mended.
   *
   * @return the largest violation of a sign or, relative to its limit, of a row; infinite if a
   *     fraction was NaN
   */
  public double violation() {
    return violation;
  }

  private double largestViolation() {
    double worst = 0;
    for (double fraction : x) {
      worst = fraction >= 0 ? worst : Math.max(worst, -fraction);
      worst = Double.isNaN(fraction) ? Double.POSITIVE_INFINITY : worst;
    }
    for (double time : timeUsed()) {
      worst = Math.max(worst, time - 1);
    }
    double[] used = workersUsed();
    for (int k = 0; k < used.length; k++) {
      worst = Math.max(worst, (used[k] - program.workers(k)) / Math.max(1, program.workers(k)));
    }
    return worst;
  }

  private void mend() {
    for (int c = 0; c < x.length; c++) {
      x[c] = Math.max(0, x[c]) + 0.0; // the sum turns -0.0 into 0.0
    }
    double[] keepOfJob = new double[program.jobCount()];
    double[] keepOfPool = new double[program.poolCount()];
    while (shrinkFactors(keepOfJob, keepOfPool)) {
      for (int c = 0; c < x.length; c++) {
        double keep = Math.min(keepOfPool[program.pool(c)], keepOfJob[program.first(c)]);
        x[c] *= program.second(c) < 0 ? keep : Math.min(keep, keepOfJob[program.second(c)]);
      }
    }
  }

  /** Fills in what each row must be multiplied by; returns whether any is overfull. */
  private boolean shrinkFactors(double[] keepOfJob, double[] keepOfPool) {
    double[] time = timeUsed();
    double[] used = workersUsed();
    Arrays.setAll(keepOfJob, m -> keep(time[m], 1));
    Arrays.setAll(keepOfPool, k -> keep(used[k], program.workers(k)));
    return Arrays.stream(keepOfJob).anyMatch(keep -> keep < 1)
        || Arrays.stream(keepOfPool).anyMatch(keep -> keep < 1);
  }

  /** A factor below 1 for an overfull row: one step below the quotient, so that each pass gains. */
  private static double keep(double sum, double limit) {
    return sum > limit ? Math.nextDown(Math.min(limit / sum, 1)) : 1;
  }

  private double[] timeUsed() {
    double[] time = new double[program.jobCount()];
    for (int c = 0; c < x.length; c++) {
      time[program.first(c)] += x[c];
      if (program.second(c) >= 0) {
        time[program.second(c)] += x[c];
      }
    }
    return time;
  }

  private double[] workersUsed() {
    WorkerSum[] used = WorkerSum.zeros(program.poolCount());
    for (int c = 0; c < x.length; c++) {
      used[program.pool(c)].add(program.size(c), x[c]);
    }
    return Arrays.stream(used).mapToDouble(WorkerSum::workers).toArray();
  }
}
