package io.gavel.policies.lp.solver.interior.tiled;

import io.gavel.policies.Prices;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CancelledSolve;
import io.gavel.policies.lp.solver.program.SolveLimits;
import java.util.Arrays;

/**
 * The iteration of the structured interior-point method: a point, and steps towards the optimum.
 * Mutable.
 */
final class InteriorPoint {

  /** The fraction of the longest step to the boundary that is taken. */
  private static final double DAMPING = 0.9995;

  /**
   * The largest fraction by which a step may change the throughput of a job with a utility, or its
   * price: beyond it the linear model of the utility's slope is inaccurate.
   */
  private static final double TRUST = 0.9;

  /**
   * The least fraction of the mean product that a step aims at, which keeps the last points
   * central.
   */
  private static final double LEAST_AIM = 1e-4;

  /**
   * The relative gap below which a point may be optimal, and the one below which steps may worsen
   * it.
   */
  private static final double FAR = 1e-6;

  private static final double SPOILT = 1e-9;

  /**
   * The product of primal and dual step of the predictor from which on its second-order terms count
   * in full. They are computed for full steps; if only short steps are possible, they are
   * meaningless, and the corrector may cycle or take a hundred steps more.
   */
  private static final double SHORT = 0.1;

  /** The fraction of the products that a fast step leaves at most; another step follows it. */
  private static final double FAST = 0.1;

  private final TiledProgram tiledProgram;
  private final Iterate at;
  private final Iterate direction;
  private final Iterate further;
  private final BlockNewtonSystem blockNewtonSystem;
  private final double sound;
  private final int products;
  private final int couplingRows;
  private final double leastScale;
  private double complementarity;
  private double previous;

  private boolean cancelled;

  /**
   * Creates a method at its starting point.
   *
   * @param sound the relative residual of a row above which directions are refined
   */
  InteriorPoint(AllocationProgram program, SolveLimits limits, double sound) {
    this.sound = sound;
    boolean hasLevel = program.hasLevel();
    tiledProgram = TiledProgram.of(program, limits);
    couplingRows = program.rows().count();
    leastScale = program.freeColumns().leastScale();
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
    for (boolean exact : tiledProgram.exact) {
      rows += exact ? 0 : 1;
    }
    products = (tiledProgram.slots + 1) * tiledProgram.jobs + rows + tiledProgram.freeGain.length;
    complementarity = blockNewtonSystem.complementarity(at);
  }

  /**
   * Takes one predictor–corrector step. Returns false if no step makes progress, or if the step was
   * cancelled; then the point is the last one reached.
   */
  boolean step() {
    try {
      return moved();
    } catch (CancelledSolve duringStep) {
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
    double longest = stepLength.longestPrimal() * stepLength.longestDual();
    double reachable = stepLength.products(stepLength.longestPrimal(), stepLength.longestDual());
    if (longest < SHORT) {
      blockNewtonSystem.weakenSecondOrder(longest / SHORT);
    }
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
    if (tiledProgram.hasUtility) { // primal and dual steps are equal for utilities
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
   * feasible point, is still large relative to the objective, or still falling fast.
   */
  boolean isFar() {
    boolean fast = complementarity <= FAST * previous;
    double scale = scale();
    return scale > 0 && complementarity > (fast ? SPOILT : FAR) * scale;
  }

  /** Whether the point may be good enough, though further steps would improve it. */
  boolean isNear() {
    return complementarity <= FAR * scale();
  }

  /** The scale of gaps; 0 with utilities, whose sum is none. */
  private double scale() {
    double sum = at.level;
    for (int f = 0; f < at.value.length; f++) {
      sum += tiledProgram.freeGain[f] * at.value[f];
    }
    for (int r = 0; tiledProgram.hasGain && r < at.x.length; r++) {
      for (int i = 0; i < at.x[r].length; i++) {
        sum += tiledProgram.gain[r][i] * at.x[r][i];
      }
    }
    return tiledProgram.hasUtility ? 0 : Math.max(Math.abs(sum), leastScale);
  }

  /** The fractions, {@code [column]}. */
  double[] fractions() {
    return tiledProgram.ofColumns(at.x);
  }

  /**
   * The fractions, {@code [column]}, with those that converge to 0 set to 0: those of columns whose
   * reduced cost, relative to what the column pays, is larger than the fraction.
   */
  double[] fractionsWithoutDust() {
    double[][] swept = tiledProgram.byColumn();
    for (int t = 0; t < tiledProgram.count; t++) {
      for (int s = 0; s < tiledProgram.slots; s++) {
        double price = at.ofWorker[tiledProgram.classOfTile[t]][s];
        int r = tiledProgram.row(t, s);
        for (int i = 0; i < swept[r].length; i++) {
          double paid = at.time[t][i] + tiledProgram.size[r][i] * price;
          swept[r][i] = at.x[r][i] * paid < at.z[r][i] ? 0 : at.x[r][i];
        }
      }
    }
    return tiledProgram.ofColumns(swept);
  }

  Prices prices() {
    return Prices.of(
        Arrays.copyOf(at.price, tiledProgram.pools),
        tiledProgram.ofJobs(at.time),
        tiledProgram.ofBoundJobs(at.owed));
  }

  /** The values of the free columns. */
  double[] free() {
    return at.value.clone();
  }

  /** The prices of the coupling rows. */
  double[] rowPrices() {
    return Arrays.copyOfRange(at.price, tiledProgram.pools, tiledProgram.pools + couplingRows);
  }
}
