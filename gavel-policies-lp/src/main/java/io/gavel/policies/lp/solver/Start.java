package io.gavel.policies.lp.solver;

import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import java.util.Arrays;
import java.util.List;

/** Estimates of prices before programs are solved. */
interface Start {

  /** Nothing is known. */
  Start NONE = new Given(List.of(), 0);

  /** Returns the estimate for the next program. */
  Near next(AllocationProgram program);

  /** Estimated prices of a program. */
  interface Near {

    /**
     * Returns the prices of pools, then of coupling rows, {@code [resource]}; empty if none are
     * known.
     */
    double[] price();

    /** Returns the assumed relative error of the prices; 0 if a job was added. */
    double off();

    /** Takes over the solution of the program, and whether the prices led to it. */
    default void learn(CertifiedSolution found, boolean led) {}
  }

  /** The same prices for each program. Immutable. */
  record Given(List<Double> prices, double off) implements Start, Near {

    static Given of(double[] prices, double off) {
      return new Given(Arrays.stream(prices).boxed().toList(), off);
    }

    @Override
    public Near next(AllocationProgram program) {
      return this;
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
