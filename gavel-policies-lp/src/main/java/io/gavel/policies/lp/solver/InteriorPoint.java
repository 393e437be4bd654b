package io.gavel.policies.lp.solver;

import io.gavel.policies.Prices;
import java.util.Arrays;

/**
 * The iteration of the structured interior-point method: a point, and steps towards the optimum.
 */
final class InteriorPoint {

  /** How far to go towards the boundary. */
  private static final double DAMPING = 0.9995;

  /**
   * The largest part by which a step may change the throughput of a job with a utility, or its
   * price: beyond it the utility's slope has little to do with its linear model.
   */
  private static final double TRUST = 0.9;

  private static final double FAR = 1e-6;

  /**
   * The method starts with rows that hold, so that whatever they are off by is rounding. From here
   * on a direction is refined.
   */
  private static final double SOUND = 1e-12;

  private final Blocks blocks;
  private final Point at;
  private final Point predictor;
  private final Point corrector;
  private final Point none;
  private final Residuals gaps;
  private final Residuals left;
  private final Residuals.Products target;
  private final Residuals.Products nothing;
  private final Newton newton;
  private final int products;
  private final boolean hasUtility;
  private boolean cancelled;

  InteriorPoint(AllocationProgram program, SolveLimits limits) {
    boolean hasLevel = program.hasLevel();
    blocks = Blocks.of(program, limits);
    at = new Point(blocks);
    predictor = new Point(blocks);
    corrector = new Point(blocks);
    none = new Point(blocks);
    gaps = new Residuals(blocks, hasLevel);
    left = new Residuals(blocks, hasLevel);
    target = new Residuals.Products(blocks);
    nothing = new Residuals.Products(blocks);
    newton = new Newton(blocks, hasLevel);
    int rows = 0;
    for (int m = 0; m < blocks.jobs; m++) {
      rows += blocks.bound[m] && blocks.weight[m] == 0 ? 1 : 0;
    }
    hasUtility = program.hasUtility();
    products = blocks.pool.length + blocks.jobs + rows + blocks.pools;
    start(hasLevel);
  }

  /** Half of everything for everyone, and prices above what anyone would pay. */
  private void start(boolean hasLevel) {
    double[] wanted = new double[blocks.pools];
    for (int c = 0; c < blocks.pool.length; c++) {
      wanted[blocks.pool[c]] += blocks.size[c];
    }
    System.arraycopy(blocks.workers, 0, at.free, 0, blocks.pools);
    double smallest = Double.POSITIVE_INFINITY;
    double[] reached = new double[blocks.jobs];
    for (int m = 0; m < blocks.jobs; m++) {
      blocks.limits.checkAt(m);
      int columns = blocks.start[m + 1] - blocks.start[m];
      at.idle[m] = 1;
      for (int c = blocks.start[m]; c < blocks.start[m + 1]; c++) {
        int k = blocks.pool[c];
        at.x[c] = 0.5 * Math.min(1.0 / columns, blocks.workers[k] / wanted[k]);
        at.idle[m] -= at.x[c];
        at.free[k] -= blocks.size[c] * at.x[c];
        reached[m] += blocks.rate[c] * at.x[c];
      }
      if (blocks.requirement[m] > 0) {
        smallest = Math.min(smallest, reached[m] / blocks.requirement[m]);
      }
    }
    at.level = hasLevel ? 0.5 * smallest : 0;
    startSurplusAndPrices(reached);
  }

  private void startSurplusAndPrices(double[] reached) {
    double requirements = 0;
    double largestGain = 0;
    for (int m = 0; m < blocks.jobs; m++) {
      requirements += blocks.requirement[m] > 0 ? blocks.requirement[m] / fastest(m) : 0;
    }
    for (double gain : blocks.gain) {
      largestGain = Math.max(largestGain, Math.abs(gain));
    }
    double scale = largestGain;
    for (int m = 0; m < blocks.jobs; m++) {
      if (blocks.bound[m]) {
        double demanded = blocks.floor[m] + blocks.requirement[m] * at.level;
        at.surplus[m] = Math.max(reached[m] - demanded, 0.1 * reached[m]); // utilities: reached
        at.owed[m] = startOwed(m, reached[m], requirements, largestGain);
        for (int c = blocks.start[m]; c < blocks.start[m + 1]; c++) {
          scale = Math.max(scale, blocks.rate[c] * at.owed[m]);
        }
      }
    }
    Arrays.fill(at.price, scale);
    for (int m = 0; m < blocks.jobs; m++) {
      blocks.limits.checkAt(m);
      double worth = 0;
      for (int c = blocks.start[m]; c < blocks.start[m + 1]; c++) {
        worth = Math.max(worth, blocks.rate[c] * at.owed[m] + blocks.gain[c]);
      }
      at.time[m] = worth + scale;
      for (int c = blocks.start[m]; c < blocks.start[m + 1]; c++) {
        at.z[c] =
            at.time[m] + blocks.size[c] * scale - blocks.rate[c] * at.owed[m] - blocks.gain[c];
      }
    }
  }

  private double fastest(int m) {
    double fastest = 0;
    for (int c = blocks.start[m]; c < blocks.start[m + 1]; c++) {
      fastest = Math.max(fastest, blocks.rate[c]);
    }
    return fastest;
  }

  /** For requirements, so that an hour of each job where it is fastest costs the same. */
  private double startOwed(int m, double reached, double requirements, double largestGain) {
    if (blocks.weight[m] > 0) {
      return Utility.slope(blocks.power, blocks.weight[m], reached);
    }
    return blocks.requirement[m] > 0
        ? 1 / (requirements * fastest(m))
        : Math.max(largestGain, 1e-3);
  }

  /**
   * One predictor–corrector step; false if it led nowhere and the point is of no more use, or if it
   * was cancelled and the point is the last that was reached.
   */
  boolean step() {
    try {
      return moved();
    } catch (CancelledSolve atOnce) {
      cancelled = true;
      return false;
    }
  }

  boolean isCancelled() {
    return cancelled;
  }

  private boolean moved() {
    if (!newton.factor(at)) {
      return false;
    }
    gaps.measure(at);
    blocks.limits.check();
    target.aim(blocks, at, 0, none);
    newton.solve(at, gaps, target, predictor);
    blocks.limits.check();
    double mu = at.complementarity(blocks, none, 0, 0) / products;
    double reachable =
        at.complementarity(
                blocks, predictor, at.longestPrimal(predictor), at.longestDual(predictor))
            / products;
    double ratio = reachable / mu;
    blocks.limits.check();
    target.aim(blocks, at, mu * ratio * ratio * ratio, predictor);
    newton.solve(at, gaps, target, corrector);
    if (gaps.primal() > SOUND) {
      left.leftBy(corrector, gaps);
      newton.solve(at, left, nothing, predictor);
      corrector.moveBy(predictor, 1, 1);
    }
    double primal = DAMPING * at.longestPrimal(corrector);
    double dual = DAMPING * at.longestDual(corrector);
    if (!(primal > 1e-12 || dual > 1e-12)) { // also ends on NaN
      return false;
    }
    if (hasUtility) { // their prices and throughputs belong together
      primal = trusted(Math.min(primal, dual));
      dual = primal;
    }
    at.moveBy(corrector, primal, dual);
    return Double.isFinite(at.complementarity(blocks, none, 0, 0));
  }

  private double trusted(double longest) {
    double step = longest;
    for (int m = 0; m < blocks.jobs; m++) {
      if (blocks.weight[m] > 0) {
        step = Math.min(step, TRUST * at.owed[m] / Math.abs(corrector.owed[m]));
        step = Math.min(step, TRUST * at.surplus[m] / Math.abs(corrector.surplus[m]));
      }
    }
    return step;
  }

  /**
   * Whether the optimum is certainly not reached yet: the sum of all products, which is the gap of
   * a feasible point, is still large beside the level. Programs without a level are never far.
   */
  boolean isFar() {
    return at.level > 0 && at.complementarity(blocks, none, 0, 0) > FAR * at.level;
  }

  double[] fractions() {
    return at.x;
  }

  /**
   * The fractions that the prices say are meant: a column whose reduced cost, as a part of what it
   * pays, is larger than its fraction is on its way to 0 and becomes 0.
   */
  double[] fractionsWithoutDust() {
    double[] swept = at.x.clone();
    for (int m = 0; m < blocks.jobs; m++) {
      for (int c = blocks.start[m]; c < blocks.start[m + 1]; c++) {
        double paid = at.time[m] + blocks.size[c] * at.price[blocks.pool[c]];
        if (swept[c] * paid < at.z[c]) {
          swept[c] = 0;
        }
      }
    }
    return swept;
  }

  Prices prices() {
    return Prices.of(at.price, at.time, at.owed);
  }
}
