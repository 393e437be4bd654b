package io.gavel.policies.lp.solver.interior.rows;

/**
 * A symmetric positive semidefinite matrix that is filled entry by entry, factored into {@code L
 * Lᵀ} in place, and used to solve. Each diagonal entry is raised by one part in 10<sup>13</sup>,
 * and pivots have a lower limit of a part of that, so that nearly dependent rows do not break the
 * factorisation. The result is the factor of a nearby matrix, for solutions that are refined.
 */
interface SymmetricFactor {

  /** The factor by which each diagonal entry is raised. */
  double RAISED = 1 + 1e-13;

  /** The least pivot, as a fraction of its diagonal entry; smaller ones are rounding. */
  double LEAST_PIVOT = 1e-14;

  /** Sets all entries to 0. */
  void clear();

  /** Adds to entry (i, k), {@code k <= i}. */
  default void add(int i, int k, double value) {
    addAt(at(i, k), value);
  }

  /** Returns the position of entry (i, k), {@code k <= i}, for repeated additions. */
  int at(int i, int k);

  /** Adds to the entry at a place. */
  void addAt(int at, double value);

  /** Sets entry (i, k), {@code k <= i}, to 0. */
  void erase(int i, int k);

  /** Factors; false if an entry is not finite. */
  boolean factor();

  /** Solves in place after {@link #factor}: {@code x} is the right-hand side, then the solution. */
  void solve(double[] x);
}
