package io.gavel.policies.lp.solver.internal.coefficients;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** The finaliser of SplitMix64, which combines two numbers to a hash of all their bits. */
public final class SplitMix {

  private SplitMix() {}

  public static long mixed(long a, long b) {
    long z = a * 0x9E3779B97F4A7C15L + b;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /** Returns a number for each hash, from 0 in the order in which hashes first appear. */
  public static int[] numbered(long[] hashes) {
    Map<Long, Integer> numbers = new HashMap<>();
    return Arrays.stream(hashes)
        .mapToInt(hash -> numbers.computeIfAbsent(hash, unknown -> numbers.size()))
        .toArray();
  }
}
