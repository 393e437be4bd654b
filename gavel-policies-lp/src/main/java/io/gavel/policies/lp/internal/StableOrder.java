package io.gavel.policies.lp.internal;

import java.util.Arrays;
import java.util.Comparator;
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
    return Arrays.stream(indices)
        .boxed()
        .sorted(Comparator.comparingDouble(i -> keys[i]))
        .mapToInt(Integer::intValue)
        .toArray();
  }
}
