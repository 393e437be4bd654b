package io.gavel.policies.lp.solver.program;

import io.gavel.policies.Prices;
import java.util.Optional;

/** The outcome of a solver for a program. Immutable. */
public sealed interface SolverOutcome {

  /** A claimed optimum. Immutable. */
  final class Solved implements SolverOutcome {
    private final double[] fractions;
    private final Prices prices;
    private final double[] sidePrices;
    private final int steps;

    /**
     * Creates a claim about a program without side rows.
     *
     * @param fractions the point, {@code [column]}; copied
     * @param prices the dual solution, in units of the objective per unit of each row
     */
    public Solved(double[] fractions, Prices prices) {
      this(fractions, prices, new double[0]);
    }

    /**
     * Creates a claim about a program with side rows.
     *
     * @param fractions the point, {@code [column]}; copied
     * @param prices the dual solution, in units of the objective per unit of each row
     * @param sidePrices the same for the side rows, at least 0, {@code [side row]}; copied
     */
    public Solved(double[] fractions, Prices prices, double[] sidePrices) {
      this(fractions, prices, sidePrices, 0);
    }

    /**
     * Creates a claim with a count of steps.
     *
     * @param fractions the point, {@code [column]}; copied
     * @param prices the dual solution, in units of the objective per unit of each row
     * @param sidePrices the same for the side rows, at least 0, {@code [side row]}; copied
     * @param steps the number of steps taken; 0 if the solver does not count them
     */
    public Solved(double[] fractions, Prices prices, double[] sidePrices, int steps) {
      this.fractions = fractions.clone();
      this.prices = prices;
      this.sidePrices = sidePrices.clone();
      this.steps = steps;
    }

    /**
     * The number of steps taken.
     *
     * @return steps as the solver defines them; 0 if it does not count them
     */
    public int steps() {
      return steps;
    }

    /**
     * The claimed point.
     *
     * @return fractions, a copy, {@code [column]}
     */
    public double[] fractions() {
      return fractions.clone();
    }

    /**
     * The dual solution of the rows of time, pools and throughput.
     *
     * @return prices, in units of the objective per unit of each row
     */
    public Prices prices() {
      return prices;
    }

    /**
     * The dual solution of the side rows.
     *
     * @return prices, at least 0, a copy, {@code [side row]}; empty if there are no side rows
     */
    public double[] sidePrices() {
      return sidePrices.clone();
    }
  }

  /**
   * The limits ended the solve.
   *
   * @param best the best point and prices found so far; empty if there are none
   */
  record Interrupted(Optional<Solved> best) implements SolverOutcome {}

  /**
   * The solver claims that no feasible point meets all floors.
   *
   * @param reason the solver's name and its reason
   */
  record Infeasible(String reason) implements SolverOutcome {}

  /**
   * The solver does not suit the program, gave up, or returned contradictory results.
   *
   * @param reason the solver's name and its reason
   */
  record Declined(String reason) implements SolverOutcome {}
}
