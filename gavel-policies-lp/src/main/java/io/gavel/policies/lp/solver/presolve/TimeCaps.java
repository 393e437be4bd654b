package io.gavel.policies.lp.solver.presolve;

import io.gavel.policies.lp.solver.coefficients.Entries;
import io.gavel.policies.lp.solver.coefficients.ProgramColumns;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.DualBound;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import java.util.Arrays;

/**
 * Takes rows that cap the time of one job, {@code Σ_c x_c ≤ cap} over all columns of the job, out
 * of the coupling rows: with fractions relative to the cap, they are the limit of the job's time
 * that every job has. The workers and rates of the job's columns are then multiplied by {@code
 * cap}, so that any number of caps costs nothing. Caps of 1 or more say nothing. Jobs in pairs keep
 * their rows, since a pair is in the time of two jobs. Immutable.
 */
final class TimeCaps {

  private static final int NONE = -1;

  private final AllocationProgram program;
  private final AllocationProgram capped;

  /** The cap of each job, {@code [job]}; 1 without one. */
  private final double[] cap;

  /** The row of the cap of each job, {@code [job]}; {@link #NONE} without one. */
  private final int[] rowOf;

  /** Whether a row is left, {@code [row]}. */
  private final boolean[] left;

  private TimeCaps(AllocationProgram program, double[] cap, int[] rowOf, boolean[] left) {
    this.program = program;
    this.cap = cap;
    this.rowOf = rowOf;
    this.left = left;
    this.capped = isEmpty() ? program : withoutRows();
  }

  static TimeCaps of(AllocationProgram program) {
    CouplingRows rows = program.rows();
    double[] cap = new double[rows.count() == 0 ? 0 : program.jobCount()];
    Arrays.fill(cap, 1);
    int[] rowOf = new int[cap.length];
    Arrays.fill(rowOf, NONE);
    boolean[] left = new boolean[rows.count()];
    int[] columns = rows.count() == 0 ? new int[0] : columns(program);
    for (int i = 0; i < left.length; i++) {
      int m = cappedJob(program, i, columns);
      left[i] = m == NONE;
      if (m != NONE && capOf(rows, i) < cap[m]) {
        cap[m] = capOf(rows, i);
        rowOf[m] = i;
      }
    }
    return new TimeCaps(program, cap, rowOf, left);
  }

  /** Returns the columns of each job, {@code [job]}; none for jobs in pairs. */
  private static int[] columns(AllocationProgram program) {
    int[] columns = new int[program.jobCount()];
    for (int c = 0; c < program.columnCount(); c++) {
      columns[program.first(c)]++;
    }
    for (int c = 0; c < program.columnCount(); c++) {
      if (program.second(c) != ProgramColumns.NONE) {
        columns[program.first(c)] = 0;
        columns[program.second(c)] = 0;
      }
    }
    return columns;
  }

  private static double capOf(CouplingRows rows, int i) {
    double[] coefficient = new double[1];
    rows.forEach(i, (c, a) -> coefficient[0] = a);
    return rows.bound(i) / coefficient[0];
  }

  /**
   * Returns the job whose time a row caps at more than 0; {@link #NONE} if it says something else.
   */
  private static int cappedJob(AllocationProgram program, int i, int[] columns) {
    CouplingRows rows = program.rows();
    Entries ofJobs = new Entries();
    rows.forEach(i, ofJobs::add);
    int[] of = ofJobs.indices();
    boolean[] uniform = {rows.isUpperLimit(i) && of.length > 0};
    rows.forEachFree(i, (f, e) -> uniform[0] = false);
    if (!uniform[0] || of.length != columns[program.first(of[0])] || !(capOf(rows, i) > 0)) {
      return NONE;
    }
    int m = program.first(of[0]);
    double[] coefficients = ofJobs.values();
    for (int entry = 0; entry < of.length; entry++) {
      if (program.first(of[entry]) != m || coefficients[entry] != coefficients[0]) {
        return NONE;
      }
    }
    return m;
  }

  private boolean isEmpty() {
    for (boolean stays : left) {
      if (!stays) {
        return false;
      }
    }
    return true;
  }

  private AllocationProgram withoutRows() {
    ProgramColumns columns = program.columns();
    double[] part = new double[columns.count()];
    Arrays.setAll(part, c -> cap[columns.first[c]]);
    double[] floor = new double[cap.length];
    Arrays.setAll(floor, program::floor);
    return program
        .withRows(CouplingRows.none())
        .rewritten(
            columns.times(part),
            floor,
            c -> program.gain(c) * part[c],
            program::requirement,
            program::weight)
        .withRows(program.rows().only(i -> left[i]).times(part));
  }

  /** Returns the program without these rows. */
  AllocationProgram capped() {
    return capped;
  }

  /** Translates a claim about the program without the rows to one about the program with them. */
  SolverOutcome.Solved undone(SolverOutcome.Solved claim) {
    if (isEmpty()) {
      return claim;
    }
    double[] fractions = claim.fractions();
    for (int c = 0; c < fractions.length; c++) {
      fractions[c] *= cap[program.first(c)];
    }
    DualBound bound = DualBound.of(capped, claim.prices(), claim.rowPrices());
    double[] others = bound.rowPrices();
    double[] rowPrices = new double[left.length];
    for (int i = 0, next = 0; i < left.length; i++) {
      rowPrices[i] = left[i] ? others[next++] : 0;
    }
    for (int m = 0; m < cap.length; m++) {
      if (rowOf[m] != NONE) { // the time of the job is no longer scarce, but the cap is
        rowPrices[rowOf[m]] = bound.prices().ofTime(m) / Math.abs(program.rows().bound(rowOf[m]));
      }
    }
    return new SolverOutcome.Solved(
        fractions, claim.free(), claim.prices(), rowPrices, claim.steps());
  }
}
