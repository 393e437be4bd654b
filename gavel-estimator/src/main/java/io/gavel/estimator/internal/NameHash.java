package io.gavel.estimator.internal;

import io.gavel.estimator.table.Column;

/**
 * Hash codes of names, from which random numbers are seeded. They do not depend on positions, so a
 * permutation of rows or columns does not change the draws. Stateless.
 */
public final class NameHash {

  private NameHash() {}

  /**
   * Returns the hash code of a column.
   *
   * @param column any column
   * @return a number that depends on its names and side only
   */
  public static long of(Column column) {
    return (31L * column.workerType().hashCode() + column.partner().hashCode()) * 31L
        + column.side().name().hashCode();
  }
}
