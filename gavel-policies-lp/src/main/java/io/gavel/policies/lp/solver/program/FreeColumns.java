package io.gavel.policies.lp.solver.program;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Columns of a program that belong to no job, {@code 0 ≤ y_f ≤ most_f}: capacity to buy, which adds
 * workers to a pool at a price, or the level of a set of jobs, which coupling rows limit.
 * Immutable.
 */
public final class FreeColumns {

  private static final double LEAST = 1e-6;

  private static final FreeColumns NONE = new FreeColumns(List.of());

  private final List<Column> columns;

  /** One free column; its arrays are not modified. */
  private static final class Column {
    final String name;
    final double most;
    final double gain;
    final int[] pools;
    final double[] sizes;

    Column(String name, double most, double gain, int[] pools, double[] sizes) {
      this.name = name;
      this.most = most;
      this.gain = gain;
      this.pools = pools;
      this.sizes = sizes;
    }
  }

  private FreeColumns(List<Column> columns) {
    this.columns = columns;
  }

  /**
   * Returns no free columns.
   *
   * @return an empty set
   */
  public static FreeColumns none() {
    return NONE;
  }

  /**
   * Starts an empty set of free columns.
   *
   * @return a new builder
   */
  public static Builder builder() {
    return new Builder();
  }

  /** Collects free columns. Mutable. */
  public static final class Builder {
    private final List<Column> columns = new ArrayList<>();

    private Builder() {}

    /**
     * Adds a column that only coupling rows and the objective contain.
     *
     * @param name the name for messages
     * @param most the largest value, at least 0; positive infinity for none
     * @param gain part of the objective for a value of 1, finite and of any sign
     * @return this builder
     * @throws IllegalArgumentException if a number is not as stated
     */
    public Builder add(String name, double most, double gain) {
      return add(name, most, gain, new int[0], new double[0]);
    }

    /**
     * Adds workers that can be bought for a pool.
     *
     * @param name the name for messages
     * @param most the most workers, at least 0; positive infinity for any number
     * @param price the cost of a worker in units of the objective, finite
     * @param pool the index of the pool
     * @return this builder
     * @throws IllegalArgumentException if a number is not as stated
     */
    public Builder addWorkers(String name, double most, double price, int pool) {
      return add(name, most, -price, new int[] {pool}, new double[] {-1});
    }

    /**
     * Adds a column.
     *
     * @param name the name for messages
     * @param most the largest value, at least 0; positive infinity for none
     * @param gain part of the objective for a value of 1, finite and of any sign
     * @param pools indices of pools, {@code [entry]}, each at most once; copied
     * @param sizes the workers that a value of 1 holds in each pool, {@code [entry]}, finite;
     *     negative for workers that it adds; copied
     * @return this builder
     * @throws IllegalArgumentException if a number is not as stated
     */
    public Builder add(String name, double most, double gain, int[] pools, double[] sizes) {
      if (!(most >= 0)) {
        throw new IllegalArgumentException(
            "largest value of free column \"%s\" is %s; it must be \u2265 0".formatted(name, most));
      }
      if (!Double.isFinite(gain)) {
        throw new IllegalArgumentException(
            "gain of free column \"%s\" is %s; it must be finite".formatted(name, gain));
      }
      if (pools.length != sizes.length) {
        throw new IllegalArgumentException(
            "free column \"%s\" has %s pools and %s sizes; the numbers must be equal"
                .formatted(name, pools.length, sizes.length));
      }
      for (int i = 0; i < pools.length; i++) {
        if (!Double.isFinite(sizes[i])) {
          throw new IllegalArgumentException(
              "size of free column \"%s\" on pool %s is %s; it must be finite"
                  .formatted(name, pools[i], sizes[i]));
        }
      }
      if (Arrays.stream(pools).distinct().count() < pools.length) {
        throw new IllegalArgumentException(
            "free column \"%s\" has two sizes on one pool of %s; at most one is allowed"
                .formatted(name, Arrays.toString(pools)));
      }
      columns.add(new Column(name, most, gain, pools.clone(), sizes.clone()));
      return this;
    }

    /**
     * Builds the set.
     *
     * @return the columns, in the order in which they were added
     */
    public FreeColumns build() {
      return new FreeColumns(List.copyOf(columns));
    }
  }

  /**
   * Returns the number of free columns.
   *
   * @return at least 0
   */
  public int count() {
    return columns.size();
  }

  /**
   * Returns whether any of them holds workers or adds some.
   *
   * @return false if only coupling rows and the objective contain them
   */
  public boolean holdWorkers() {
    return columns.stream().anyMatch(column -> column.pools.length > 0);
  }

  /**
   * Returns the name of a free column.
   *
   * @param f the index of a free column, from 0
   * @return the name for messages
   */
  public String name(int f) {
    return columns.get(f).name;
  }

  /**
   * Returns the largest value of a free column.
   *
   * @param f the index of a free column, from 0
   * @return at least 0; positive infinity if there is none
   */
  public double most(int f) {
    return columns.get(f).most;
  }

  /**
   * Returns the gain of a free column.
   *
   * @param f the index of a free column, from 0
   * @return its part of the objective for a value of 1
   */
  public double gain(int f) {
    return columns.get(f).gain;
  }

  /**
   * Returns a scale below which the objective counts as 0: a millionth of the largest gain of a
   * free column. The cost of workers that need not be bought converges to 0, so that no gap is
   * small relative to it.
   *
   * @return the scale in the unit of the objective, at least 0
   */
  public double leastScale() {
    return LEAST * columns.stream().mapToDouble(column -> Math.abs(column.gain)).max().orElse(0);
  }

  /**
   * Passes on the workers that a free column holds.
   *
   * @param f the index of a free column, from 0
   * @param entry receives pool and size of each entry
   */
  public void forEach(int f, CouplingRows.Entry entry) {
    Column column = columns.get(f);
    for (int i = 0; i < column.pools.length; i++) {
      entry.set(column.pools[i], column.sizes[i]);
    }
  }

  /**
   * Adds these columns without their gains to other columns.
   *
   * @param to receives them, in order
   */
  public void addWithoutGain(Builder to) {
    columns.forEach(column -> to.add(column.name, column.most, 0, column.pools, column.sizes));
  }

  /** Checks that the columns name pools of the program only; returns them. */
  FreeColumns requireWithin(int pools) {
    for (Column column : columns) {
      for (int k : column.pools) {
        if (k < 0 || k >= pools) {
          throw new IllegalArgumentException(
              "free column \"%s\" names pool %s; the program has %s, numbered from 0"
                  .formatted(column.name, k, pools));
        }
      }
    }
    return this;
  }

  /** Returns the gains at given values, {@code [free column]}. */
  double gains(double[] values) {
    double sum = 0;
    for (int f = 0; f < values.length; f++) {
      sum += gain(f) * values[f];
    }
    return sum;
  }

  /** Returns the negative gains at given values, {@code [free column]}, as a positive number. */
  double losses(double[] values) {
    double sum = 0;
    for (int f = 0; f < values.length; f++) {
      sum += Math.max(0, -gain(f)) * values[f];
    }
    return sum;
  }
}
