package io.gavel.policies.internal;

import java.util.function.IntPredicate;

/**
 * Runs passes over many indices, cut into ranges that do not depend on the threads. Whoever adds up
 * what ranges find does so in their order, so that the bits are the same with any number of
 * threads.
 */
public interface Ranges {

  /** The indices in a range: the time of some hand-overs between threads. */
  int LENGTH = 4096;

  /** All ranges, one after the other. */
  Ranges ALONE =
      (count, range) -> {
        for (int from = 0; from < count; from += LENGTH) {
          range.run(from, Math.min(count, from + LENGTH));
        }
      };

  /** Works on the indices from one, inclusive, to another, exclusive. */
  @FunctionalInterface
  interface Range {

    /**
     * Works on a range.
     *
     * @param from the first index
     * @param to the index after the last
     */
    void run(int from, int to);
  }

  /** Works on a range and finds a number. */
  @FunctionalInterface
  interface Found {

    /**
     * Works on a range.
     *
     * @param from the first index
     * @param to the index after the last
     * @return the result
     */
    double in(int from, int to);
  }

  /**
   * Runs ranges that together are all indices below a number.
   *
   * @param count the number of indices
   * @param range the work, which writes to places of its indices
   */
  void over(int count, Range range);

  /**
   * Returns the number of ranges.
   *
   * @param count the number of indices
   * @return how many ranges {@link #over} runs
   */
  static int count(int count) {
    return (int) ((count + (LENGTH - 1L)) / LENGTH);
  }

  /**
   * Returns the largest of the numbers that ranges find.
   *
   * @param count the number of indices
   * @param range the work
   * @return negative infinity if there are no indices
   */
  default double largest(int count, Found range) {
    double[] ofRange = new double[count(count)];
    over(count, (from, to) -> ofRange[from / LENGTH] = range.in(from, to));
    double largest = Double.NEGATIVE_INFINITY;
    for (double found : ofRange) {
      largest = Math.max(largest, found);
    }
    return largest;
  }

  /**
   * Returns the first index for which something holds.
   *
   * @param count the number of indices
   * @param holds whether it holds for an index
   * @return the number of indices if it holds for none
   */
  default int first(int count, IntPredicate holds) {
    double first = -largest(count, (from, to) -> -first(from, to, holds));
    return (int) Math.min(count, first);
  }

  private static double first(int from, int to, IntPredicate holds) {
    for (int i = from; i < to; i++) {
      if (holds.test(i)) {
        return i;
      }
    }
    return Double.POSITIVE_INFINITY;
  }
}
