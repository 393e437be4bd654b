package io.gavel.policies.lp.solver.program;

import io.gavel.policies.Prices;
import io.gavel.policies.lp.solver.internal.coefficients.CompensatedSum;
import io.gavel.policies.lp.solver.internal.coefficients.ImplicitPairClasses;
import io.gavel.policies.lp.solver.internal.coefficients.PairClassBound;
import io.gavel.policies.lp.solver.internal.coefficients.PairClasses;
import io.gavel.policies.lp.solver.internal.coefficients.ProgramColumns;
import io.gavel.policies.lp.solver.internal.coefficients.Utility;
import java.util.Arrays;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * An upper bound on the objective of a program, proved by prices: no feasible point exceeds it.
 *
 * <p>By weak duality the bound is {@code Σ workers_k p_k + Σ u_m − Σ floor_m y_m ± Σ bound_i π_i},
 * plus, for each job with a utility, the supremum of the utility minus {@code y_m · throughput},
 * and plus {@code most_f} times the reduced cost of a free variable. The prices are {@code p} of
 * pools, {@code u} of time, {@code y} of throughput and {@code π} of coupling rows, all at least 0
 * except prices of equations, with
 *
 * <pre>
 *   gain_c + Σ_{m of c} rate_{mc} y_m  ≤  size_c p_k + Σ_{m of c} u_m ± Σ a_{ic} π_i   for every column c
 *   gain_f  ≤  Σ size_{kf} p_k ± Σ e_{if} π_i        for every free variable f without a largest value
 *   Σ requirement_m y_m  ≥  1                        if the program has a level
 * </pre>
 *
 * <p>The sign of a row is − if its sum must be at least the bound: its price is then what one unit
 * less would add to the objective.
 *
 * <p>Given prices are first repaired: negative prices of inequalities become 0, all prices are
 * scaled so that the third line is an equality, those of the entries of a free variable are scaled
 * where the second line is violated, and {@code u} is raised where the first line is violated (for
 * jobs outside pairs it is set to the least value that satisfies it). So the bound is valid for
 * wrong prices too, but then it is not tight. It takes one pass over the columns, O(columns); if
 * pairs are known by job type, one pass over the columns of classes. Immutable.
 */
public final class DualBound {

  /** Prices of a level that add up to 1 and at most this more are not scaled. */
  private static final double ROUNDING = 0x1p-50;

  private final double value;
  private final Prices prices;
  private final CouplingRows rows;
  private final double[] rowPrices;

  /**
   * The prices, including the prices of rows by name: there may be thousands, and few bounds need
   * them.
   */
  private @Nullable Prices named;

  private DualBound(double value, Prices prices, CouplingRows rows, double[] rowPrices) {
    this.value = value;
    this.prices = prices;
    this.rows = rows;
    this.rowPrices = rowPrices;
  }

  /**
   * Wraps a bound that was proved elsewhere, without prices of coupling rows. Nothing is checked.
   *
   * @param value an upper bound on the objective, in its unit; positive infinity if none is known
   * @param prices the prices that prove it, in units of the objective per unit of each row
   * @return the bound
   */
  public static DualBound proved(double value, Prices prices) {
    return new DualBound(value, prices, CouplingRows.none(), new double[0]);
  }

  /**
   * Returns the prices of a method that may have failed. Any prices prove a bound, though not a
   * tight one, so an invalid price counts as 0: a negative one, and one that is not finite.
   *
   * @param pools objective per worker, {@code [pool]}; repaired in place; not copied
   * @param time objective per unit of a job's wall-clock time, {@code [job]}; likewise
   * @param throughput objective per step per second that a job must receive, {@code [job]};
   *     likewise
   * @return prices for a claim about a program
   */
  public static Prices claimed(double[] pools, double[] time, double[] throughput) {
    for (double[] prices : new double[][] {pools, time, throughput}) {
      for (int i = 0; i < prices.length; i++) {
        prices[i] = prices[i] >= 0 && prices[i] <= Double.MAX_VALUE ? prices[i] : 0;
      }
    }
    return Prices.of(pools, time, throughput);
  }

  /**
   * Proves a bound from prices of pools, time, throughput and constraints; coupling rows without a
   * price of their name have the price 0.
   *
   * @param program the program
   * @param claim any prices, in units of the objective per unit of each row
   * @return the bound and the repaired prices that prove it; positive infinity if the prices prove
   *     nothing
   */
  public static DualBound of(AllocationProgram program, Prices claim) {
    return of(program, claim, program.rows().prices(claim.constraints()));
  }

  /**
   * Proves a bound with prices of coupling rows.
   *
   * @param program the program
   * @param claim any prices, in units of the objective per unit of each row
   * @param rowPrices any prices of the coupling rows, in units of the objective per unit of each
   *     row, {@code [row]}; copied
   * @return the bound and the repaired prices that prove it; positive infinity if the prices prove
   *     nothing
   * @throws IllegalArgumentException if there is not one price for each coupling row
   */
  public static DualBound of(AllocationProgram program, Prices claim, double[] rowPrices) {
    if (rowPrices.length != program.rows().count()) {
      throw new IllegalArgumentException(
          "there are %s prices of rows; the program has %s coupling rows"
              .formatted(rowPrices.length, program.rows().count()));
    }
    if (program.hasPairsByType()) {
      return of(
          program,
          new ImplicitPairClasses(program.pairs(), program.columns(), program.goal).all(),
          claim,
          rowPrices);
    }
    DualBound claimed = keeping(program, claim, rowPrices);
    // Prices of 0 prove 0 if nothing gains, and as much as those without precision.
    return claimed.value > 0 && (claimed.value < Double.MIN_NORMAL || gainsNothing(program))
        ? claimed.orBetter(
            keeping(
                program,
                Prices.zero(program.poolCount(), program.jobCount()),
                new double[rowPrices.length]))
        : claimed;
  }

  /** Returns whether the objective is a sum of costs. */
  private static boolean gainsNothing(AllocationProgram program) {
    return !program.hasLevel()
        && !program.hasUtility()
        && IntStream.range(0, program.columnCount()).noneMatch(c -> program.gain(c) > 0)
        && IntStream.range(0, program.freeVariables().count())
            .noneMatch(f -> program.freeVariables().gain(f) > 0);
  }

  /**
   * Returns the lower of this bound and another.
   *
   * @param other a bound of the same program
   * @return the other one if they are equal
   */
  public DualBound orBetter(DualBound other) {
    return other.value <= value ? other : this;
  }

  /**
   * Proves a bound with given prices, even if prices of 0 would prove a lower one.
   *
   * @param program a program without pairs by job type
   * @param claim as in {@link #of(AllocationProgram, Prices, double[])}
   * @param rowPrices likewise, one price for each coupling row
   * @return the bound and the repaired prices that prove it
   */
  public static DualBound keeping(AllocationProgram program, Prices claim, double[] rowPrices) {
    return proved(program, claim, rowPrices, shared -> timePrices(program, claim, shared));
  }

  /**
   * Proves a bound.
   *
   * @param timePrices returns prices of time, {@code [job]}, with which no column is worth more
   *     than it pays
   */
  private static DualBound proved(
      AllocationProgram program,
      Prices claim,
      double[] rowPrices,
      Function<BoundPrices, double[]> timePrices) {
    double scale = scaleToLevel(program, claim);
    if (!Double.isFinite(scale)) {
      return nothing(claim, rowPrices);
    }
    BoundPrices shared = new BoundPrices(program, claim, rowPrices, scale);
    boolean proved = shared.repair();
    CompensatedSum value = new CompensatedSum();
    shared.addTo(value);
    if (!proved) {
      return nothing(claim, rowPrices);
    }
    for (int m = 0; m < shared.owed.length; m++) {
      addThroughput(program, m, shared.owed[m], value);
    }
    double[] time = timePrices.apply(shared);
    for (double price : time) {
      value.add(price);
    }
    if (!Double.isFinite(value.value())) {
      return nothing(claim, rowPrices);
    }
    Prices repaired = Prices.of(shared.pools, time, shared.owed);
    return new DualBound(value.value(), repaired, program.rows(), shared.rowPrices());
  }

  /** Adds the contribution of the price of a job's throughput to the bound. */
  private static void addThroughput(
      AllocationProgram program, int m, double owed, CompensatedSum sum) {
    double weight = program.weight(m);
    double floor = program.floor(m);
    if (weight > 0) {
      sum.add(Utility.conjugate(program.power(), weight, owed, floor));
    } else if (floor != 0) {
      sum.addProduct(-owed, floor);
    }
  }

  /** Returns the claimed prices as a bound that proves nothing. */
  private static DualBound nothing(Prices claim, double[] rowPrices) {
    return new DualBound(Double.POSITIVE_INFINITY, claim, CouplingRows.none(), rowPrices.clone());
  }

  /** Proves a bound over all pairs of jobs that classes of jobs describe. */
  static DualBound of(
      AllocationProgram program, PairClasses classes, Prices claim, double[] rowPrices) {
    return proved(
        program,
        claim,
        rowPrices,
        shared -> {
          double[] time = new double[shared.owed.length];
          Arrays.setAll(time, m -> claim.ofTime(m) * shared.scale);
          PairClassBound.raise(classes, shared.pools, time, shared.owed, shared.signed);
          return time;
        });
  }

  private static double scaleToLevel(AllocationProgram program, Prices claim) {
    if (!program.hasLevel()) {
      return 1;
    }
    CompensatedSum sums = new CompensatedSum();
    for (int m = 0; m < program.jobCount(); m++) {
      sums.addProduct(program.requirement(m), claim.ofThroughput(m));
    }
    double sum = sums.sum();
    return sum >= 1 && sum <= 1 + ROUNDING ? 1 : 1 / sum; // terms that cancel still do
  }

  private static double[] timePrices(AllocationProgram program, Prices claim, BoundPrices shared) {
    ProgramColumns programColumns = program.columns();
    int jobs = program.jobCount();
    double[] time = new double[jobs];
    int[] start = programColumns.starts(jobs);
    for (int c = start[jobs]; c < programColumns.count(); c++) {
      if (programColumns.second(c) >= 0) { // only members of pairs need the claimed price
        time[programColumns.first[c]] = claim.ofTime(programColumns.first[c]) * shared.scale;
        time[programColumns.second(c)] = claim.ofTime(programColumns.second(c)) * shared.scale;
      }
    }
    raise(program, shared, time);
    return time;
  }

  /** Raises the prices of time until no reduced cost is positive. */
  private static void raise(AllocationProgram program, BoundPrices shared, double[] time) {
    ProgramColumns programColumns = program.columns();
    double[] owed = shared.owed;
    CompensatedSum sum = new CompensatedSum();
    for (int c = 0; c < programColumns.count(); c++) {
      int first = programColumns.first[c];
      int second = programColumns.second(c);
      double price = shared.pools[programColumns.pool[c]];
      double worth; // beyond what the column pays
      if (shared.ofColumn.length == 0) {
        worth = program.gain(c) + programColumns.rate[c] * owed[first];
        worth -= programColumns.size[c] * price + time[first];
        worth += second >= 0 ? programColumns.secondRate(c) * owed[second] - time[second] : 0;
      } else {
        sum.clear()
            .add(program.gain(c))
            .addProduct(programColumns.rate[c], owed[first])
            .addProduct(-programColumns.size[c], price)
            .add(-time[first])
            .add(-shared.ofColumn[c])
            .add(-shared.restOfColumn[c]);
        if (second >= 0) {
          sum.addProduct(programColumns.secondRate(c), owed[second]).add(-time[second]);
        }
        worth = sum.value();
      }
      if (!(worth <= 0)) { // also NaN, which proves nothing
        time[first] += worth;
      }
    }
  }

  /**
   * Returns the bound.
   *
   * @return a value that no feasible point exceeds, in the unit of the objective
   */
  public double value() {
    return value;
  }

  /**
   * Returns the prices that prove it.
   *
   * @return prices that satisfy the lines in the description of this class, including prices of the
   *     coupling rows
   */
  public Prices prices() {
    if (named == null) { // threads that race compute the same
      named = rows.count() > 0 ? prices.withConstraints(rows.prices(rowPrices)) : prices;
    }
    return named;
  }

  /**
   * Returns the prices of the coupling rows.
   *
   * @return objective per unit of each row, a copy, {@code [row]}: the gain of the objective if the
   *     bound of a row is one unit looser; at least 0 for inequalities; empty if the bound was
   *     proved without rows
   */
  public double[] rowPrices() {
    return rowPrices.clone();
  }
}
