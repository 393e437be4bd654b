package io.gavel.mechanism.ledger;

import java.util.Arrays;

/**
 * A least-significant-digit radix sort of positions by integers of up to 32 bits, in linear time,
 * with 2,048 buckets per digit. A round of millions of candidates spends much of its time here; see
 * RoundBenchmark.
 */
public final class RadixSort {

  /** The number of bits of a sorted number. */
  static final int BITS = 32;

  private static final int POSITION_BITS = 31;
  private static final int DIGIT_BITS = 11;
  private static final int BUCKETS = 1 << DIGIT_BITS;
  private static final int FEW = 3000; // below, the library's sort is faster

  private RadixSort() {}

  /**
   * Returns the key of a number, at least 0, and its position. {@link #sort} expects keys in the
   * order of positions.
   */
  public static long key(long number, int position) {
    return number << POSITION_BITS | position;
  }

  static long number(long key) {
    return key >>> POSITION_BITS;
  }

  public static int position(long key) {
    return (int) key & Integer.MAX_VALUE;
  }

  /**
   * Sorts by rising numbers; of equal numbers, the earlier position comes first.
   *
   * @param keys the keys, which are overwritten
   * @return sorted keys
   */
  public static long[] sort(long[] keys) {
    if (keys.length < FEW) {
      Arrays.sort(keys);
      return keys;
    }
    long[] from = keys;
    long[] to = new long[keys.length];
    for (int shift = POSITION_BITS; shift < Long.SIZE; shift += DIGIT_BITS) {
      int[] next = starts(from, shift);
      for (long key : from) {
        to[next[digit(key, shift)]++] = key;
      }
      long[] before = from;
      from = to;
      to = before;
    }
    return from;
  }

  private static int digit(long key, int shift) {
    return (int) (key >>> shift) & (BUCKETS - 1);
  }

  private static int[] starts(long[] keys, int shift) {
    int[] start = new int[BUCKETS];
    for (long key : keys) {
      start[digit(key, shift)]++;
    }
    int sum = 0;
    for (int digit = 0; digit < BUCKETS; digit++) {
      int here = start[digit];
      start[digit] = sum;
      sum += here;
    }
    return start;
  }
}
