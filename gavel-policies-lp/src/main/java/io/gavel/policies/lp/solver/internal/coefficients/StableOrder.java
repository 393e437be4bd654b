package io.gavel.policies.lp.solver.internal.coefficients;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** Orders indices by numbers. Indices with equal numbers keep their order. */
public final class StableOrder {

  private StableOrder() {}

  /**
   * Returns all indices in ascending order of their numbers.
   *
   * @param keys the number of each index, {@code [index]}, compared as by {@link Double#compare}
   * @return the indices, ties in ascending order
   */
  public static int[] ascending(double[] keys) {
    return ascending(IntStream.range(0, keys.length).toArray(), i -> keys[i]);
  }

  /**
   * Returns some indices in ascending order of their numbers.
   *
   * @param indices not modified
   * @param key returns the number of an index, compared as by {@link Double#compare}
   * @return the indices, ties in the given order
   */
  public static int[] ascending(int[] indices, IntToDoubleFunction key) {
    double[] keys = Arrays.stream(indices).mapToDouble(key).toArray();
    double[] sorted = keys.clone();
    Arrays.sort(sorted);
    int[] next =
        new int[keys.length]; // the next free place of the keys that are equal to the first
    int[] first = new int[keys.length];
    for (int k = 0; k < keys.length; k++) {
      boolean isEqual = k > 0 && Double.compare(sorted[k - 1], sorted[k]) == 0;
      first[k] = isEqual ? first[k - 1] : k;
      next[k] = k;
    }
    int[] order = new int[keys.length];
    for (int i = 0; i < keys.length; i++) {
      int run = first[Arrays.binarySearch(sorted, keys[i])];
      order[next[run]++] = indices[i];
    }
    return order;
  }
}
