package io.gavel.policies.lp.solver.internal.interior.rows;

import io.gavel.policies.lp.solver.internal.interior.EliminationOrder;
import io.gavel.policies.lp.solver.internal.interior.Iterate;
import io.gavel.policies.lp.solver.internal.interior.RowEquations;
import io.gavel.policies.lp.solver.internal.interior.SparseCholesky;
import java.util.Arrays;

/*
 * Each column adds to the few entries whose two rows it has; the rest is a Cholesky factorisation.
 *
 * As with tiles, a job's throughput is measured from its mean rate: with the matrix L that adds a times the time row
 * to the demand row, a = -Σ D value time / (Σ D time² + S), the matrix becomes L (A D Aᵀ + S) Lᵀ, the entry of the two
 * rows is 0, and the demand's diagonal a sum of terms that are never negative.
 *
 * If there are many pairs, columns that couple their jobs weakly at the point are split (SplitPairs). The factor of the
 * matrix without them is the preconditioner of conjugate gradients, of which a step then takes some dozens.
 */

/** The matrix of the rows, {@code A D Aᵀ + S}, and the level. Mutable. */
final class NormalEquations extends RowEquations {

  /** The first least strength of whole columns, times the root of the relative gap. */
  private static final double STRENGTH = 0.3;

  /** The conjugate gradients of a step that take about as long as its factor. */
  private static final double GRADIENTS = 40;

  private final RowProgram program;

  /** The value, in the same column, of the time row that an entry's row leans on. */
  private final double[] leanValue;

  /** The last row before each that leans on the same time row; {@link RowProgram#NONE} if none. */
  private final int[] leanedBefore;

  /** The multiple of its time row that is added to each demand, as a sum of two parts. */
  private final double[] base;

  private final double[] offset;

  private final SplitPairs pairs;

  /** The entries of the columns, demands measured from their means. */
  private final double[] centred;

  /** The least strength of a column that is not split. */
  private double least;

  private SparseCholesky factor;

  /** The change of the prices for one more unit of level. */
  private final double[] levelColumn;

  NormalEquations(RowBlocks blocks, double close) {
    super(blocks, close);
    program = blocks.rows;
    leanValue = leanValues(program);
    leanedBefore = leanedBefore(program);
    base = new double[program.rows];
    offset = new double[program.rows];
    centred = new double[leanValue.length];
    pairs = new SplitPairs(program);
    factor = new SparseCholesky(order(program, pairs));
    levelColumn = new double[program.rows];
  }

  private static double[] leanValues(RowProgram program) {
    double[] values = new double[program.start[program.columns()]];
    for (int c = 0; c < program.columns(); c++) {
      for (int e = program.start[c]; e < program.start[c + 1]; e++) {
        int time = program.lean[program.row[e]];
        for (int f = program.start[c]; time != RowProgram.NONE && f < e; f++) {
          values[e] += program.row[f] == time ? program.value[f] : 0;
        }
      }
    }
    return values;
  }

  /**
   * Returns the row before each that leans on the same time row, {@code [row]}; NONE if there is
   * none.
   */
  private static int[] leanedBefore(RowProgram program) {
    int[] before = new int[program.rows];
    int[] last = new int[program.times];
    Arrays.fill(last, RowProgram.NONE);
    Arrays.fill(before, RowProgram.NONE);
    for (int i = program.times; i < program.rows; i++) {
      int time = program.lean[i];
      if (time != RowProgram.NONE) {
        before[i] = last[time];
        last[time] = i;
      }
    }
    return before;
  }

  /** Returns the order in which the rows of a program are eliminated at first. */
  static EliminationOrder order(RowProgram program) {
    return order(program, new SplitPairs(program));
  }

  private static EliminationOrder order(RowProgram program, SplitPairs pairs) {
    int[] leanedBefore = leanedBefore(program);
    EliminationOrder.Graph graph = new EliminationOrder.Graph(program.rows);
    for (int c = 0; c < program.columns(); c++) {
      for (int e = program.start[c]; e < program.start[c + 1]; e++) {
        for (int f = program.start[c]; f < e; f++) {
          if (pairs.part(c, program.row[e], program.row[f]) > 0) {
            graph.join(program.row[e], program.row[f]);
          }
        }
      }
    }
    for (int i = 0; i < program.rows; i++) {
      if (program.lean[i] != RowProgram.NONE) {
        graph.join(i, program.lean[i]);
        for (int k = leanedBefore[i]; k != RowProgram.NONE; k = leanedBefore[k]) {
          graph.join(i, k);
        }
      }
    }
    return graph.order();
  }

  @Override
  protected boolean isRough() {
    return pairs.areMany;
  }

  @Override
  protected boolean factor() {
    findMeans();
    if (pairs.areMany) {
      split();
    }
    form();
    if (!factor.factor()) {
      return false;
    }
    if (blocks.hasLevel()) {
      System.arraycopy(program.requirement, 0, levelColumn, 0, program.rows);
      solveCentred(levelColumn);
    }
    return true;
  }

  /**
   * Computes the mean of each demand as an offset from the value of its heaviest column. The
   * centred value of that column is therefore exact even if its weight dominates beyond the
   * precision of a double.
   */
  private void findMeans() {
    double[] heaviest = new double[program.rows];
    double[] weight = columnRatio[0];
    Arrays.fill(base, 0);
    for (int c = 0; c < weight.length; c++) {
      for (int e = program.start[c]; e < program.start[c + 1]; e++) {
        int i = program.row[e];
        double lean = leanValue[e];
        if (lean * lean * weight[c] > heaviest[i]) {
          heaviest[i] = lean * lean * weight[c];
          base[i] = -program.value[e] / lean;
        }
      }
    }
    double[] time = Arrays.copyOf(rowRatio[0], program.times);
    Arrays.fill(offset, 0);
    for (int c = 0; c < weight.length; c++) {
      for (int e = program.start[c]; e < program.start[c + 1]; e++) {
        int i = program.row[e];
        if (i < program.times) {
          time[i] += weight[c] * program.value[e] * program.value[e];
        } else {
          double lean = leanValue[e]; // 0 for rows that do not lean
          offset[i] -= weight[c] * (program.value[e] + base[i] * lean) * lean;
        }
      }
    }
    for (int i = program.times; i < program.rows; i++) {
      if (program.lean[i] != RowProgram.NONE) {
        offset[i] = (offset[i] - base[i] * rowRatio[0][program.lean[i]]) / time[program.lean[i]];
      }
    }
    for (int e = 0; e < centred.length; e++) {
      int i = program.row[e];
      centred[e] = (program.value[e] + base[i] * leanValue[e]) + offset[i] * leanValue[e];
    }
  }

  /** Splits the pairs that are weak at this point, and orders the rows that remain joined. */
  private void split() {
    double[] diagonal = rowRatio[0].clone();
    for (int i = program.times; i < program.rows; i++) {
      int time = program.lean[i];
      diagonal[i] += time == RowProgram.NONE ? 0 : mean(i) * mean(i) * rowRatio[0][time];
    }
    for (int c = 0; c < program.columns(); c++) {
      for (int e = program.start[c]; e < program.start[c + 1]; e++) {
        diagonal[program.row[e]] += columnRatio[0][c] * centred[e] * centred[e];
      }
    }
    double next = Math.sqrt(least == 0 ? gap() : GRADIENTS / Math.max(1, gradients));
    gradients = 0;
    least = Math.min(1, next * (least == 0 ? STRENGTH : least));
    pairs.choose(columnRatio[0], centred, diagonal, least);
    factor = new SparseCholesky(order(program, pairs));
  }

  private double mean(int i) {
    return base[i] + offset[i];
  }

  private void form() {
    int n = program.rows;
    double[] weight = columnRatio[0];
    factor.clear();
    for (int c = 0; c < weight.length; c++) {
      for (int e = program.start[c]; e < program.start[c + 1]; e++) {
        double weighted = weight[c] * centred[e];
        int i = program.row[e];
        for (int f = program.start[c]; f <= e; f++) {
          double part = pairs.part(c, i, program.row[f]);
          if (part > 0) {
            factor.addNext(i, program.row[f], part * weighted * centred[f]);
          }
        }
      }
    }
    for (int i = 0; i < n; i++) {
      factor.addNext(i, i, rowRatio[0][i]);
    }
    formLeaning();
  }

  /** Adds the slack of each time row to the demands that lean on it, multiplied by their means. */
  private void formLeaning() {
    for (int i = program.times; i < program.rows; i++) {
      int time = program.lean[i];
      if (time != RowProgram.NONE) {
        factor.erase(i, time); // 0 by the choice of the mean
        for (int other = i; other != RowProgram.NONE; other = leanedBefore[other]) {
          factor.addNext(i, other, mean(i) * mean(other) * rowRatio[0][time]);
        }
      }
    }
  }

  @Override
  protected void solve(double[][] rows, double levelSide, Iterate direction) {
    double[] price = direction.price[0];
    System.arraycopy(rows[0], 0, price, 0, price.length);
    for (int c = 0; c < program.columns(); c++) {
      program.add(c, direction.x[0][c], price);
    }
    solveCentred(price);
    direction.level = 0;
    if (blocks.hasLevel()) {
      double[] requirement = program.requirement;
      direction.level = (levelSide - dot(requirement, price)) / dot(requirement, levelColumn);
      for (int i = 0; i < price.length; i++) {
        price[i] += direction.level * levelColumn[i];
      }
    }
    blocks.price(direction.price, direction.z);
  }

  private void solveCentred(double[] x) {
    for (int i = program.times; i < x.length; i++) {
      x[i] += program.lean[i] == RowProgram.NONE ? 0 : mean(i) * x[program.lean[i]];
    }
    factor.solve(x);
    for (int i = program.times; i < x.length; i++) {
      if (program.lean[i] != RowProgram.NONE) {
        x[program.lean[i]] += mean(i) * x[i];
      }
    }
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }
}
