package io.gavel.policies.lp.solver.internal.classes;

import io.gavel.policies.SolveFailedException;
import io.gavel.policies.lp.solver.program.SolveLimits;
import java.util.Arrays;

/**
 * How far limits of rows {@code Σ_c value_ic x_c ≤ limit_i} can move, in a straight line, while
 * some {@code x ≥ 0} satisfies all of them. Rows are added as they are found to matter, and lines
 * follow each other; each search starts from the basis of the one before, so it takes a few steps
 * where little has changed. If the limits cannot get to the end, multiples of the rows, at least 0,
 * show why: their sum has no value below 0, and its limit falls below 0 on the way.
 *
 * <p>The first such multiples are found by moving along the line; any costs above 0 then choose
 * among bases. From there on, the dual simplex method works on the program
 *
 * <pre>  maximise θ   such that   Σ_c value_ic x_c + θ (from_i − to_i) ≤ from_i </pre>
 *
 * <p>New rows and other lines leave its basis dual feasible. The tableau is recomputed from the
 * rows every few dozen steps. Mutable.
 */
final class MovingLimits {

  /** A number of the tableau, relative to the largest one of its row, that is rounding. */
  private static final double PIVOT = 1e-9;

  /** The violation of a row that is rounding; values of rows are at most about 1. */
  private static final double VIOLATED = 1e-14;

  /** The same where steps do not lead on; a point is only asked to lack no more than that. */
  private static final double LACKING = 1e-12;

  /** The same, relative to the numbers of a row of the tableau. */
  private static final double ROUNDING = 1e-11;

  /** The tolerance for 0, relative to the numbers of a row of the tableau. */
  private static final double NEAR = 1e-9;

  /** The part of the line that may be missing at its end. */
  private static final double MISSING = 1e-10;

  /** The tolerated decrease of a cost of about 1, which allows larger steps. */
  private static final double NEARLY = 1e-2;

  /** Costs grow from step to step; if they are larger, such a part of 1 would be nothing. */
  private static final double MOST_COST = 1e4;

  /** The same for multiples, which must not become wrong. */
  private static final double EXACTLY = 1e-12;

  /** The number of corrections of a point by its residuals. */
  private static final int REFINEMENTS = 2;

  /** Multiples that leave so little would be hard to compute with, relative to their numbers. */
  private static final double CLOSE = 1e-6;

  /** A number of the tableau that is only trusted as a pivot if the tableau is new. */
  private static final double DOUBTFUL = 1e-5;

  private static final int STEPS_UNTIL_ANEW = 60;

  private static final int MOST_STEPS = 20_000;

  private static final int NONE = -1;

  private final RowTableau tableau;
  private final SolveLimits limits;
  private final int mostSteps;
  private double[] from = new double[64];
  private double[] to = new double[64];

  /** The values of basic variables at the beginning of the line; if θ is basic, where it leads. */
  private double[] value = new double[64];

  /** Their values at the end of the line while θ is 0. */
  private double[] goal = new double[64];

  private int steps;

  /** The row of the tableau that has the multiples; NONE if none are known. */
  private int ray = NONE;

  /** The same where the last line without multiples ended. */
  private int found = NONE;

  private double part;

  /**
   * No rows yet.
   *
   * @param columnCount the number of columns
   * @param limits the most steps on one line, and when to end with a {@code CancelledSolve}
   */
  MovingLimits(int columnCount, SolveLimits limits) {
    this.limits = limits;
    mostSteps = Math.min(MOST_STEPS, limits.maxSteps());
    tableau = new RowTableau(columnCount + 1);
  }

  /** Returns the last column. */
  private int theta() {
    return tableau.columns - 1;
  }

  /**
   * Adds a row.
   *
   * @param values of the columns, about 1 at most, {@code [column]}; copied
   * @param beginning its limit at the beginning of the line
   * @param end its limit at the end
   */
  void add(double[] values, double beginning, double end) {
    int i = tableau.count;
    if (i == from.length) {
      from = Arrays.copyOf(from, 2 * i);
      to = Arrays.copyOf(to, 2 * i);
      value = Arrays.copyOf(value, 2 * i);
      goal = Arrays.copyOf(goal, 2 * i);
    }
    from[i] = beginning;
    to[i] = end;
    tableau.add(values, beginning - end);
  }

  /**
   * Starts a search that knows no multiples.
   *
   * @param limits that the last point satisfies, {@code [row]}; copied
   */
  void start(double[] limits) {
    ray = NONE;
    line(limits, limits);
    tableau.chooseCosts();
  }

  /** Sets the limits at the beginning of the line, which the last point satisfies; copied. */
  void from(double[] limits) {
    line(limits, Arrays.copyOf(to, tableau.count));
  }

  /** Sets the limits at the end of the line, {@code [row]}; copied. */
  void to(double[] limits) {
    line(Arrays.copyOf(from, tableau.count), limits);
  }

  private void line(double[] beginning, double[] end) {
    System.arraycopy(beginning, 0, from, 0, beginning.length);
    System.arraycopy(end, 0, to, 0, end.length);
    int basic = tableau.rowOf(theta());
    if (basic != NONE) {
      tableau.pivot(basic, RowTableau.largest(tableau.row(basic)));
    }
    for (int i = 0; i < tableau.count; i++) {
      tableau.last(i, from[i] - to[i]);
    }
    if (ray != NONE) {
      tableau.pivot(ray, tableau.placeOf(theta()));
    }
  }

  /**
   * Moves from the beginning of the line to the end, before multiples are known.
   *
   * @return false if multiples were found that show that it cannot get there
   * @throws SolveFailedException if rounding does not let it end
   */
  boolean reach() {
    tableau.values(from, value);
    tableau.values(to, goal);
    double reached = 0;
    int idle = 0;
    double nearly = NEARLY;
    double violated = VIOLATED;
    for (int step = 0; step < mostSteps; step++) {
      limits.check();
      int leaving = NONE;
      double least = 1;
      for (int i = 0; i < tableau.count; i++) {
        if (goal[i] < -violated) {
          double at = Math.max(0, value[i]);
          double until = at / (at - goal[i]);
          if (leaving == NONE || until < least || (until == least && goal[i] < goal[leaving])) {
            least = until;
            leaving = i;
          }
        }
      }
      if (leaving == NONE) {
        return true;
      }
      idle = least > reached ? 0 : idle + 1;
      reached = Math.max(reached, least);
      if (idle > tableau.count && nearly > EXACTLY) {
        tableau.chooseCosts();
        nearly = EXACTLY; // with the same costs from here on, no basis comes back
        violated = LACKING; // nor because of a row that rounding violates
      }
      double[] row = tableau.row(leaving);
      int entering = entering(row, new double[0], nearly);
      if (entering != NONE) {
        step(leaving, entering, row, nearly);
      } else {
        found = leaving;
        return false;
      }
    }
    throw endless();
  }

  /**
   * Returns whether the multiples that {@link #reach} found leave next to nothing of some limits.
   *
   * @param limits of the rows, {@code [row]}
   */
  boolean isTightAt(double[] limits) {
    double[] left = new double[tableau.count];
    tableau.values(limits, left);
    return left[found] <= CLOSE * RowTableau.size(tableau.row(found));
  }

  /**
   * Raises the limit at the end of the line that the multiples found count most, so that they allow
   * the end.
   */
  void forgive() {
    double[] multiples = ray();
    int most = RowTableau.largest(multiples);
    double missing = VIOLATED * RowTableau.size(tableau.row(found)) - goal[found];
    to[most] += missing / multiples[most];
  }

  /**
   * Keeps the multiples that {@link #reach} found, for {@link #climb}.
   *
   * @param beginning limits that some point satisfies, {@code [row]}; copied
   * @param end other limits, {@code [row]}; copied
   */
  void keepMultiples(double[] beginning, double[] end) {
    ray = found;
    line(beginning, end);
  }

  /**
   * Returns the largest part of the way that the rows allow, from multiples that are known.
   *
   * @throws SolveFailedException if rounding does not let it end
   */
  double climb() {
    tableau.values(from, value);
    for (int step = 0; step < mostSteps; step++) {
      limits.check();
      int leaving = NONE;
      double worst = -VIOLATED;
      for (int i = 0; i < tableau.count; i++) {
        if (value[i] < worst && i != ray) {
          worst = value[i];
          leaving = i;
        }
      }
      if (leaving == NONE || value[ray] <= 0) { // it only falls
        part = Math.max(0, value[ray]);
        return part;
      }
      double[] row = tableau.row(leaving);
      int entering = entering(row, tableau.row(ray), NEARLY);
      if (entering != NONE) {
        step(leaving, entering, row, NEARLY);
      } else if (value[leaving] >= -NEAR * RowTableau.size(row)) {
        value[leaving] = 0;
      } else {
        throw new SolveFailedException("limits that were satisfied are not, due to rounding");
      }
    }
    throw endless();
  }

  private SolveFailedException endless() {
    return new SolveFailedException(
        "the simplex method did not end within %s steps".formatted(mostSteps));
  }

  /** Returns whether {@link #climb} got to the end of the line, but for rounding. */
  boolean isAtEnd() {
    return part >= 1 - MISSING - ROUNDING * RowTableau.size(tableau.row(ray));
  }

  private void step(int leaving, int entering, double[] row, double nearly) {
    double doubtful = DOUBTFUL * Math.max(1, Math.abs(row[RowTableau.largest(row)]));
    if (steps++ == STEPS_UNTIL_ANEW || (steps > 1 && Math.abs(row[entering]) < doubtful)) {
      anew();
      return;
    }
    double[] column = tableau.column(entering);
    double ofValue = value[leaving] / column[leaving];
    double ofGoal = goal[leaving] / column[leaving];
    for (int i = 0; i < tableau.count; i++) {
      value[i] -= column[i] * ofValue;
      goal[i] -= column[i] * ofGoal;
    }
    value[leaving] = ofValue;
    goal[leaving] = ofGoal;
    tableau.pivot(leaving, entering, row, column);
    if (nearly == NEARLY && tableau.cost[RowTableau.largest(tableau.cost)] > MOST_COST) {
      tableau.chooseCosts();
    }
  }

  private void anew() {
    steps = 0;
    boolean knowsMultiples = ray != NONE;
    tableau.anew();
    ray = tableau.rowOf(theta());
    if (knowsMultiples && ray == NONE) {
      throw new SolveFailedException("no multiples are left of the basis, due to rounding");
    }
    tableau.values(from, value);
    tableau.values(to, goal);
  }

  /**
   * Returns the column of the smallest negative number for which multiples stay at least 0 and
   * costs nearly so; small pivots would amplify rounding errors. NONE if no number is below 0.
   *
   * @param multiples of the columns, {@code [column]}; empty if none are known
   */
  private int entering(double[] row, double[] multiples, double ofCost) {
    double least = -PIVOT * Math.max(1, Math.abs(row[RowTableau.largest(row)]));
    double nearly =
        multiples.length == 0 ? 0 : EXACTLY * Math.max(1, multiples[RowTableau.largest(multiples)]);
    double ofMultiples = Double.POSITIVE_INFINITY;
    boolean[] open = new boolean[tableau.columns];
    for (int j = 0; j < tableau.columns; j++) {
      open[j] = row[j] < least && tableau.nonbasic[j] != theta();
      if (open[j] && multiples.length > 0) {
        ofMultiples = Math.min(ofMultiples, (Math.max(0, multiples[j]) + nearly) / -row[j]);
      }
    }
    for (int j = 0; j < multiples.length; j++) {
      open[j] = open[j] && multiples[j] <= ofMultiples * -row[j];
    }
    return tableau.cheapest(row, open, ofCost);
  }

  /** Returns the multiples of the rows, in any unit, {@code [row]}. */
  double[] ray() {
    double[] multiples = new double[tableau.count];
    int last = ray == NONE ? found : ray;
    double[] t = tableau.row(last);
    double least = PIVOT * Math.abs(t[RowTableau.largest(t)]);
    for (int j = 0; j < tableau.columns; j++) {
      if (tableau.nonbasic[j] >= tableau.columns && t[j] > least) {
        multiples[tableau.nonbasic[j] - tableau.columns] = t[j];
      }
    }
    if (tableau.basic[last] >= tableau.columns) {
      multiples[tableau.basic[last] - tableau.columns] = 1;
    }
    return multiples;
  }

  /** Returns the point where the last search ended, {@code [column]}. */
  double[] point() {
    double[] limits = ray == NONE ? to : from;
    double[] x = new double[tableau.columns];
    double[] missing = new double[tableau.count];
    for (int times = 0; times <= REFINEMENTS; times++) {
      tableau.values(tableau.missed(limits, x), missing);
      for (int i = 0; i < tableau.count; i++) {
        if (tableau.basic[i] < x.length) {
          x[tableau.basic[i]] += missing[i];
        }
      }
    }
    double[] point = Arrays.copyOf(x, x.length - 1);
    Arrays.setAll(point, c -> Math.max(0, point[c]));
    return point;
  }
}
