package io.gavel.policies.lp.solver.interior.tiled;

import io.gavel.policies.Prices;
import io.gavel.policies.lp.solver.coefficients.Utility;
import io.gavel.policies.lp.solver.interior.PredictorCorrector;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CancelledSolve;
import io.gavel.policies.lp.solver.program.DualBound;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The iteration of the structured interior-point method: a point, and steps towards the optimum.
 * Mutable.
 */
final class InteriorPoint extends PredictorCorrector {

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

  /** The fraction of the products that a fast step leaves at most; another step follows it. */
  private static final double FAST = 0.1;

  private final TiledProgram tiledProgram;
  private final Iterate at;
  private final Iterate direction;
  private final Iterate further;
  private final BlockNewtonSystem blockNewtonSystem;
  private final double sound;
  private final int partners;
  private final int couplingRows;
  private final double leastScale;
  private double complementarity;
  private double previous;

  private StepLength reach;
  private boolean cancelled;

  /**
   * Creates a method at its starting point.
   *
   * @param sound the relative residual of a row above which directions are refined
   */
  InteriorPoint(AllocationProgram program, SolveLimits limits, double sound) {
    this(program, TiledProgram.of(program, limits), sound, null);
  }

  private InteriorPoint(
      AllocationProgram program, TiledProgram tiledProgram, double sound, @Nullable Iterate start) {
    super(LEAST_AIM, program.hasUtility());
    this.sound = sound;
    boolean hasLevel = program.hasLevel();
    this.tiledProgram = tiledProgram;
    couplingRows = program.rows().count();
    leastScale = program.freeVariables().leastScale();
    at = start == null ? StartingPoint.of(tiledProgram, hasLevel) : start;
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
    for (int t = 0; t < tiledProgram.count; t++) {
      rows += (tiledProgram.rows(t) + 1) * tiledProgram.width(t);
    }
    partners = rows + tiledProgram.freeGain.length;
    reach = blockNewtonSystem.reach(at);
    complementarity = reach.products(0, 0);
  }

  /**
   * Returns the method on a program with other columns, at the point that this one has reached.
   *
   * @param program the same jobs and resources
   * @param earlier the column of this program that each column of the other was; −1 for new ones;
   *     {@code [column]}
   * @param raise by how much new columns are worth more than they pay, as rises of the prices of
   *     time that cover it; {@code [job]}
   */
  InteriorPoint continuedOn(AllocationProgram program, int[] earlier, double[] raise) {
    TiledProgram other = TiledProgram.of(program, tiledProgram.limits);
    Iterate start =
        StartingPoint.after(other, tiledProgram, at, earlier, raise, complementarity / partners);
    return new InteriorPoint(program, other, sound, start);
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

  @Override
  protected boolean factor() {
    return blockNewtonSystem.factor(at);
  }

  @Override
  protected double products() {
    return complementarity;
  }

  @Override
  protected Reach predict() {
    return blockNewtonSystem.predict(at, direction);
  }

  @Override
  protected Optional<Reach> correct(double part, double secondOrder) {
    if (secondOrder < 1) {
      blockNewtonSystem.weakenSecondOrder(secondOrder);
    }
    reach = blockNewtonSystem.correct(at, complementarity / partners * part, direction);
    if (blockNewtonSystem.primalGap() > sound) {
      reach = blockNewtonSystem.refine(at, direction, further);
    }
    return Optional.of(reach);
  }

  @Override
  protected void move(double primal, double dual) {
    blockNewtonSystem.move(at, direction, primal, dual);
    previous = complementarity;
    complementarity = reach.products(primal, dual);
  }

  @Override
  protected double trusted(double longest) {
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
   * Returns whether it is too early for a certificate: the sum of all products, which is the gap of
   * a feasible point, is still large relative to the objective, or still falling fast.
   */
  boolean isFar() {
    boolean fast = complementarity <= FAST * previous;
    double scale = scale();
    return scale > 0 && complementarity > (fast ? SPOILT : FAR) * scale;
  }

  /**
   * Returns whether the gap, with what utilities miss of their slopes, is at most a part of its
   * scale.
   */
  boolean isWithin(double part) {
    double open = complementarity;
    for (int t = 0; tiledProgram.hasUtility && t < tiledProgram.count; t++) {
      for (int i = 0; i < tiledProgram.width(t); i++) {
        double weight = tiledProgram.weight[t][i];
        open +=
            weight > 0
                ? Math.abs(
                    Utility.pull(tiledProgram.power, weight, at.surplus[t][i], at.owed[t][i]))
                : 0;
      }
    }
    return open <= part * scaleOfGap();
  }

  /** Returns the absolute value of the objective, with utilities at their slopes. */
  double scaleOfGap() {
    double sum = 0;
    for (int t = 0; tiledProgram.hasUtility && t < tiledProgram.count; t++) {
      for (int i = 0; i < tiledProgram.width(t); i++) {
        sum += tiledProgram.weight[t][i] > 0 ? at.surplus[t][i] * at.owed[t][i] : 0;
      }
    }
    return tiledProgram.hasUtility ? sum : scale();
  }

  /** Returns whether the point may be good enough, though further steps would improve it. */
  boolean isNear() {
    return complementarity <= FAR * scale();
  }

  /** Returns the scale of gaps; 0 with utilities, whose sum is none. */
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

  /** Returns the fractions, {@code [column]}. */
  double[] fractions() {
    return tiledProgram.ofColumns(at.x);
  }

  /**
   * Returns the fractions, {@code [column]}, with fractions that converge to 0 set to 0: fractions
   * below the relative reduced cost of their column.
   */
  double[] fractionsWithoutDust() {
    double[][] swept = tiledProgram.byColumn();
    for (int t = 0; t < tiledProgram.count; t++) {
      double[] ofWorker = at.ofWorker[tiledProgram.classOfTile[t]];
      for (int s = 0; s < tiledProgram.rows(t); s++) {
        int r = tiledProgram.row(t, s);
        for (int i = 0; i < swept[r].length; i++) {
          double price = ofWorker[tiledProgram.slot(t, s, i)];
          double paid = at.time[t][i] + tiledProgram.size[r][i] * price;
          swept[r][i] = at.x[r][i] * paid < at.z[r][i] ? 0 : at.x[r][i];
        }
      }
    }
    return tiledProgram.ofColumns(swept);
  }

  /** Returns the point as it is. */
  SolverOutcome.Solved solved(int steps) {
    return new SolverOutcome.Solved(fractions(), free(), prices(), rowPrices(), steps);
  }

  Prices prices() {
    return DualBound.claimed(
        Arrays.copyOf(at.price, tiledProgram.pools),
        tiledProgram.ofJobs(at.time),
        tiledProgram.ofBoundJobs(at.owed));
  }

  /** Returns the values of the free variables. */
  double[] free() {
    return at.value.clone();
  }

  /** Returns the prices of the coupling rows. */
  double[] rowPrices() {
    return Arrays.copyOfRange(at.price, tiledProgram.pools, tiledProgram.pools + couplingRows);
  }
}
