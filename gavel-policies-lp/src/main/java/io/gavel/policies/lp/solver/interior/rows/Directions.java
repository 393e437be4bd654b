package io.gavel.policies.lp.solver.interior.rows;

/** Newton's equations of an interior-point method on a {@link RowProgram}. Mutable. */
interface Directions {

  /** Factors the equations at a point; false if they are numerically singular. */
  boolean factor(RowIterate at);

  /**
   * Finds the direction that closes the gaps and brings the products to their targets, after {@link
   * #factor}.
   *
   * @param at the same point
   * @return the largest residual of the rows
   */
  double solve(RowIterate at, RowResiduals open, RowIterate direction);
}
