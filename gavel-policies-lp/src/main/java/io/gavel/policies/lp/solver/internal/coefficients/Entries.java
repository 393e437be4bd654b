package io.gavel.policies.lp.solver.internal.coefficients;

import java.util.Arrays;

/** A list of indices with a number each. Mutable. */
public final class Entries {

  private int[] index = new int[8];
  private double[] value = new double[8];
  private int count;

  public void add(int i, double number) {
    if (count == index.length) {
      index = Arrays.copyOf(index, 2 * count);
      value = Arrays.copyOf(value, 2 * count);
    }
    index[count] = i;
    value[count++] = number;
  }

  /** Returns the number of entries. */
  public int size() {
    return count;
  }

  public int[] indices() {
    return Arrays.copyOf(index, count);
  }

  public double[] values() {
    return Arrays.copyOf(value, count);
  }
}
