package io.gavel.policies.lp.solver.internal.interior;

import java.util.Arrays;
import java.util.stream.IntStream;

/*
 * Neighbouring columns with the same entries below the last of them form a panel. A panel subtracts the products of all of its
 * columns from a later column at once: they are added up in one array without indirection, by a loop that the JIT
 * compiler vectorises, and then scattered. The core is cut into panels as well, so a dense matrix is the case of a core
 * without a front.
 */

/**
 * A symmetric matrix that is filled entry by entry, factored into {@code L S Lᵀ} in a given order
 * of elimination, and used to solve; S has the signs of the pivots, which are known beforehand. The
 * diagonal is raised by one part in 10<sup>13</sup>, and pivots have a lower limit of a part of it,
 * so that nearly dependent rows do not break the factorisation. The result is the factor of a
 * nearby matrix, for solutions that are refined. Mutable.
 */
public final class SparseCholesky {

  /** The part of each diagonal entry that is added to it. */
  private static final double RAISED = 1e-13;

  /** The least pivot, as a fraction of its diagonal entry; smaller ones are rounding. */
  private static final double LEAST_PIVOT = 1e-14;

  /** The most columns of a panel. */
  private static final int WIDEST = 48;

  private static final int NONE = -1;

  /** The most positions that are remembered, in 80 MB. */
  private static final int MOST_POSITIONS = 20_000_000;

  private final int[] place;

  /** The sign of each pivot, by place. */
  private final double[] sign;

  /** The panel of each place, and the first place of each panel, followed by the order. */
  private final int[] panelOf;

  private final int[] first;

  /** The places of the rows of each panel, ascending; its own columns come first. */
  private final int[][] rows;

  /** The entries of the matrix, column by column, and where each column begins; by place. */
  private final double[] matrix;

  private final int[] start;

  /** The factor, {@code [place][row of the panel]}. */
  private final double[][] factor;

  /** The panels that next change a panel, as a list for each. */
  private final int[] waiting;

  private final int[] nextWaiting;

  /** The first row of each panel that has not changed its column yet. */
  private final int[] from;

  /** The row of each place in the panel that is formed. */
  private final int[] rowOf;

  private final double[] sum;
  private final double[] ordered;

  /** The positions of repeated additions, in order, and how many have been made. */
  private int[] positions = new int[16];

  private int known;
  private int next;

  /** Creates a positive semidefinite matrix of zeros. */
  public SparseCholesky(EliminationOrder order) {
    this(order, 0);
  }

  /**
   * Creates a matrix of zeros.
   *
   * @param negative the number of rows whose pivots are negative, which come first
   */
  public SparseCholesky(EliminationOrder order, int negative) {
    place = order.place();
    int n = place.length;
    sign = new double[n];
    for (int i = 0; i < n; i++) {
      sign[place[i]] = i < negative ? -1 : 1;
    }
    panelOf = new int[n];
    int panels = 0;
    for (int k = 0, begin = 0; k < n; k++) {
      if (k == 0 || k - begin == WIDEST || !order.continues(k)) {
        begin = k;
        panels++;
      }
      panelOf[k] = panels - 1;
    }
    first = new int[panels + 1];
    first[panels] = n;
    for (int k = n - 1; k >= 0; k--) {
      first[panelOf[k]] = k;
    }
    rows = new int[panels][];
    Arrays.setAll(
        rows,
        p ->
            IntStream.concat(IntStream.range(first[p], first[p + 1]), order.below(first[p + 1] - 1))
                .toArray());
    start = new int[n + 1];
    factor = new double[n][];
    for (int k = 0; k < n; k++) {
      int height = rows[panelOf[k]].length;
      start[k + 1] = Math.addExact(start[k], height);
      factor[k] = new double[height];
    }
    matrix = new double[start[n]];
    waiting = new int[panels];
    nextWaiting = new int[panels];
    from = new int[panels];
    rowOf = new int[n];
    sum = new double[n];
    ordered = new double[n];
  }

  /** Sets all entries to 0. */
  public void clear() {
    Arrays.fill(matrix, 0);
    next = 0;
  }

  /** Returns the position of entry (i, k). */
  private int at(int i, int k) {
    int later = Math.max(place[i], place[k]);
    int earlier = Math.min(place[i], place[k]);
    int panel = panelOf[earlier];
    int width = first[panel + 1] - first[panel];
    int[] ofPanel = rows[panel];
    int row = later - first[panel];
    int fromEnd = ofPanel.length - (place.length - later);
    if (row >= width && fromEnd >= width && ofPanel[fromEnd] == later) {
      return start[earlier] + fromEnd; // without gaps
    }
    return start[earlier]
        + (row < width ? row : Arrays.binarySearch(ofPanel, width, ofPanel.length, later));
  }

  /**
   * Adds to entry (i, k), whose position is remembered: after each {@link #clear}, the calls must
   * have the same entries in the same order.
   */
  public void addNext(int i, int k, double value) {
    if (next == known && known < MOST_POSITIONS) {
      positions = known < positions.length ? positions : Arrays.copyOf(positions, 2 * known);
      positions[known++] = at(i, k);
    }
    matrix[next < known ? positions[next] : at(i, k)] += value;
    next++;
  }

  /** Adds to entry (i, k) and, if they differ, entry (k, i). */
  public void add(int i, int k, double value) {
    matrix[at(i, k)] += value;
  }

  /** Sets entries (i, k) and (k, i) to 0. */
  public void erase(int i, int k) {
    matrix[at(i, k)] = 0;
  }

  /** Factors; false if an entry is not finite, or if a row has none. */
  public boolean factor() {
    Arrays.fill(waiting, NONE);
    for (int p = 0; p < rows.length; p++) {
      int[] ofPanel = rows[p];
      for (int i = 0; i < ofPanel.length; i++) {
        rowOf[ofPanel[i]] = i;
      }
      for (int k = first[p]; k < first[p + 1]; k++) {
        System.arraycopy(matrix, start[k], factor[k], 0, ofPanel.length);
      }
      for (int v = waiting[p], next; v != NONE; v = next) {
        next = nextWaiting[v];
        subtract(v, p);
        await(v);
      }
      if (!eliminate(p)) {
        return false;
      }
      from[p] = first[p + 1] - first[p];
      await(p);
    }
    return true;
  }

  /** Lists a panel with the next one that it changes. */
  private void await(int v) {
    if (from[v] < rows[v].length) {
      int panel = panelOf[rows[v][from[v]]];
      nextWaiting[v] = waiting[panel];
      waiting[panel] = v;
    }
  }

  /** Subtracts the products of an earlier panel from the columns of a panel. */
  private void subtract(int v, int panel) {
    int[] ofEarlier = rows[v];
    int height = ofEarlier.length;
    for (; from[v] < height && ofEarlier[from[v]] < first[panel + 1]; from[v]++) {
      int row = from[v];
      addProducts(first[v], first[v + 1], row, height);
      double[] column = factor[ofEarlier[row]];
      for (int i = row; i < height; i++) {
        column[rowOf[ofEarlier[i]]] -= sum[i];
      }
    }
  }

  /** Sets the sum to the products of columns of a panel with their entries in a row. */
  private void addProducts(int begin, int end, int row, int height) {
    Arrays.fill(sum, row, height, 0);
    int k = begin;
    for (; k + 3 < end; k += 4) {
      addFour(k, row, height);
    }
    for (; k < end; k++) {
      double[] column = factor[k];
      double part = sign[k] * column[row];
      for (int i = row; i < height; i++) {
        sum[i] += part * column[i];
      }
    }
  }

  private void addFour(int k, int row, int height) {
    addFour(
        sum,
        factor[k],
        factor[k + 1],
        factor[k + 2],
        factor[k + 3],
        sign[k] * factor[k][row],
        sign[k + 1] * factor[k + 1][row],
        sign[k + 2] * factor[k + 2][row],
        sign[k + 3] * factor[k + 3][row],
        row,
        height);
  }

  private static void addFour(
      double[] sum,
      double[] a,
      double[] b,
      double[] c,
      double[] d,
      double ofA,
      double ofB,
      double ofC,
      double ofD,
      int from,
      int to) {
    for (int i = from; i < to; i++) {
      sum[i] += (ofA * a[i] + ofB * b[i]) + (ofC * c[i] + ofD * d[i]);
    }
  }

  /** Factors the columns of a panel, from which earlier panels are subtracted. */
  private boolean eliminate(int panel) {
    int height = rows[panel].length;
    for (int k = first[panel]; k < first[panel + 1]; k++) {
      int row = k - first[panel];
      double[] column = factor[k];
      if (row > 0) {
        addProducts(first[panel], k, row, height);
        for (int i = row; i < height; i++) {
          column[i] -= sum[i];
        }
      }
      double diagonal = Math.abs(matrix[start[k] + row]);
      double square = sign[k] * column[row] + RAISED * diagonal;
      double pivot = Math.sqrt(Math.max(square, LEAST_PIVOT * diagonal));
      if (!(pivot > 0 && pivot < Double.POSITIVE_INFINITY)) {
        return false;
      }
      column[row] = pivot;
      for (int i = row + 1; i < height; i++) {
        column[i] /= sign[k] * pivot;
      }
    }
    return true;
  }

  /** Solves in place after {@link #factor}: {@code x} is the right-hand side, then the solution. */
  public void solve(double[] x) {
    double[] y = ordered;
    for (int i = 0; i < x.length; i++) {
      y[place[i]] = x[i];
    }
    for (int k = 0; k < y.length; k++) {
      int[] below = rows[panelOf[k]];
      double[] column = factor[k];
      int row = k - first[panelOf[k]];
      double value = y[k] / column[row];
      y[k] = value;
      for (int i = row + 1; i < below.length; i++) {
        y[below[i]] -= column[i] * value;
      }
      y[k] *= sign[k];
    }
    for (int k = y.length - 1; k >= 0; k--) {
      int[] below = rows[panelOf[k]];
      double[] column = factor[k];
      int row = k - first[panelOf[k]];
      double even = y[k];
      double odd = 0;
      int i = row + 1;
      for (; i + 1 < below.length; i += 2) {
        even -= column[i] * y[below[i]];
        odd -= column[i + 1] * y[below[i + 1]];
      }
      if (i < below.length) {
        even -= column[i] * y[below[i]];
      }
      y[k] = (even + odd) / column[row];
    }
    for (int i = 0; i < x.length; i++) {
      x[i] = y[place[i]];
    }
  }
}
