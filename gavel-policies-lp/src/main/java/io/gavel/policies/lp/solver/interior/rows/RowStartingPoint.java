package io.gavel.policies.lp.solver.interior.rows;

import io.gavel.policies.lp.solver.coefficients.Utility;
import java.util.Arrays;

/**
 * The starting point of the dense interior-point method, as {@code StartingPoint} on tiles: an
 * interior point, and prices that no job would pay, so that the dual program has an interior point
 * too.
 */
final class RowStartingPoint {

  /** The fraction of the even point in a starting point near a given one. */
  private static final double KEPT = 0.1;

  /** The value of a column without a job, in the scale of its largest coefficient. */
  private static final double FREE = 0.5;

  /** The largest value of a new column. */
  private static final double NEW = 0.1;

  /** The least slack of a row that the point violates. */
  private static final double LEAST = 0.1;

  private final RowProgram program;
  private final boolean hasLevel;
  private final RowIterate at;

  private RowStartingPoint(RowProgram program, boolean hasLevel) {
    this.program = program;
    this.hasLevel = hasLevel;
    at = new RowIterate(program);
    spread();
  }

  /** Returns the even starting point: half of each limit, spread over its columns. */
  static RowIterate even(RowProgram program, boolean hasLevel) {
    return new RowStartingPoint(program, hasLevel).filled();
  }

  /**
   * Returns a starting point near a given point.
   *
   * @param near fractions that satisfy the rows of time and pools, {@code [column]}
   */
  static RowIterate near(RowProgram program, boolean hasLevel, double[] near) {
    RowStartingPoint start = new RowStartingPoint(program, hasLevel);
    for (int c = 0; c < near.length; c++) {
      start.at.x[c] = KEPT * start.at.x[c] + (1 - KEPT) * near[c];
    }
    return start.filled();
  }

  /**
   * Returns the point of a program with other columns, at prices that all columns pay.
   *
   * @param before the point of the other program
   * @param earlier the column of that program that each column was, or {@link RowProgram#NONE};
   *     {@code [column]}
   * @param raise the increase of the prices of time such that no new column has a positive reduced
   *     cost, {@code [time row]}
   * @param product the mean product of partners at that point
   */
  static RowIterate after(
      RowProgram program, RowIterate before, int[] earlier, double[] raise, double product) {
    RowIterate at = new RowIterate(program);
    System.arraycopy(before.slack, 0, at.slack, 0, program.rows);
    System.arraycopy(before.price, 0, at.price, 0, program.rows);
    at.level = before.level;
    for (int i = 0; i < raise.length; i++) {
      at.price[i] += raise[i];
    }
    for (int c = 0; c < earlier.length; c++) {
      double paid = program.priced(c, at.price) - program.gain[c];
      if (earlier[c] == RowProgram.NONE) {
        at.z[c] = Math.max(paid, product / NEW);
        at.x[c] = product / at.z[c];
      } else {
        at.x[c] = before.x[earlier[c]];
        at.z[c] = Math.max(paid, LEAST * before.z[earlier[c]]);
      }
    }
    return at;
  }

  /**
   * Returns the point of a program with more inequalities, which come last. Their slack is the
   * absolute residual, but at least their price. Columns pay their prices as far as their reduced
   * costs allow.
   *
   * @param before the point of the program without them
   * @param product the mean product of partners at that point
   */
  static RowIterate under(RowProgram program, RowIterate before, double product) {
    RowIterate at = new RowIterate(program);
    int known = before.slack.length;
    System.arraycopy(before.x, 0, at.x, 0, at.x.length);
    System.arraycopy(before.z, 0, at.z, 0, at.z.length);
    System.arraycopy(before.slack, 0, at.slack, 0, known);
    System.arraycopy(before.price, 0, at.price, 0, known);
    double[] left = program.limit.clone();
    for (int c = 0; c < at.x.length; c++) {
      program.add(c, -at.x[c], left);
    }
    for (int i = known; i < program.rows; i++) {
      at.slack[i] = Math.max(Math.abs(left[i]), Math.sqrt(product));
      at.price[i] = product / at.slack[i];
    }
    for (int c = 0; c < at.x.length; c++) {
      double paid = program.priced(c, at.price) - program.gain[c];
      at.z[c] = Math.max(paid, LEAST * at.z[c]);
    }
    return at;
  }

  private RowIterate filled() {
    fillRows();
    fillPrices();
    return at;
  }

  private void spread() {
    double[] wanted = new double[program.rows];
    double[] room = program.limit.clone();
    for (int c = 0; c < program.columns(); c++) {
      if (isFree(c)) {
        at.x[c] = FREE;
        program.add(c, -FREE, room);
      } else {
        program.add(c, 1, wanted);
      }
    }
    for (int c = 0; c < program.columns(); c++) {
      double part = 1;
      if (isFree(c)) {
        continue;
      }
      for (int e = program.start[c]; e < program.start[c + 1]; e++) {
        int i = program.row[e];
        if (i < program.times + program.pools) {
          part = Math.min(part, Math.max(room[i], LEAST) / wanted[i]);
        }
      }
      at.x[c] = 0.5 * part;
    }
  }

  /** Returns whether a column belongs to no job, so that it has no time. */
  private boolean isFree(int c) {
    return program.start[c] == program.start[c + 1]
        || program.row[program.start[c]] >= program.times;
  }

  /**
   * Sets slacks and level; a demand that the fractions miss gets a tenth of its throughput as
   * slack.
   */
  private void fillRows() {
    double[] used = new double[program.rows];
    double[] moved = new double[program.rows];
    for (int c = 0; c < program.columns(); c++) {
      program.add(c, at.x[c], used);
      for (int e = program.start[c]; e < program.start[c + 1]; e++) {
        moved[program.row[e]] += Math.abs(program.value[e]) * at.x[c];
      }
    }
    double smallest = Double.POSITIVE_INFINITY;
    for (int i = 0; i < program.rows; i++) {
      if (program.requirement[i] > 0) {
        double most = moved[i] > 0 ? -used[i] : program.limit[i]; // of the level alone
        smallest = Math.min(smallest, most / program.requirement[i]);
      }
    }
    at.level = hasLevel ? 0.5 * smallest : 0;
    for (int i = 0; i < program.rows; i++) {
      double left = program.limit[i] - used[i] - program.requirement[i] * at.level;
      double least = program.isDemand(i) ? 0.1 * moved[i] : 0;
      at.slack[i] = program.exact[i] ? 0 : left > least ? left : Math.max(least, LEAST);
    }
  }

  /** Sets prices that no column would pay. */
  private void fillPrices() {
    double largestGain = 0;
    for (int c = 0; c < program.columns(); c++) {
      largestGain = Math.max(largestGain, Math.abs(program.gain[c]));
    }
    int raised = (int) Arrays.stream(program.requirement).filter(r -> r > 0).count();
    for (int i = program.times + program.pools; i < program.rows; i++) {
      at.price[i] = priceOf(i, raised, largestGain);
    }
    double scale = largestGain;
    for (int c = 0; c < program.columns(); c++) {
      scale = Math.max(scale, -program.priced(c, at.price));
    }
    double[] worth = new double[program.times];
    for (int c = 0; c < program.columns(); c++) {
      double most = program.gain[c] - program.priced(c, at.price);
      for (int e = program.start[c]; e < program.start[c + 1]; e++) {
        int i = program.row[e];
        if (i < program.times) {
          worth[i] = Math.max(worth[i], most / program.value[e]);
        }
      }
    }
    for (int i = 0; i < program.times + program.pools; i++) {
      at.price[i] = i < program.times ? worth[i] + scale : scale;
    }
    for (int c = 0; c < program.columns(); c++) {
      double paid = program.priced(c, at.price) - program.gain[c];
      at.z[c] = isFree(c) ? Math.max(paid, scale) : paid; // the first steps close the difference
    }
  }

  private double priceOf(int i, int raised, double largestGain) {
    if (program.exact[i]) {
      return 0;
    }
    if (program.weight[i] > 0) {
      return Utility.slope(program.power, program.weight[i], at.slack[i]);
    }
    return program.requirement[i] > 0
        ? 1 / (raised * program.requirement[i])
        : Math.max(largestGain, 1e-3);
  }
}
