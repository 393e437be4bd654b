package io.gavel.policies.lp.solver.internal.interior;

import io.gavel.policies.lp.solver.internal.coefficients.Utility;
import io.gavel.policies.lp.solver.program.SolveLimits.CancelledSolve;

/**
 * Mehrotra's primal-dual predictor–corrector method on a {@link BlockProgram}, whatever solves
 * Newton's equations: a direction to products of 0 tells how far it leads; a second one aims at
 * what that leaves, and corrects the second-order terms of the first. The sum of the products of
 * partners, primal times dual, is the gap of a feasible point. Mutable.
 */
public class PredictorCorrector {

  /** The fraction of the longest step to the boundary that is taken. */
  private static final double DAMPING = 0.9995;

  /**
   * The product of primal and dual step of the predictor from which on its second-order terms count
   * in full. They are computed for full steps; if only short steps are possible, they are
   * meaningless, and the corrector may cycle or take a hundred steps more.
   */
  private static final double SHORT = 0.1;

  /**
   * The largest fraction by which a step may change the throughput of a job with a utility, or its
   * price: beyond it the linear model of the utility's slope is inaccurate.
   */
  private static final double TRUST = 0.9;

  /** The part of the products that steps must save, for the method to be on its way. */
  private static final double PROGRESS = 0.1;

  /**
   * The steps without progress after which the method circles: with utilities, corrections of
   * second order may send the point from one side of the optimum to the other and back. For a
   * negative power p there are −p more, since prices begin up to 1 − p decades from the optimum.
   */
  private static final int MOST_STALLED = 6;

  /** How often a method that circles in spite of such steps halves them at most. */
  private static final int MOST_HALVED = 4;

  /** The least aim of steps after a circle, which are not corrected to the second order. */
  private static final double CENTRAL_AIM = 0.1;

  /**
   * The relative gap below which a point may be optimal, and the one below which steps may worsen
   * it.
   */
  private static final double FAR = 1e-6;

  private static final double SPOILT = 1e-9;

  /** The fraction of the products that a fast step leaves at most; another step follows it. */
  private static final double FAST = 0.1;

  private final BlockProgram program;
  private final NewtonSystem newton;
  private final double leastAim;
  private final double leastScale;
  private final Iterate predictor;
  private final Iterate corrector;

  private final int partners;
  private Iterate at;
  private double products;
  private double previous;
  private boolean cancelled;

  /** The least sum of products since the last circle, and the steps since it was least. */
  private double least = Double.POSITIVE_INFINITY;

  private int stalled;

  /** How often the method has circled. */
  private int circles;

  /**
   * Creates a method at the starting point of a program.
   *
   * @param leastAim the least fraction of the mean product that a step aims at, which keeps the
   *     last points central
   * @param leastScale the least scale of the objective, to which gaps are relative
   */
  public PredictorCorrector(
      BlockProgram program, NewtonSystem newton, double leastAim, double leastScale) {
    this.program = program;
    this.leastAim = leastAim;
    this.newton = newton;
    this.leastScale = leastScale;
    predictor = new Iterate(program);
    corrector = new Iterate(program);
    int found = 0;
    for (double[] columns : program.gain) {
      found += columns.length;
    }
    for (int b = 0; b < program.limit.length; b++) {
      for (int i = 0; i < program.limit[b].length; i++) {
        found += program.hasPartners(b, i) ? 1 : 0;
      }
    }
    partners = found;
    at = Iterate.even(program);
    products = products(program, at);
  }

  /** Returns the sum of the products of partners at a point. */
  static double products(BlockProgram program, Iterate at) {
    return products(along(program, at, at), 0, 0);
  }

  /**
   * Returns how far a direction leads, by place: the largest relative falls of primal and of dual
   * variables, and the sums of {@code ab}, {@code da·b}, {@code a·db} and {@code da·db} over
   * partners.
   */
  private static double[][] along(BlockProgram program, Iterate at, Iterate direction) {
    int places = Math.max(Vectors.longest(at.x), Vectors.longest(at.slack));
    double[][] sums = new double[6][places];
    for (int b = 0; b < at.x.length; b++) {
      look(at.x[b], at.z[b], direction.x[b], direction.z[b], sums);
    }
    for (int b = 0; b < at.slack.length; b++) {
      double[] slack = at.slack[b];
      double[] price = at.price[b];
      if (program.isPlain(b)) {
        look(slack, price, direction.slack[b], direction.price[b], sums);
        continue;
      }
      for (int i = 0; i < slack.length; i++) {
        double move = direction.slack[b][i];
        double dual = direction.price[b][i];
        if (!program.exact[b][i]) {
          sums[0][i] = Math.max(sums[0][i], -move / slack[i]);
          sums[1][i] = Math.max(sums[1][i], -dual / price[i]);
        }
        if (program.hasPartners(b, i)) {
          sums[2][i] += slack[i] * price[i];
          sums[3][i] += move * price[i];
          sums[4][i] += slack[i] * dual;
          sums[5][i] += move * dual;
        }
      }
    }
    return sums;
  }

  private static void look(double[] a, double[] b, double[] da, double[] db, double[][] sums) {
    Vectors.fall(da, a, sums[0]);
    Vectors.fall(db, b, sums[1]);
    Vectors.addProduct(a, b, sums[2]);
    Vectors.addProduct(da, b, sums[3]);
    Vectors.addProduct(a, db, sums[4]);
    Vectors.addProduct(da, db, sums[5]);
  }

  /** Returns the longest step, at most 1, that keeps variables at least 0. */
  private static double longest(double[] falls) {
    return 1 / Math.max(1, Vectors.max(falls));
  }

  /** Returns the sum of the products after a primal and a dual step {@link #along} a direction. */
  private static double products(double[][] along, double primal, double dual) {
    return Vectors.sum(along[2])
        + primal * Vectors.sum(along[3])
        + dual * Vectors.sum(along[4])
        + primal * dual * Vectors.sum(along[5]);
  }

  /** Goes on from a point. */
  protected final void startAt(Iterate point) {
    at = point;
    products = products(program, point);
  }

  /** Returns the point that is reached; not to be modified. */
  public final Iterate at() {
    return at;
  }

  /** Returns the mean product of partners at the point. */
  public final double meanProduct() {
    return products / partners;
  }

  /**
   * Takes one predictor–corrector step. Returns false if no step makes progress, or if the step was
   * cancelled; then the point is the last one reached.
   */
  public final boolean step() {
    return step(Double.POSITIVE_INFINITY);
  }

  /**
   * Takes one step, unless its direction leaves a larger residual of a row than given, relative to
   * the sizes of its terms.
   */
  protected final boolean step(double mostLost) {
    try {
      return moved(mostLost);
    } catch (CancelledSolve duringStep) {
      cancelled = true;
      return false;
    }
  }

  public final boolean isCancelled() {
    return cancelled;
  }

  private boolean moved(double mostLost) {
    if (!newton.factor(at)) {
      return false;
    }
    newton.measure(at);
    newton.aim(at, 0, predictor, 0);
    newton.predict(at, predictor);
    double[][] along = along(program, at, predictor);
    double primal = longest(along[0]);
    double dual = longest(along[1]);
    double ratio = products(along, primal, dual) / products;
    boolean afterCircle = isCircling();
    double aim = Math.max(afterCircle ? CENTRAL_AIM : leastAim, ratio * ratio * ratio);
    double secondOrder = afterCircle ? 0 : Math.min(1, primal * dual / SHORT);
    double mu = meanProduct() * aim;
    newton.aim(at, mu, predictor, secondOrder);
    if (newton.solve(at, corrector) > mostLost) {
      return false;
    }
    along = along(program, at, corrector);
    primal = DAMPING * longest(along[0]);
    dual = DAMPING * longest(along[1]);
    if (!(primal > 1e-12 || dual > 1e-12)) { // also ends on NaN
      return false;
    }
    if (program.hasUtility()) { // primal and dual steps are equal for utilities
      primal =
          trusted(Math.min(primal, dual)) / (1 << Math.max(0, Math.min(circles - 1, MOST_HALVED)));
      dual = primal;
    }
    double after = products(along, primal, dual);
    if (!Double.isFinite(after)) {
      return false;
    }
    at.moveBy(corrector, primal, dual);
    previous = products;
    products = after;
    return true;
  }

  /** Returns whether some steps in a row made no progress, now or before. */
  private boolean isCircling() {
    if (products < (1 - PROGRESS) * least) {
      least = products;
      stalled = 0;
    } else {
      stalled++;
    }
    if (stalled >= MOST_STALLED - Math.min(0, program.power)) {
      circles++;
      least = products;
      stalled = 0;
    }
    return circles > 0;
  }

  /**
   * Returns the longest step, up to a given one, that changes no utility's throughput or price by
   * too much. With negative powers the throughput follows the price so slowly that rises of prices
   * need no limit.
   */
  private double trusted(double longest) {
    double step = longest;
    for (int b = 0; b < at.slack.length; b++) {
      for (int i = 0; i < at.slack[b].length; i++) {
        if (program.weight[b][i] > 0) {
          double price = corrector.price[b][i];
          if (price < 0 || program.power >= 0) {
            step = Math.min(step, TRUST * at.price[b][i] / Math.abs(price));
          }
          step = Math.min(step, TRUST * at.slack[b][i] / Math.abs(corrector.slack[b][i]));
        }
      }
    }
    return step;
  }

  /** Returns the sum of the products, and of what utilities miss of their slopes. */
  public final double gap() {
    double sum = products;
    for (int b = 0; program.hasUtility() && b < at.slack.length; b++) {
      for (int i = 0; i < at.slack[b].length; i++) {
        double weight = program.weight[b][i];
        if (weight > 0) {
          sum += Math.abs(Utility.pull(program.power, weight, at.slack[b][i], at.price[b][i]));
        }
      }
    }
    return sum;
  }

  /**
   * Returns the scale of the objective: its gains and losses, with utilities at their slopes,
   * because the value of a logarithm has no scale.
   */
  public final double scale() {
    double sum = Math.abs(at.level);
    for (int b = 0; b < at.x.length; b++) {
      for (int i = 0; i < at.x[b].length; i++) {
        sum += Math.abs(program.gain[b][i] * at.x[b][i]);
      }
    }
    for (int b = 0; program.hasUtility() && b < at.slack.length; b++) {
      for (int i = 0; i < at.slack[b].length; i++) {
        sum += program.weight[b][i] > 0 ? Math.abs(at.price[b][i] * at.slack[b][i]) : 0;
      }
    }
    return Math.max(sum, leastScale);
  }

  /** Returns whether the {@link #gap} is at most a fraction of the objective. */
  public final boolean isWithin(double part) {
    return gap() <= part * scale();
  }

  /**
   * Returns whether it is too early for a certificate: the gap is still large relative to the
   * objective, or still falls fast. Prices of utilities prove a bound at any point.
   */
  public final boolean isFar() {
    boolean fast = products <= FAST * previous;
    double scale = program.hasUtility() ? 0 : scale();
    return scale > 0 && products > (fast ? SPOILT : FAR) * scale;
  }

  /** Returns whether the point may be good enough, though further steps would improve it. */
  final boolean isNear() {
    return products <= FAR * scale();
  }

  /**
   * Returns the columns, with those that converge to 0 set to 0. A column converges to 0 if it is
   * smaller than its relative reduced cost. The reduced cost is measured against the most that any
   * column pays for time and pool or, if these are free, against the mean part of a row in the
   * objective. The column's own payment is no scale, since it also converges to 0 for jobs that do
   * not limit the objective.
   */
  public final double[][] withoutDust() {
    double[][] limiting = BlockProgram.like(program.limit);
    int rows = 0;
    for (int b = 0; b < limiting.length; b++) {
      rows += limiting[b].length;
      for (int i = 0; i < limiting[b].length; i++) {
        limiting[b][i] = program.isDemand(b, i) ? 0 : at.price[b][i];
      }
    }
    double[][] swept = BlockProgram.like(program.gain);
    program.price(limiting, swept);
    double most = scale() / rows;
    for (double[] paid : swept) {
      most = Math.max(most, Vectors.max(paid));
    }
    for (int b = 0; b < swept.length; b++) {
      for (int i = 0; i < swept[b].length; i++) {
        swept[b][i] = at.x[b][i] * most < at.z[b][i] ? 0 : at.x[b][i];
      }
    }
    return swept;
  }
}
