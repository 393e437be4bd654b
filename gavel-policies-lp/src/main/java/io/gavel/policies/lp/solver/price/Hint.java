package io.gavel.policies.lp.solver.price;

import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.DualBound;
import java.util.Arrays;

/** Where the first prices of the {@linkplain PricedSolver pricing loop} come from. */
public sealed interface Hint {

  /**
   * The prices of a sample of the jobs.
   *
   * @param spread the range of prices within which all jobs decide, as a part of each: prices of a
   *     sample are as much more precise; 1 for jobs of all kinds
   */
  record Sample(double spread) implements Hint {}

  /** Known prices. Immutable. */
  final class Known implements Hint {

    final double[] price;
    final double error;

    /**
     * Takes over prices.
     *
     * @param price of pools and then of coupling rows, {@code [resource]}: of a level in any unit,
     *     of a sum or utilities in the unit of the objective per unit of each; copied
     * @param error the assumed relative error of the prices; 0 for that of a job more or less
     */
    public Known(double[] price, double error) {
      this.price = price.clone();
      this.error = error;
    }

    /** Takes over the prices of a bound. */
    public static Known of(DualBound bound, double error) {
      double[] pools = bound.prices().pools();
      double[] rows = bound.rowPrices();
      double[] price = Arrays.copyOf(pools, pools.length + rows.length);
      System.arraycopy(rows, 0, price, pools.length, rows.length);
      return new Known(price, error);
    }
  }

  /**
   * A point, optimal for an earlier program over the same columns: jobs that its prices leave no
   * other choice keep its fractions.
   *
   * @param earlier the point, with the prices that prove it
   */
  record Above(CertifiedSolution earlier) implements Hint {}
}
