package io.gavel.policies.lp.queue;

import io.gavel.policies.AllocationProblem;
import java.util.Arrays;
import java.util.Optional;

/*
 * One tableau for all jobs. When the throughput of a job is maximal, the columns with a negative
 * reduced cost are 0 in every optimum, so they may no longer enter the basis: what is left is the
 * optimal face, and the next job is maximised on it. No floor has to be stated, so nothing is lost
 * to the rounding of floors.
 */

/**
 * The primal simplex method for the lexicographic optimum of small problems without pairs. Mutable;
 * use once.
 */
final class LexicographicSimplex {

  /** The most entries of the tableau. */
  private static final long MOST_ENTRIES = 200_000;

  /** Numbers of this size are rounding; rates are relative to the fastest of the job. */
  private static final double ROUNDING = 1e-11;

  private final int rows;
  private final int columns; // fractions, then slacks of the rows

  /** {@code [row][column]}; the last column is the right side. */
  private final double[][] tableau;

  private final int[] basis;
  private final boolean[] banned;

  private LexicographicSimplex(AllocationProblem problem, int[] order) {
    int types = problem.cluster().typeCount();
    int pools = problem.cluster().poolCount();
    rows = order.length + pools;
    int fractions = order.length * types;
    columns = fractions + rows;
    tableau = new double[rows][columns + 1];
    basis = new int[rows];
    banned = new boolean[columns];
    for (int i = 0; i < order.length; i++) {
      for (int j = 0; j < types; j++) {
        int c = i * types + j;
        tableau[i][c] = 1;
        tableau[order.length + problem.cluster().poolOf(j)][c] = problem.workers(order[i]);
        banned[c] = !problem.runs(order[i], j);
      }
    }
    for (int row = 0; row < rows; row++) {
      int pool = row - order.length;
      tableau[row][columns] = pool < 0 ? 1 : problem.cluster().poolWorkers(pool);
      tableau[row][fractions + row] = 1;
      basis[row] = fractions + row;
    }
  }

  /**
   * Solves a problem.
   *
   * @param order jobs that can run, in the order in which they are served
   * @param fastest steps per second of each job on its fastest type, {@code [job]}
   * @return fractions of time, {@code [job][worker type]} row-major; empty if the problem is too
   *     large, has pairs, configurations or constraints, or the method does not end
   */
  static Optional<double[]> solve(AllocationProblem problem, int[] order, double[] fastest) {
    int types = problem.cluster().typeCount();
    long rows = (long) order.length + problem.cluster().poolCount();
    boolean fits = rows * (rows + (long) order.length * types) <= MOST_ENTRIES;
    boolean plain =
        problem.groupCount() == problem.jobCount() && problem.constraintRows().isEmpty();
    if (!fits || !plain) {
      return Optional.empty();
    }
    LexicographicSimplex simplex = new LexicographicSimplex(problem, order);
    double[] gain = new double[simplex.columns];
    for (int i = 0; i < order.length; i++) {
      Arrays.fill(gain, 0);
      for (int j = 0; j < types; j++) {
        gain[i * types + j] = problem.throughputs().stepsPerSecond(order[i], j) / fastest[order[i]];
      }
      if (!simplex.maximize(gain)) {
        return Optional.empty();
      }
    }
    double[] x = new double[problem.jobCount() * types];
    for (int row = 0; row < simplex.rows; row++) {
      int c = simplex.basis[row];
      if (c < order.length * types) {
        x[order[c / types] * types + c % types] =
            Math.max(0, simplex.tableau[row][simplex.columns]);
      }
    }
    return Optional.of(x);
  }

  /** Maximises on the face that is left, and restricts the face; returns whether it ended. */
  private boolean maximize(double[] gain) {
    double[] cost = gain.clone();
    for (int row = 0; row < rows; row++) {
      subtract(cost, gain[basis[row]], tableau[row]);
    }
    for (int step = 0; step < 50 * rows; step++) {
      int enters = entering(cost, step < 10 * rows);
      if (enters < 0) {
        for (int c = 0; c < columns; c++) {
          banned[c] |= cost[c] < -ROUNDING;
        }
        return true;
      }
      int leaves = leaving(enters);
      if (leaves < 0) {
        return false;
      }
      pivot(leaves, enters);
      subtract(cost, cost[enters], tableau[leaves]);
    }
    return false;
  }

  /**
   * The column with the largest cost or, so that no cycle goes on, the first with a positive one.
   */
  private int entering(double[] cost, boolean largest) {
    int best = -1;
    double most = ROUNDING;
    for (int c = 0; c < columns; c++) {
      if (!banned[c] && cost[c] > most) {
        best = c;
        most = cost[c];
        if (!largest) {
          return c;
        }
      }
    }
    return best;
  }

  private int leaving(int enters) {
    int best = -1;
    double least = Double.POSITIVE_INFINITY;
    for (int row = 0; row < rows; row++) {
      double entry = tableau[row][enters];
      if (entry > ROUNDING) {
        double ratio = tableau[row][columns] / entry;
        if (ratio < least || (ratio == least && basis[row] < basis[best])) {
          best = row;
          least = ratio;
        }
      }
    }
    return best;
  }

  private void pivot(int leaves, int enters) {
    double[] row = tableau[leaves];
    double entry = row[enters];
    for (int c = 0; c <= columns; c++) {
      row[c] /= entry;
    }
    row[enters] = 1;
    for (int other = 0; other < rows; other++) {
      if (other != leaves) {
        subtract(tableau[other], tableau[other][enters], row);
        tableau[other][enters] = 0;
      }
    }
    basis[leaves] = enters;
  }

  /** {@code target -= factor * row}, over the columns of the target. */
  private static void subtract(double[] target, double factor, double[] row) {
    if (factor != 0) {
      for (int c = 0; c < target.length; c++) {
        target[c] -= factor * row[c];
      }
    }
  }
}
