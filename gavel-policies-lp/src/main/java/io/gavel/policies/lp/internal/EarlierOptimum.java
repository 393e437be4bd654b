package io.gavel.policies.lp.internal;

import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.Prices;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.internal.Programs;
import io.gavel.policies.lp.solver.internal.price.Hint;
import io.gavel.policies.lp.solver.internal.price.PricedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.DualBound;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The optimal point of a program, and how clearly its prices determine each job's fractions. Later
 * programs keep this optimum. Immutable.
 */
public final class EarlierOptimum {

  private static final EarlierOptimum NONE =
      new EarlierOptimum(new double[0], new double[0], Prices.zero(0, 0), Optional.empty());

  /** A job that pays less, relative to the one that pays most, pays nothing but rounding. */
  private static final double ROUNDING = 1e-9;

  private final double[] fractions;
  private final double[] free;
  private final Prices prices;

  /** Where a program of the jobs in doubt starts; empty if no optimum is known. */
  private final Optional<Hint.Above> above;

  private EarlierOptimum(
      double[] fractions, double[] free, Prices prices, Optional<Hint.Above> above) {
    this.fractions = fractions;
    this.free = free;
    this.prices = prices;
    this.above = above;
  }

  /** Returns an unknown optimum. */
  public static EarlierOptimum none() {
    return NONE;
  }

  /**
   * Returns an optimum.
   *
   * @param program a linear program
   * @param proof the prices that prove the optimum
   * @param fractions the optimal point, {@code [column]}; not copied
   * @param free its values of free variables, {@code [free variable]}; not copied
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
    Hint.Above above = new Hint.Above(program, proof, fractions);
    return new EarlierOptimum(fractions, free, proof.prices(), Optional.of(above));
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
    boolean hasPairs = later.hasPairsByType() || !Programs.columns(later).isByJob(later.jobCount());
    if (above.isEmpty() || later.hasLevel() || later.hasUtility() || hasPairs) {
      return Optional.empty();
    }
    Tolerance enough = FloorSolver.toleranceFor(later);
    return later.freeVariables().count() > 0 // other purchases leave all jobs a choice
        ? unimproved(later)
        : new PricedSolver((master, limits) -> solved(solver, master))
            .from(later, above.get(), solver.limits())
            .filter(found -> found.holdsWithin(enough));
  }

  private static SolverOutcome solved(CertifiedSolver solver, AllocationProgram master) {
    try {
      return solver.solveOnce(master).claim();
    } catch (SolveFailedException | InfeasibleProblemException tooTight) {
      return new SolverOutcome.Declined(String.valueOf(tooTight.getMessage()));
    }
  }

  /**
   * This optimum as one of a program that keeps its objective by its last row: throughput beyond a
   * job's floor has a positive cost, which no surplus can pay. Then multiples of the earlier prices
   * prove that the later sum cannot be larger; empty if they do not.
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
    boolean otherVariables = later.freeVariables().count() != free.length; // such as a level
    if (kept < 0 || otherVariables || !Double.isFinite(multiple)) {
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
        ofRows, i -> multiple * prices.constraints().getOrDefault(later.rows().row(i).name(), 0.0));
    ofRows[kept] = -later.rows().sign(kept) * multiple;
    DualBound bound = DualBound.of(later, DualBound.claimed(pools, time, owed), ofRows);
    return Optional.of(
            CertifiedSolution.of(later, List.of(), fractions.clone(), free.clone(), bound))
        .filter(known -> known.isNear(CertifiedSolution.GOOD));
  }
}
