package io.gavel.policies.lp.solver.program;

import io.gavel.policies.Prices;
import io.gavel.policies.lp.solver.coefficients.ImplicitPairClasses;
import io.gavel.policies.lp.solver.coefficients.ImplicitPairs;
import io.gavel.policies.lp.solver.coefficients.PairClassBound;
import io.gavel.policies.lp.solver.coefficients.PairClasses;
import io.gavel.policies.lp.solver.coefficients.ProgramColumns;
import io.gavel.policies.lp.solver.coefficients.Utility;

/**
 * An upper bound on the objective of a program, proved by prices: no feasible point exceeds it.
 *
 * <p>By weak duality the bound is {@code Σ workers_k p_k + Σ u_m − Σ floor_m y_m}, plus, for each
 * job with a utility, the supremum of the utility minus {@code y_m · throughput}. The prices are
 * {@code p} of pools, {@code u} of time and {@code y} of throughput, all at least 0, with
 *
 * <pre>
 *   gain_c + Σ_{m of c} rate_{mc} y_m  ≤  size_c p_k + Σ_{m of c} u_m   for every column c
 *   Σ requirement_m y_m  ≥  1                                          if the program has a level
 * </pre>
 *
 * <p>Given prices are first repaired: all of them are scaled so that the second line is an
 * equality, and {@code u} is raised where the first line is violated (for jobs outside pairs it is
 * set to the least value that satisfies it). So the bound is valid for wrong prices too, but then
 * it is not tight. It takes one pass over the columns, O(columns); if pairs are known by job type,
 * one pass over the columns of classes. Immutable.
 */
public final class DualBound {

  private final double value;
  private final Prices prices;

  private DualBound(double value, Prices prices) {
    this.value = value;
    this.prices = prices;
  }

  /**
   * Wraps a bound that was proved elsewhere. Nothing is checked.
   *
   * @param value an upper bound on the objective, in its unit; positive infinity if none is known
   * @param prices the prices that prove it, in units of the objective per unit of each row
   * @return the bound
   */
  public static DualBound proved(double value, Prices prices) {
    return new DualBound(value, prices);
  }

  /**
   * Proves a bound from prices of pools, time and throughput.
   *
   * @param program the program
   * @param claim any prices, in units of the objective per unit of each row
   * @return the bound and the repaired prices that prove it; positive infinity if the prices prove
   *     nothing
   */
  public static DualBound of(AllocationProgram program, Prices claim) {
    return of(program, claim, new double[program.sideConstraints().count()]);
  }

  /**
   * Proves a bound with prices of side rows. The price of a side row adds to the worth of the
   * columns that help to satisfy the row.
   *
   * @param program the program
   * @param claim any prices, in units of the objective per unit of each row
   * @param side prices of the side rows, at least 0, {@code [side row]}; copied
   * @return the bound and the repaired prices that prove it together with those of the side rows,
   *     scaled by the same factor; positive infinity if the prices prove nothing
   */
  public static DualBound of(AllocationProgram program, Prices claim, double[] side) {
    if (program.hasPairsByType()) { // such a program has no side rows
      ImplicitPairs pairs = program.shared().get(0);
      return of(
          program,
          new ImplicitPairClasses(pairs, program.columns(), program.objective()).all(),
          claim);
    }
    double scale = scaleToLevel(program, claim);
    if (!Double.isFinite(scale)) {
      return new DualBound(Double.POSITIVE_INFINITY, claim);
    }
    double[] pools = new double[program.poolCount()];
    double[] owed = new double[program.jobCount()];
    double value = 0;
    for (int k = 0; k < pools.length; k++) {
      pools[k] = claim.ofPool(k) * scale;
      value += pools[k] * program.workers(k);
    }
    for (int m = 0; m < owed.length; m++) {
      owed[m] = claim.ofThroughput(m) * scale;
      value -= owed[m] * program.floor(m);
      if (program.weight(m) > 0) {
        value += Utility.conjugate(program.power(), program.weight(m), owed[m]);
      }
    }
    double[] time = timePrices(program, claim, scale, pools, owed, side);
    for (double u : time) {
      value += u;
    }
    return new DualBound(value, Prices.of(pools, time, owed));
  }

  /**
   * Proves a bound over all pairs of jobs that classes of jobs describe.
   *
   * @param program a program with pairs by job type
   * @param classes classes of its jobs, with the columns of the classes
   * @param claim any prices of the jobs and pools, in units of the objective per unit of each row
   * @return the bound and the repaired prices that prove it; positive infinity if the prices prove
   *     nothing
   */
  @SuppressWarnings("exports") // for packages of this module that are not exported
  public static DualBound of(AllocationProgram program, PairClasses classes, Prices claim) {
    PairClassBound bound =
        PairClassBound.of(
            program.polytope.workers, program.polytope.floor, program.objective(), classes, claim);
    return new DualBound(bound.value(), bound.prices());
  }

  private static double scaleToLevel(AllocationProgram program, Prices claim) {
    if (!program.hasLevel()) {
      return 1;
    }
    double sum = 0;
    for (int m = 0; m < program.jobCount(); m++) {
      sum += program.requirement(m) * claim.ofThroughput(m);
    }
    return 1 / sum;
  }

  private static double[] timePrices(
      AllocationProgram program,
      Prices claim,
      double scale,
      double[] pools,
      double[] owed,
      double[] side) {
    ProgramColumns programColumns = program.columns();
    double[] sideWorth =
        side.length > 0
            ? program.sideConstraints().worth(side, programColumns.count())
            : new double[0];
    double[] time = new double[program.jobCount()];
    for (int c = 0; c < programColumns.count(); c++) {
      if (programColumns.second[c] >= 0) { // only members of pairs need the claimed price
        time[programColumns.first[c]] = claim.ofTime(programColumns.first[c]) * scale;
        time[programColumns.second[c]] = claim.ofTime(programColumns.second[c]) * scale;
      }
    }
    for (int c = 0; c < programColumns.count(); c++) {
      int first = programColumns.first[c];
      int second = programColumns.second[c];
      double worth = program.gain(c) + programColumns.rate[c] * owed[first];
      double paid = programColumns.size[c] * pools[programColumns.pool[c]] + time[first];
      if (second >= 0) {
        worth += programColumns.secondRate[c] * owed[second];
        paid += time[second];
      }
      if (sideWorth.length > 0) {
        worth += scale * sideWorth[c];
      }
      if (worth > paid) {
        time[first] += worth - paid;
      }
    }
    return time;
  }

  /**
   * The bound.
   *
   * @return a value that no feasible point exceeds, in the unit of the objective
   */
  public double value() {
    return value;
  }

  /**
   * The prices that prove it.
   *
   * @return prices that satisfy the two lines in the description of this class
   */
  public Prices prices() {
    return prices;
  }
}
