package io.gavel.mechanism.ledger;

import java.util.Arrays;

/**
 * Sorts positions by whole numbers of up to 32 bits, in time that grows with how many there are:
 * digit by digit from the lowest, positions are dealt out to 2,048 places and picked up again. A
 * round of millions of claims spends much of its time here; see RoundBenchmark.
 */
public final class RadixSort {

  /** How many bits a number may have. */
  static final int BITS = 32;

  private static final int POSITION_BITS = 31;
  private static final int DIGIT_BITS = 11;
  private static final int PLACES = 1 << DIGIT_BITS;
  private static final int FEW = 3000; // below, the library's sort is faster

  private RadixSort() {}

  /**
   * A number, at least 0, with its position; {@link #sort} takes them in the order of positions.
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
   * Sorts by rising numbers; of equal ones, the earlier position comes first.
   *
   * @param keys used up
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
    return (int) (key >>> shift) & (PLACES - 1);
  }

  private static int[] starts(long[] keys, int shift) {
    int[] start = new int[PLACES];
    for (long key : keys) {
      start[digit(key, shift)]++;
    }
    int sum = 0;
    for (int digit = 0; digit < PLACES; digit++) {
      int here = start[digit];
      start[digit] = sum;
      sum += here;
    }
    return start;
  }
}
