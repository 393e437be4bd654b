package io.gavel.policies.lp.solver.internal.presolve;

import io.gavel.policies.constraint.LinearRow;
import io.gavel.policies.lp.solver.internal.Programs;
import io.gavel.policies.lp.solver.internal.coefficients.ProgramColumns;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.DualBound;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Takes rows that cap the time of one job, {@code Σ_c x_c ≤ cap} over all columns of the job, out
 * of the coupling rows: with fractions relative to the cap, they are the limit of the job's time
 * that every job has. The workers and rates of the job's columns are then multiplied by {@code
 * cap}, so that any number of caps costs nothing. Caps of 1 or more say nothing. Jobs in pairs keep
 * their rows, since a pair is in the time of two jobs. Immutable.
 */
public final class TimeCaps implements Presolve.Reduction {

  private static final int NONE = -1;

  private final AllocationProgram program;
  private final AllocationProgram reduced;

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
    this.reduced = isEmpty() ? program : withoutRows();
  }

  /**
   * Finds the caps of a program.
   *
   * @param program any program; rows of one with pairs by job type all stay
   */
  public static TimeCaps of(AllocationProgram program) {
    CouplingRows rows = program.hasPairsByType() ? CouplingRows.none() : program.rows();
    double[] cap = new double[rows.count() == 0 ? 0 : program.jobCount()];
    Arrays.fill(cap, 1);
    int[] rowOf = new int[cap.length];
    Arrays.fill(rowOf, NONE);
    boolean[] left = new boolean[rows.count()];
    int[] columns = rows.count() == 0 ? new int[0] : columns(program);
    for (int i = 0; i < left.length; i++) {
      left[i] = !rows.isUpperLimit(i) || !isOfOneJob(program, rows.row(i), columns);
      if (!left[i]) {
        LinearRow row = rows.row(i);
        int m = program.first(row.column(0));
        double most = row.bound() / row.coefficient(0);
        if (most < cap[m]) {
          cap[m] = most;
          rowOf[m] = i;
        }
      }
    }
    return new TimeCaps(program, cap, rowOf, left);
  }

  /** Returns the number of columns of each job, {@code [job]}; 0 for jobs in pairs. */
  private static int[] columns(AllocationProgram program) {
    int[] start = Programs.columns(program).starts(program.jobCount());
    int[] columns = new int[program.jobCount()];
    Arrays.setAll(columns, m -> start[m + 1] - start[m]);
    for (int c = start[columns.length]; c < program.columnCount(); c++) {
      columns[program.first(c)] = 0;
      columns[program.second(c)] = 0;
    }
    return columns;
  }

  /**
   * Returns whether a row has all columns of one job, with one coefficient, and a bound above 0.
   */
  private static boolean isOfOneJob(AllocationProgram program, LinearRow row, int[] columns) {
    if (row.size() == 0 || row.freeSize() > 0 || !(row.bound() / row.coefficient(0) > 0)) {
      return false;
    }
    int m = program.first(row.column(0));
    boolean uniform = row.size() == columns[m];
    for (int i = 0; uniform && i < row.size(); i++) {
      uniform = program.first(row.column(i)) == m && row.coefficient(i) == row.coefficient(0);
    }
    return uniform;
  }

  /** Returns whether there are no caps. */
  public boolean isEmpty() {
    return IntStream.range(0, left.length).allMatch(i -> left[i]);
  }

  private AllocationProgram withoutRows() {
    ProgramColumns columns = Programs.columns(program);
    double[] part = new double[columns.count()];
    Arrays.setAll(part, c -> cap[columns.first[c]]);
    return Programs.rewritten(
            program.withRows(CouplingRows.none()),
            columns.times(part),
            program.floors(),
            c -> program.gain(c) * part[c],
            program::requirement,
            program::weight)
        .withRows(program.rows().only(i -> left[i]).times(part));
  }

  /** Returns the program as it was given. */
  public AllocationProgram program() {
    return program;
  }

  @Override
  public AllocationProgram reduced() {
    return reduced;
  }

  /** Returns fractions of time from fractions relative to the caps, {@code [column]}. */
  public double[] fractions(double[] ofCap) {
    double[] fractions = ofCap.clone();
    for (int c = 0; c < fractions.length && cap.length > 0; c++) {
      fractions[c] *= cap[program.first(c)];
    }
    return fractions;
  }

  /** Returns the prices of all rows that prove a bound of the program without the caps. */
  public double[] rowPrices(DualBound ofCapped) {
    if (isEmpty()) {
      return ofCapped.rowPrices();
    }
    double[] rowPrices = ProgramColumns.expanded(left, ofCapped.rowPrices());
    for (int m = 0; m < cap.length; m++) {
      if (rowOf[m] != NONE) { // the time of the job is no longer scarce, but the cap is
        rowPrices[rowOf[m]] = price(m, ofCapped.prices().ofTime(m));
      }
    }
    return rowPrices;
  }

  private double price(int m, double ofTime) {
    return ofTime / Math.abs(program.rows().bound(rowOf[m]));
  }

  /**
   * Adds the prices of caps to the prices of other rows.
   *
   * @param ofTime the price of all time that a job may have, {@code [job]}
   * @param byName receives the price of each cap by the name of its row
   */
  public void price(double[] ofTime, Map<String, Double> byName) {
    for (int m = 0; m < cap.length; m++) {
      if (rowOf[m] != NONE) {
        byName.put(program.rows().row(rowOf[m]).name(), price(m, ofTime[m]));
      }
    }
  }

  @Override
  public SolverOutcome.Solved undone(SolverOutcome.Solved claim) {
    DualBound bound = DualBound.of(reduced, claim.prices(), claim.rowPrices());
    return new SolverOutcome.Solved(
        fractions(claim.fractions()),
        claim.free(),
        claim.prices(),
        rowPrices(bound),
        claim.steps());
  }
}
