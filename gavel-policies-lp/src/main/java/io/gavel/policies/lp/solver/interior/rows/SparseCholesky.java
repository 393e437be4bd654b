package io.gavel.policies.lp.solver.interior.rows;

import java.util.Arrays;

/**
 * Cholesky factor of a sparse matrix in a given order of elimination: the rows of the front are
 * eliminated column by column, and what they leave in the core is factored as a dense matrix.
 */
final class SparseCholesky implements SymmetricFactor {

  private final EliminationOrder order;
  private final int front;

  /** Entries beside {@link EliminationOrder#below}, of the matrix and then of the factor. */
  private final double[] entry;

  /** The diagonal of the front, of the matrix and then of the factor. */
  private final double[] pivot;

  /** The diagonal before any elimination, by place. */
  private final double[] whole;

  private final Cholesky core;

  /** A column in dense form while it is formed, and the right-hand side in the order of places. */
  private final double[] dense;

  /** The columns that next change a column of the front: a list for each, {@code [place]}. */
  private final int[] waiting;

  private final int[] nextWaiting;

  /** Where the entries of each column begin that change later columns, {@code [place]}. */
  private final int[] from;

  /** Creates a matrix of zeros. */
  SparseCholesky(EliminationOrder order) {
    this.order = order;
    front = order.front;
    entry = new double[order.below.length];
    pivot = new double[front];
    whole = new double[order.place.length];
    core = new Cholesky(order.core());
    dense = new double[order.place.length];
    waiting = new int[front];
    nextWaiting = new int[front];
    from = new int[front];
  }

  @Override
  public void clear() {
    Arrays.fill(entry, 0);
    Arrays.fill(pivot, 0);
    core.clear();
  }

  @Override
  public void add(int i, int k, double value) {
    int later = Math.max(order.place[i], order.place[k]);
    int earlier = Math.min(order.place[i], order.place[k]);
    if (earlier >= front) {
      core.add(later - front, earlier - front, value);
    } else if (later == earlier) {
      pivot[later] += value;
    } else {
      entry[find(later, earlier)] += value;
    }
  }

  @Override
  public void erase(int i, int k) {
    int later = Math.max(order.place[i], order.place[k]);
    int earlier = Math.min(order.place[i], order.place[k]);
    if (earlier >= front) {
      core.erase(later - front, earlier - front);
    } else {
      entry[find(later, earlier)] = 0;
    }
  }

  private int find(int later, int earlier) {
    return Arrays.binarySearch(order.below, order.start[earlier], order.start[earlier + 1], later);
  }

  @Override
  public boolean factor() {
    System.arraycopy(pivot, 0, whole, 0, front);
    core.copyDiagonal(whole, front);
    Arrays.fill(waiting, RowProgram.NONE);
    Arrays.fill(dense, 0);
    for (int k = 0; k < front; k++) {
      if (!form(k)) {
        return false;
      }
      from[k] = order.start[k];
      await(k);
    }
    for (int k = 0; k < front; k++) {
      subtractFromCore(k);
    }
    return core.factorRest(whole, front);
  }

  /** Forms a column of the factor from those before it. */
  private boolean form(int k) {
    int[] below = order.below;
    double square = pivot[k];
    for (int e = order.start[k]; e < order.start[k + 1]; e++) {
      dense[below[e]] = entry[e];
    }
    for (int v = waiting[k], next; v != RowProgram.NONE; v = next) {
      next = nextWaiting[v];
      double factor = entry[from[v]];
      square -= factor * factor;
      for (int e = from[v] + 1; e < order.start[v + 1]; e++) {
        dense[below[e]] -= factor * entry[e];
      }
      from[v]++;
      await(v);
    }
    if (Double.isNaN(square) || Double.isInfinite(square)) {
      return false;
    }
    double root = Math.sqrt(Math.max(square + (RAISED - 1) * whole[k], LEAST_PIVOT * whole[k]));
    pivot[k] = root;
    for (int e = order.start[k]; e < order.start[k + 1]; e++) {
      entry[e] = dense[below[e]] / root;
      dense[below[e]] = 0;
    }
    return true;
  }

  /** Lists a column with the next one of the front that it changes. */
  private void await(int v) {
    if (from[v] < order.start[v + 1] && order.below[from[v]] < front) {
      int k = order.below[from[v]];
      nextWaiting[v] = waiting[k];
      waiting[k] = v;
    }
  }

  /** Subtracts the square of a column's part in the core, which begins where it waits no more. */
  private void subtractFromCore(int v) {
    for (int e = from[v]; e < order.start[v + 1]; e++) {
      core.subtract(order.below[e] - front, order.below, entry, from[v], e, front);
    }
  }

  @Override
  public void solve(double[] x) {
    double[] y = dense;
    for (int i = 0; i < x.length; i++) {
      y[order.place[i]] = x[i];
    }
    for (int k = 0; k < front; k++) {
      y[k] /= pivot[k];
      for (int e = order.start[k]; e < order.start[k + 1]; e++) {
        y[order.below[e]] -= entry[e] * y[k];
      }
    }
    double[] rest = Arrays.copyOfRange(y, front, y.length);
    core.solve(rest);
    System.arraycopy(rest, 0, y, front, rest.length);
    for (int k = front - 1; k >= 0; k--) {
      double sum = y[k];
      for (int e = order.start[k]; e < order.start[k + 1]; e++) {
        sum -= entry[e] * y[order.below[e]];
      }
      y[k] = sum / pivot[k];
    }
    for (int i = 0; i < x.length; i++) {
      x[i] = y[order.place[i]];
    }
  }
}
