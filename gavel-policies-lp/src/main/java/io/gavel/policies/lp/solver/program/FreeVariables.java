package io.gavel.policies.lp.solver.program;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Variables of a program that belong to no job, {@code 0 ≤ y_f ≤ most_f}: capacity to buy, which
 * adds workers to a pool at a price, or the level of a set of jobs, which coupling rows limit.
 * Immutable.
 */
public final class FreeVariables {

  private static final double LEAST = 1e-6;

  private static final FreeVariables NONE = new FreeVariables(List.of());

  private final List<Variable> variables;

  /** One free variable; its arrays are not modified. */
  @SuppressWarnings("ArrayRecordComponent") // is never compared
  private record Variable(String name, double most, double gain, int[] pools, double[] sizes) {}

  private FreeVariables(List<Variable> variables) {
    this.variables = variables;
  }

  /**
   * Returns no free variables.
   *
   * @return an empty set
   */
  public static FreeVariables none() {
    return NONE;
  }

  /**
   * Starts an empty set of free variables.
   *
   * @return a new builder
   */
  public static Builder builder() {
    return new Builder();
  }

  /** Collects free variables. Mutable. */
  public static final class Builder {
    private final List<Variable> variables = new ArrayList<>();

    private Builder() {}

    /**
     * Adds a variable that only coupling rows and the objective contain.
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
     * Adds a variable.
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
            "largest value of free variable \"%s\" is %s; it must be \u2265 0"
                .formatted(name, most));
      }
      if (!Double.isFinite(gain)) {
        throw new IllegalArgumentException(
            "gain of free variable \"%s\" is %s; it must be finite".formatted(name, gain));
      }
      if (pools.length != sizes.length) {
        throw new IllegalArgumentException(
            "free variable \"%s\" has %s pools and %s sizes; the numbers must be equal"
                .formatted(name, pools.length, sizes.length));
      }
      for (int i = 0; i < pools.length; i++) {
        if (!Double.isFinite(sizes[i])) {
          throw new IllegalArgumentException(
              "size of free variable \"%s\" on pool %s is %s; it must be finite"
                  .formatted(name, pools[i], sizes[i]));
        }
      }
      if (Arrays.stream(pools).distinct().count() < pools.length) {
        throw new IllegalArgumentException(
            "free variable \"%s\" has two sizes on one pool of %s; at most one is allowed"
                .formatted(name, Arrays.toString(pools)));
      }
      variables.add(new Variable(name, most, gain, pools.clone(), sizes.clone()));
      return this;
    }

    /**
     * Builds the set.
     *
     * @return the variables, in the order in which they were added
     */
    public FreeVariables build() {
      return new FreeVariables(List.copyOf(variables));
    }
  }

  /**
   * Returns the number of free variables.
   *
   * @return at least 0
   */
  public int count() {
    return variables.size();
  }

  /**
   * Returns whether any of them holds workers or adds some.
   *
   * @return false if only coupling rows and the objective contain them
   */
  public boolean holdWorkers() {
    return variables.stream().anyMatch(v -> v.pools.length > 0);
  }

  /**
   * Returns the name of a free variable.
   *
   * @param f the index of a free variable, from 0
   * @return the name for messages
   */
  public String name(int f) {
    return variables.get(f).name;
  }

  /**
   * Returns the largest value of a free variable.
   *
   * @param f the index of a free variable, from 0
   * @return at least 0; positive infinity if there is none
   */
  public double most(int f) {
    return variables.get(f).most;
  }

  /**
   * Returns the gain of a free variable.
   *
   * @param f the index of a free variable, from 0
   * @return its part of the objective for a value of 1
   */
  public double gain(int f) {
    return variables.get(f).gain;
  }

  /**
   * Returns a scale below which the objective counts as 0: a millionth of the largest gain of a
   * free variable. The cost of workers that need not be bought converges to 0, so that no gap is
   * small relative to it.
   *
   * @return the scale in the unit of the objective, at least 0
   */
  public double leastScale() {
    double largest = 0;
    for (int f = 0; f < count(); f++) {
      largest = Math.max(largest, Math.abs(gain(f)));
    }
    return LEAST * largest;
  }

  /**
   * Passes on the workers that a free variable holds.
   *
   * @param f the index of a free variable, from 0
   * @param entry receives pool and size of each entry
   */
  public void forEach(int f, CouplingRows.Entry entry) {
    Variable variable = variables.get(f);
    for (int i = 0; i < variable.pools.length; i++) {
      entry.set(variable.pools[i], variable.sizes[i]);
    }
  }

  /**
   * Adds these variables without their gains to other variables.
   *
   * @param to receives them, in order
   */
  public void addWithoutGain(Builder to) {
    variables.forEach(v -> to.add(v.name, v.most, 0, v.pools, v.sizes));
  }

  /** Checks that the variables name pools of the program only; returns them. */
  FreeVariables requireWithin(int pools) {
    for (Variable variable : variables) {
      for (int k : variable.pools) {
        if (k < 0 || k >= pools) {
          throw new IllegalArgumentException(
              "free variable \"%s\" names pool %s; the program has %s, numbered from 0"
                  .formatted(variable.name, k, pools));
        }
      }
    }
    return this;
  }

  /** Returns the gains at given values, {@code [free variable]}. */
  double gains(double[] values) {
    double sum = 0;
    for (int f = 0; f < values.length; f++) {
      sum += gain(f) * values[f];
    }
    return sum;
  }

  /** Returns the negative gains at given values, {@code [free variable]}, as a positive number. */
  double losses(double[] values) {
    double sum = 0;
    for (int f = 0; f < values.length; f++) {
      sum += Math.max(0, -gain(f)) * values[f];
    }
    return sum;
  }
}
