package io.gavel.policies.lp.solver;

import io.gavel.policies.Prices;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.constraint.LinearRow;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.solver.internal.Programs;
import io.gavel.policies.lp.solver.internal.presolve.FullTimeRows;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.DualBound;
import java.util.Arrays;
import java.util.function.Function;

/**
 * Chooses small prices for a solution whose prices cancel each other. Where a row and the workers
 * that it needs are both used up, the prices of both may rise together without end, and an
 * interior-point method ends at some of these dual optima. The program with slightly more workers
 * and weaker rows has the optimal prices that are worth least there, which are prices of the
 * smallest size. They say what one more unit of a resource is worth. Stateless.
 */
final class LeastPrices {

  /** The sum of the sizes of all terms of a bound, relative to it, from which prices cancel. */
  private static final double CANCELLING = 4;

  /** The most jobs for which a second program is solved. */
  private static final int MOST_JOBS = 4096;

  /** The most rows of such a program. Longer lists come from policies that compare all jobs. */
  private static final int MOST_ROWS = 512;

  /** The fraction by which workers and rows are relaxed. */
  private static final double MORE = 0x1p-14;

  /** The fraction of the bound from which on the worth of a resource is no rounding of 0. */
  private static final double NOTHING = 0x1p-18;

  private LeastPrices() {}

  /**
   * Returns the solution with prices of a smaller size if there are such prices, else the solution.
   *
   * @param solver solves a program that has a feasible point
   */
  static CertifiedSolution of(
      CertifiedSolution solution, Function<AllocationProgram, CertifiedSolution> solver) {
    AllocationProgram program = solution.program();
    if (program.rows().count() > MOST_ROWS
        || program.jobCount() > MOST_JOBS
        || solution.isStopped()
        || solution.isNothing()) {
      return solution;
    }
    FullTimeRows full = new FullTimeRows(program);
    if (!(size(full, solution) > CANCELLING * Math.abs(solution.bound().value()))) {
      return solution;
    }
    CertifiedSolution relaxed;
    try {
      relaxed = solver.apply(relaxed(program, solution.rowPrices()));
    } catch (SolveFailedException undecided) {
      return solution;
    }
    double[] ofRows = relaxed.rowPrices();
    for (int i = 0; i < ofRows.length; i++) {
      boolean reversed =
          program.rows().relation(i) == Relation.EXACTLY
              && relaxed.program().rows().relation(i) == Relation.AT_LEAST;
      ofRows[i] = reversed ? 0.0 - ofRows[i] : ofRows[i];
    }
    double least = NOTHING * Math.abs(solution.bound().value());
    double[] pools = relaxed.bound().prices().pools();
    for (int k = 0; k < pools.length; k++) {
      pools[k] = pools[k] * program.workers(k) <= least ? 0 : pools[k];
    }
    for (int i = 0; i < ofRows.length; i++) {
      ofRows[i] = Math.abs(ofRows[i]) * program.rows().row(i).scale() <= least ? 0 : ofRows[i];
    }
    double[] time = new double[program.jobCount()];
    double[] owed = new double[time.length];
    Arrays.setAll(time, relaxed.bound().prices()::ofTime);
    Arrays.setAll(owed, relaxed.bound().prices()::ofThroughput);
    DualBound bound = DualBound.of(program, DualBound.claimed(pools, time, owed), ofRows);
    CertifiedSolution cheaper =
        CertifiedSolution.of(
            program, solution.pairs(), solution.fractions(), solution.free(), bound);
    return cheaper.isNear(CertifiedSolution.GOOD) && size(full, cheaper) < size(full, solution)
        ? cheaper
        : solution;
  }

  /** Returns the sum of the sizes of a bound's terms, except terms of rows with least prices. */
  private static double size(FullTimeRows full, CertifiedSolution solution) {
    AllocationProgram program = solution.program();
    Prices prices = solution.bound().prices();
    double sum = 0;
    for (int k = 0; k < program.poolCount(); k++) {
      sum += program.workers(k) * prices.ofPool(k);
    }
    double[] ofRows = solution.rowPrices();
    double[] x = solution.fractions();
    double[] free = solution.free();
    for (int i = 0; i < ofRows.length; i++) {
      sum += full.went(i) ? 0 : Math.abs(ofRows[i]) * used(program.rows().row(i), x, free);
    }
    for (int m = 0; m < program.jobCount(); m++) {
      double ofJob = prices.ofTime(m) + Math.abs(program.floor(m)) * prices.ofThroughput(m);
      sum += full.isFull(m) ? 0 : ofJob;
    }
    return sum;
  }

  /**
   * Returns the size of a tight row: that of its sum, whose parts may cancel. The price of a row
   * that holds all columns at 0 can rise without end, so it counts as if it cancelled.
   */
  private static double used(LinearRow row, double[] x, double[] free) {
    double sum = Math.abs(row.bound());
    for (int i = 0; i < row.size(); i++) {
      sum += Math.abs(row.coefficient(i) * x[row.column(i)]);
    }
    for (int i = 0; i < row.freeSize(); i++) {
      sum += Math.abs(row.freeCoefficient(i) * free[row.free(i)]);
    }
    return sum / 2 > NOTHING * row.scale() ? sum / 2 : CANCELLING * row.scale();
  }

  /** Turns an equation into a limit on the side on which its price holds the objective. */
  private static AllocationProgram relaxed(AllocationProgram program, double[] ofRows) {
    double[] workers =
        Arrays.stream(Programs.workers(program)).map(count -> count * (1 + MORE)).toArray();
    CouplingRows rows = program.rows();
    CouplingRows.Builder weaker = CouplingRows.builder();
    for (int i = 0; i < rows.count(); i++) {
      Relation side =
          rows.relation(i) != Relation.EXACTLY
              ? rows.relation(i)
              : ofRows[i] < 0 ? Relation.AT_LEAST : Relation.AT_MOST;
      double more = (side == Relation.AT_LEAST ? -MORE : MORE) * rows.row(i).scale();
      weaker.add(rows.row(i).with(rows.row(i).name(), side, rows.bound(i) + more));
    }
    return program.withWorkers(workers).withRows(weaker.build());
  }
}
