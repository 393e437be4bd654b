package io.gavel.mechanism.ledger;

import java.util.Arrays;

/**
 * The claims of groups to the next round on worker types, in arrays: a round may have millions.
 * Mutable until sorted.
 *
 * <p>The weights are positive, so their bits order them as numbers do. The leading 32 of the bits
 * in which they differ are sorted by digits; what these do not tell apart lies side by side then,
 * and is compared.
 */
public final class Candidates {

  private static final int SHORT = 30; // below, insertion is faster than the library's sort

  private int count;
  private int[] groups;
  private int[] types;
  private double[] weights;
  private final double[] fractions; // in the order in which they were added

  /** Room for so many. */
  public Candidates(int most) {
    this.groups = new int[most];
    this.types = new int[most];
    this.weights = new double[most];
    this.fractions = new double[most];
  }

  /**
   * Adds a claim.
   *
   * @param weight its {@link Priority}, positive
   * @param fraction of time that the allocation gives it
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

  /** The positions of the claims by the size of their group; see {@link GroupIndex#bySize}. */
  public int[][] bySize(GroupIndex of) {
    return of.bySize(groups, count);
  }

  /** By falling weight, then falling fraction, then in the order in which they were added. */
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
    long[] keys = RadixSort.sort(keys());
    int[] order = new int[count];
    for (int from = 0, to; from < count; from = to) {
      long number = RadixSort.number(keys[from]);
      for (to = from; to < count && RadixSort.number(keys[to]) == number; to++) {
        order[to] = RadixSort.position(keys[to]);
      }
      sortAlike(order, from, to);
    }
    return order;
  }

  /** By leading bits of the weights, the largest first. */
  private long[] keys() {
    long least = Long.MAX_VALUE;
    long most = 0;
    for (int c = 0; c < count; c++) {
      long bits = Double.doubleToRawLongBits(weights[c]);
      least = Math.min(least, bits);
      most = Math.max(most, bits);
    }
    int spare = Math.max(0, Long.SIZE - RadixSort.BITS - Long.numberOfLeadingZeros(most - least));
    long[] keys = new long[count];
    for (int c = 0; c < count; c++) {
      long falling = most - Double.doubleToRawLongBits(weights[c]);
      keys[c] = RadixSort.key(falling >>> spare, c);
    }
    return keys;
  }

  /** Sorts claims whose keys are equal; often they are in order, for so are equal claims. */
  private void sortAlike(int[] order, int from, int to) {
    int sorted = from + 1;
    while (sorted < to && compare(order[sorted - 1], order[sorted]) < 0) {
      sorted++;
    }
    if (sorted < to && to - from > SHORT) {
      Integer[] alike = new Integer[to - from];
      Arrays.setAll(alike, i -> order[from + i]);
      Arrays.sort(alike, this::compare);
      for (int i = from; i < to; i++) {
        order[i] = alike[i - from];
      }
      return;
    }
    for (; sorted < to; sorted++) {
      int claim = order[sorted];
      int at = sorted;
      for (; at > from && compare(claim, order[at - 1]) < 0; at--) {
        order[at] = order[at - 1];
      }
      order[at] = claim;
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
