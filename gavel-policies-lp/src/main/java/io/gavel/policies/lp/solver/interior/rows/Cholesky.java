package io.gavel.policies.lp.solver.interior.rows;

import java.util.Arrays;

/**
 * Cholesky factor of a dense symmetric positive semidefinite matrix, computed in place. The method
 * is blocked: a panel of columns is kept transposed, so that the innermost loop runs along rows of
 * the matrix and of the panel, eight columns of the panel at a time. It takes {@code n³ / 3}
 * operations.
 */
final class Cholesky implements SymmetricFactor {

  private static final int BLOCK = 64;

  private final int n;
  private final double[] a;
  private final double[] diagonal;
  private final double[] panel;

  /** Creates a matrix of zeros of order n. */
  Cholesky(int n) {
    this.n = n;
    a = new double[Math.multiplyExact(n, n)];
    diagonal = new double[n];
    panel = new double[BLOCK * n];
  }

  @Override
  public void clear() {
    Arrays.fill(a, 0);
  }

  @Override
  public int at(int i, int k) {
    return i * n + k;
  }

  @Override
  public void addAt(int at, double value) {
    a[at] += value;
  }

  @Override
  public void erase(int i, int k) {
    eraseAt(at(i, k));
  }

  void eraseAt(int at) {
    a[at] = 0;
  }

  @Override
  public boolean factor() {
    for (int i = 0; i < n; i++) {
      diagonal[i] = a[i * n + i];
      a[i * n + i] *= RAISED;
    }
    return eliminate();
  }

  /** Copies the diagonal into an array, from an index on. */
  void copyDiagonal(double[] into, int at) {
    for (int i = 0; i < n; i++) {
      into[at + i] = a[i * n + i];
    }
  }

  /**
   * {@code (row, p_f) -= Σ_s factor_{s + e} factor_{s + f}} for the entries f of some columns up to
   * one of them, e.
   *
   * @param row the place of e
   * @param places of the entries, ascending
   * @param factor the entries
   * @param shifts what leads from an entry's place to the entry of each column
   * @param from the first entry
   * @param e the last entry
   * @param front the place of the first row
   */
  void subtract(int row, int[] places, double[] factor, int[] shifts, int from, int e, int front) {
    int at = row * n - front;
    int u = 0;
    for (; u + 2 < shifts.length; u += 3) {
      int p0 = shifts[u];
      int p1 = shifts[u + 1];
      int p2 = shifts[u + 2];
      double f0 = factor[p0 + e];
      double f1 = factor[p1 + e];
      double f2 = factor[p2 + e];
      for (int f = from; f <= e; f++) {
        a[at + places[f]] -= f0 * factor[p0 + f] + f1 * factor[p1 + f] + f2 * factor[p2 + f];
      }
    }
    for (; u < shifts.length; u++) {
      double part = factor[shifts[u] + e];
      for (int f = from; f <= e; f++) {
        a[at + places[f]] -= part * factor[shifts[u] + f];
      }
    }
  }

  /**
   * Factors the remaining matrix after an elimination of other rows.
   *
   * @param whole the diagonal before the elimination
   * @param at where it begins
   */
  boolean factorRest(double[] whole, int at) {
    for (int i = 0; i < n; i++) {
      diagonal[i] = whole[at + i];
      a[i * n + i] += (RAISED - 1) * diagonal[i];
    }
    return eliminate();
  }

  private boolean eliminate() {
    for (int from = 0; from < n; from += BLOCK) {
      int to = Math.min(n, from + BLOCK);
      if (!factorBlock(from, to)) {
        return false;
      }
      solvePanel(from, to);
      for (int i = to; i < n; i++) {
        update(i, to);
      }
    }
    return true;
  }

  private boolean factorBlock(int from, int to) {
    for (int i = from; i < to; i++) {
      for (int j = from; j <= i; j++) {
        double sum = a[i * n + j];
        for (int l = from; l < j; l++) {
          sum -= a[i * n + l] * a[j * n + l];
        }
        if (j < i) {
          a[i * n + j] = sum / a[j * n + j];
        } else if (Double.isNaN(sum) || Double.isInfinite(sum)) {
          return false;
        } else {
          a[i * n + i] = Math.sqrt(Math.max(sum, LEAST_PIVOT * diagonal[i]));
        }
      }
    }
    return true;
  }

  /** Rows below a block, transposed into the panel: {@code panel[l][i]} is entry (i, from + l). */
  private void solvePanel(int from, int to) {
    for (int i = to; i < n; i++) {
      for (int l = from; l < to; l++) {
        panel[(l - from) * n + i] = a[i * n + l];
      }
    }
    for (int j = from; j < to; j++) {
      int row = (j - from) * n;
      for (int l = from; l < j; l++) {
        subtract(panel, row, a[j * n + l], (l - from) * n, to, n);
      }
      double pivot = a[j * n + j];
      for (int i = to; i < n; i++) {
        panel[row + i] /= pivot;
      }
    }
    for (int i = to; i < n; i++) {
      for (int l = from; l < to; l++) {
        a[i * n + l] = panel[(l - from) * n + i];
      }
    }
  }

  /** {@code panel[row + i] -= factor * panel[other + i]} for i in a range. */
  private static void subtract(
      double[] panel, int row, double factor, int other, int from, int to) {
    for (int i = from; i < to; i++) {
      panel[row + i] -= factor * panel[other + i];
    }
  }

  /**
   * Subtracts a panel's part from row i, from the panel's end to the diagonal. Rows are left only
   * below whole blocks, whose columns are a multiple of eight.
   */
  private void update(int i, int to) {
    for (int l = 0; l < BLOCK; l += 8) {
      subtractEight(a, i * n, panel, l * n, n, i, to, i + 1);
    }
  }

  /**
   * {@code a[row + j] -= Σ_{l < 8} p[at + l n + i] p[at + l n + j]} for j in a range: one load and
   * store of {@code a} for sixteen operations.
   */
  private static void subtractEight(
      double[] a, int row, double[] p, int at, int n, int i, int from, int to) {
    int p1 = at + n;
    int p2 = p1 + n;
    int p3 = p2 + n;
    int p4 = p3 + n;
    int p5 = p4 + n;
    int p6 = p5 + n;
    int p7 = p6 + n;
    double f0 = p[at + i];
    double f1 = p[p1 + i];
    double f2 = p[p2 + i];
    double f3 = p[p3 + i];
    double f4 = p[p4 + i];
    double f5 = p[p5 + i];
    double f6 = p[p6 + i];
    double f7 = p[p7 + i];
    for (int j = from; j < to; j++) {
      a[row + j] -=
          ((f0 * p[at + j] + f1 * p[p1 + j]) + (f2 * p[p2 + j] + f3 * p[p3 + j]))
              + ((f4 * p[p4 + j] + f5 * p[p5 + j]) + (f6 * p[p6 + j] + f7 * p[p7 + j]));
    }
  }

  @Override
  public void solve(double[] x) {
    for (int i = 0; i < n; i++) {
      double sum = x[i];
      for (int j = 0; j < i; j++) {
        sum -= a[i * n + j] * x[j];
      }
      x[i] = sum / a[i * n + i];
    }
    for (int i = n - 1; i >= 0; i--) {
      double value = x[i] / a[i * n + i];
      x[i] = value;
      for (int j = 0; j < i; j++) {
        x[j] -= a[i * n + j] * value;
      }
    }
  }
}
