package io.gavel.policies.lp.solver.interior.tiled;

import io.gavel.policies.Prices;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CancelledSolve;
import io.gavel.policies.lp.solver.program.SolveLimits;

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

  /**
   * The least part of the mean product that a step aims at, which keeps the last points central.
   */
  private static final double LEAST_AIM = 1e-4;

  /** Gaps from which on a point may be optimal, and from which on steps may spoil it. */
  private static final double FAR = 1e-6;

  private static final double SPOILT = 1e-9;

  /** What a step that is worth another one leaves of the products. */
  private static final double FAST = 0.1;

  private final TiledProgram tiledProgram;
  private final Iterate at;
  private final Iterate direction;
  private final Iterate further;
  private final BlockNewtonSystem blockNewtonSystem;
  private final double sound;
  private final int products;
  private double complementarity;
  private double previous;
  private boolean cancelled;

  /**
   * A method at its starting point.
   *
   * @param sound by how much a row may be off before a direction is refined
   */
  InteriorPoint(AllocationProgram program, SolveLimits limits, double sound) {
    this.sound = sound;
    boolean hasLevel = program.hasLevel();
    tiledProgram = TiledProgram.of(program, limits);
    at = StartingPoint.of(tiledProgram, hasLevel);
    direction = new Iterate(tiledProgram);
    further = Iterate.ofPools(tiledProgram);
    blockNewtonSystem = new BlockNewtonSystem(tiledProgram, hasLevel);
    int rows = 0;
    for (double[] weights : tiledProgram.weight) {
      for (double weight : weights) {
        rows += weight == 0 ? 1 : 0;
      }
    }
    products = (tiledProgram.slots + 1) * tiledProgram.jobs + rows + tiledProgram.pools;
    complementarity = blockNewtonSystem.complementarity(at);
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
    if (!blockNewtonSystem.factor(at)) {
      return false;
    }
    tiledProgram.limits.check();
    StepLength stepLength = blockNewtonSystem.predict(at, direction);
    double reachable = stepLength.products(stepLength.longestPrimal(), stepLength.longestDual());
    double ratio = reachable / complementarity;
    tiledProgram.limits.check();
    stepLength =
        blockNewtonSystem.correct(
            at, complementarity / products * Math.max(LEAST_AIM, ratio * ratio * ratio), direction);
    if (blockNewtonSystem.primalGap() > sound) {
      stepLength = blockNewtonSystem.refine(at, direction, further);
    }
    double primal = DAMPING * stepLength.longestPrimal();
    double dual = DAMPING * stepLength.longestDual();
    if (!(primal > 1e-12 || dual > 1e-12)) { // also ends on NaN
      return false;
    }
    if (tiledProgram.hasUtility) { // their prices and throughputs belong together
      primal = trusted(Math.min(primal, dual));
      dual = primal;
    }
    at.moveBy(direction, primal, dual);
    previous = complementarity;
    complementarity = stepLength.products(primal, dual);
    return Double.isFinite(complementarity);
  }

  private double trusted(double longest) {
    double step = longest;
    for (int t = 0; t < tiledProgram.count; t++) {
      for (int i = 0; i < tiledProgram.weight[t].length; i++) {
        if (tiledProgram.weight[t][i] > 0) {
          step = Math.min(step, TRUST * at.owed[t][i] / Math.abs(direction.owed[t][i]));
          step = Math.min(step, TRUST * at.surplus[t][i] / Math.abs(direction.surplus[t][i]));
        }
      }
    }
    return step;
  }

  /**
   * Whether it is too early for a certificate: the sum of all products, which is the gap of a
   * feasible point, is still large beside the objective, or on its way to nothing.
   */
  boolean isFar() {
    boolean fast = complementarity <= FAST * previous;
    double scale = Math.abs(objective());
    return scale > 0 && complementarity > (fast ? SPOILT : FAR) * scale;
  }

  /** Whether a point may be optimal for all purposes, though steps still make it better. */
  boolean isNear() {
    return complementarity <= FAR * Math.abs(objective());
  }

  /** The objective; 0 with utilities, whose sum says nothing of the size of gaps. */
  private double objective() {
    double sum = at.level;
    for (int r = 0; tiledProgram.hasGain && r < at.x.length; r++) {
      for (int i = 0; i < at.x[r].length; i++) {
        sum += tiledProgram.gain[r][i] * at.x[r][i];
      }
    }
    return tiledProgram.hasUtility ? 0 : sum;
  }

  /** The fractions, {@code [column]}. */
  double[] fractions() {
    return tiledProgram.ofColumns(at.x);
  }

  /**
   * The fractions that the prices say are meant: a column whose reduced cost, as a part of what it
   * pays, is larger than its fraction is on its way to 0 and becomes 0.
   */
  double[] fractionsWithoutDust() {
    double[][] swept = tiledProgram.byColumn();
    for (int t = 0; t < tiledProgram.count; t++) {
      for (int s = 0; s < tiledProgram.slots; s++) {
        double price = at.price[tiledProgram.pool[s]];
        int r = tiledProgram.row(t, s);
        for (int i = 0; i < swept[r].length; i++) {
          double paid = at.time[t][i] + tiledProgram.size[t][i] * price;
          swept[r][i] = at.x[r][i] * paid < at.z[r][i] ? 0 : at.x[r][i];
        }
      }
    }
    return tiledProgram.ofColumns(swept);
  }

  Prices prices() {
    return Prices.of(at.price, tiledProgram.ofJobs(at.time), tiledProgram.ofBoundJobs(at.owed));
  }
}
