package io.gavel.policies.lp.solver.interior.rows;

/**
 * A symmetric positive semidefinite matrix that is filled entry by entry, factored into {@code L
 * Lᵀ} in place, and solved with. Each diagonal entry is raised by one part in 10<sup>13</sup>, and
 * no pivot counts for less than a part of that, so that rows which say the same but for rounding
 * can be told apart. The factor is one of a matrix nearby, for solutions that are refined.
 */
interface SymmetricFactor {

  double RAISED = 1 + 1e-13;

  /** The part of a diagonal entry below which what is left of it is rounding. */
  double NOTHING = 1e-14;

  /** Sets all entries to 0. */
  void clear();

  /** Adds to entry (i, k), {@code k <= i}. */
  void add(int i, int k, double value);

  /** Sets entry (i, k), {@code k <= i}, to 0. */
  void erase(int i, int k);

  /** Factors; false if an entry is not finite. */
  boolean factor();

  /** Solves in place. */
  void solve(double[] x);
}
