package io.gavel.policies.lp.solver.internal.interior;

/** Newton's equations of the interior-point method on a {@link BlockProgram}. Mutable. */
public interface NewtonSystem {

  /** Factors the equations at a point; false if they are numerically singular. */
  boolean factor(Iterate at);

  /**
   * Finds the direction that closes the gaps and brings the products to their targets, after {@link
   * #factor}.
   *
   * @param at the same point
   * @return the largest residual of the rows, relative to the sizes of their terms
   */
  double solve(Iterate at, Residuals open, Iterate direction);

  /** Finds the direction of a predictor, which need not be as precise. */
  default void predict(Iterate at, Residuals open, Iterate direction) {
    solve(at, open, direction);
  }
}
