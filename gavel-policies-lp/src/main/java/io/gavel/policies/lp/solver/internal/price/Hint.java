package io.gavel.policies.lp.solver.internal.price;

import io.gavel.policies.Prices;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.DualBound;
import java.util.Arrays;

/** Where the first prices of the {@linkplain PricedSolver pricing loop} come from. */
public sealed interface Hint {

  /**
   * The prices of a sample of the jobs.
   *
   * @param spread the range of prices within which all jobs decide, as a part of each: prices of a
   *     sample are as much more precise; 1 for arbitrary jobs
   */
  record Sample(double spread) implements Hint {}

  /**
   * Known prices.
   *
   * @param price of pools and then of coupling rows, {@code [resource]}: of a level in any unit, of
   *     a sum or utilities in the unit of the objective per unit of each; not copied
   * @param error the assumed relative error of the prices; 0 for that of a job more or less
   */
  @SuppressWarnings("ArrayRecordComponent") // is never compared
  record Known(double[] price, double error) implements Hint {}

  /**
   * A point and prices close to the optimum of a program of utilities.
   *
   * @param fractions {@code [column]}; 0 for jobs whose fractions follow from the prices; ignored
   *     for jobs without a weight; not copied
   * @param price of pools and then of coupling rows, {@code [resource]}; not copied
   */
  @SuppressWarnings("ArrayRecordComponent") // is never compared
  record Near(double[] fractions, double[] price) implements Hint {}

  /** Returns the prices of a bound, of pools and then of coupling rows, {@code [resource]}. */
  static double[] prices(DualBound bound) {
    double[] pools = bound.prices().pools();
    double[] rows = bound.rowPrices();
    double[] price = Arrays.copyOf(pools, pools.length + rows.length);
    System.arraycopy(rows, 0, price, pools.length, rows.length);
    return price;
  }

  /**
   * A point, optimal for an earlier program over the same columns: jobs that its prices leave no
   * other choice keep its fractions.
   *
   * @param program the earlier linear program
   * @param proof the prices that prove its optimum
   * @param fractions the optimal point, {@code [column]}; not copied
   */
  @SuppressWarnings("ArrayRecordComponent") // is never compared
  record Above(AllocationProgram program, DualBound proof, double[] fractions) implements Hint {

    /** A job that pays less, relative to the one that pays most, pays nothing but rounding. */
    private static final double ROUNDING = 1e-9;

    /**
     * Returns the reduced cost of the cheapest choice that a job does not need for its tight rows,
     * relative to its payments, {@code [job]}.
     *
     * <p>A job's choices are its columns, idling and more throughput than it is owed. It needs one
     * of them for the row of its time and one for that of its throughput, if it has such a row.
     */
    double[] margins() {
      Prices prices = proof.prices();
      double[] fastest = program.fastest();
      double[][] least = new double[fastest.length][]; // the three lowest costs, ascending
      double[] paid = new double[fastest.length];
      for (int m = 0; m < least.length; m++) {
        boolean owed = !program.isIndifferentTo(m);
        double more = owed ? prices.ofThroughput(m) * fastest[m] : 0;
        least[m] = new double[] {more, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY};
        paid[m] = prices.ofTime(m);
        insert(least[m], paid[m]);
      }
      double[] costs = program.reducedCosts(proof);
      for (int c = 0; c < costs.length; c++) {
        int m = program.first(c);
        insert(least[m], costs[c]);
        paid[m] = Math.max(paid[m], program.size(c) * prices.ofPool(program.pool(c)));
      }
      double nothing = ROUNDING * Arrays.stream(paid).max().orElse(0);
      double[] margins = new double[least.length];
      Arrays.setAll(margins, m -> paid[m] > nothing ? least[m][2] / paid[m] : 0);
      return margins;
    }

    private static void insert(double[] least, double cost) {
      double left = cost;
      for (int i = 0; i < least.length; i++) {
        double larger = Math.max(least[i], left);
        least[i] = Math.min(least[i], left);
        left = larger;
      }
    }
  }
}
