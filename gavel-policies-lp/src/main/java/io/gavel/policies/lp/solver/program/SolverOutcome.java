package io.gavel.policies.lp.solver.program;

import io.gavel.policies.Prices;
import java.util.Optional;

/** The outcome of a solver for a program. Immutable. */
public sealed interface SolverOutcome {

  /**
   * Returns the point and prices of the outcome.
   *
   * @return the claimed optimum, the best of an interrupted solve, or empty if there are none
   */
  default Optional<Solved> claim() {
    if (this instanceof Solved solved) {
      return Optional.of(solved);
    }
    return this instanceof Interrupted interrupted ? interrupted.best() : Optional.empty();
  }

  /** A claimed optimum. Immutable. */
  final class Solved implements SolverOutcome {
    final double[] fractions;
    private final Prices prices;
    private final double[] free;
    private final double[] rowPrices;
    private final int steps;

    /**
     * Creates a claim about a program without coupling rows and free variables.
     *
     * @param fractions the point, {@code [column]}; copied
     * @param prices the dual solution, in units of the objective per unit of each row
     */
    public Solved(double[] fractions, Prices prices) {
      this(fractions, new double[0], prices, new double[0], 0);
    }

    /**
     * Creates a claim about any program.
     *
     * @param fractions the point, {@code [column]}; copied
     * @param free the values of the free variables in the unit of each, {@code [free variable]};
     *     copied
     * @param prices the dual solution, in units of the objective per unit of each row
     * @param rowPrices the same for the coupling rows, with the signs of {@link
     *     DualBound#rowPrices}, {@code [row]}; copied
     * @param steps the number of steps taken; 0 if the solver does not count them
     */
    public Solved(double[] fractions, double[] free, Prices prices, double[] rowPrices, int steps) {
      this(fractions.clone(), free.clone(), rowPrices.clone(), prices, steps);
    }

    /** Creates a claim from arrays that are not copied. */
    private Solved(
        double[] fractions, double[] free, double[] rowPrices, Prices prices, int steps) {
      this.fractions = fractions;
      this.free = free;
      this.prices = prices;
      this.rowPrices = rowPrices;
      this.steps = steps;
    }

    /** Returns a point with the prices of a bound, whose arrays are never modified. */
    static Solved of(double[] fractions, double[] free, DualBound bound) {
      return new Solved(fractions, free, bound.rowPrices(), bound.prices(), 0);
    }

    /**
     * Returns a copy in a program with other units.
     *
     * @param newFree the values of the free variables in the unit of each, {@code [free variable]};
     *     copied
     * @param newPrices the dual solution of the rows of time, pools and throughput
     * @param newRowPrices the prices of the coupling rows, {@code [row]}; copied
     * @return the claim in these units
     */
    public Solved inUnits(double[] newFree, Prices newPrices, double[] newRowPrices) {
      return new Solved(fractions, newFree.clone(), newRowPrices.clone(), newPrices, steps);
    }

    /**
     * Returns whether the claim has a fraction for each column.
     *
     * @param program the program that the solver was given
     * @return true if so
     */
    public boolean fits(AllocationProgram program) {
      return fractions.length == program.columnCount();
    }

    /**
     * Returns the number of steps taken.
     *
     * @return steps as the solver defines them; 0 if it does not count them
     */
    public int steps() {
      return steps;
    }

    /**
     * Returns the claimed point.
     *
     * @return fractions, a copy, {@code [column]}
     */
    public double[] fractions() {
      return fractions.clone();
    }

    /**
     * Returns the dual solution of the rows of time, pools and throughput.
     *
     * @return prices, in units of the objective per unit of each row
     */
    public Prices prices() {
      return prices;
    }

    /**
     * Returns the claimed values of the free variables.
     *
     * @return values, a copy, {@code [free variable]}; empty if there are no free variables
     */
    public double[] free() {
      return free.clone();
    }

    /**
     * Returns the dual solution of the coupling rows.
     *
     * @return prices, a copy, {@code [row]}; empty if there are no coupling rows
     */
    public double[] rowPrices() {
      return rowPrices.clone();
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
