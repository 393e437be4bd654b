package io.gavel.policies.lp.solver;

import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.solver.CertifiedSolver.Options;
import io.gavel.policies.lp.solver.internal.price.Hint;
import io.gavel.policies.lp.solver.internal.price.PricedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** An estimate of prices before a program is solved. */
interface Start {

  /** Returns the same prices of pools for each program. */
  static Start given(double[] prices, double off) {
    return new Given(Arrays.stream(prices).boxed().toList(), off);
  }

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

  /** Returns a solution found from these prices; empty if it is not certified. */
  default Optional<CertifiedSolution> solution(AllocationProgram program, Options options) {
    double[] price = price();
    if (price.length == 0) {
      return Optional.empty();
    }
    boolean precise = options.precise();
    PricedSolver solver = precise ? Route.priced().precise() : Route.priced();
    Tolerance aim = precise ? PricedSolver.preciseTolerance(program) : options.tolerance();
    return solver
        .from(program, new Hint.Known(price, off()), options.limits())
        .filter(found -> found.holdsWithin(aim));
  }

  /** Takes over the solution of the program, and whether the prices led to it. */
  default void learn(CertifiedSolution found, boolean led) {}

  /** The same prices for each program. Immutable. */
  record Given(List<Double> prices, double off) implements Start {
    @Override
    public double[] price() {
      return prices.stream().mapToDouble(Double::doubleValue).toArray();
    }

    /** Returns the text for the options of a solver. */
    @Override
    public String toString() {
      return " starting from " + prices + (off > 0 ? " off by " + off : "");
    }
  }
}
