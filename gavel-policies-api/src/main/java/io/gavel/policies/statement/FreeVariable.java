package io.gavel.policies.statement;

import io.gavel.policies.internal.Require;

/**
 * A variable of a {@link Statement} that belongs to no job: workers that are bought for a pool, or
 * a level of sets of jobs. Immutable.
 *
 * @param name its name
 * @param pool the pool to which a value of 1 adds one worker; {@link #NO_POOL} for none
 * @param most its largest value, finite and at least 0
 * @param gain the contribution of a value of 1 to a total; finite, and 0 for other goals
 * @param value its value at the allocation, from 0 to {@code most}
 */
public record FreeVariable(String name, int pool, double most, double gain, double value) {

  /** The pool of a variable that adds no workers. */
  public static final int NO_POOL = -1;

  /**
   * Checks the numbers.
   *
   * @param name not blank
   * @param pool at least {@link #NO_POOL}
   * @param most finite and at least 0
   * @param gain finite
   * @param value finite and at least 0
   * @throws IllegalArgumentException naming the column and the invalid number
   */
  public FreeVariable {
    Require.name(name, "name of a free variable");
    Require.atLeast(NO_POOL, pool, "pool of free variable", name);
    Require.nonNegative(most, "largest value of free variable", name);
    Require.finite(gain, "gain of free variable", name);
    Require.nonNegative(value, "value of free variable", name);
  }
}
