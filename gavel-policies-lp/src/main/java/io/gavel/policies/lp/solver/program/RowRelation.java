package io.gavel.policies.lp.solver.program;

/** How the sum of a coupling row is related to its bound. */
public enum RowRelation {

  /** The sum is at most the bound. */
  AT_MOST,

  /** The sum is at least the bound. */
  AT_LEAST,

  /** The sum is the bound. */
  EXACTLY;

  /**
   * The sign of a row's price in the cost of a column: a price of {@link #AT_LEAST} is a reward.
   *
   * @return 1 or −1
   */
  int sign() {
    return this == AT_LEAST ? -1 : 1;
  }
}
