package io.gavel.policies.lp.solver;

import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import java.util.Arrays;
import java.util.List;

/** An estimate of prices before a program is solved. */
interface Start {

  /** Returns the estimate for the next program. */
  default Start next(AllocationProgram program) {
    return this;
  }

  /**
   * Returns the prices of pools, then of coupling rows, {@code [resource]}; empty if none are
   * known.
   */
  default double[] price() {
    return new double[0];
  }

  /** Returns the assumed relative error of the prices; 0 if a job was added. */
  default double off() {
    return 0;
  }

  /** Takes over the solution of the program, and whether the prices led to it. */
  default void learn(CertifiedSolution found, boolean led) {}

  /** The same prices for each program. Immutable. */
  record Given(List<Double> prices, double off) implements Start {

    /** Nothing is known. */
    static final Start NONE = new Given(List.of(), 0);

    static Given of(double[] prices, double off) {
      return new Given(Arrays.stream(prices).boxed().toList(), off);
    }

    @Override
    public double[] price() {
      return prices.stream().mapToDouble(Double::doubleValue).toArray();
    }

    /** Returns the text for the options of a solver. */
    @Override
    public String toString() {
      return prices.isEmpty() ? "" : " starting from " + prices + (off > 0 ? " off by " + off : "");
    }
  }
}
