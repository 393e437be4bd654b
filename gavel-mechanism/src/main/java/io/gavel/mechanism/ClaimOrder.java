package io.gavel.mechanism;

import java.util.Arrays;
import java.util.List;

/**
 * Sorts claims as {@link Claim#compare} does, in time that grows with their number alone. The
 * weights are positive, so their bits order them as numbers do; digit by digit from the lowest,
 * claims are dealt out to 2,048 places and picked up again. A round of 3 million claims spends most
 * of its time here; see RoundBenchmark.
 */
final class ClaimOrder {

  private static final int DIGIT_BITS = 11;
  private static final int PLACES = 1 << DIGIT_BITS;
  private static final int FEW = 1000; // below, the library's sort is faster

  private ClaimOrder() {}

  /**
   * By falling weight, then falling fraction, then group and type.
   *
   * @param claims by group and type, of positive weight
   */
  static List<Claim> sorted(List<Claim> claims) {
    Claim[] order = claims.toArray(new Claim[0]);
    if (order.length < FEW) {
      Arrays.sort(order, Claim::compare);
      return Arrays.asList(order);
    }
    long[] keys = new long[order.length];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = ~Double.doubleToLongBits(order[i].weight()) & Long.MAX_VALUE; // falling
    }
    int[] picked = byKey(keys);
    Claim[] sorted = new Claim[order.length];
    for (int i = 0; i < sorted.length; i++) {
      sorted[i] = order[picked[i]];
    }
    sortTies(sorted);
    return Arrays.asList(sorted);
  }

  /** The positions of keys in ascending order; equal ones stay in order. */
  private static int[] byKey(long[] keys) {
    int n = keys.length;
    long[] from = keys;
    long[] to = new long[n];
    int[] at = new int[n];
    int[] next = new int[n];
    Arrays.setAll(at, i -> i);
    for (int shift = 0; shift < Long.SIZE; shift += DIGIT_BITS) {
      int[] start = starts(from, shift);
      for (int i = 0; i < n; i++) {
        int place = start[(int) (from[i] >>> shift) & (PLACES - 1)]++;
        to[place] = from[i];
        next[place] = at[i];
      }
      long[] keysBefore = from;
      from = to;
      to = keysBefore;
      int[] atBefore = at;
      at = next;
      next = atBefore;
    }
    return at;
  }

  private static int[] starts(long[] keys, int shift) {
    int[] start = new int[PLACES];
    for (long key : keys) {
      start[(int) (key >>> shift) & (PLACES - 1)]++;
    }
    int sum = 0;
    for (int digit = 0; digit < PLACES; digit++) {
      int count = start[digit];
      start[digit] = sum;
      sum += count;
    }
    return start;
  }

  private static void sortTies(Claim[] sorted) {
    for (int from = 0, to; from < sorted.length; from = to) {
      to = from + 1;
      while (to < sorted.length && sorted[to].weight() == sorted[from].weight()) {
        to++;
      }
      if (to - from > 1) {
        Arrays.sort(sorted, from, to, Claim::compare);
      }
    }
  }
}
