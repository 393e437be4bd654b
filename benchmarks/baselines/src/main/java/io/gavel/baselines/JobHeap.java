package io.gavel.baselines;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Jobs in a heap by numbers: the largest first, ties to the earlier job. Only the number of the
 * first may change. Mutable.
 */
final class JobHeap {

  private final int[] heap;

  /** The number of the job at each place: comparing reads no other memory. */
  private final double[] key;

  private int size;

  /**
   * Creates a heap of some jobs.
   *
   * @param numbers the number of each job, {@code [job]}; not modified
   * @param least the jobs whose number is below it, or NaN, are left out
   */
  JobHeap(double[] numbers, double least) {
    heap = IntStream.range(0, numbers.length).filter(m -> numbers[m] >= least).toArray();
    size = heap.length;
    key = new double[size];
    Arrays.setAll(key, i -> numbers[heap[i]]);
    for (int i = size / 2; i-- > 0; ) {
      sink(i, heap[i], key[i]);
    }
  }

  boolean isEmpty() {
    return size == 0;
  }

  int first() {
    return heap[0];
  }

  double firstNumber() {
    return key[0];
  }

  void removeFirst() {
    size--;
    sink(0, heap[size], key[size]);
  }

  /** Moves the first job to where its changed number belongs. */
  void reorderFirst(double number) {
    sink(0, heap[0], number);
  }

  private void sink(int start, int m, double number) {
    int at = start;
    for (int child = 2 * at + 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && isBefore(child + 1, heap[child], key[child])) {
        child++;
      }
      if (!isBefore(child, m, number)) {
        break;
      }
      heap[at] = heap[child];
      key[at] = key[child];
      at = child;
    }
    heap[at] = m;
    key[at] = number;
  }

  private boolean isBefore(int place, int other, double number) {
    return key[place] > number || (key[place] == number && heap[place] < other);
  }
}
