package io.gavel.estimator.method;

import io.gavel.estimator.internal.NameHash;
import io.gavel.estimator.table.Columns;
import io.gavel.estimator.table.Measurements;
import java.util.List;
import java.util.SplittableRandom;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.LinearSolverFactory_DDRM;
import org.ejml.interfaces.linsol.LinearSolverDense;

/** The factors of a matrix with gaps; row-major, {@code rank} numbers per row and column. */
final class AlternatingLeastSquares {

  private final int rank;
  private final double regularization;
  private final int[][] known; // [row]: columns measured, ascending
  private final double[][] rates; // [row]: their rates
  private final double[] rowFactors;
  private final double[] columnFactors;

  private AlternatingLeastSquares(
      MatrixFactorization parameters, Columns columns, List<Measurements> rows) {
    rank = parameters.rank();
    regularization = parameters.regularization();
    known = rows.stream().map(Measurements::indices).toArray(int[][]::new);
    rates = new double[rows.size()][];
    for (int i = 0; i < rates.length; i++) {
      rates[i] = new double[known[i].length];
      for (int e = 0; e < rates[i].length; e++) {
        rates[i][e] = rows.get(i).rate(known[i][e]);
      }
    }
    rowFactors = new double[rows.size() * rank];
    columnFactors = start(parameters.seed(), columns);
  }

  static AlternatingLeastSquares solve(
      MatrixFactorization parameters, Columns columns, List<Measurements> rows) {
    AlternatingLeastSquares factors = new AlternatingLeastSquares(parameters, columns, rows);
    double allowed = parameters.tolerance() * Math.sqrt((double) rows.size() * columns.size());
    double change = Double.POSITIVE_INFINITY;
    for (int sweep = 0; sweep < parameters.sweeps() && change > allowed; sweep++) {
      double[] oldRows = factors.rowFactors.clone();
      double[] oldColumns = factors.columnFactors.clone();
      factors.solveRows();
      factors.solveColumns();
      change = factors.distance(oldRows, oldColumns);
    }
    return factors;
  }

  /**
   * Returns random column factors. Row factors need no start: the first half sweep computes them.
   */
  private double[] start(long seed, Columns columns) {
    double[] factors = new double[columns.size() * rank];
    for (int k = 0; k < columns.size(); k++) {
      SplittableRandom random =
          new SplittableRandom(seed ^ (NameHash.of(columns.column(k)) * 0x9E3779B97F4A7C15L));
      for (int r = 0; r < rank; r++) {
        factors[k * rank + r] = random.nextGaussian();
      }
    }
    return factors;
  }

  private void solveRows() {
    Normal normal = new Normal();
    for (int i = 0; i < known.length; i++) {
      normal.clear();
      for (int e = 0; e < known[i].length; e++) {
        normal.add(columnFactors, known[i][e] * rank, rates[i][e]);
      }
      normal.solve(rowFactors, i * rank);
    }
  }

  private void solveColumns() {
    Normal[] normals = new Normal[columnFactors.length / rank];
    for (int k = 0; k < normals.length; k++) {
      normals[k] = new Normal();
      normals[k].clear();
    }
    for (int i = 0; i < known.length; i++) {
      for (int e = 0; e < known[i].length; e++) {
        normals[known[i][e]].add(rowFactors, i * rank, rates[i][e]);
      }
    }
    for (int k = 0; k < normals.length; k++) {
      normals[k].solve(columnFactors, k * rank);
    }
  }

  /** Returns the Frobenius norm of the change of the product, {@code |U V' - U0 V0'|}. */
  private double distance(double[] oldRows, double[] oldColumns) {
    double sum = 0;
    for (int u = 0; u < rowFactors.length; u += rank) {
      for (int v = 0; v < columnFactors.length; v += rank) {
        double difference = 0;
        for (int r = 0; r < rank; r++) {
          difference +=
              rowFactors[u + r] * columnFactors[v + r] - oldRows[u + r] * oldColumns[v + r];
        }
        sum += difference * difference;
      }
    }
    return Math.sqrt(sum);
  }

  /** Returns row {@code i} of the product, not truncated. */
  double[] product(int i) {
    double[] row = new double[columnFactors.length / rank];
    for (int k = 0; k < row.length; k++) {
      for (int r = 0; r < rank; r++) {
        row[k] += rowFactors[i * rank + r] * columnFactors[k * rank + r];
      }
    }
    return row;
  }

  /** The normal equations {@code (F'F + regularization I) x = F'b} of one ridge regression. */
  private final class Normal {
    private final DMatrixRMaj matrix = new DMatrixRMaj(rank, rank);
    private final DMatrixRMaj right = new DMatrixRMaj(rank, 1);
    private final DMatrixRMaj solution = new DMatrixRMaj(rank, 1);
    private final LinearSolverDense<DMatrixRMaj> solver = LinearSolverFactory_DDRM.chol(rank);

    void clear() {
      matrix.zero();
      right.zero();
      for (int r = 0; r < rank; r++) {
        matrix.data[r * rank + r] = regularization;
      }
    }

    void add(double[] factors, int from, double rate) {
      double[] m = matrix.data;
      for (int r = 0; r < rank; r++) {
        double f = factors[from + r];
        right.data[r] += f * rate;
        for (int s = 0; s < rank; s++) {
          m[r * rank + s] += f * factors[from + s];
        }
      }
    }

    void solve(double[] target, int to) {
      if (!solver.setA(matrix)) {
        throw new ArithmeticException(
            "normal equations are not positive definite with regularization %s; it must be larger"
                .formatted(regularization));
      }
      solver.solve(right, solution);
      System.arraycopy(solution.data, 0, target, to, rank);
    }
  }
}
