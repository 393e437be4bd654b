package io.gavel.policies.lp.internal;

import java.util.stream.IntStream;

/**
 * Orders indices by numbers, in time linear in their number. Indices with equal numbers keep their
 * order, so orders by several numbers are made from the least important one on.
 */
public final class StableOrder {

  private static final int DIGIT_BITS = 8;
  private static final int BUCKETS = 1 << DIGIT_BITS;
  private static final int DIGITS = Long.SIZE / DIGIT_BITS;

  private StableOrder() {}

  /**
   * Returns all indices in ascending order of their numbers.
   *
   * @param keys the number of each index, {@code [index]}, compared as by {@link Double#compare}
   * @return the indices, ties in ascending order
   */
  public static int[] ascending(double[] keys) {
    return ascending(IntStream.range(0, keys.length).toArray(), keys);
  }

  /**
   * Some indices in ascending order of their numbers.
   *
   * @param indices not modified
   * @param keys the number of each index, {@code [index]}, compared as by {@link Double#compare}
   * @return the indices, ties in the given order
   */
  public static int[] ascending(int[] indices, double[] keys) {
    int[] order = indices.clone();
    long[] bits = new long[order.length];
    int[][] count = new int[DIGITS][BUCKETS];
    for (int i = 0; i < order.length; i++) {
      bits[i] = ordered(keys[order[i]]);
      for (int d = 0; d < DIGITS; d++) {
        count[d][digit(bits[i], d)]++;
      }
    }
    int[] nextOrder = new int[order.length];
    long[] nextBits = new long[order.length];
    for (int d = 0; d < DIGITS; d++) {
      if (order.length == 0 || count[d][digit(bits[0], d)] == order.length) {
        continue; // all numbers have this digit
      }
      int[] start = starts(count[d]);
      for (int i = 0; i < order.length; i++) {
        int to = start[digit(bits[i], d)]++;
        nextOrder[to] = order[i];
        nextBits[to] = bits[i];
      }
      int[] spareOrder = order;
      order = nextOrder;
      nextOrder = spareOrder;
      long[] spareBits = bits;
      bits = nextBits;
      nextBits = spareBits;
    }
    return order;
  }

  /** Bits that, read without sign, are ordered as the numbers are. */
  private static long ordered(double key) {
    long bits = Double.doubleToLongBits(key);
    return bits ^ ((bits >> (Long.SIZE - 1)) | Long.MIN_VALUE);
  }

  private static int digit(long bits, int d) {
    return (int) (bits >>> (d * DIGIT_BITS)) & (BUCKETS - 1);
  }

  private static int[] starts(int[] count) {
    int[] start = new int[BUCKETS];
    for (int b = 1; b < BUCKETS; b++) {
      start[b] = start[b - 1] + count[b - 1];
    }
    return start;
  }
}
