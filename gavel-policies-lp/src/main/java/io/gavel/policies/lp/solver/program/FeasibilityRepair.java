package io.gavel.policies.lp.solver.program;

import io.gavel.policies.internal.Rounding;
import io.gavel.policies.internal.WorkerSum;
import io.gavel.policies.lp.solver.internal.coefficients.ProgramColumns;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Makes a point that is feasible within a solver's tolerance exactly feasible. Fractions only ever
 * shrink: negative ones become 0, then the columns of every overfull row are scaled down together
 * until the row's sum, added up in the order of the allocation's entries, is at most its limit.
 * Limits of time and of pools without shares of workers then hold in exact arithmetic; shares of
 * workers, and coupling rows that are upper limits of sums of terms of at least 0, hold as they are
 * added up. Free variables move to the nearest value that their pools and rows allow. All other
 * coupling rows hold as well as the solver made them hold.
 *
 * <p>The violation is measured before the repair, for the caller to judge: a point that violates a
 * row by more than a tolerance is a defect of the solver, not a matter of rounding. Immutable.
 */
public final class FeasibilityRepair {

  private final AllocationProgram program;
  private final double[] x;

  private final double[] y;
  private final int[] limits;
  private final double[] keepOfColumn;
  private final double[] time;

  /** What rounding took from each time, and the sum of the sizes of these errors. */
  private final double[] lost;

  private final double[] rounded;

  private final double[] keepOfPool;
  private final double violation;
  private final Optional<int[]> order;

  private FeasibilityRepair(AllocationProgram program, double[] x, double[] y) {
    this.program = program;
    this.x = x;
    this.y = y;
    order = program.columns().inOrderOfEntries();
    CouplingRows rows = program.rows();
    limits = IntStream.range(0, rows.count()).filter(rows::isUpperLimit).toArray();
    keepOfColumn = new double[limits.length > 0 ? x.length : 0];
    time = new double[program.jobCount()];
    lost = new double[time.length];
    rounded = new double[time.length];
    keepOfPool = new double[program.poolCount()];
    double negative = Math.max(dropNegative(), boundFree());
    settleFree();
    WorkerSum[] used = addUp();
    this.violation = Math.max(negative, largestExcess(used));
    while (shrinkFactors(used)) {
      shrink();
      settleFree();
      used = addUp();
    }
  }

  /**
   * Repairs a point where all free variables are 0.
   *
   * @param program the program whose limits on time and pools the point must satisfy
   * @param claimed fractions, {@code [column]}; copied
   * @return the repaired point
   */
  public static FeasibilityRepair of(AllocationProgram program, double[] claimed) {
    return of(program, claimed, new double[program.freeVariables().count()]);
  }

  /**
   * Repairs a point.
   *
   * @param program the program whose limits the point must satisfy
   * @param claimed fractions, {@code [column]}; copied
   * @param free values of the free variables in the unit of each, {@code [free variable]}; copied
   * @return the repaired point
   */
  public static FeasibilityRepair of(AllocationProgram program, double[] claimed, double[] free) {
    return new FeasibilityRepair(program, claimed.clone(), free.clone());
  }

  /** Repairs a point in place, where all free variables are 0. */
  static FeasibilityRepair ofOwn(AllocationProgram program, double[] claimed) {
    return new FeasibilityRepair(program, claimed, new double[program.freeVariables().count()]);
  }

  /**
   * Returns the repaired values of the free variables without a copy.
   *
   * @return values between 0 and the largest, {@code [free variable]}; not to be modified
   */
  double[] free() {
    return y;
  }

  /**
   * Returns the repaired point without a copy.
   *
   * @return feasible fractions, {@code [column]}; not to be modified
   */
  public double[] fractions() {
    return x;
  }

  /**
   * Returns the largest violation before the repair.
   *
   * @return the largest violation of a sign or, after negative fractions became 0, of a row of time
   *     or pools or an upper limit, relative to its limit; infinite if a fraction was NaN
   */
  public double violation() {
    return violation;
  }

  /** Sets fractions that are not positive to 0; returns the largest violation. */
  private double dropNegative() {
    double lowest = lowest();
    if (1 / lowest > 0) {
      return 0;
    }
    for (int c = 0; c < x.length; c++) {
      x[c] = Math.max(0.0, x[c]); // NaN stays
    }
    return Double.isNaN(lowest) ? Double.POSITIVE_INFINITY : -lowest;
  }

  /** Returns the lowest fraction, at most 0; −0.0 is below 0, and NaN is the lowest. */
  private double lowest() {
    double lowest = 0;
    for (double fraction : x) {
      lowest = Math.min(lowest, fraction);
    }
    return lowest;
  }

  /** Moves free variables between 0 and their largest value; returns the largest violation. */
  private double boundFree() {
    double worst = 0;
    for (int f = 0; f < y.length; f++) {
      double within = Math.min(Math.max(y[f], 0), program.freeVariables().most(f));
      double off = Math.abs(y[f] - within) / Math.max(1, Math.abs(within));
      worst = off >= 0 ? Math.max(worst, off) : y[f] == within ? worst : Double.POSITIVE_INFINITY;
      y[f] = Double.isNaN(within) ? 0 : within;
    }
    return worst;
  }

  /** Moves each free variable to the nearest value that its pools and rows allow. */
  private void settleFree() {
    if (y.length == 0) {
      return;
    }
    FreeVariableRange range = new FreeVariableRange(program, x, y);
    for (int f = 0; f < y.length; f++) {
      range.settle(f);
    }
  }

  private double largestExcess(WorkerSum[] used) {
    double worst = 0;
    for (double sum : time) {
      worst = sum - 1 > worst ? sum - 1 : worst; // NaN is counted already
    }
    for (int k = 0; k < used.length; k++) {
      double excess = used[k].atMost() - capacity(k);
      double part = excess / Math.max(1, program.workers(k));
      worst = part > worst ? part : worst;
    }
    for (int i : limits) {
      worst = Math.max(worst, program.rows().violation(i, x, y));
    }
    return worst;
  }

  private void shrink() {
    ProgramColumns programColumns = program.columns();
    for (int c = 0; c < x.length; c++) {
      if (x[c] == 0) {
        continue; // most are
      }
      double keep =
          Math.min(keepOfPool[programColumns.pool[c]], keep(time[programColumns.first[c]], 1));
      keep = keepOfColumn.length > 0 ? Math.min(keep, keepOfColumn[c]) : keep;
      int second = programColumns.second(c);
      x[c] *= second == ProgramColumns.NONE ? keep : Math.min(keep, keep(time[second], 1));
    }
  }

  /** Computes the factor by which each row must shrink; returns whether any row is overfull. */
  private boolean shrinkFactors(WorkerSum[] used) {
    boolean overfull = false;
    for (double sum : time) {
      overfull |= keep(sum, 1) < 1;
    }
    for (int k = 0; k < used.length; k++) {
      keepOfPool[k] = keep(used[k].atMost(), capacity(k));
      overfull |= keepOfPool[k] < 1;
    }
    Arrays.fill(keepOfColumn, 1);
    for (int i : limits) {
      overfull |= shrinks(program.rows(), i);
    }
    return overfull;
  }

  private boolean shrinks(CouplingRows rows, int row) {
    double all = rows.sign(row) * rows.sum(row, x, y);
    double ofFree = rows.sign(row) * rows.sumOfFree(row, y);
    double limit = rows.sign(row) * rows.bound(row);
    if (!(all > limit) || !(limit >= ofFree)) {
      return false;
    }
    double keep = keep(all - ofFree, limit - ofFree);
    rows.forEach( // of which some are positive
        row,
        (c, coefficient) ->
            keepOfColumn[c] = coefficient == 0 ? keepOfColumn[c] : Math.min(keepOfColumn[c], keep));
    return keep < 1;
  }

  /** Returns the workers of a pool, with those that free variables add or hold. */
  private double capacity(int k) {
    double[] capacity = {program.workers(k)};
    for (int f = 0; f < y.length; f++) {
      double value = y[f];
      program
          .freeVariables()
          .forEach(f, (pool, size) -> capacity[0] -= pool == k ? size * value : 0);
    }
    return capacity[0];
  }

  /**
   * Returns a factor below 1 for an overfull row: one step below the quotient, so that each pass
   * makes progress.
   */
  private static double keep(double sum, double limit) {
    return sum > limit ? Math.nextDown(Math.min(limit / sum, 1)) : 1;
  }

  /**
   * Adds up the time of the jobs and the workers in use, in the order of the entries. Sums of time
   * are rounded up by what rounding took from them.
   */
  private WorkerSum[] addUp() {
    ProgramColumns programColumns = program.columns();
    WorkerSum[] used = WorkerSum.zeros(program.poolCount());
    int[] columns = order.orElse(null);
    Arrays.fill(time, 0);
    Arrays.fill(lost, 0);
    Arrays.fill(rounded, 0);
    for (int i = 0; i < x.length; i++) {
      int c = columns == null ? i : columns[i];
      if (x[c] == 0) {
        continue;
      }
      addTime(programColumns.first[c], x[c]);
      if (programColumns.second(c) != ProgramColumns.NONE) {
        addTime(programColumns.second(c), x[c]);
      }
      used[programColumns.pool[c]].add(programColumns.size[c], x[c]);
    }
    for (int m = 0; m < time.length; m++) {
      time[m] = Rounding.upperBound(time[m], lost[m], rounded[m]);
    }
    return used;
  }

  private void addTime(int m, double fraction) {
    double next = time[m] + fraction;
    double error = Rounding.ofSum(time[m], fraction, next);
    lost[m] += error;
    rounded[m] += Math.abs(error);
    time[m] = next;
  }
}
