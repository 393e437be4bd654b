package io.gavel.baselines;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Prices;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.solver.internal.interior.rows.RowInteriorPoint;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.FeasibilityRepair;

/**
 * The optimum of the Nash welfare of the jobs' progress at the end of a window, minus a price for
 * the longest remaining work:
 *
 * <pre>
 *   maximise   Σ_m weight_m log((done_m + q_m) / (done_m + left_m)) − price · max_m (left_m − q_m)
 *   q_m = Σ_j T_mj x_mj / fastest_m
 * </pre>
 *
 * <p>over all allocations {@code x}, for jobs with a positive weight. Work done ({@code done}),
 * remaining ({@code left}) and made in the window ({@code q}) is counted in windows. One window of
 * work is the job's progress in the complete window on its fastest type.
 *
 * <p>One interior-point solve in which the matrix of Newton's equations is an arrow: {@code O(n
 * K²)} a step. Immutable.
 */
public final class WindowedWelfare {

  private static final int MOST_STEPS = 100;

  /** The gap at which to stop, relative to the sum of the weights and the price. */
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
   * Maximises the welfare.
   *
   * @param problem the jobs and the cluster; its pairs are ignored
   * @param weight without unit, {@code [job]}, finite and at least 0; jobs with weight 0 do not
   *     count; not modified
   * @param done the work that each job has done, {@code [job]}, in windows, finite and at least 0;
   *     not modified
   * @param left the remaining work of each job, {@code [job]}, in windows, finite and at least 0;
   *     jobs without remaining work, and jobs that cannot run alone, do not count; not modified
   * @param price the price of a window of the longest remaining work, finite and at least 0
   * @return the optimum, proved within {@link Tolerance#CERTIFIED} relative to the sum of the
   *     weights and the price
   * @throws SolveFailedException if it could not be proved
   */
  public static WindowedWelfare of(
      AllocationProblem problem, double[] weight, double[] done, double[] left, double price) {
    AllocationProgram limits =
        AllocationProgram.maximizeSum(
            problem.withoutPairs().withoutConfigurations(), new double[weight.length]);
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
      double[] reached = FeasibilityRepair.of(limits, rows.columns(method.fractions())).fractions();
      double value = rows.value(reached);
      if (value > objective) {
        objective = value;
        x = reached;
      }
      double[] paid = rows.inObjective(method.prices());
      double proved = rows.bound(paid);
      if (proved < bound) {
        bound = proved;
        prices = rows.prices(paid);
      }
      goesOn = bound - objective > TARGET_GAP * rows.scale() && method.step();
    }
    if (!(bound - objective <= Tolerance.CERTIFIED.relative() * rows.scale())) {
      throw new SolveFailedException(
          "no certified answer for the welfare of %s jobs: objective %s, bound %s"
              .formatted(limits.jobCount(), objective, bound));
    }
    return new WindowedWelfare(limits, x, objective, bound, prices);
  }

  /**
   * Returns the optimal allocation.
   *
   * @param types the number of worker types of the problem
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
   * Returns the objective at the optimal allocation.
   *
   * @return the welfare minus the price of the longest remaining work
   */
  public double objective() {
    return objective;
  }

  /**
   * Returns the proved bound.
   *
   * @return a value that no allocation exceeds
   */
  public double bound() {
    return bound;
  }

  /**
   * Returns the prices that prove it.
   *
   * @return the prices of a worker of each pool, and of each job's full time and of a step per
   *     second
   */
  public Prices prices() {
    return prices;
  }
}
