package io.gavel.policies.lp.solver.program;

import io.gavel.policies.lp.solver.coefficients.ProgramColumns;
import io.gavel.policies.model.WorkerSum;
import java.util.Arrays;
import java.util.Optional;

/**
 * Makes a point that is feasible within a solver's tolerance exactly feasible. Fractions only ever
 * shrink: negative ones become 0, then the columns of every overfull row are scaled down together
 * until the row's sum, added up in the order of the allocation's entries, is at most its limit.
 *
 * <p>The violation is measured before the repair, for the caller to judge: a point that violates a
 * row by more than a tolerance is a defect of the solver, not a matter of rounding. Immutable.
 */
public final class FeasibilityRepair {

  private final AllocationProgram program;
  private final double[] x;
  private final double[] time;
  private final double[] keepOfJob;
  private final double[] keepOfPool;
  private final double violation;
  private final Optional<int[]> order;

  private FeasibilityRepair(AllocationProgram program, double[] x) {
    this.program = program;
    this.x = x;
    order = program.columns().inOrderOfEntries();
    time = new double[program.jobCount()];
    keepOfJob = new double[time.length];
    keepOfPool = new double[program.poolCount()];
    double negative = dropNegative();
    WorkerSum[] used = addUp();
    this.violation = Math.max(negative, largestExcess(used));
    while (shrinkFactors(used)) {
      shrink();
      used = addUp();
    }
  }

  /**
   * Repairs a point.
   *
   * @param program the program whose limits on time and pools the point must satisfy
   * @param claimed fractions, {@code [column]}; copied
   * @return the repaired point
   */
  public static FeasibilityRepair of(AllocationProgram program, double[] claimed) {
    return new FeasibilityRepair(program, claimed.clone());
  }

  /**
   * The repaired point.
   *
   * @return feasible fractions, a copy, {@code [column]}
   */
  public double[] fractions() {
    return x.clone();
  }

  /**
   * The repaired point without a copy.
   *
   * @return feasible fractions, {@code [column]}; not to be modified
   */
  public double[] repaired() {
    return x;
  }

  /**
   * The largest violation before the repair.
   *
   * @return the largest violation of a sign or, after negative fractions became 0, of a row of time
   *     or pools, relative to its limit; infinite if a fraction was NaN
   */
  public double violation() {
    return violation;
  }

  /** Sets fractions that are not positive to 0; returns the largest violation. */
  private double dropNegative() {
    double worst = 0;
    for (int c = 0; c < x.length; c++) {
      if (!(x[c] > 0)) { // also NaN, and -0.0
        worst = Double.isNaN(x[c]) ? Double.POSITIVE_INFINITY : Math.max(worst, -x[c]);
        x[c] = Double.isNaN(x[c]) ? x[c] : 0;
      }
    }
    return worst;
  }

  private double largestExcess(WorkerSum[] used) {
    double worst = 0;
    for (double sum : time) {
      worst = sum - 1 > worst ? sum - 1 : worst; // NaN is counted already
    }
    for (int k = 0; k < used.length; k++) {
      double excess = used[k].workers() - program.workers(k);
      double part = excess / Math.max(1, program.workers(k));
      worst = part > worst ? part : worst;
    }
    return worst;
  }

  private void shrink() {
    ProgramColumns programColumns = program.columns();
    for (int c = 0; c < x.length; c++) {
      double keep =
          Math.min(keepOfPool[programColumns.pool[c]], keepOfJob[programColumns.first[c]]);
      int second = programColumns.second[c];
      x[c] *= second == ProgramColumns.NONE ? keep : Math.min(keep, keepOfJob[second]);
    }
  }

  /** Computes the factor by which each row must shrink; returns whether any row is overfull. */
  private boolean shrinkFactors(WorkerSum[] used) {
    boolean overfull = false;
    for (int m = 0; m < time.length; m++) {
      keepOfJob[m] = keep(time[m], 1);
      overfull |= keepOfJob[m] < 1;
    }
    for (int k = 0; k < used.length; k++) {
      keepOfPool[k] = keep(used[k].workers(), program.workers(k));
      overfull |= keepOfPool[k] < 1;
    }
    return overfull;
  }

  /**
   * A factor below 1 for an overfull row: one step below the quotient, so that each pass makes
   * progress.
   */
  private static double keep(double sum, double limit) {
    return sum > limit ? Math.nextDown(Math.min(limit / sum, 1)) : 1;
  }

  /** Adds up the time of the jobs and the workers in use, in the order of the entries. */
  private WorkerSum[] addUp() {
    ProgramColumns programColumns = program.columns();
    WorkerSum[] used = WorkerSum.zeros(program.poolCount());
    Arrays.fill(time, 0);
    int[] columns = order.orElse(null);
    for (int i = 0; i < x.length; i++) {
      int c = columns == null ? i : columns[i];
      time[programColumns.first[c]] += x[c];
      if (programColumns.second[c] != ProgramColumns.NONE) {
        time[programColumns.second[c]] += x[c];
      }
      used[programColumns.pool[c]].add(programColumns.size[c], x[c]);
    }
    return used;
  }
}
