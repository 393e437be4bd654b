package io.gavel.mechanism.planning;

import java.util.Arrays;

/**
 * A heap of moves of rows from one place to another, with the largest gain on top; ties go to the
 * earlier row. A binary heap over primitive arrays, ordered at the first query. Mutable.
 */
public final class MoveHeap {

  private int[] rows;
  private double[] gains;
  private int size;
  private boolean inOrder;

  /** Creates an empty heap with an initial capacity. */
  public MoveHeap(int capacity) {
    this.rows = new int[capacity];
    this.gains = new double[capacity];
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

  /** Puts a move at or below a free position of the heap. */
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
