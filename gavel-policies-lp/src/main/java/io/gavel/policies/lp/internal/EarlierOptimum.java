package io.gavel.policies.lp.internal;

import io.gavel.policies.Prices;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.coefficients.ProgramColumns;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.DualBound;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * The optimal point of a program, and how clearly its prices decide what each job has at it. Later
 * programs keep this optimum. Immutable.
 */
public final class EarlierOptimum {

  private static final EarlierOptimum NONE =
      new EarlierOptimum(new double[0], new double[0], Prices.zero(0, 0), () -> new double[0]);

  /** A job that pays less, relative to the one that pays most, pays nothing but rounding. */
  private static final double ROUNDING = 1e-9;

  private final double[] fractions;
  private final double[] free;
  private final Prices prices;

  /**
   * By how much the cheapest choice that a job does not need for its tight rows costs more than it
   * is worth, relative to what the job pays, {@code [job]}; computed for programs that can use it.
   */
  private final Supplier<double[]> margins;

  private EarlierOptimum(
      double[] fractions, double[] free, Prices prices, Supplier<double[]> margins) {
    this.fractions = fractions;
    this.free = free;
    this.prices = prices;
    this.margins = margins;
  }

  /** No optimum is known. */
  public static EarlierOptimum none() {
    return NONE;
  }

  /**
   * An optimum.
   *
   * @param program a linear program
   * @param proof the prices that prove the optimum
   * @param fractions the optimal point, {@code [column]}; not copied
   * @param free its values of free columns, {@code [free column]}; not copied
   */
  public static EarlierOptimum of(
      AllocationProgram program, DualBound proof, double[] fractions, double[] free) {
    double worth = 0;
    for (int k = 0; k < program.poolCount(); k++) {
      worth += program.workers(k) * proof.prices().ofPool(k);
    }
    boolean costsNothing = program.isPlain() && worth <= ROUNDING * Math.abs(proof.value());
    if (costsNothing) { // time limits the level, and all jobs are left a choice
      return NONE;
    }
    return new EarlierOptimum(fractions, free, proof.prices(), () -> margins(program, proof));
  }

  /**
   * A job's choices are its columns, idling and more throughput than it is owed. It needs one of
   * them for the row of its time and one for that of its throughput, if it has such a row.
   */
  private static double[] margins(AllocationProgram program, DualBound proof) {
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

  /**
   * Solves a program that keeps this optimum.
   *
   * @param later any program over the same jobs and columns for which the point is feasible; after
   *     the rows of the earlier one, it may have others, of which the last one keeps its objective
   * @return a good solution or, of many jobs, a certified one; empty if none is known, if too many
   *     jobs are left a choice, if the program is not a linear sum, or if it has pairs
   */
  public Optional<CertifiedSolution> improved(CertifiedSolver solver, AllocationProgram later) {
    if (fractions.length == 0 || later.hasLevel() || later.hasUtility() || hasPairs(later)) {
      return Optional.empty();
    }
    return later.freeColumns().count() > 0 // other purchases leave all jobs a choice
        ? unimproved(later)
        : new JobsInDoubt(solver, solver.prepared(later), fractions).solve(margins.get());
  }

  /**
   * This optimum as one of a program that keeps its objective by its last row: what a job makes
   * beyond its floor costs more than nothing, and nothing is left to pay for it. Then multiples of
   * the earlier prices prove that the later sum cannot be larger; empty if they do not.
   */
  private Optional<CertifiedSolution> unimproved(AllocationProgram later) {
    double[] worth = new double[later.jobCount()]; // of a step per second, in the later sum
    for (int c = 0; c < later.columnCount(); c++) {
      int m = later.first(c);
      worth[m] = Math.max(worth[m], later.rate(c) > 0 ? later.gain(c) / later.rate(c) : 0);
    }
    double multiple =
        IntStream.range(0, worth.length)
            .filter(m -> worth[m] > 0)
            .mapToDouble(m -> worth[m] / prices.ofThroughput(m))
            .max()
            .orElse(0);
    int kept = later.rows().count() - 1;
    if (kept < 0 || !Double.isFinite(multiple)) {
      return Optional.empty();
    }
    double[] pools = new double[later.poolCount()];
    double[] time = new double[worth.length];
    double[] owed = new double[worth.length];
    Arrays.setAll(pools, k -> multiple * prices.ofPool(k));
    Arrays.setAll(time, m -> multiple * prices.ofTime(m));
    Arrays.setAll(owed, m -> Math.max(0, multiple * prices.ofThroughput(m) - worth[m]));
    double[] ofRows = new double[kept + 1];
    Arrays.setAll(
        ofRows, i -> multiple * prices.constraints().getOrDefault(later.rows().name(i), 0.0));
    ofRows[kept] = -later.rows().sign(kept) * multiple;
    DualBound bound = DualBound.of(later, DualBound.claimed(pools, time, owed), ofRows);
    return Optional.of(
            CertifiedSolution.of(later, List.of(), fractions.clone(), free.clone(), bound))
        .filter(known -> known.isNear(CertifiedSolution.GOOD));
  }

  private static boolean hasPairs(AllocationProgram program) {
    for (int c = 0; c < program.columnCount(); c++) {
      if (program.second(c) != ProgramColumns.NONE) {
        return true;
      }
    }
    return program.hasPairsByType();
  }
}
