package io.gavel.policies.lp.queue;

/** The inverse of a small basis that changes one column at a time. Mutable. */
final class InverseBasis {

  /** A pivot of this size is rounding. */
  private static final double ROUNDING = 1e-11;

  /**
   * The number of changes until the inverse is recomputed, so that rounding errors do not add up.
   */
  private static final int MOST_CHANGES = 50;

  private final double[][] inverse;
  private int changes;

  /** Starts with the unit matrix. */
  InverseBasis(int size) {
    inverse = new double[size][size];
    for (int k = 0; k < size; k++) {
      inverse[k][k] = 1;
    }
  }

  double at(int row, int k) {
    return inverse[row][k];
  }

  /** Returns the inverse times a vector. */
  double[] times(double[] vector) {
    double[] product = new double[vector.length];
    for (int r = 0; r < product.length; r++) {
      for (int k = 0; k < vector.length; k++) {
        product[r] += inverse[r][k] * vector[k];
      }
    }
    return product;
  }

  /**
   * Replaces a column of the basis; returns false if it is time to {@linkplain #invert invert} the
   * basis instead.
   *
   * @param entering the inverse times the new column
   */
  boolean replace(int column, double[] entering) {
    changes++;
    if (changes >= MOST_CHANGES) {
      return false;
    }
    double[] replaced = inverse[column];
    for (int k = 0; k < replaced.length; k++) {
      replaced[k] /= entering[column];
    }
    for (int r = 0; r < entering.length; r++) {
      if (r != column) {
        subtract(inverse[r], entering[r], replaced, 0);
      }
    }
    return true;
  }

  /**
   * Inverts a basis by Gauss and Jordan; returns false if it is singular.
   *
   * @param columns of the basis
   */
  boolean invert(double[][] columns) {
    int size = columns.length;
    double[][] rows = new double[size][2 * size];
    for (int r = 0; r < size; r++) {
      for (int k = 0; k < size; k++) {
        rows[r][k] = columns[k][r];
      }
      rows[r][size + r] = 1;
    }
    for (int r = 0; r < size; r++) {
      int best = r;
      for (int k = r + 1; k < size; k++) {
        best = Math.abs(rows[k][r]) > Math.abs(rows[best][r]) ? k : best;
      }
      double[] row = rows[best];
      rows[best] = rows[r];
      rows[r] = row;
      double entry = row[r];
      if (Math.abs(entry) <= ROUNDING) {
        return false;
      }
      for (int k = r; k < 2 * size; k++) {
        row[k] /= entry;
      }
      for (int other = 0; other < size; other++) {
        if (other != r) {
          subtract(rows[other], rows[other][r], row, r);
        }
      }
    }
    for (int r = 0; r < size; r++) {
      System.arraycopy(rows[r], size, inverse[r], 0, size);
    }
    changes = 0;
    return true;
  }

  /** {@code target -= factor * row}, from a column on. */
  private static void subtract(double[] target, double factor, double[] row, int from) {
    for (int k = from; factor != 0 && k < target.length; k++) {
      target[k] -= factor * row[k];
    }
  }
}
