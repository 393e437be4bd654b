package io.gavel.policies.lp.solver.interior.rows;

import io.gavel.policies.lp.solver.coefficients.Utility;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The iteration of the dense interior-point method: Mehrotra's predictor and corrector on a {@link
 * RowProgram}, as {@code InteriorPoint} on blocks. It starts inside and dual feasible.
 */
public final class RowInteriorPoint {

  /** How far to go towards the boundary. */
  private static final double DAMPING = 0.9995;

  private static final int MOST_STEPS = 100;

  /** The largest part by which a step may change the slack or the price of a utility. */
  private static final double TRUST = 0.9;

  /**
   * The least part of the mean product that a step aims at. Beyond it centrality is lost, and with
   * it refinement: rows that a direction leaves open then keep gaps at 10<sup>-7</sup>, in one of a
   * thousand small programs with 10<sup>-6</sup>.
   */
  private static final double LEAST_AIM = 1e-3;

  /** A refinement that leaves more than this part needs better solutions. */
  private static final double SLOW = 0.3;

  private static final int MOST_REFINEMENTS = 10;

  /** By how much rows may be off after a step; they are scaled to be near 1. */
  private static final double CLOSE = 1e-13;

  /**
   * Near the optimum, a direction that leaves rows as open as this is none. Where the optimum has
   * fewer columns than rows, Newton's equations are as good as singular there; a step would then
   * lose a millionth of the rows, where the point before it is within a hundred-millionth.
   */
  private static final double LOST = 1e-9;

  private static final double FAR = 1e-6;

  /**
   * The part of a step that the predictor can go for its second-order terms to count in full. They
   * are of a whole step; where it can go but a hundredth of it they are beside the point, and the
   * corrector led round in circles.
   */
  private static final double SHORT = 0.1;

  /**
   * Powers below are approached from their limit. An even start has throughputs a decade from those
   * of the optimum, so prices {@code 1 - p} decades; a step gains one or two.
   */
  private static final double STEEP = -4;

  /** The gap of the limit at which to leave it. */
  private static final double NEAR = 0.01;

  private final RowProgram program;
  private final double close;
  private final boolean hasLevel;
  private final boolean hasUtility;
  private final int products;
  private RowIterate at;
  private final RowIterate predictor;
  private final RowIterate corrector;
  private final RowIterate none;
  private final RowIterate correction;
  private final NormalEquations newton;

  /** The method on the limit for steep utilities, from where this one will start; null if none. */
  private @Nullable RowInteriorPoint approach;

  /** What the second-order terms count. */
  private double secondOrder;

  /** How open a direction may leave rows. */
  private double mostLost = Double.POSITIVE_INFINITY;

  /** What the products of partners should become, less what they are. */
  private final double[] target;

  private final double[] rowTarget;

  /** By how much the columns of the dual and the rows of the primal program are off. */
  private final double[] columnGap;

  private final double[] rowGap;
  private double levelGap;
  private final double[] side;

  public RowInteriorPoint(RowProgram program) {
    this(program, CLOSE);
  }

  /** The method with another part by which rows may be off after a step. */
  public RowInteriorPoint(RowProgram program, double close) {
    this.program = program;
    this.close = close;
    hasLevel = program.hasLevel();
    hasUtility = program.hasUtility();
    predictor = new RowIterate(program);
    corrector = new RowIterate(program);
    none = new RowIterate(program);
    correction = new RowIterate(program);
    newton = new NormalEquations(program, hasLevel);
    target = new double[program.columns()];
    columnGap = new double[program.columns()];
    rowTarget = new double[program.rows];
    rowGap = new double[program.rows];
    side = new double[program.rows];
    products =
        program.columns()
            + (int) Arrays.stream(program.weight).filter(weight -> weight == 0).count();
    at = RowStartingPoint.even(program, hasLevel);
    approach =
        program.power < STEEP && hasUtility
            ? new RowInteriorPoint(program.ofLeastUtility(), close)
            : null;
  }

  /** Steps until the products are a part of the objective; false if they do not become that. */
  public boolean converge(double gap) {
    for (int step = 0; step < MOST_STEPS; step++) {
      if (isWithin(gap)) {
        return true;
      }
      mostLost = isWithin(FAR) ? LOST : Double.POSITIVE_INFINITY;
      if (!step()) {
        return false;
      }
    }
    return false;
  }

  /** Whether the products are so small a part of the objective. */
  public boolean isWithin(double gap) {
    return at.complementarity(program, none, 0, 0) <= gap * Math.abs(objective());
  }

  private double objective() {
    double objective = at.level;
    for (int c = 0; c < program.columns(); c++) {
      objective += program.gain[c] * at.x[c];
    }
    return objective;
  }

  public double level() {
    return at.level;
  }

  /** One predictor–corrector step; false if there is none that leads further. */
  public boolean step() {
    if (approach == null) {
      return moved();
    }
    boolean goesOn = approach.step();
    if (approach.isWithin(NEAR)) {
      at = RowStartingPoint.near(program, hasLevel, approach.fractions());
      goesOn = false;
    }
    approach = goesOn ? approach : null;
    return true;
  }

  private boolean moved() {
    if (!newton.factor(at)) {
      return false;
    }
    measureGaps();
    aim(0, none);
    solve(predictor);
    double mu = at.complementarity(program, none, 0, 0) / products;
    double primal = at.longestPrimal(predictor);
    double dual = at.longestDual(predictor);
    double reachable = at.complementarity(program, predictor, primal, dual) / products;
    secondOrder = Math.min(1, primal * dual / SHORT);
    double ratio = reachable / mu;
    aim(mu * Math.max(LEAST_AIM, ratio * ratio * ratio), predictor);
    if (!(solve(corrector) <= mostLost)) {
      return false;
    }
    primal = DAMPING * at.longestPrimal(corrector);
    dual = DAMPING * at.longestDual(corrector);
    if (!(primal > 1e-12 || dual > 1e-12)) { // also ends on NaN
      return false;
    }
    if (hasUtility) { // their prices and slacks belong together
      primal = trusted(Math.min(primal, dual));
      dual = primal;
    }
    at.moveBy(corrector, primal, dual);
    return Double.isFinite(at.complementarity(program, none, 0, 0));
  }

  /**
   * A part of the step that changes no utility's throughput or price by too much. With negative
   * powers the throughput follows the price so slowly that a price may rise as it likes.
   */
  private double trusted(double longest) {
    double step = longest;
    for (int i = 0; i < program.rows; i++) {
      if (program.weight[i] > 0) {
        if (corrector.price[i] < 0 || program.power >= 0) {
          step = Math.min(step, TRUST * at.price[i] / Math.abs(corrector.price[i]));
        }
        step = Math.min(step, TRUST * at.slack[i] / Math.abs(corrector.slack[i]));
      }
    }
    return step;
  }

  private void measureGaps() {
    levelGap = hasLevel ? 1 : 0;
    for (int i = 0; i < program.rows; i++) {
      rowGap[i] = program.limit[i] - at.slack[i] - program.requirement[i] * at.level;
      levelGap -= program.requirement[i] * at.price[i];
    }
    for (int c = 0; c < program.columns(); c++) {
      program.add(c, -at.x[c], rowGap);
      columnGap[c] = at.z[c] + program.gain[c] - program.priced(c, at.price);
    }
  }

  /** Aims at {@code mu} for all products, with what a step would add to second order taken off. */
  private void aim(double mu, RowIterate step) {
    for (int c = 0; c < target.length; c++) {
      target[c] = mu - at.x[c] * at.z[c] - secondOrder * step.x[c] * step.z[c];
    }
    for (int i = 0; i < rowTarget.length; i++) {
      rowTarget[i] =
          program.weight[i] > 0
              ? Utility.pull(program.power, program.weight[i], at.slack[i], at.price[i])
              : mu - at.slack[i] * at.price[i] - secondOrder * step.slack[i] * step.price[i];
    }
  }

  /**
   * The direction that closes the gaps and brings the products to their targets.
   *
   * @return how much of the rows' gaps it leaves open
   */
  private double solve(RowIterate direction) {
    for (int i = 0; i < side.length; i++) {
      side[i] = rowTarget[i] / (program.curvature(i) * at.price[i]) - rowGap[i];
    }
    for (int c = 0; c < target.length; c++) {
      program.add(c, target[c] / at.z[c] + newton.weight(c) * columnGap[c], side);
    }
    newton.solve(side, levelGap, false, direction);
    for (int c = 0; c < target.length; c++) {
      direction.z[c] = program.priced(c, direction.price) - columnGap[c];
      direction.x[c] = (target[c] - at.x[c] * direction.z[c]) / at.z[c];
    }
    for (int i = 0; i < side.length; i++) {
      direction.slack[i] =
          (rowTarget[i] - at.slack[i] * direction.price[i]) / (program.curvature(i) * at.price[i]);
    }
    return refine(direction);
  }

  /**
   * Refines a direction on the primal rows. Prices, solved for in one piece, are off by their own
   * rounding times x / z, which is huge for the columns that the optimum uses; corrections are
   * small, and so is their rounding. This is what carries the method to gaps of 10<sup>-15</sup>.
   */
  private double refine(RowIterate direction) {
    double before = missed(direction);
    boolean closely = false;
    for (int i = 0; i < MOST_REFINEMENTS && before > close; i++) {
      correct(closely);
      direction.moveBy(correction, 1, 1);
      double after = missed(direction);
      if (after < before) {
        closely = after > SLOW * before;
        before = after;
      } else {
        direction.moveBy(correction, -1, -1);
        missed(direction);
        if (closely) {
          return before;
        }
        closely = true;
      }
    }
    return before;
  }

  /** What closes the gaps in the side, which leaves the products as they are. */
  private void correct(boolean closely) {
    newton.solve(side, 0, closely, correction);
    for (int c = 0; c < target.length; c++) {
      correction.z[c] = program.priced(c, correction.price);
      correction.x[c] = -newton.weight(c) * correction.z[c];
    }
    for (int i = 0; i < side.length; i++) {
      correction.slack[i] = -newton.rowWeight(i) * correction.price[i];
    }
  }

  /** Sets the side to what the direction misses of the rows' gaps; returns the largest. */
  private double missed(RowIterate direction) {
    for (int i = 0; i < side.length; i++) {
      side[i] = direction.slack[i] + program.requirement[i] * direction.level - rowGap[i];
    }
    for (int c = 0; c < target.length; c++) {
      program.add(c, direction.x[c], side);
    }
    double largest = 0;
    for (double gap : side) {
      largest = Math.max(largest, Math.abs(gap));
    }
    return largest;
  }

  /**
   * Whether the optimum is certainly not reached yet: the sum of all products is still large beside
   * the level. Programs without a level are never far once they are approached.
   */
  boolean isFar() {
    return approach != null
        || (at.level > 0 && at.complementarity(program, none, 0, 0) > FAR * at.level);
  }

  /** The fractions, {@code [column]}; not to be written. */
  public double[] fractions() {
    return at.x;
  }

  /**
   * The fractions without those that are on their way to 0, a copy: their reduced cost, as a part
   * of the most that any column pays for time and pool or, where these are free, of a row's part of
   * the objective, is larger than they are. What columns of jobs pay that do not hold the objective
   * back goes to 0 itself, and tells nothing.
   */
  public double[] fractionsWithoutDust() {
    double most = Math.abs(objective()) / program.rows;
    for (int c = 0; c < at.x.length; c++) {
      double paid = 0;
      for (int e = program.start[c]; e < program.start[c + 1]; e++) {
        int i = program.row[e];
        paid += program.isDemand(i) ? 0 : program.value[e] * at.price[i];
      }
      most = Math.max(most, paid);
    }
    double[] swept = at.x.clone();
    for (int c = 0; c < swept.length; c++) {
      if (swept[c] * most < at.z[c]) {
        swept[c] = 0;
      }
    }
    return swept;
  }

  /** The reduced costs, {@code [column]}; not to be written. */
  public double[] reducedCosts() {
    return at.z;
  }

  /** The slacks of the rows, {@code [row]}; not to be written. */
  public double[] slacks() {
    return at.slack;
  }

  /** The prices of the rows, {@code [row]}; not to be written. */
  public double[] prices() {
    return at.price;
  }
}
