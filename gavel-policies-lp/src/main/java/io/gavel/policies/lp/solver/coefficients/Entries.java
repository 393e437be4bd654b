package io.gavel.policies.lp.solver.coefficients;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

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

  /** The same in ascending order of indices. */
  Entries sorted() {
    boolean ascends = true;
    for (int i = 1; i < count; i++) {
      ascends &= index[i - 1] <= index[i];
    }
    if (ascends) {
      return this;
    }
    Entries sorted = new Entries();
    IntStream.range(0, count)
        .boxed()
        .sorted(Comparator.comparingInt(i -> index[i]))
        .forEach(i -> sorted.add(index[i], value[i]));
    return sorted;
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
