package io.gavel.policies.lp.solver.closest;

import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.solver.coefficients.ProgramColumns;
import io.gavel.policies.lp.solver.interior.ColumnsByJob;
import io.gavel.policies.lp.solver.interior.rows.ArrowCholesky;
import io.gavel.policies.lp.solver.interior.rows.RowInteriorPoint;
import io.gavel.policies.lp.solver.interior.rows.RowProgram;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.RowEntries;
import java.util.Arrays;

/**
 * The program of {@link ClosestPoint} as rows. A column that was held before is split into a kept
 * part, which is at most the fraction held, and a fresh part. So each job has a few rows of its
 * own, and only the pools and the sum of gains couple jobs.
 */
final class ClosestPointRows {

  /** Fractions of time below this get no row. */
  private static final double TINY = 1e-9;

  /**
   * The weight of a worker that runs a job where it is fastest, relative to a kept worker: too
   * small to show in a certified solution, but enough to decide how free time is used.
   */
  private static final double USE = 0x1p-20;

  /**
   * The additional weight of a kept worker of the first job; it falls with the job's index. So
   * later jobs give up workers first, and few jobs give up many instead of all jobs a few.
   */
  private static final double ORDER = 0x1p-20;

  /** The most rows of a dense matrix: 200 MB, and minutes. */
  private static final int MOST_DENSE = 5_000;

  private final AllocationProgram program;
  private final double[] held;
  private final RowProgram rows;

  /**
   * The columns of the kept and of the fresh part, {@code [column]}; {@link RowProgram#NONE} if
   * there is none.
   */
  private final int[] kept;

  private final int[] fresh;

  /**
   * The row that limits the kept part, {@code [column]}; {@link RowProgram#NONE} if the time row
   * does.
   */
  private final int[] cap;

  /** The row of each job's floor, and of the gains; {@link RowProgram#NONE} if there is none. */
  private final int[] floor;

  private final int gains;

  /** The row of the first coupling row. */
  private final int coupling;

  private final boolean isArrow;

  /** The workers held for fractions that are too small for a row. */
  private double tiny;

  /**
   * States the rows of a program whose rates are near 1, for the fractions held, {@code [column]}.
   */
  ClosestPointRows(AllocationProgram program, double[] held, double leastGain) {
    this.program = program;
    this.held = held;
    kept = new int[program.columnCount()];
    fresh = new int[program.columnCount()];
    cap = new int[program.columnCount()];
    floor = new int[program.jobCount()];
    int times = program.jobCount();
    for (int c = 0; c < cap.length; c++) {
      cap[c] = isHeld(c) && held[c] < 1 ? times++ : RowProgram.NONE;
      tiny += isHeld(c) ? 0 : program.size(c) * held[c];
    }
    int next = times + program.poolCount();
    for (int m = 0; m < floor.length; m++) {
      floor[m] = program.floor(m) > 0 ? next++ : RowProgram.NONE;
    }
    gains = leastGain > 0 ? next++ : RowProgram.NONE;
    coupling = next;
    next += program.rows().count();
    RowEntries ofColumn = program.rows().byColumn(program.columnCount());
    rows = new RowProgram(times, program.poolCount(), next, 0, 2 * cap.length);
    double[] unit = units(leastGain);
    limitRows(leastGain, unit);
    double[] fastest = program.fastest();
    for (int c = 0; c < cap.length; c++) {
      double use = USE * program.size(c) * speed(c, fastest);
      double order = ORDER * program.size(c) * (floor.length - program.first(c)) / floor.length;
      double gain = program.size(c) + order + use;
      kept[c] = isHeld(c) ? column(c, cap[c], unit, gain, ofColumn) : RowProgram.NONE;
      fresh[c] =
          kept[c] >= 0 && cap[c] == RowProgram.NONE
              ? RowProgram.NONE
              : column(c, RowProgram.NONE, unit, use, ofColumn);
    }
    isArrow = ColumnsByJob.fits(program.withFloor(new double[floor.length]));
    if (isArrow) {
      rows.inBlocks(blocks(), floor.length);
    }
  }

  private boolean isHeld(int c) {
    return held[c] > TINY;
  }

  /** Powers of two that bring the limits of pools, {@code [pool]}, and of the gains near 1. */
  private double[] units(double leastGain) {
    double[] unit = new double[program.poolCount() + 1];
    Arrays.setAll(unit, k -> k < program.poolCount() ? program.workers(k) : leastGain);
    Arrays.setAll(unit, k -> unit[k] > 0 ? Math.scalb(1.0, Math.getExponent(unit[k])) : 1);
    return unit;
  }

  /** The sum of the throughputs of a column's jobs, each relative to the job's fastest. */
  private double speed(int c, double[] fastest) {
    int second = program.second(c);
    double ofSecond = second == ProgramColumns.NONE ? 0 : program.secondRate(c) / fastest[second];
    return program.rate(c) / fastest[program.first(c)] + ofSecond;
  }

  private void limitRows(double leastGain, double[] unit) {
    Arrays.fill(rows.limit, 0, floor.length, 1);
    Arrays.fill(rows.limit, rows.times, rows.times + rows.pools, 1); // if nothing draws from it
    for (int c = 0; c < cap.length; c++) {
      int k = program.pool(c);
      rows.limit[rows.times + k] = program.workers(k) / unit[k];
      if (cap[c] != RowProgram.NONE) {
        rows.limit[cap[c]] = held[c];
      }
    }
    for (int m = 0; m < floor.length; m++) {
      if (floor[m] != RowProgram.NONE) {
        rows.limit[floor[m]] = -program.floor(m);
        rows.lean[floor[m]] = m;
      }
    }
    if (gains != RowProgram.NONE) {
      rows.limit[gains] = -leastGain / unit[rows.pools];
    }
    for (int i = 0; i < program.rows().count(); i++) {
      rows.limit[coupling + i] = program.rows().sign(i) * program.rows().bound(i) + 0.0;
      rows.exact[coupling + i] = program.rows().relation(i) == Relation.EXACTLY;
    }
  }

  private int column(int c, int capRow, double[] unit, double gain, RowEntries ofColumn) {
    if (capRow != RowProgram.NONE) {
      rows.entry(capRow, 1);
    }
    int k = program.pool(c);
    rows.entry(rows.times + k, program.size(c) / unit[k]);
    member(program.first(c), program.rate(c));
    if (program.second(c) != ProgramColumns.NONE) {
      member(program.second(c), program.secondRate(c));
    }
    if (gains != RowProgram.NONE) {
      rows.entry(gains, -program.gain(c) / unit[rows.pools]);
    }
    ofColumn.forEach(c, (i, a) -> rows.entry(coupling + i, program.rows().sign(i) * a));
    rows.endColumn(gain);
    return rows.columns() - 1;
  }

  private void member(int m, double rate) {
    rows.entry(m, 1);
    if (floor[m] != RowProgram.NONE) {
      rows.entry(floor[m], -rate);
    }
  }

  private int[] blocks() {
    int[] block = new int[rows.rows];
    Arrays.fill(block, ArrowCholesky.BORDER);
    for (int m = 0; m < floor.length; m++) {
      block[m] = m;
      if (floor[m] != RowProgram.NONE) {
        block[floor[m]] = m;
      }
    }
    for (int c = 0; c < cap.length; c++) {
      if (cap[c] != RowProgram.NONE) {
        block[cap[c]] = program.first(c);
      }
    }
    return block;
  }

  /** Whether Newton's equations are an arrow, or few enough to be a dense matrix. */
  boolean isSolvable() {
    return isArrow || rows.rows <= MOST_DENSE;
  }

  RowProgram rows() {
    return rows;
  }

  /** The sums of kept and fresh parts, {@code [column]}. */
  double[] fractions(RowInteriorPoint method) {
    double[] x = new double[cap.length];
    for (int c = 0; c < x.length; c++) {
      x[c] = at(kept[c], method) + at(fresh[c], method);
    }
    return x;
  }

  private static double at(int column, RowInteriorPoint method) {
    return column == RowProgram.NONE ? 0 : method.fractions()[column];
  }

  /**
   * The fractions rounded as the prices indicate: a kept part that converges to the fraction held
   * is set to exactly that; a fresh part that converges to 0 is set to 0.
   */
  double[] cleanFractions(RowInteriorPoint method) {
    double[] x = new double[cap.length];
    for (int c = 0; c < x.length; c++) {
      double size = program.size(c);
      if (kept[c] != RowProgram.NONE && !isDust(kept[c], size, method)) {
        double left = at(kept[c], method);
        boolean whole =
            cap[c] == RowProgram.NONE // held all of the time
                ? left > held[c] - TINY
                : method.slacks()[cap[c]] * size < method.prices()[cap[c]];
        x[c] = whole ? held[c] : left;
      }
      if (fresh[c] != RowProgram.NONE && !isDust(fresh[c], USE * size, method)) {
        x[c] += at(fresh[c], method);
      }
    }
    return x;
  }

  private static boolean isDust(int column, double worth, RowInteriorPoint method) {
    return method.fractions()[column] * worth < method.reducedCosts()[column];
  }

  /**
   * The most workers that can be kept, proved by prices of the rows. If a column is worth more than
   * it pays, the price of its cap or of its time is raised by the difference.
   */
  double mostKept(double[] prices) {
    double[] price = prices.clone();
    for (int c = 0; c < cap.length; c++) { // time first: it reduces the prices of the caps
      raise(fresh[c], program.first(c), price);
    }
    for (int c = 0; c < cap.length; c++) {
      raise(kept[c], cap[c] == RowProgram.NONE ? program.first(c) : cap[c], price);
    }
    double worth = tiny;
    for (int i = 0; i < price.length; i++) {
      worth += price[i] * rows.limit[i];
    }
    return worth;
  }

  private void raise(int column, int row, double[] price) {
    if (column != RowProgram.NONE) {
      price[row] += Math.max(0, rows.gain[column] - rows.priced(column, price));
    }
  }
}
