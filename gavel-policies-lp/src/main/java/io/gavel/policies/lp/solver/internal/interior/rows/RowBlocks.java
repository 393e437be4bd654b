package io.gavel.policies.lp.solver.internal.interior.rows;

import io.gavel.policies.lp.solver.internal.interior.BlockProgram;
import java.util.Arrays;
import java.util.stream.IntStream;

/** A {@link RowProgram} as one block of columns and one of rows. Immutable. */
final class RowBlocks extends BlockProgram {

  /** The value of a column without a job. */
  private static final double FREE = 0.5;

  /** The least room of a pool that columns without a job fill. */
  private static final double LEAST = 0.1;

  final RowProgram rows;
  private final boolean isPlain;

  RowBlocks(RowProgram rows) {
    super(
        rows.power,
        rows.hasLevel(),
        rows.hasUtility(),
        new double[][] {Arrays.copyOf(rows.gain, rows.columns())},
        new double[][] {rows.limit},
        new double[][] {rows.requirement},
        new double[][] {rows.weight},
        new boolean[][] {rows.exact});
    this.rows = rows;
    isPlain = !rows.hasUtility() && IntStream.range(0, rows.rows).noneMatch(i -> rows.exact[i]);
  }

  @Override
  public void subtract(double[][] x, double[][] sums) {
    for (int c = 0; c < rows.columns(); c++) {
      rows.add(c, -x[0][c], sums[0]);
    }
  }

  @Override
  public void addSizes(double[][] x, double[][] sums) {
    for (int c = 0; c < rows.columns(); c++) {
      for (int e = rows.start[c]; e < rows.start[c + 1]; e++) {
        sums[0][rows.row[e]] += Math.abs(rows.value[e]) * x[0][c];
      }
    }
  }

  @Override
  public void price(double[][] prices, double[][] paid) {
    for (int c = 0; c < rows.columns(); c++) {
      paid[0][c] = rows.priced(c, prices[0]);
    }
  }

  @Override
  public void spread(double[][] x) {
    double[] wanted = new double[rows.rows];
    double[] room = rows.limit.clone();
    for (int c = 0; c < rows.columns(); c++) {
      if (isFree(c)) {
        rows.add(c, -FREE, room);
      } else {
        rows.add(c, 1, wanted);
      }
    }
    for (int c = 0; c < rows.columns(); c++) {
      double part = 1;
      for (int e = rows.start[c]; e < rows.start[c + 1] && !isFree(c); e++) {
        int i = rows.row[e];
        if (!rows.isDemand(i)) {
          part = Math.min(part, Math.max(room[i], LEAST) / wanted[i]);
        }
      }
      x[0][c] = isFree(c) ? FREE : 0.5 * part;
    }
  }

  /** Returns whether a column belongs to no job, so that it has no time. */
  private boolean isFree(int c) {
    return rows.start[c] == rows.start[c + 1] || rows.row[rows.start[c]] >= rows.times;
  }

  @Override
  public void coverTime(double[][] paid, double[][] prices) {
    for (int c = 0; c < rows.columns(); c++) {
      for (int e = rows.start[c]; e < rows.start[c + 1] && rows.row[e] < rows.times; e++) {
        int i = rows.row[e];
        prices[0][i] = Math.max(prices[0][i], -paid[0][c] / rows.value[e]);
      }
    }
  }

  @Override
  public double unit(int block, int place) {
    return rows.requirement[place] > 0 ? rows.requirement[place] : 1;
  }

  @Override
  public boolean isDemand(int block, int place) {
    return rows.isDemand(place);
  }

  @Override
  public boolean isPlain(int block) {
    return isPlain;
  }
}
