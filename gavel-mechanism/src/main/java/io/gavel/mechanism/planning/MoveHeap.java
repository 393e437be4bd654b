package io.gavel.mechanism.planning;

import java.util.Arrays;

/**
 * Moves of rows from one place to another, the largest gain on top; of equal gains, the earlier
 * row. A binary heap over primitive arrays, which is put in order when it is first asked. Mutable.
 */
public final class MoveHeap {

  private int[] rows;
  private double[] gains;
  private int size;
  private boolean inOrder;

  /** Room for so many at first. */
  public MoveHeap(int most) {
    this.rows = new int[most];
    this.gains = new double[most];
  }

  public boolean isEmpty() {
    return size == 0;
  }

  public int topRow() {
    putInOrder();
    return rows[0];
  }

  public double topGain() {
    putInOrder();
    return gains[0];
  }

  public void add(int row, double gain) {
    if (size == rows.length) {
      rows = Arrays.copyOf(rows, 2 * size + 1);
      gains = Arrays.copyOf(gains, 2 * size + 1);
    }
    int at = size++;
    while (inOrder && at > 0 && before(row, gain, (at - 1) / 2)) {
      set(at, rows[(at - 1) / 2], gains[(at - 1) / 2]);
      at = (at - 1) / 2;
    }
    set(at, row, gain);
  }

  public void removeTop() {
    putInOrder();
    size--;
    sink(0, rows[size], gains[size]);
  }

  private void putInOrder() {
    if (!inOrder) {
      for (int at = size / 2 - 1; at >= 0; at--) {
        sink(at, rows[at], gains[at]);
      }
      inOrder = true;
    }
  }

  /** Puts a move where it belongs at or below a place, which is free. */
  private void sink(int from, int row, double gain) {
    int at = from;
    for (int child = 2 * at + 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && before(rows[child + 1], gains[child + 1], child)) {
        child++;
      }
      if (before(row, gain, child)) {
        break;
      }
      set(at, rows[child], gains[child]);
      at = child;
    }
    set(at, row, gain);
  }

  private boolean before(int row, double gain, int other) {
    return gain > gains[other] || (gain == gains[other] && row < rows[other]);
  }

  private void set(int at, int row, double gain) {
    rows[at] = row;
    gains[at] = gain;
  }
}
