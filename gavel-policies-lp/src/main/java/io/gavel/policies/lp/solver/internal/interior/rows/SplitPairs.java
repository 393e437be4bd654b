package io.gavel.policies.lp.solver.internal.interior.rows;

import io.gavel.policies.lp.solver.internal.Tuning;

/**
 * The columns of pairs that an approximate matrix of the rows splits into a column of each job.
 * Listed pairs join jobs at random, and the factor of the rows of many such pairs is nearly dense.
 * But the columns that couple their jobs strongly, relative to the other terms of their rows, are
 * few: near the optimum their pairs are almost a forest. With entries {@code a} and {@code b} in
 * the rows of either job and {@code p} in other rows, a column splits into {@code a + p/2} and
 * {@code b + p/2}. Their products add up to at least half of the column's own, so the matrix is
 * definite. Mutable.
 */
final class SplitPairs {

  private final RowProgram program;

  /** Whether columns may be split. */
  final boolean areMany;

  private final boolean[] split;

  /** Splits all pairs if there are many, else none. */
  SplitPairs(RowProgram program) {
    this.program = program;
    split = new boolean[program.columns()];
    areMany = areMany(program);
    for (int c = 0; areMany && c < split.length; c++) {
      split[c] = isPair(program, c);
    }
  }

  /** Returns whether a program has many pairs; the columns of each pair are adjacent. */
  static boolean areMany(RowProgram program) {
    int[] row = program.row;
    int pairs = 0;
    int last = 0;
    for (int c = 0; c < program.columns(); c++) {
      if (isPair(program, c)) {
        int e = program.start[c];
        pairs += pairs > 0 && row[e] == row[last] && row[e + 1] == row[last + 1] ? 0 : 1;
        last = e;
      }
    }
    return Math.pow(pairs - program.times, 3) > Tuning.STANDARD.split() * program.columns();
  }

  /** Returns whether the first two entries of a column are in the time rows of two jobs. */
  private static boolean isPair(RowProgram program, int c) {
    int e = program.start[c];
    return e + 1 < program.start[c + 1]
        && program.row[e + 1] < program.times
        && program.row[e] < program.row[e + 1];
  }

  /**
   * Splits the columns that are not strong.
   *
   * @param ratio of each column in the matrix, {@code [column]}
   * @param entry the entries of the columns
   * @param diagonal of the matrix, {@code [row]}
   * @param least the least strength of a column that is not split, from 0 to 1
   */
  void choose(double[] ratio, double[] entry, double[] diagonal, double least) {
    for (int c = 0; c < split.length; c++) {
      split[c] = isPair(program, c) && !(strength(c, ratio[c], entry, diagonal) >= least * least);
    }
  }

  /** Returns the product of the parts that a column of a pair has in the rows of either job. */
  private double strength(int c, double ratio, double[] entry, double[] diagonal) {
    double first = 0;
    double second = 0;
    for (int e = program.start[c]; e < program.start[c + 1]; e++) {
      int i = program.row[e];
      double part = ratio * entry[e] * entry[e] / diagonal[i];
      boolean isFirst = job(i) == program.row[program.start[c]];
      first += isFirst ? part : 0;
      second += !isFirst && job(i) != RowProgram.NONE ? part : 0;
    }
    return first * second;
  }

  private int job(int i) {
    return i < program.times ? i : program.lean[i];
  }

  /** Returns the part of the product of a column's entries in two rows that the matrix has. */
  double part(int c, int i, int k) {
    return !split[c] ? 1 : Math.min(job(i), job(k)) < 0 ? 0.5 : job(i) == job(k) ? 1 : 0;
  }
}
