package io.gavel.policies.lp.solver;

import io.gavel.policies.Prices;

/** What a solver says of a program. */
public sealed interface SolverOutcome {

  /** A claimed optimum. Immutable. */
  final class Solved implements SolverOutcome {
    private final double[] fractions;
    private final Prices prices;

    /**
     * A claimed optimum.
     *
     * @param fractions the point, {@code [column]}; copied
     * @param prices the dual solution, in units of the objective per unit of each row
     */
    public Solved(double[] fractions, Prices prices) {
      this.fractions = fractions.clone();
      this.prices = prices;
    }

    /**
     * The point.
     *
     * @return fractions, a copy, {@code [column]}
     */
    public double[] fractions() {
      return fractions.clone();
    }

    /**
     * The dual solution.
     *
     * @return the prices
     */
    public Prices prices() {
      return prices;
    }
  }

  /**
   * No point keeps all floors.
   *
   * @param reason in the solver's words
   */
  record Infeasible(String reason) implements SolverOutcome {}

  /**
   * The solver gave up, or contradicts itself.
   *
   * @param reason in the solver's words
   */
  record Stopped(String reason) implements SolverOutcome {}
}
