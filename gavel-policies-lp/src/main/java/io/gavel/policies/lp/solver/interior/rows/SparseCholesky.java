package io.gavel.policies.lp.solver.interior.rows;

import java.util.Arrays;

/*
 * Neighbouring columns of the front with the same entries below them, such as those of one job, are a block. A block
 * changes later columns by all of its columns at once: one load and store of an entry for several operations.
 */

/**
 * Cholesky factor of a sparse matrix in a given order of elimination: the rows of the front are
 * eliminated block by block, and the remaining core is factored as a dense matrix.
 */
final class SparseCholesky implements SymmetricFactor {

  /** The most columns of a block. */
  private static final int WIDEST = 12;

  private final EliminationOrder order;
  private final int front;

  /** Entries beside {@link EliminationOrder#below}, of the matrix and then of the factor. */
  private final double[] entry;

  /** The diagonal of the front, of the matrix and then of the factor. */
  private final double[] pivot;

  /** The diagonal before any elimination, by place. */
  private final double[] whole;

  private final Cholesky core;

  /** The right-hand side in the order of places. */
  private final double[] ordered;

  /** The number of blocks, the first place of each, and the front after the last one. */
  private final int blocks;

  private final int[] first;

  /** The block of each place of the front. */
  private final int[] blockOf;

  /** The blocks that next change a block: a list for each, {@code [block]}. */
  private final int[] waiting;

  private final int[] nextWaiting;

  /** The next place below each block that it changes, as an index of its last column's entries. */
  private final int[] from;

  /** The row of each place in the formed block, and the rows of the block that changes it. */
  private final int[] rowOf;

  private final int[] rows;

  /** Creates a matrix of zeros. */
  SparseCholesky(EliminationOrder order) {
    this.order = order;
    front = order.front;
    entry = new double[order.below.length];
    pivot = new double[front];
    whole = new double[order.place.length];
    core = new Cholesky(order.core());
    ordered = new double[order.place.length];
    blockOf = new int[front];
    int[] firsts = new int[front + 1];
    int count = 0;
    for (int k = 0; k < front; k++) {
      if (k == 0 || k - firsts[count - 1] == WIDEST || !isAlike(k - 1)) {
        firsts[count++] = k;
      }
      blockOf[k] = count - 1;
    }
    firsts[count] = front;
    blocks = count;
    first = Arrays.copyOf(firsts, count + 1);
    waiting = new int[count];
    nextWaiting = new int[count];
    from = new int[count];
    rowOf = new int[order.place.length];
    rows = new int[order.place.length];
  }

  /** Returns whether a column has the entries of the next one, and one beside its diagonal. */
  private boolean isAlike(int k) {
    int size = order.start[k + 1] - order.start[k];
    return size == order.start[k + 2] - order.start[k + 1] + 1
        && order.below[order.start[k]] == k + 1;
  }

  @Override
  public void clear() {
    Arrays.fill(entry, 0);
    Arrays.fill(pivot, 0);
    core.clear();
  }

  @Override
  public int at(int i, int k) {
    int later = Math.max(order.place[i], order.place[k]);
    int earlier = Math.min(order.place[i], order.place[k]);
    if (earlier >= front) {
      return entry.length + front + core.at(later - front, earlier - front);
    }
    return later == earlier
        ? entry.length + later
        : Arrays.binarySearch(order.below, order.start[earlier], order.start[earlier + 1], later);
  }

  @Override
  public void addAt(int at, double value) {
    int beyond = at - entry.length;
    if (beyond < 0) {
      entry[at] += value;
    } else if (beyond < front) {
      pivot[beyond] += value;
    } else {
      core.addAt(beyond - front, value);
    }
  }

  @Override
  public void erase(int i, int k) {
    int at = at(i, k);
    if (at < entry.length) {
      entry[at] = 0;
    } else {
      core.eraseAt(at - entry.length - front);
    }
  }

  @Override
  public boolean factor() {
    System.arraycopy(pivot, 0, whole, 0, front);
    core.copyDiagonal(whole, front);
    Arrays.fill(waiting, RowProgram.NONE);
    for (int b = 0; b < blocks; b++) {
      if (!form(b)) {
        return false;
      }
      from[b] = order.start[last(b)];
      await(b);
    }
    for (int b = 0; b < blocks; b++) {
      subtractFromCore(b);
    }
    return core.factorRest(whole, front);
  }

  private int last(int block) {
    return first[block + 1] - 1;
  }

  /** What leads from an index of the last column's entries of a block to that of another column. */
  private int shift(int block, int k) {
    return order.start[k] + last(block) - k - order.start[last(block)];
  }

  /** What leads from a row of a block to the entry of one of its columns. */
  private int base(int block, int k) {
    return order.start[k] - (k - first[block]) - 1;
  }

  /** Forms a block of the factor from earlier blocks. */
  private boolean form(int block) {
    int end = first[block + 1];
    for (int k = first[block]; k < end; k++) {
      rowOf[k] = k - first[block];
    }
    int below = order.start[end - 1];
    for (int e = below; e < order.start[end]; e++) {
      rowOf[order.below[e]] = end - first[block] + e - below;
    }
    for (int v = waiting[block], next; v != RowProgram.NONE; v = next) {
      next = nextWaiting[v];
      subtract(v, block);
      await(v);
    }
    for (int k = first[block]; k < end; k++) {
      double square = pivot[k];
      if (Double.isNaN(square) || Double.isInfinite(square)) {
        return false;
      }
      pivot[k] = Math.sqrt(Math.max(square + (RAISED - 1) * whole[k], LEAST_PIVOT * whole[k]));
      for (int e = order.start[k]; e < order.start[k + 1]; e++) {
        entry[e] /= pivot[k];
      }
      for (int l = k + 1; l < end; l++) {
        int own = order.start[k] + l - k; // the entry after that of column l
        double factor = entry[own - 1];
        pivot[l] -= factor * factor;
        int at = order.start[l] - own;
        for (int e = own; e < order.start[k + 1]; e++) {
          entry[at + e] -= factor * entry[e];
        }
      }
    }
    return true;
  }

  /** Subtracts from a block what another one before it takes, and moves that one on. */
  private void subtract(int v, int block) {
    int end = order.start[last(v) + 1];
    for (int e = from[v]; e < end; e++) {
      rows[e - from[v]] = rowOf[order.below[e]];
    }
    int begin = from[v];
    while (from[v] < end && order.below[from[v]] < first[block + 1]) {
      int e = from[v]++;
      int k = order.below[e];
      int base = base(block, k);
      int u = first[v];
      for (; u + 2 < first[v + 1]; u += 3) {
        int p0 = shift(v, u);
        int p1 = shift(v, u + 1);
        int p2 = shift(v, u + 2);
        double f0 = entry[p0 + e];
        double f1 = entry[p1 + e];
        double f2 = entry[p2 + e];
        pivot[k] -= f0 * f0 + f1 * f1 + f2 * f2;
        for (int f = e + 1; f < end; f++) {
          entry[base + rows[f - begin]] -=
              f0 * entry[p0 + f] + f1 * entry[p1 + f] + f2 * entry[p2 + f];
        }
      }
      for (; u < first[v + 1]; u++) {
        int p = shift(v, u);
        double factor = entry[p + e];
        pivot[k] -= factor * factor;
        for (int f = e + 1; f < end; f++) {
          entry[base + rows[f - begin]] -= factor * entry[p + f];
        }
      }
    }
  }

  /** Lists a block with the next one of the front that it changes. */
  private void await(int v) {
    if (from[v] < order.start[last(v) + 1] && order.below[from[v]] < front) {
      int block = blockOf[order.below[from[v]]];
      nextWaiting[v] = waiting[block];
      waiting[block] = v;
    }
  }

  /** Subtracts the square of a block's part in the core, which begins where it waits no more. */
  private void subtractFromCore(int v) {
    int[] shifts = new int[first[v + 1] - first[v]];
    for (int u = 0; u < shifts.length; u++) {
      shifts[u] = shift(v, first[v] + u);
    }
    for (int e = from[v]; e < order.start[last(v) + 1]; e++) {
      core.subtract(order.below[e] - front, order.below, entry, shifts, from[v], e, front);
    }
  }

  @Override
  public void solve(double[] x) {
    double[] y = ordered;
    for (int i = 0; i < x.length; i++) {
      y[order.place[i]] = x[i];
    }
    for (int b = 0; b < blocks; b++) {
      forward(b, y);
    }
    double[] rest = Arrays.copyOfRange(y, front, y.length);
    core.solve(rest);
    System.arraycopy(rest, 0, y, front, rest.length);
    for (int b = blocks - 1; b >= 0; b--) {
      backward(b, y);
    }
    for (int i = 0; i < x.length; i++) {
      x[i] = y[order.place[i]];
    }
  }

  private void forward(int block, double[] y) {
    int end = first[block + 1];
    for (int k = first[block]; k < end; k++) {
      y[k] /= pivot[k];
      for (int l = k + 1; l < end; l++) {
        y[l] -= entry[order.start[k] + l - k - 1] * y[k];
      }
    }
    int from = order.start[end - 1];
    int to = order.start[end];
    int k = first[block];
    for (; k + 2 < end; k += 3) {
      int p0 = shift(block, k);
      int p1 = shift(block, k + 1);
      int p2 = shift(block, k + 2);
      double y0 = y[k];
      double y1 = y[k + 1];
      double y2 = y[k + 2];
      for (int e = from; e < to; e++) {
        y[order.below[e]] -= entry[p0 + e] * y0 + entry[p1 + e] * y1 + entry[p2 + e] * y2;
      }
    }
    for (; k < end; k++) {
      int p = shift(block, k);
      for (int e = from; e < to; e++) {
        y[order.below[e]] -= entry[p + e] * y[k];
      }
    }
  }

  private void backward(int block, double[] y) {
    int end = first[block + 1];
    int from = order.start[end - 1];
    int to = order.start[end];
    int k = first[block];
    for (; k + 2 < end; k += 3) {
      int p0 = shift(block, k);
      int p1 = shift(block, k + 1);
      int p2 = shift(block, k + 2);
      double s0 = 0;
      double s1 = 0;
      double s2 = 0;
      for (int e = from; e < to; e++) {
        double other = y[order.below[e]];
        s0 += entry[p0 + e] * other;
        s1 += entry[p1 + e] * other;
        s2 += entry[p2 + e] * other;
      }
      y[k] -= s0;
      y[k + 1] -= s1;
      y[k + 2] -= s2;
    }
    for (; k < end; k++) {
      int p = shift(block, k);
      double sum = 0;
      for (int e = from; e < to; e++) {
        sum += entry[p + e] * y[order.below[e]];
      }
      y[k] -= sum;
    }
    for (k = end - 1; k >= first[block]; k--) {
      double sum = y[k];
      for (int l = k + 1; l < end; l++) {
        sum -= entry[order.start[k] + l - k - 1] * y[l];
      }
      y[k] = sum / pivot[k];
    }
  }
}
