package io.gavel.policies.lp.solver.windowed;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Prices;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.solver.interior.rows.RowInteriorPoint;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.FeasibilityRepair;

/**
 * Nash welfare of what jobs will have done at the end of a window, less a price for the longest
 * rest, at its optimum:
 *
 * <pre>
 *   maximise   Σ_m weight_m log((done_m + q_m) / (done_m + left_m)) − price · max_m (left_m − q_m)
 *   q_m = Σ_j T_mj x_mj / fastest_m
 * </pre>
 *
 * <p>over all allocations {@code x}, for jobs with a positive weight. What is done, left and made
 * is counted in windows: what a job makes in all of the window on the type where it is fastest.
 *
 * <p>One interior-point solve in which Newton's equations are an arrow: {@code O(n K²)} a step.
 * Immutable.
 */
public final class WindowedWelfare {

  private static final int MOST_STEPS = 100;

  /** The gap at which to stop, as a part of the weights and the price. */
  private static final double TARGET_GAP = 1e-9;

  private final AllocationProgram limits;
  private final double[] x;
  private final double objective;
  private final double bound;
  private final Prices prices;

  private WindowedWelfare(
      AllocationProgram limits, double[] x, double objective, double bound, Prices prices) {
    this.limits = limits;
    this.x = x;
    this.objective = objective;
    this.bound = bound;
    this.prices = prices;
  }

  /**
   * Solves.
   *
   * @param problem the jobs and the cluster; its pairs are not looked at
   * @param weight without unit, {@code [job]}, finite and at least 0; jobs with weight 0 do not
   *     count; not modified
   * @param done what each job has done, {@code [job]}, windows, finite and at least 0; not modified
   * @param left what each job has left, {@code [job]}, windows, finite and at least 0; jobs with
   *     nothing left, or that run nowhere alone, do not count; not modified
   * @param price of a window of the longest rest, finite and at least 0
   * @return the optimum, proved within {@link Tolerance#CERTIFIED} of the weights and the price
   * @throws SolveFailedException if it could not be proved
   */
  public static WindowedWelfare of(
      AllocationProblem problem, double[] weight, double[] done, double[] left, double price) {
    AllocationProgram limits =
        AllocationProgram.maximizeSum(problem.withoutPairs(), new double[weight.length]);
    WindowedWelfareRows rows = new WindowedWelfareRows(limits, weight, done, left, price);
    if (rows.isEmpty()) {
      double[] nothing = new double[limits.columnCount()];
      return new WindowedWelfare(limits, nothing, 0, 0, rows.noPrices());
    }
    RowInteriorPoint method = new RowInteriorPoint(rows.program());
    double[] x = new double[0];
    Prices prices = rows.noPrices();
    double objective = Double.NEGATIVE_INFINITY;
    double bound = Double.POSITIVE_INFINITY;
    boolean goesOn = true;
    for (int step = 0; goesOn && step < MOST_STEPS; step++) {
      double[] reached = FeasibilityRepair.of(limits, rows.columns(method.fractions())).mended();
      double value = rows.value(reached);
      if (value > objective) {
        objective = value;
        x = reached;
      }
      double proved = rows.bound(method.prices());
      if (proved < bound) {
        bound = proved;
        prices = rows.prices(method.prices());
      }
      goesOn = bound - objective > TARGET_GAP * rows.scale() && method.step();
    }
    if (!(bound - objective <= Tolerance.CERTIFIED.relative() * rows.scale())) {
      throw new SolveFailedException(
          "no certified answer for the welfare of %d jobs: objective %s, bound %s"
              .formatted(limits.jobCount(), objective, bound));
    }
    return new WindowedWelfare(limits, x, objective, bound, prices);
  }

  /**
   * The optimal allocation.
   *
   * @param types how many worker types the problem has
   * @return feasible fractions of time, {@code [job][worker type]} row-major, 0 for jobs that do
   *     not count; a copy
   */
  public double[] fractions(int types) {
    double[] fractions = new double[limits.jobCount() * types];
    for (int c = 0; c < x.length; c++) {
      fractions[limits.entry(c)] = x[c];
    }
    return fractions;
  }

  /**
   * The objective there.
   *
   * @return welfare less the price of the longest rest
   */
  public double objective() {
    return objective;
  }

  /**
   * The proof.
   *
   * @return a value that no allocation exceeds
   */
  public double bound() {
    return bound;
  }

  /**
   * The prices that prove it.
   *
   * @return of pools for a worker, of jobs for all of their time and for a step per second
   */
  public Prices prices() {
    return prices;
  }
}
