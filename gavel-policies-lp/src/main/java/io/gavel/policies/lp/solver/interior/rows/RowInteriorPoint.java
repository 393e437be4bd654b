package io.gavel.policies.lp.solver.interior.rows;

import io.gavel.policies.lp.solver.coefficients.Utility;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The iteration of the dense interior-point method: Mehrotra's predictor–corrector method on a
 * {@link RowProgram}, as {@code InteriorPoint} on tiles. Its starting point is interior and dual
 * feasible. Mutable.
 */
public final class RowInteriorPoint {

  /** The fraction of the longest step to the boundary that is taken. */
  private static final double DAMPING = 0.9995;

  /** The largest fraction by which a step may change the slack or the price of a utility. */
  private static final double TRUST = 0.9;

  /**
   * The least fraction of the mean product that a step aims at. Below it centrality is lost and
   * refinement fails: residuals of rows then keep gaps at 10<sup>-7</sup>, in one of a thousand
   * small programs with 10<sup>-6</sup>.
   */
  private static final double LEAST_AIM = 1e-3;

  /**
   * A refinement that leaves more than this fraction of the residual needs more accurate solutions.
   */
  private static final double SLOW = 0.3;

  private static final int MOST_REFINEMENTS = 10;

  /** The residual that rows, which are scaled near 1, may have after a step. */
  private static final double CLOSE = 1e-13;

  /**
   * Near the optimum, a direction with a larger residual is rejected. If the optimum has fewer
   * positive columns than rows, Newton's equations are nearly singular there. A step would then
   * violate rows by a millionth, while the point before it is within a hundred-millionth.
   */
  private static final double LOST = 1e-9;

  private static final double FAR = 1e-6;

  /**
   * The step length from which on the predictor's second-order terms count in full. They are
   * computed for a full step; if only a hundredth of the step is possible they are meaningless, and
   * the corrector cycles.
   */
  private static final double SHORT = 0.1;

  /**
   * For powers below this, the method starts from the limit of ever more negative powers. The
   * throughputs of an even start are a decade from the optimum, so prices are {@code 1 - p} decades
   * from it; a step gains one or two.
   */
  private static final double STEEP = -4;

  /** The gap at which the method leaves that limit. */
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

  /**
   * The method on the limit for steep utilities, whose point this one will start from; null if
   * none.
   */
  private @Nullable RowInteriorPoint approach;

  /** The weight of the second-order terms. */
  private double secondOrder;

  /** The largest residual that a direction may leave. */
  private double mostLost = Double.POSITIVE_INFINITY;

  /** The desired changes of the products of partners. */
  private final double[] target;

  private final double[] rowTarget;

  /** Residuals of the columns of the dual and of the rows of the primal program. */
  private final double[] columnGap;

  private final double[] rowGap;
  private double levelGap;
  private final double[] side;

  public RowInteriorPoint(RowProgram program) {
    this(program, CLOSE);
  }

  /**
   * Creates a method at its starting point.
   *
   * @param close the residual that rows may have after a step
   */
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
            + (int) IntStream.range(0, program.rows).filter(this::hasPartners).count();
    at = RowStartingPoint.even(program, hasLevel);
    approach =
        program.power < STEEP && hasUtility
            ? new RowInteriorPoint(program.ofLeastUtility(), close)
            : null;
  }

  private boolean hasPartners(int i) {
    return program.weight[i] == 0 && !program.exact[i];
  }

  /** Steps until the sum of the products is within a relative gap; false if that is not reached. */
  public boolean converge(double gap) {
    for (int step = 0; step < program.mostSteps(); step++) {
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

  /** Whether the sum of the products is at most a fraction of the objective. */
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

  /** Takes one predictor–corrector step; false if no step makes progress. */
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
    double dual = at.longestDual(program, predictor);
    double reachable = at.complementarity(program, predictor, primal, dual) / products;
    secondOrder = Math.min(1, primal * dual / SHORT);
    double ratio = reachable / mu;
    aim(mu * Math.max(LEAST_AIM, ratio * ratio * ratio), predictor);
    if (!(solve(corrector) <= mostLost)) {
      return false;
    }
    primal = DAMPING * at.longestPrimal(corrector);
    dual = DAMPING * at.longestDual(program, corrector);
    if (!(primal > 1e-12 || dual > 1e-12)) { // also ends on NaN
      return false;
    }
    if (hasUtility) { // primal and dual steps are equal for utilities
      primal = trusted(Math.min(primal, dual));
      dual = primal;
    }
    at.moveBy(corrector, primal, dual);
    return Double.isFinite(at.complementarity(program, none, 0, 0));
  }

  /**
   * The longest step that changes no utility's throughput or price by too much. With negative
   * powers the throughput follows the price so slowly that rises of prices need no limit.
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

  /** Aims at {@code mu} for all products, minus the second-order terms of a step. */
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
   * @return the largest residual of the rows
   */
  private double solve(RowIterate direction) {
    for (int i = 0; i < side.length; i++) {
      side[i] = slackChange(i, 0) - rowGap[i];
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
      direction.slack[i] = slackChange(i, direction.price[i]);
    }
    return refine(direction);
  }

  /** The change of a row's slack that brings its product to its target if its price moves. */
  private double slackChange(int i, double move) {
    return program.exact[i]
        ? 0
        : (rowTarget[i] - at.slack[i] * move) / (program.curvature(i) * at.price[i]);
  }

  /**
   * Refines a direction on the primal rows; returns the largest residual. The rounding of a single
   * solve for the prices is multiplied by x / z, which is huge for the columns that the optimum
   * uses. Corrections are small, and so is their rounding. Refinement allows gaps of
   * 10<sup>-15</sup>.
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

  /**
   * Solves for the correction that closes the residuals in {@link #side} and leaves the products
   * unchanged.
   */
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

  /** Sets {@link #side} to the residuals of a direction; returns the largest. */
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
   * Whether the optimum is certainly not reached yet: the sum of all products is still large
   * relative to the level. Programs without a level are never far, except while the limit for steep
   * utilities is solved.
   */
  boolean isFar() {
    return approach != null
        || (at.level > 0 && at.complementarity(program, none, 0, 0) > FAR * at.level);
  }

  /** The fractions, {@code [column]}; not to be modified. */
  public double[] fractions() {
    return at.x;
  }

  /**
   * The fractions, {@code [column]}, with those that converge to 0 set to 0; a copy. A fraction
   * converges to 0 if it is smaller than its relative reduced cost. The reduced cost is measured
   * against the most that any column pays for time and pool or, if these are free, against the mean
   * part of a row in the objective. The column's own payment is no scale, since it also converges
   * to 0 for jobs that do not limit the objective.
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

  /** The reduced costs, {@code [column]}; not to be modified. */
  public double[] reducedCosts() {
    return at.z;
  }

  /** The slacks of the rows, {@code [row]}; not to be modified. */
  public double[] slacks() {
    return at.slack;
  }

  /** The prices of the rows, {@code [row]}; not to be modified. */
  public double[] prices() {
    return at.price;
  }
}
