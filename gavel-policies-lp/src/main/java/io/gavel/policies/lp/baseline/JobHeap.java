package io.gavel.policies.lp.baseline;

import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Jobs in a heap by numbers that others change: the largest first, ties to the earlier job. Only
 * the number of the first may change while it is in the heap. Mutable.
 */
final class JobHeap {

  private final double[] key;
  private final int[] heap;
  private int size;

  /**
   * A heap of the selected jobs.
   *
   * @param key the number of each job, {@code [job]}, not copied
   */
  JobHeap(double[] key, IntPredicate selected) {
    this.key = key;
    heap = IntStream.range(0, key.length).filter(selected).toArray();
    size = heap.length;
    for (int i = size / 2; i-- > 0; ) {
      sink(i);
    }
  }

  boolean isEmpty() {
    return size == 0;
  }

  int first() {
    return heap[0];
  }

  void removeFirst() {
    heap[0] = heap[--size];
    sink(0);
  }

  /** Moves the first job to where its changed number belongs. */
  void reorderFirst() {
    sink(0);
  }

  private void sink(int start) {
    int at = start;
    int m = heap[at];
    for (int child = 2 * at + 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && isBefore(heap[child + 1], heap[child])) {
        child++;
      }
      if (!isBefore(heap[child], m)) {
        break;
      }
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = m;
  }

  private boolean isBefore(int m, int other) {
    int byKey = Double.compare(key[m], key[other]);
    return byKey > 0 || (byKey == 0 && m < other);
  }
}
