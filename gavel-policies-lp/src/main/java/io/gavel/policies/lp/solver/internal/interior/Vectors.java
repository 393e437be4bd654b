package io.gavel.policies.lp.solver.internal.interior;

/*
 * Each is one loop over the same places of some arrays, small and without branches, so that the JIT compiler turns it
 * into vector instructions. It does not do so for larger loops, nor for sums of many numbers, nor for arrays with
 * different offsets. So sums are kept for each place of a block and added up at the end.
 */

/** Loops over the places of a block. */
public final class Vectors {

  private Vectors() {}

  /** {@code to += step · direction}. */
  public static void add(double[] to, double step, double[] direction) {
    for (int i = 0; i < to.length; i++) {
      to[i] += step * direction[i];
    }
  }

  /** {@code from −= a · b}. */
  public static void subtractProduct(double[] from, double[] a, double[] b) {
    for (int i = 0; i < from.length; i++) {
      from[i] -= a[i] * b[i];
    }
  }

  /** {@code total += a · b}. */
  public static void addProduct(double[] a, double[] b, double[] total) {
    for (int i = 0; i < a.length; i++) {
      total[i] += a[i] * b[i];
    }
  }

  /** {@code total += a · b · c}. */
  public static void addProduct(double[] a, double[] b, double[] c, double[] total) {
    for (int i = 0; i < a.length; i++) {
      total[i] += a[i] * b[i] * c[i];
    }
  }

  /** Returns {@code |a|}. */
  public static double[] sizes(double[] a) {
    double[] sizes = new double[a.length];
    for (int i = 0; i < a.length; i++) {
      sizes[i] = Math.abs(a[i]);
    }
    return sizes;
  }

  /** {@code ratio = a / b}. */
  static void ratio(double[] a, double[] b, double[] ratio) {
    for (int i = 0; i < a.length; i++) {
      ratio[i] = a[i] / b[i];
    }
  }

  /** {@code most = max(most, −direction / at)}, the largest relative fall. */
  static void fall(double[] direction, double[] at, double[] most) {
    for (int i = 0; i < direction.length; i++) {
      most[i] = Math.max(most[i], -direction[i] / at[i]);
    }
  }

  /** {@code most = max(most, |a| / size)}. */
  static void largest(double[] a, double[] size, double[] most) {
    for (int i = 0; i < a.length; i++) {
      most[i] = Math.max(most[i], Math.abs(a[i]) / size[i]);
    }
  }

  /** Returns the sum over all places. */
  public static double sum(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum;
  }

  /** Returns the largest number of all places, at least 0; NaN if one is NaN. */
  static double max(double[] values) {
    double max = 0;
    for (double value : values) {
      max = Math.max(max, value);
    }
    return max;
  }

  /** Returns the number of places of the longest block. */
  static int longest(double[][] blocks) {
    int longest = 0;
    for (double[] block : blocks) {
      longest = Math.max(longest, block.length);
    }
    return longest;
  }
}
