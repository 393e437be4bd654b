package io.gavel.mechanism.internal.ledger;

import java.util.Arrays;

/**
 * The candidates of a round: pairs of a group and a worker type, with weights. Kept in arrays,
 * because a round may have millions of them. Mutable until sorted.
 *
 * <p>The weights are positive, so the order of their bits is the order of the numbers. A sort of
 * {@code long} keys orders the leading 32 of the bits in which they differ; entries with equal
 * leading bits are then adjacent and are compared directly.
 */
public final class Candidates {

  private static final int KEY_BITS = 32;
  private static final int POSITION_BITS = 31;

  private int count;
  private int[] groups;
  private int[] types;
  private double[] weights;
  private final double[] fractions; // in the order in which they were added

  /** Creates an empty list with room for a number of candidates. */
  public Candidates(int capacity) {
    this.groups = new int[capacity];
    this.types = new int[capacity];
    this.weights = new double[capacity];
    this.fractions = new double[capacity];
  }

  /**
   * Adds a candidate.
   *
   * @param weight its {@link Priority}, positive
   * @param fraction the fraction of time that the allocation gives the group on the type
   */
  public void add(int group, int type, double weight, double fraction) {
    groups[count] = group;
    types[count] = type;
    weights[count] = weight;
    fractions[count] = fraction;
    count++;
  }

  public int count() {
    return count;
  }

  public int group(int c) {
    return groups[c];
  }

  public int type(int c) {
    return types[c];
  }

  public double weight(int c) {
    return weights[c];
  }

  /**
   * Returns the positions of the candidates by the size of their group; see {@link
   * GroupIndex#bySize}.
   */
  public int[][] bySize(GroupIndex groupIndex) {
    return groupIndex.bySize(groups, count);
  }

  /** Sorts by falling weight, then falling fraction, then the order in which they were added. */
  public void sort() {
    int[] order = order();
    int[] group = new int[count];
    int[] type = new int[count];
    double[] weight = new double[count];
    for (int i = 0; i < count; i++) {
      int c = order[i];
      group[i] = groups[c];
      type[i] = types[c];
      weight[i] = weights[c];
    }
    groups = group;
    types = type;
    weights = weight;
  }

  private int[] order() {
    long[] keys = keys();
    Arrays.sort(keys);
    int[] order = new int[count];
    for (int from = 0, to; from < count; from = to) {
      long leading = keys[from] >>> POSITION_BITS;
      for (to = from; to < count && keys[to] >>> POSITION_BITS == leading; to++) {
        order[to] = (int) keys[to] & Integer.MAX_VALUE;
      }
      sortAlike(order, from, to);
    }
    return order;
  }

  /**
   * Returns the leading bits of the weights, inverted so that the largest weight comes first, and
   * the positions.
   */
  private long[] keys() {
    long least = Long.MAX_VALUE;
    long most = 0;
    for (int c = 0; c < count; c++) {
      long bits = Double.doubleToRawLongBits(weights[c]);
      least = Math.min(least, bits);
      most = Math.max(most, bits);
    }
    int spare = Math.max(0, Long.SIZE - KEY_BITS - Long.numberOfLeadingZeros(most - least));
    long[] keys = new long[count];
    for (int c = 0; c < count; c++) {
      long falling = most - Double.doubleToRawLongBits(weights[c]);
      keys[c] = falling >>> spare << POSITION_BITS | c;
    }
    return keys;
  }

  /** Sorts candidates with equal keys; they are often in order, because equal candidates are. */
  private void sortAlike(int[] order, int from, int to) {
    int sorted = from + 1;
    while (sorted < to && compare(order[sorted - 1], order[sorted]) < 0) {
      sorted++;
    }
    if (sorted < to) {
      Integer[] alike = new Integer[to - from];
      Arrays.setAll(alike, i -> order[from + i]);
      Arrays.sort(alike, this::compare);
      for (int i = from; i < to; i++) {
        order[i] = alike[i - from];
      }
    }
  }

  private int compare(int a, int b) {
    int order = Double.compare(weights[b], weights[a]);
    if (order == 0) {
      order = Double.compare(fractions[b], fractions[a]);
    }
    return order == 0 ? Integer.compare(a, b) : order;
  }
}
