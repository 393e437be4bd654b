package io.gavel.policies.lp.solver.interior.tiled;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/*
 * Rows that no class of jobs has in common with each other, such as the totals of disjoint teams,
 * are the shaft of an arrow: their block of the matrix is diagonal, and they are eliminated first.
 * Pools and rows that overlap are the border, a small dense matrix.
 *
 *   | D   A   B |     D: shaft, diagonal
 *   | Aᵀ  -R  C |     R: wide columns, diagonal
 *   | Bᵀ  Cᵀ  P |     P: border
 *
 * A column of many rows, such as the level of all teams, would fill the shaft with
 * ratio · size sizeᵀ. Its move, ratio · sizeᵀ price, stays an unknown instead, with R = 1 / ratio,
 * and is eliminated between shaft and border. After the shaft, its pivot is a sum of terms below 0;
 * after both, the border is positive definite.
 */

/**
 * The matrix of the {@link SchurComplement}, in the prices of the resources, of which only the
 * lower triangle is filled. Factoring takes {@code O(s b² + b³)} operations for a shaft of s rows
 * and a border of b. Mutable.
 */
final class ArrowMatrix {

  /** The least pivot of a row as a fraction of its diagonal entry; less is rounding. */
  private static final double LEAST_PIVOT = 1e-14;

  /** The length below which there is no shaft: a dense matrix takes less than a pass over jobs. */
  private static final int SHORT = 32;

  /** The most resources of a free variable that is added to the matrix, entry by entry. */
  private static final int NARROW = 8;

  /** The columns that are factored at a time: each row is then read and written once for all. */
  private static final int BLOCK = 4;

  private final int pools;

  /** Whether a resource belongs to the shaft, and its place there or in the border. */
  private final boolean[] inShaft;

  private final int[] place;

  /** The number of wide columns: that of the level, if there is one, and wide free variables. */
  private final int wide;

  /** The wide column of each free variable; −1 for narrow ones. */
  private final int[] wideOfFree;

  /** Their R, and their entries, {@code [wide column][resource]}. */
  private final double[] perRatio;

  private final double[][] column;

  /** D, and its rows beside wide columns and border, {@code [shaft][wide + border]}. */
  private final double[] shaft;

  private final double[][] beside;

  /** The lower triangle of wide columns and border, {@code [wide + border][wide + border]}. */
  private final double[][] matrix;

  /** The columns of a block, each contiguous, {@code [column][wide + border]}. */
  private final double[][] block;

  /** The diagonal of the border before anything is eliminated. */
  private final double[] diagonal;

  /** A right-hand side, then its solution, {@code [wide + border]}. */
  private final double[] side;

  /** The moves of wide columns, {@code [wide column]}. */
  private final double[] moves;

  private final double[] lacks;
  private final double[] correction;

  /**
   * Creates a matrix of zeros.
   *
   * @param hasLevel whether there is a column of the level
   */
  ArrowMatrix(TiledProgram program, boolean hasLevel) {
    pools = program.pools;
    BitSet apart = apart(program);
    inShaft = new boolean[program.resources];
    place = new int[program.resources];
    wideOfFree = new int[program.freeGain.length];
    int columns = hasLevel ? 1 : 0;
    for (int f = 0; f < wideOfFree.length; f++) {
      wideOfFree[f] = !apart.isEmpty() && isWide(program, f) ? columns++ : -1;
    }
    wide = columns;
    int outer = wide;
    int inner = 0;
    for (int k = 0; k < place.length; k++) {
      inShaft[k] = apart.get(k);
      place[k] = inShaft[k] ? inner++ : outer++;
    }
    perRatio = new double[wide];
    column = new double[wide][place.length];
    shaft = new double[inner];
    beside = new double[inner][outer];
    matrix = new double[outer][];
    Arrays.setAll(matrix, k -> new double[k + 1]);
    block = new double[BLOCK][outer];
    diagonal = new double[outer];
    side = new double[outer];
    moves = new double[wide];
    lacks = new double[wide];
    correction = new double[place.length];
  }

  private static boolean isWide(TiledProgram program, int f) {
    return program.freeResource[f].length > NARROW;
  }

  /** Rows of which no class and no narrow column uses two; none if they are few. */
  private static BitSet apart(TiledProgram program) {
    List<List<Integer>> users = new ArrayList<>();
    for (int k = 0; k < program.resources; k++) {
      users.add(new ArrayList<>());
    }
    for (int q = 0; q < program.classes; q++) {
      for (int k : program.resourceOfClass[q]) {
        users.get(k).add(q);
      }
    }
    for (int f = 0; f < program.freeGain.length; f++) {
      for (int k : program.freeResource[f]) {
        if (!isWide(program, f)) {
          users.get(k).add(program.classes + f);
        }
      }
    }
    BitSet apart = new BitSet();
    BitSet taken = new BitSet();
    for (int k = program.pools; k < program.resources; k++) {
      if (users.get(k).stream().noneMatch(taken::get)) {
        users.get(k).forEach(taken::set);
        apart.set(k);
      }
    }
    return apart.cardinality() < SHORT ? new BitSet() : apart;
  }

  void clear() {
    Arrays.fill(shaft, 0);
    for (double[] row : beside) {
      Arrays.fill(row, 0);
    }
    for (double[] row : matrix) {
      Arrays.fill(row, 0);
    }
  }

  /** Adds to entry (k, i) of two resources, {@code i <= k}. */
  void add(int k, int i, double value) {
    if (!inShaft[k] && !inShaft[i]) {
      matrix[place[k]][place[i]] += value;
    } else if (k == i) {
      shaft[place[k]] += value;
    } else { // not both are in the shaft: nothing uses two of its rows
      int inner = inShaft[k] ? k : i;
      beside[place[inner]][place[k + i - inner]] += value;
    }
  }

  /**
   * Adds {@code sizes sizesᵀ / pivot} of the level.
   *
   * @param sizes {@code [resource]}
   */
  void addLevel(double[] sizes, double pivot) {
    perRatio[0] = pivot;
    System.arraycopy(sizes, 0, column[0], 0, sizes.length);
  }

  /** Adds {@code ratio · sizes sizesᵀ} of a free variable. */
  void addFree(int f, double ratio, int[] resources, double[] sizes) {
    if (wideOfFree[f] >= 0) {
      perRatio[wideOfFree[f]] = 1 / ratio;
      for (int e = 0; e < resources.length; e++) {
        column[wideOfFree[f]][resources[e]] = sizes[e];
      }
      return;
    }
    for (int e = 0; e < resources.length; e++) {
      for (int d = 0; d <= e; d++) { // resources ascend
        add(resources[e], resources[d], ratio * sizes[e] * sizes[d]);
      }
    }
  }

  /** Factors; false if the matrix is numerically singular. */
  boolean factor() {
    for (int w = 0; w < wide; w++) {
      matrix[w][w] = -perRatio[w];
      for (int k = 0; k < place.length; k++) {
        double[] row = inShaft[k] ? beside[place[k]] : matrix[place[k]];
        row[w] = column[w][k];
      }
    }
    for (int k = wide; k < matrix.length; k++) {
      diagonal[k] = matrix[k][k];
    }
    for (int e = 0; e < shaft.length; e++) {
      if (!(shaft[e] > 0)) {
        return false;
      }
      for (int k = 0; k < matrix.length; k++) {
        subtract(matrix[k], k + 1, beside[e][k] / shaft[e], beside[e]);
      }
    }
    for (int w = 0; w < wide; w++) {
      for (int k = w + 1; k < matrix.length; k++) {
        for (int i = w + 1; i <= k; i++) {
          matrix[k][i] -= matrix[k][w] * matrix[i][w] / matrix[w][w];
        }
      }
    }
    return cholesky();
  }

  private static void subtract(double[] row, int length, double factor, double[] other) {
    for (int i = 0; factor != 0 && i < length; i++) {
      row[i] -= factor * other[i];
    }
  }

  private boolean cholesky() {
    for (int from = wide; from < matrix.length; from += BLOCK) {
      int to = Math.min(matrix.length, from + BLOCK);
      for (int l = from; l < to; l++) {
        if (!factor(l, from)) {
          return false;
        }
      }
      for (int k = to; to - from == BLOCK && k < matrix.length; k++) {
        double[] row = matrix[k];
        subtract(row, to, k + 1, row[from], row[from + 1], row[from + 2], row[from + 3]);
      }
    }
    return true;
  }

  /**
   * Factors a column, from which those before its block are subtracted; false if it has no pivot.
   */
  private boolean factor(int l, int from) {
    boolean independent = l < wide + pools && shaft.length == 0;
    double least = independent ? 0 : LEAST_PIVOT * diagonal[l];
    double[] pivotRow = matrix[l];
    for (int k = l; k < matrix.length; k++) {
      double[] row = matrix[k];
      double sum = row[l];
      for (int i = from; i < l; i++) {
        sum -= row[i] * pivotRow[i];
      }
      if (k > l) {
        sum /= pivotRow[l];
      } else if (sum > least) {
        sum = Math.sqrt(sum);
      } else if (least > 0) { // the row follows from others
        sum = Math.sqrt(least);
      } else {
        return false;
      }
      row[l] = sum;
      block[l - from][k] = sum;
    }
    return true;
  }

  /** Subtracts products with the columns of a block, one after the other. */
  private void subtract(
      double[] row, int from, int to, double f0, double f1, double f2, double f3) {
    double[] b0 = block[0];
    double[] b1 = block[1];
    double[] b2 = block[2];
    double[] b3 = block[3];
    for (int i = from; i < to; i++) {
      row[i] = row[i] - f0 * b0[i] - f1 * b1[i] - f2 * b2[i] - f3 * b3[i];
    }
  }

  /**
   * Solves after {@link #factor}.
   *
   * @param x the right-hand side, then the prices; {@code [resource]}
   */
  void solve(double[] x) {
    Arrays.fill(moves, 0);
    substitute(x, moves);
    if (shaft.length > 0 && wide > 0) {
      refine(x);
    }
  }

  /**
   * Corrects the residuals in the wide columns' rows that stem from rounding of small entries of
   * the shaft.
   */
  private void refine(double[] x) {
    for (int w = 0; w < wide; w++) {
      lacks[w] = perRatio[w] * moves[w];
      for (int k = 0; k < x.length; k++) {
        lacks[w] -= column[w][k] * x[k];
      }
    }
    Arrays.fill(correction, 0);
    substitute(correction, lacks);
    TileKernels.add(correction, x);
    TileKernels.add(lacks, moves);
  }

  private void substitute(double[] x, double[] ofWide) {
    System.arraycopy(ofWide, 0, side, 0, wide);
    for (int k = 0; k < x.length; k++) {
      if (!inShaft[k]) {
        side[place[k]] = x[k];
      }
    }
    for (int k = 0; k < x.length; k++) {
      if (inShaft[k]) {
        subtract(side, side.length, x[k] / shaft[place[k]], beside[place[k]]);
      }
    }
    for (int w = 0; w < wide; w++) {
      for (int k = w + 1; k < side.length; k++) {
        side[k] -= matrix[k][w] * (side[w] / matrix[w][w]);
      }
    }
    substituteBorder();
    System.arraycopy(side, 0, ofWide, 0, wide);
    for (int k = 0; k < x.length; k++) {
      x[k] = inShaft[k] ? left(x[k], beside[place[k]]) / shaft[place[k]] : side[place[k]];
    }
  }

  private double left(double value, double[] row) {
    double sum = value;
    for (int i = 0; i < row.length; i++) {
      sum -= row[i] * side[i];
    }
    return sum;
  }

  private void substituteBorder() {
    for (int k = wide; k < side.length; k++) {
      double sum = side[k];
      for (int i = wide; i < k; i++) {
        sum -= matrix[k][i] * side[i];
      }
      side[k] = sum / matrix[k][k];
    }
    for (int k = side.length - 1; k >= 0; k--) {
      double sum = side[k];
      for (int i = k + 1; i < side.length; i++) {
        sum -= matrix[i][k] * side[i];
      }
      side[k] = sum / matrix[k][k];
    }
  }

  /**
   * Returns the product {@code ratio · sizesᵀ x} of a free variable with the solution. That of a
   * wide one is its move: where the ratio is large, the sum is a small difference of large numbers.
   *
   * @param paid {@code sizesᵀ x}
   */
  double moved(int f, double ratio, double paid) {
    return wideOfFree[f] < 0 ? ratio * paid : moves[wideOfFree[f]];
  }
}
