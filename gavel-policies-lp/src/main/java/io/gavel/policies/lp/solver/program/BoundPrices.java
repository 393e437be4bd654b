package io.gavel.policies.lp.solver.program;

import io.gavel.policies.Prices;
import io.gavel.policies.lp.solver.internal.coefficients.CompensatedSum;

/**
 * The prices of pools, throughput and coupling rows in a {@link DualBound}, repaired so that they
 * bound the worth of free variables. Mutable.
 */
final class BoundPrices {

  private static final int MOST_PASSES = 3;

  /** The rounding of a sum of products, relative to the sum of their sizes. */
  private static final double ROUNDING = 0x1p-50;

  private final AllocationProgram program;
  private final FreeVariables free;

  /** The factor from claimed prices to these. */
  final double scale;

  /** Prices of pools, {@code [pool]}. */
  final double[] pools;

  /** Prices of throughput, {@code [job]}. */
  final double[] owed;

  /** Prices of rows with the signs that they have in the cost of a column, {@code [row]}. */
  final double[] signed;

  /** Returns the price of the rows for each column, {@code [column]}. */
  final double[] ofColumn;

  /** What rounding took from that, {@code [column]}. */
  final double[] restOfColumn;

  private final double[] ofFree;

  BoundPrices(AllocationProgram program, Prices claim, double[] rowPrices, double scale) {
    this.program = program;
    this.scale = scale;
    free = program.freeVariables();
    pools = new double[program.poolCount()];
    for (int k = 0; k < pools.length; k++) {
      pools[k] = claim.ofPool(k) * scale;
    }
    owed = new double[program.jobCount()];
    for (int m = 0; m < owed.length; m++) {
      owed[m] = claim.ofThroughput(m) * scale;
    }
    signed = program.rows().signed(rowPrices);
    for (int i = 0; i < signed.length; i++) {
      signed[i] *= scale;
    }
    ofColumn = new double[signed.length > 0 ? program.columnCount() : 0];
    restOfColumn = new double[ofColumn.length];
    ofFree = new double[free.count()];
  }

  /**
   * Makes the reduced cost of every free variable without an upper bound nonpositive: lowers its
   * receipts or, if that is not enough, raises its payments. False if the prices allow neither.
   */
  boolean repair() {
    boolean paid = true;
    for (int pass = 0; pass < MOST_PASSES; pass++) {
      paid = true;
      for (int f = 0; f < free.count(); f++) {
        paid &= free.most(f) < Double.POSITIVE_INFINITY || pays(f);
      }
    }
    for (int f = 0; f < free.count(); f++) { // what made one pay may have let another go
      paid &= free.most(f) < Double.POSITIVE_INFINITY || isPaid(f, sums(f));
    }
    program.rows().addCosts(signed, ofColumn, restOfColumn, ofFree);
    for (int f = 0; f < free.count(); f++) {
      int of = f;
      free.forEach(f, (k, size) -> ofFree[of] += size * pools[k]);
    }
    return paid;
  }

  /** Returns the payments and receipts of a free variable. */
  private double[] sums(int f) {
    double[] sums = new double[2];
    free.forEach(f, (k, size) -> add(size * pools[k], sums));
    program.rows().forEachOfFree(f, (i, e) -> add(e * signed[i], sums));
    return sums;
  }

  private boolean isPaid(int f, double[] sums) {
    double open = free.gain(f) + sums[1] - sums[0];
    return open <= ROUNDING * (Math.abs(free.gain(f)) + sums[0] + sums[1]);
  }

  private boolean pays(int f) {
    double[] sums = sums(f);
    if (isPaid(f, sums)) {
      return true;
    }
    double paid = sums[0];
    double received = sums[1];
    boolean lower = free.gain(f) <= paid;
    double factor = lower ? (paid - free.gain(f)) / received : (free.gain(f) + received) / paid;
    int sign = lower ? -1 : 1;
    free.forEach(f, (k, size) -> pools[k] *= sign * size * pools[k] > 0 ? factor : 1);
    program.rows().forEachOfFree(f, (i, e) -> signed[i] *= sign * e * signed[i] > 0 ? factor : 1);
    return factor < Double.POSITIVE_INFINITY;
  }

  private static void add(double term, double[] sums) {
    sums[term > 0 ? 0 : 1] += Math.abs(term);
  }

  /** Adds what pools, rows and free variables add to the bound. */
  void addTo(CompensatedSum value) {
    for (int k = 0; k < pools.length; k++) {
      value.addProduct(pools[k], program.workers(k));
    }
    for (int i = 0; i < signed.length; i++) {
      value.addProduct(signed[i], program.rows().bound(i));
    }
    for (int f = 0; f < ofFree.length; f++) {
      double worth = free.gain(f) - ofFree[f];
      if (worth > 0 && free.most(f) < Double.POSITIVE_INFINITY) {
        value.addProduct(worth, free.most(f));
      }
    }
  }

  /** Returns the prices of rows as stated, {@code [row]}. */
  double[] rowPrices() {
    double[] prices = signed.clone();
    for (int i = 0; i < prices.length; i++) {
      prices[i] *= program.rows().sign(i);
    }
    return prices;
  }
}
