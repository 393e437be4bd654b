package io.gavel.policies.lp.solver.program;

import io.gavel.policies.Prices;
import java.util.Optional;

/** What a solver says of a program. Immutable. */
public sealed interface SolverOutcome {

  /** A claimed optimum. Immutable. */
  final class Solved implements SolverOutcome {
    private final double[] fractions;
    private final Prices prices;
    private final double[] sidePrices;
    private final int steps;

    /**
     * A claimed optimum.
     *
     * @param fractions the point, {@code [column]}; copied
     * @param prices the dual solution, in units of the objective per unit of each row
     */
    public Solved(double[] fractions, Prices prices) {
      this(fractions, prices, new double[0]);
    }

    /**
     * A claimed optimum of a program with side rows.
     *
     * @param fractions the point, {@code [column]}; copied
     * @param prices the dual solution, in units of the objective per unit of each row
     * @param sidePrices the same for the side rows, at least 0, {@code [side row]}; copied
     */
    public Solved(double[] fractions, Prices prices, double[] sidePrices) {
      this(fractions, prices, sidePrices, 0);
    }

    /**
     * A claimed optimum of a solver that counts its steps.
     *
     * @param fractions the point, {@code [column]}; copied
     * @param prices the dual solution, in units of the objective per unit of each row
     * @param sidePrices the same for the side rows, at least 0, {@code [side row]}; copied
     * @param steps how many it took; 0 if it does not count them
     */
    public Solved(double[] fractions, Prices prices, double[] sidePrices, int steps) {
      this.fractions = fractions.clone();
      this.prices = prices;
      this.sidePrices = sidePrices.clone();
      this.steps = steps;
    }

    /**
     * The work.
     *
     * @return steps of the solver, whatever it takes for one; 0 if it does not count them
     */
    public int steps() {
      return steps;
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

    /**
     * The dual solution of the side rows.
     *
     * @return prices, a copy, {@code [side row]}
     */
    public double[] sidePrices() {
      return sidePrices.clone();
    }
  }

  /**
   * The limits ended the solve.
   *
   * @param best the best that was found until then; empty if nothing was
   */
  record Interrupted(Optional<Solved> best) implements SolverOutcome {}

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
  record Declined(String reason) implements SolverOutcome {}
}
