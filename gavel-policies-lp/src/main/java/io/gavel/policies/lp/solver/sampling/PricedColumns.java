package io.gavel.policies.lp.solver.sampling;

import io.gavel.policies.Prices;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.SolveStoppedException;
import io.gavel.policies.lp.solver.coefficients.ProgramColumns;
import io.gavel.policies.lp.solver.interior.ColumnsByJob;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.AllocationSolver;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.DualBound;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import java.util.Arrays;
import java.util.Optional;

/**
 * Solves programs whose jobs have many columns on a pool, such as configurations of different
 * sizes, on the few columns that are cheapest at known prices. The first prices come from a sample,
 * later ones from the program on the working set. They add columns with a positive reduced cost
 * until none remains. Other programs, and programs for which this fails, are left to another
 * solver. Immutable.
 */
public final class PricedColumns implements AllocationSolver {

  /** The columns of a job on a pool up to which all are kept. */
  private static final int FEW = 4;

  /** The columns of a job on a pool that are kept: the cheapest and its neighbours. */
  private static final int KEPT = 2;

  private static final int MOST_ROUNDS = 8;

  /** The size of the sample. */
  private static final int DRAWS = 400;

  private final AllocationSolver whole;
  private final SmallSolver small;

  /**
   * Creates a solver.
   *
   * @param whole solves programs
   * @param small solves samples
   */
  public PricedColumns(AllocationSolver whole, SmallSolver small) {
    this.whole = whole;
    this.small = small;
  }

  @Override
  public AllocationSolver precise() {
    return new PricedColumns(whole.precise(), small);
  }

  @Override
  public SolverOutcome solve(AllocationProgram program, SolveLimits limits) {
    if (!ColumnsByJob.fitsCoupled(program) || ColumnsByJob.mostOnAPool(program) <= FEW) {
      return whole.solve(program, limits);
    }
    boolean[] kept = cheapest(program, costs(program, limits));
    for (int round = 0; round < MOST_ROUNDS && !limits.isCancelled(); round++) {
      SolverOutcome outcome = whole.solve(program.withColumns(kept), limits);
      if (!(outcome instanceof SolverOutcome.Solved onKept)) {
        break;
      }
      SolverOutcome.Solved solved =
          new SolverOutcome.Solved(
              ProgramColumns.expanded(kept, onKept.fractions()),
              onKept.free(),
              onKept.prices(),
              onKept.rowPrices(),
              onKept.steps());
      CertifiedSolution point = CertifiedSolution.of(program, solved);
      if (point.holdsWithin(CertifiedSolution.GOOD)) {
        return solved;
      }
      boolean[] next = cheapest(program, program.reducedCosts(point.bound()));
      for (int c = 0; c < next.length; c++) { // what was kept stays, so that no round is in vain
        kept[c] |= next[c];
      }
    }
    return whole.solve(program, limits);
  }

  /**
   * Returns the columns of each job on each pool with the least costs.
   *
   * @param cost the reduced cost of a column, {@code [column]}
   */
  private static boolean[] cheapest(AllocationProgram program, double[] cost) {
    boolean[] kept = new boolean[cost.length];
    CheapestOnPools cheapest = new CheapestOnPools(program.poolCount(), KEPT);
    for (int c = 0; c < cost.length; c++) {
      cheapest.offer(c, program.pool(c), cost[c]);
      if (c + 1 == cost.length || program.first(c + 1) != program.first(c)) {
        cheapest.moveTo(kept);
      }
    }
    return kept;
  }

  /**
   * Returns the costs of columns at the prices of a sample or, if there are none, per unit of rate.
   */
  private double[] costs(AllocationProgram program, SolveLimits limits) {
    boolean level = LevelWorkingSet.suits(program);
    Optional<Uses> uses = program.isPlain() ? Uses.of(program) : Optional.empty();
    if (uses.isPresent() && (level || UtilityWorkingSet.suits(program))) {
      try {
        CertifiedSolution sample =
            program.jobCount() > DRAWS
                ? small.solve(
                    JobSample.of(program, uses.get(), DRAWS).program(),
                    CertifiedSolution.GOOD,
                    limits)
                : small.solve(program, CertifiedSolution.GOOD, limits);
        double[] price = sample.bound().prices().pools();
        double[] owed = owed(program, uses.get(), price, level ? sample.objective() : 0, limits);
        Prices prices = DualBound.claimed(price, new double[owed.length], owed);
        return program.reducedCosts(DualBound.of(program, prices));
      } catch (SolveFailedException | SolveStoppedException unsolved) {
        // the columns with the most throughput for a worker are as good a start as any
      }
    }
    double[] cost = new double[program.columnCount()];
    Arrays.setAll(cost, c -> -program.rate(c) / program.size(c));
    return cost;
  }

  /** Returns the prices of throughput at prices of pools. */
  private static double[] owed(
      AllocationProgram program, Uses uses, double[] price, double level, SolveLimits limits) {
    ColumnsByJob columns = ColumnsByJob.of(program, limits);
    CheapestMix mix = new CheapestMix(columns, uses, price);
    UtilityResponse response = new UtilityResponse(columns, uses, price);
    double[] owed = new double[columns.jobs];
    for (int m = 0; m < owed.length; m++) {
      if (columns.requirement[m] > 0) {
        mix.find(m, columns.requirement[m] * level);
        owed[m] = Math.max(0, mix.owed);
      } else if (columns.weight[m] > 0) {
        response.find(m);
        owed[m] = Math.min(response.owed, Double.MAX_VALUE);
      }
    }
    return owed;
  }

  @Override
  public String toString() {
    return whole.toString();
  }
}
