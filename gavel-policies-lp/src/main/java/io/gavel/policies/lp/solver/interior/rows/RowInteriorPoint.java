package io.gavel.policies.lp.solver.interior.rows;

import io.gavel.policies.lp.solver.coefficients.Utility;
import io.gavel.policies.lp.solver.interior.PredictorCorrector;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The iteration of the dense interior-point method on a {@link RowProgram}. Its starting point is
 * interior and dual feasible. Mutable.
 */
public final class RowInteriorPoint extends PredictorCorrector {

  /**
   * The least fraction of the mean product that a step aims at. Below it centrality is lost and
   * refinement fails: residuals of rows then keep gaps at 10<sup>-7</sup>, in one of a thousand
   * small programs with 10<sup>-6</sup>.
   */
  private static final double LEAST_AIM = 1e-3;

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
   * For powers below this, the method starts from the limit of ever more negative powers. The
   * throughputs of an even start are a decade from the optimum, so prices are {@code 1 - p} decades
   * from it; a step gains one or two.
   */
  private static final double STEEP = -4;

  /** The most corrections of a direction by columns, whose factor takes far longer than a solve. */
  private static final int CORRECTIONS = 2;

  /** By how much a corrected direction aims at longer steps. */
  private static final double LONGER = 0.3;

  /** By how much both steps together must be longer. */
  private static final double WORTH = 0.06;

  /** The gap at which the method leaves that limit. */
  private static final double NEAR = 0.01;

  private final RowProgram program;
  private final boolean hasLevel;
  private final int partners;
  private RowIterate at;
  private final RowIterate predictor;
  private RowIterate corrector;

  /** A direction like the corrector that may replace it. */
  private RowIterate central;

  /** The most corrections of a direction, of which each takes one more solve. */
  private final int mostCorrections;

  private final RowIterate none;
  private final RowResiduals open;
  private final Directions directions;

  /**
   * The method on the limit for steep utilities, whose point this one will start from; null if
   * none.
   */
  private @Nullable RowInteriorPoint approach;

  /** The largest residual that a direction may leave. */
  private double mostLost = Double.POSITIVE_INFINITY;

  public RowInteriorPoint(RowProgram program) {
    this(program, CLOSE);
  }

  /**
   * Creates a method at its starting point.
   *
   * @param close the residual that rows may have after a step
   */
  public RowInteriorPoint(RowProgram program, double close) {
    this(
        program,
        new RowDirections(program, program.hasLevel(), close),
        program.power < STEEP && program.hasUtility()
            ? new RowInteriorPoint(program.ofLeastUtility(), close)
            : null,
        0);
  }

  private RowInteriorPoint(
      RowProgram program,
      Directions directions,
      @Nullable RowInteriorPoint approach,
      int mostCorrections) {
    super(LEAST_AIM, program.hasUtility());
    this.program = program;
    this.mostCorrections = mostCorrections;
    this.directions = directions;
    this.approach = approach;
    hasLevel = program.hasLevel();
    predictor = new RowIterate(program);
    corrector = new RowIterate(program);
    central = mostCorrections > 0 ? new RowIterate(program) : corrector;
    none = new RowIterate(program);
    open = new RowResiduals(program, hasLevel);
    partners =
        program.columns()
            + (int) IntStream.range(0, program.rows).filter(this::hasPartners).count();
    at = RowStartingPoint.even(program, hasLevel);
  }

  /**
   * Returns a method for programs with more rows, all of them inequalities, than columns.
   *
   * @param rows of a program without a level or utilities
   */
  static RowInteriorPoint byColumns(ColumnRows rows) {
    return new RowInteriorPoint(rows.program, new ColumnDirections(rows), null, CORRECTIONS);
  }

  /**
   * Returns the method on the same rows with other columns, at the point that this one has reached.
   *
   * @param other a program with the same rows
   * @param earlier the column of this program that each column of the other was, or {@link
   *     RowProgram#NONE}; {@code [column]}
   * @param raise by how much new columns are worth more than they pay, as rises of the prices of
   *     time that cover it; {@code [time row]}
   */
  public RowInteriorPoint continuedOn(RowProgram other, int[] earlier, double[] raise) {
    RowInteriorPoint next =
        new RowInteriorPoint(other, new RowDirections(other, other.hasLevel(), CLOSE), null, 0);
    next.at = RowStartingPoint.after(other, at, earlier, raise, products() / partners);
    return next;
  }

  /**
   * Returns the method by columns on the same columns under more rows, at the point that this one
   * has reached.
   *
   * @param more the rows of this program, followed by further rows
   */
  RowInteriorPoint under(ColumnRows more) {
    RowInteriorPoint next = byColumns(more);
    next.at = RowStartingPoint.under(more.program, at, products() / partners);
    return next;
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

  /** Returns whether the {@link #gap} is at most a fraction of the objective. */
  public boolean isWithin(double gap) {
    return gap() <= gap * scale();
  }

  /** Returns whether no row misses its limit, slack included, by more than a given amount. */
  boolean isFeasibleWithin(double most) {
    open.measure(at);
    return Arrays.stream(open.rowGap).allMatch(gap -> Math.abs(gap) <= most);
  }

  /** Returns the sum of the products, and of what utilities miss of their slopes. */
  public double gap() {
    double open = at.complementarity(program, none, 0, 0);
    for (int i = 0; i < program.rows; i++) {
      if (program.weight[i] > 0) {
        open += Math.abs(Utility.pull(program.power, program.weight[i], at.slack[i], at.price[i]));
      }
    }
    return open;
  }

  /**
   * Returns the scale of the objective: its gains and losses, with utilities at their slopes,
   * because the value of a logarithm has no scale.
   */
  public double scale() {
    double scale = Math.abs(at.level);
    for (int c = 0; c < program.columns(); c++) {
      scale += Math.abs(program.gain[c] * at.x[c]);
    }
    for (int i = 0; i < program.rows; i++) {
      scale += program.weight[i] > 0 ? Math.abs(at.price[i] * at.slack[i]) : 0;
    }
    return scale;
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

  @Override
  protected boolean factor() {
    return directions.factor(at);
  }

  @Override
  protected double products() {
    return at.complementarity(program, none, 0, 0);
  }

  @Override
  protected Reach predict() {
    open.measure(at);
    open.aim(at, 0, none, 0);
    directions.solve(at, open, predictor);
    return at.reach(program, predictor);
  }

  @Override
  protected Optional<Reach> correct(double part, double secondOrder) {
    double mu = products() / partners * part;
    open.aim(at, mu, predictor, secondOrder);
    double lost = directions.solve(at, open, corrector);
    return lost <= mostLost ? Optional.of(centred(mu)) : Optional.empty();
  }

  /**
   * Corrects the direction as long as steps get longer: products that longer steps would leave far
   * from the aim are what limits them.
   */
  private Reach centred(double mu) {
    Reach reach = at.reach(program, corrector);
    for (int i = 0; i < mostCorrections; i++) {
      double primal = reach.longestPrimal();
      double dual = reach.longestDual();
      open.centre(at, mu, corrector, Math.min(1, primal + LONGER), Math.min(1, dual + LONGER));
      directions.solve(at, open, central);
      Reach other = at.reach(program, central);
      if (other.longestPrimal() + other.longestDual() < primal + dual + WORTH) {
        break;
      }
      RowIterate worse = corrector;
      corrector = central;
      central = worse;
      reach = other;
    }
    return reach;
  }

  @Override
  protected void move(double primal, double dual) {
    at.moveBy(corrector, primal, dual);
  }

  /**
   * Returns the longest step that changes no utility's throughput or price by too much. With
   * negative powers the throughput follows the price so slowly that rises of prices need no limit.
   */
  @Override
  protected double trusted(double longest) {
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

  /**
   * Returns whether the optimum is certainly not reached yet: the sum of all products is still
   * large relative to the level. Programs without a level are never far, except while the limit for
   * steep utilities is solved.
   */
  boolean isFar() {
    return approach != null
        || (at.level > 0 && at.complementarity(program, none, 0, 0) > FAR * at.level);
  }

  /** Returns the fractions, {@code [column]}; not to be modified. */
  public double[] fractions() {
    return at.x;
  }

  /**
   * Returns a copy of the fractions, {@code [column]}, with fractions that converge to 0 set to 0.
   * A fraction converges to 0 if it is smaller than its relative reduced cost. The reduced cost is
   * measured against the most that any column pays for time and pool or, if these are free, against
   * the mean part of a row in the objective. The column's own payment is no scale, since it also
   * converges to 0 for jobs that do not limit the objective.
   */
  public double[] fractionsWithoutDust() {
    double most = scale() / program.rows;
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

  /** Returns the reduced costs, {@code [column]}; not to be modified. */
  public double[] reducedCosts() {
    return at.z;
  }

  /** Returns the slacks of the rows, {@code [row]}; not to be modified. */
  public double[] slacks() {
    return at.slack;
  }

  /** Returns the prices of the rows, {@code [row]}; not to be modified. */
  public double[] prices() {
    return at.price;
  }
}
