package io.gavel.mechanism;

import java.util.Arrays;

/**
 * Moves of rows from one place to another, the largest gain on top; of equal gains, the earlier
 * row. A binary heap over primitive arrays. Mutable.
 */
final class MoveHeap {

  private int[] rows = new int[4];
  private double[] gains = new double[4];
  private int size;

  boolean isEmpty() {
    return size == 0;
  }

  int topRow() {
    return rows[0];
  }

  double topGain() {
    return gains[0];
  }

  void add(int row, double gain) {
    if (size == rows.length) {
      rows = Arrays.copyOf(rows, 2 * size);
      gains = Arrays.copyOf(gains, 2 * size);
    }
    int at = size++;
    while (at > 0 && before(row, gain, (at - 1) / 2)) {
      set(at, rows[(at - 1) / 2], gains[(at - 1) / 2]);
      at = (at - 1) / 2;
    }
    set(at, row, gain);
  }

  void removeTop() {
    size--;
    int row = rows[size];
    double gain = gains[size];
    int at = 0;
    for (int child = 1; child < size; child = 2 * at + 1) {
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
