package io.gavel.policies.lp.solver.interior.rows;

import java.util.Arrays;

/*
 * With D = x/z of columns and S = slack/price of rows, a Newton step's equations reduce to the rows:
 *
 *   (A D Aᵀ + S) dv  =  h + r dt,      r · dv  =  what the level's row lacks
 *
 * Each column adds to the few entries whose two rows it has; the rest is a Cholesky
 * factorisation, dense or of an arrow.
 *
 * As in the structured method, a job's throughput is measured from its mean rate: with the matrix L that
 * adds a times the time row to the demand row, a = -Σ D value time / (Σ D time² + S), the matrix becomes
 * L (A D Aᵀ + S) Lᵀ, the entry of the two rows is 0, and the demand's diagonal a sum of terms that
 * are never negative.
 */

/** The Newton system of the dense interior-point method, {@code A D Aᵀ + S} and the level. */
final class NormalEquations {

  private static final int MOST_GRADIENTS = 8;

  /** The relative residual at which conjugate gradients stop; refinement reduces it further. */
  private static final double CLOSE = 1e-8;

  private final RowProgram program;
  private final boolean hasLevel;

  /** x / z of each column, and slack / price of each row. */
  private final double[] weight;

  private final double[] rowWeight;

  /** The value, in the same column, of the time row that an entry's row leans on. */
  private final double[] leanValue;

  /** The last row before each that leans on the same time row; {@link RowProgram#NONE} if none. */
  private final int[] leanedBefore;

  /** The multiple of its time row that is added to each demand, as a sum of two parts. */
  private final double[] base;

  private final double[] offset;

  private final SymmetricFactor factor;

  /**
   * The change of the prices for one more unit of level: by the factor alone, and by conjugate
   * gradients.
   */
  private final double[][] levelColumn;

  private final boolean[] levelKnown = new boolean[2];

  private final double[] residual;
  private final double[] direction;
  private final double[] image;

  NormalEquations(RowProgram program, boolean hasLevel) {
    this.program = program;
    this.hasLevel = hasLevel;
    weight = new double[program.columns()];
    rowWeight = new double[program.rows];
    leanValue = leanValues(program);
    leanedBefore = leanedBefore(program);
    base = new double[program.rows];
    offset = new double[program.rows];
    factor = program.factor();
    levelColumn = new double[2][program.rows];
    residual = new double[program.rows];
    direction = new double[program.rows];
    image = new double[program.rows];
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
  static int[] leanedBefore(RowProgram program) {
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

  double weight(int c) {
    return weight[c];
  }

  double rowWeight(int i) {
    return rowWeight[i];
  }

  /** Factors the system at a point; false if an entry is not finite. */
  boolean factor(RowIterate point) {
    for (int c = 0; c < weight.length; c++) {
      weight[c] = point.x[c] / point.z[c];
    }
    for (int i = 0; i < rowWeight.length; i++) {
      rowWeight[i] =
          program.exact[i] ? 0 : point.slack[i] / (program.curvature(i) * point.price[i]);
    }
    findMeans();
    form();
    if (!factor.factor()) {
      return false;
    }
    levelKnown[0] = false;
    levelKnown[1] = false;
    return true;
  }

  /**
   * Computes the mean of each demand as an offset from the value of its heaviest column. The
   * centred value of that column is therefore exact even if its weight dominates beyond the
   * precision of a double.
   */
  private void findMeans() {
    double[] heaviest = new double[program.rows];
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
    double[] time = Arrays.copyOf(rowWeight, program.times);
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
        offset[i] = (offset[i] - base[i] * rowWeight[program.lean[i]]) / time[program.lean[i]];
      }
    }
  }

  private double mean(int i) {
    return base[i] + offset[i];
  }

  private void form() {
    int n = program.rows;
    factor.clear();
    double[] centred = new double[n];
    for (int c = 0; c < weight.length; c++) {
      int from = program.start[c];
      int entries = program.start[c + 1] - from;
      for (int e = 0; e < entries; e++) {
        int i = program.row[from + e];
        double lean = leanValue[from + e];
        centred[e] = (program.value[from + e] + base[i] * lean) + offset[i] * lean;
      }
      for (int e = 0; e < entries; e++) {
        double weighted = weight[c] * centred[e];
        int i = program.row[from + e];
        for (int f = 0; f <= e; f++) {
          factor.add(i, program.row[from + f], weighted * centred[f]);
        }
      }
    }
    for (int i = 0; i < n; i++) {
      factor.add(i, i, rowWeight[i]);
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
          factor.add(i, other, mean(i) * mean(other) * rowWeight[time]);
        }
      }
    }
  }

  /**
   * Solves for prices and level.
   *
   * @param side right-hand side of the rows, {@code [row]}
   * @param levelSide right-hand side of the level
   * @param closely whether to use conjugate gradients, which are accurate where the factor is not
   * @param found receives prices and level
   */
  void solve(double[] side, double levelSide, boolean closely, RowIterate found) {
    solveRows(side, closely, found.price);
    found.level = 0;
    if (hasLevel) {
      double[] column = levelColumn[closely ? 1 : 0];
      if (!levelKnown[closely ? 1 : 0]) {
        solveRows(program.requirement, closely, column);
        levelKnown[closely ? 1 : 0] = true;
      }
      found.level =
          (levelSide - dot(program.requirement, found.price)) / dot(program.requirement, column);
      for (int i = 0; i < column.length; i++) {
        found.price[i] += found.level * column[i];
      }
    }
  }

  private void solveRows(double[] side, boolean closely, double[] solution) {
    if (closely) {
      descend(side, solution);
    } else {
      System.arraycopy(side, 0, solution, 0, side.length);
      solveCentred(solution);
    }
  }

  /** Conjugate gradients on the rows as they stand, with the factor as preconditioner. */
  private void descend(double[] side, double[] solution) {
    Arrays.fill(solution, 0);
    Arrays.fill(direction, 0);
    System.arraycopy(side, 0, residual, 0, side.length);
    double enough = CLOSE * largest(side);
    double before = 1;
    for (int i = 0; i < MOST_GRADIENTS && largest(residual) > enough; i++) {
      System.arraycopy(residual, 0, image, 0, residual.length);
      solveCentred(image);
      double product = dot(residual, image);
      double kept = i == 0 ? 0 : product / before;
      before = product;
      for (int k = 0; k < direction.length; k++) {
        direction[k] = image[k] + kept * direction[k];
      }
      multiply(direction, image);
      double length = product / dot(direction, image);
      if (!(length > 0 && length < Double.POSITIVE_INFINITY)) {
        return;
      }
      for (int k = 0; k < solution.length; k++) {
        solution[k] += length * direction[k];
        residual[k] -= length * image[k];
      }
    }
  }

  /** {@code (A D Aᵀ + S) v}. */
  private void multiply(double[] v, double[] product) {
    for (int i = 0; i < product.length; i++) {
      product[i] = rowWeight[i] * v[i];
    }
    for (int c = 0; c < weight.length; c++) {
      program.add(c, weight[c] * program.priced(c, v), product);
    }
  }

  private static double largest(double[] values) {
    double largest = 0;
    for (double value : values) {
      largest = Math.max(largest, Math.abs(value));
    }
    return largest;
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
