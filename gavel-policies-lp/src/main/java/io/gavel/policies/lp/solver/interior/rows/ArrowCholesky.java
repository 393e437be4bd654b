package io.gavel.policies.lp.solver.interior.rows;

import java.util.Arrays;

/**
 * Cholesky factor of an arrow matrix: its rows lie in small blocks that are coupled only by a few
 * border rows, such as the rows of jobs that are coupled only by the pools. Blocks are factored
 * separately, and their Schur complement in the border is a small dense matrix. This takes {@code
 * O(n b² (b + q))} operations for n blocks of b rows and a border of q rows.
 */
public final class ArrowCholesky implements SymmetricFactor {

  /** In the constructor's argument: the row belongs to the border. */
  public static final int BORDER = -1;

  /** The block of each row; the border is the last. */
  private final int[] block;

  /** The place of each row within its block. */
  private final int[] place;

  /** The rows of each block, one block after the other, and where they begin. */
  private final int[] rows;

  private final int[] first;

  /** Lower triangles of the blocks, row-major, and where they begin. */
  private final double[] inner;

  private final int[] innerAt;

  /** Rows of the border over each block, row-major, and where they begin. */
  private final double[] outer;

  private final int[] outerAt;
  private final double[] diagonal;
  private final int border;

  /**
   * Creates a matrix of zeros.
   *
   * @param blockOfRow the block of each row, from 0 to blocks − 1, or {@link #BORDER}; {@code
   *     [row]}
   * @param blocks the number of blocks
   */
  ArrowCholesky(int[] blockOfRow, int blocks) {
    border = blocks;
    block = new int[blockOfRow.length];
    place = new int[block.length];
    first = new int[blocks + 2];
    for (int i = 0; i < block.length; i++) {
      block[i] = blockOfRow[i] == BORDER ? border : blockOfRow[i];
      place[i] = first[block[i] + 1]++;
    }
    innerAt = new int[blocks + 2];
    outerAt = new int[blocks + 1];
    int edges = first[border + 1];
    for (int b = 0; b <= border; b++) {
      int order = first[b + 1];
      innerAt[b + 1] = innerAt[b] + order * order;
      if (b < border) {
        outerAt[b + 1] = outerAt[b] + order * edges;
      }
      first[b + 1] += first[b];
    }
    rows = new int[block.length];
    for (int i = 0; i < block.length; i++) {
      rows[first[block[i]] + place[i]] = i;
    }
    inner = new double[innerAt[border + 1]];
    outer = new double[outerAt[border]];
    diagonal = new double[block.length];
  }

  private int order(int b) {
    return first[b + 1] - first[b];
  }

  @Override
  public void clear() {
    Arrays.fill(inner, 0);
    Arrays.fill(outer, 0);
  }

  @Override
  public int at(int i, int k) {
    return block[i] == block[k] ? inside(i, k) : inner.length + across(i, k);
  }

  @Override
  public void addAt(int at, double value) {
    if (at < inner.length) {
      inner[at] += value;
    } else {
      outer[at - inner.length] += value;
    }
  }

  @Override
  public void erase(int i, int k) {
    if (block[i] == block[k]) {
      inner[inside(i, k)] = 0;
    } else {
      outer[across(i, k)] = 0;
    }
  }

  private int inside(int i, int k) {
    return innerAt[block[i]] + place[i] * order(block[i]) + place[k];
  }

  /** The place of an entry for which one of the rows, either one, is in the border. */
  private int across(int i, int k) {
    int edge = block[i] == border ? i : k;
    int other = block[i] == border ? k : i;
    return outerAt[block[other]] + place[edge] * order(block[other]) + place[other];
  }

  @Override
  public boolean factor() {
    int edges = order(border);
    int corner = innerAt[border];
    for (int r = 0; r < edges; r++) {
      diagonal[first[border] + r] = inner[corner + r * edges + r];
    }
    for (int b = 0; b < border; b++) {
      int order = order(b);
      for (int l = 0; l < order; l++) {
        diagonal[first[b] + l] = inner[innerAt[b] + l * order + l];
      }
      if (!factor(b)) {
        return false;
      }
      for (int r = 0; r < edges; r++) {
        int at = outerAt[b] + r * order;
        forward(b, outer, at);
        for (int s = 0; s <= r; s++) {
          inner[corner + r * edges + s] -= dot(outer, at, outer, outerAt[b] + s * order, order);
        }
      }
    }
    return factor(border);
  }

  private boolean factor(int b) {
    int order = order(b);
    int at = innerAt[b];
    for (int i = 0; i < order; i++) {
      for (int j = 0; j <= i; j++) {
        double sum = inner[at + i * order + j];
        sum -= dot(inner, at + i * order, inner, at + j * order, j);
        double whole = diagonal[first[b] + i];
        if (j < i) {
          inner[at + i * order + j] = sum / inner[at + j * order + j];
        } else if (Double.isNaN(sum) || Double.isInfinite(sum)) {
          return false;
        } else {
          double raised = sum + (RAISED - 1) * whole;
          inner[at + i * order + i] = Math.sqrt(Math.max(raised, LEAST_PIVOT * whole));
        }
      }
    }
    return true;
  }

  private static double dot(double[] a, int atA, double[] b, int atB, int length) {
    double sum = 0;
    for (int l = 0; l < length; l++) {
      sum += a[atA + l] * b[atB + l];
    }
    return sum;
  }

  /** {@code y = L⁻¹ y} for a vector over a block. */
  private void forward(int b, double[] y, int at) {
    int order = order(b);
    for (int l = 0; l < order; l++) {
      int row = innerAt[b] + l * order;
      y[at + l] = (y[at + l] - dot(inner, row, y, at, l)) / inner[row + l];
    }
  }

  /** {@code y = L⁻ᵀ y}. */
  private void backward(int b, double[] y, int at) {
    int order = order(b);
    for (int l = order - 1; l >= 0; l--) {
      int row = innerAt[b] + l * order;
      y[at + l] /= inner[row + l];
      for (int s = 0; s < l; s++) {
        y[at + s] -= inner[row + s] * y[at + l];
      }
    }
  }

  @Override
  public void solve(double[] x) {
    double[] y = new double[x.length];
    for (int i = 0; i < y.length; i++) {
      y[i] = x[rows[i]];
    }
    int edges = order(border);
    int edge = first[border];
    for (int b = 0; b < border; b++) {
      forward(b, y, first[b]);
      for (int r = 0; r < edges; r++) {
        y[edge + r] -= dot(outer, outerAt[b] + r * order(b), y, first[b], order(b));
      }
    }
    forward(border, y, edge);
    backward(border, y, edge);
    for (int b = 0; b < border; b++) {
      for (int r = 0; r < edges; r++) {
        for (int l = 0; l < order(b); l++) {
          y[first[b] + l] -= outer[outerAt[b] + r * order(b) + l] * y[edge + r];
        }
      }
      backward(b, y, first[b]);
    }
    for (int i = 0; i < y.length; i++) {
      x[rows[i]] = y[i];
    }
  }
}
