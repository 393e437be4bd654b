package io.gavel.policies.lp.solver.internal.interior.rows;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/*
 * The inverse of the basis is a product of factors: each replaces one column of the identity by the numbers of a
 * column. Bases of slacks and of columns with few entries have sparse factors, which steps fill up.
 */

/**
 * The simplex method on a {@link RowProgram}, from the basis of slacks or another one. If that
 * basis violates limits, the dual method first finds a feasible one, with positive gains taken for
 * 0. Mutable.
 */
public final class RowSimplex {

  /**
   * An optimal vertex.
   *
   * @param x the values of the columns, {@code [column]}
   * @param level the level; 0 if the program has none
   * @param prices the prices of the rows, {@code [row]}, at least 0 except for equations
   * @param basis the basic columns, and {@code ~row} for each basic slack
   * @param steps the exchanges that led to it
   */
  @SuppressWarnings("ArrayRecordComponent") // is never compared
  public record Vertex(double[] x, double level, double[] prices, int[] basis, int steps) {

    /** The price that may be rounding, as a part of the largest one. */
    private static final double DUST = 1e-12;

    /** Returns the prices. A price that may be a rounding error is 0. */
    public double[] pricesWithoutDust() {
      double least = DUST * Arrays.stream(prices).map(Math::abs).max().orElse(0);
      return Arrays.stream(prices).map(price -> Math.abs(price) < least ? 0 : price).toArray();
    }
  }

  private static final int NONE = -1;

  /** The usual value above which a reduced cost or a violation counts. */
  public static final double TOLERANCE = 1e-9;

  /** The least pivot, and the least part of the largest possible one in a factor of the basis. */
  private static final double LEAST_PIVOT = 1e-7;

  private static final double LEAST_PART = 0.1;

  /** Smaller numbers are rounding. */
  static final double DUST = 1e-14;

  /** The part of its size by which a limit is wider at first. */
  private static final double WIDER = 1e-6;

  /** The same for a limit of one job: of its time or its throughput. */
  private static final double OF_JOBS = 1e-8;

  /** Multiples differ most evenly in their fractions. */
  private static final double GOLDEN = 0.6180339887498949;

  /** The basis is factored again once its factors gain this many times the program's entries. */
  private static final int MOST_FILL = 2;

  /** The program with slacks as columns, and its entries row by row. */
  private final RowProgram program;

  private final RowProgram byRow;
  private final int rows;
  private final double tolerance;

  /** The limits of this phase, {@code [row]}. */
  private double[] limit;

  /** The variable of each row, and its value. */
  private final int[] basic;

  private final double[] x;

  /** The gains of this phase, {@code [variable]}. */
  private final double[] gain;

  /** The reduced cost of each variable: the price of its entries minus its gain. */
  private final double[] cost;

  /** The reference weights of reduced costs (Devex), {@code [variable]}. */
  private final double[] weight;

  /** The numbers of the entering variable, {@code [row]}. */
  private double[] entering = {};

  /** The numbers of the leaving variable's row, {@code [variable]}. */
  private double[] leaving = {};

  private double[] price = {};

  /** The row and number of each factor's pivot, and where its other entries begin. */
  private final int[] pivotRow;

  private final double[] pivot;
  private final int[] from;
  private int[] entryRow = new int[1_024];
  private double[] entry = new double[1_024];
  private int factors;
  private int mostEntries;

  /** Whether values and reduced costs have just been computed from the program. */
  private boolean isFresh;

  private int steps;

  private RowSimplex(RowProgram given, double tolerance) {
    this.tolerance = tolerance;
    program = given.asLimits();
    for (int i = 0; i < program.rows; i++) {
      program.entry(i, 1);
      program.endColumn(0);
    }
    byRow = program.transposed();
    rows = program.rows;
    gain = new double[program.columns()];
    basic = IntStream.range(gain.length - rows, gain.length).toArray();
    limit = wider();
    x = limit.clone();
    cost = new double[gain.length];
    Arrays.setAll(gain, c -> Math.min(0, program.gain[c]));
    weight = new double[gain.length];
    pivotRow = new int[3 * rows];
    pivot = new double[3 * rows];
    from = new int[3 * rows + 1];
    mostEntries = MOST_FILL * byRow.start[rows];
  }

  /**
   * Solves a program; empty if no optimum is found within the given number of steps, if the method
   * is cancelled, or if the program has utilities.
   *
   * @param tolerance the value above which a reduced cost or a violation counts
   * @param basis of another program, with the same columns and at most as many rows; empty for that
   *     of slacks; ignored if there are equations
   */
  public static Optional<Vertex> solve(
      RowProgram program, double tolerance, int[] basis, int mostSteps, BooleanSupplier cancelled) {
    if (program.hasUtility()) {
      return Optional.empty();
    }
    RowSimplex simplex = new RowSimplex(program, tolerance);
    if (basis.length > 0 && simplex.rows == program.rows) {
      simplex.startFrom(basis);
    }
    return simplex.solve(mostSteps, cancelled)
        ? Optional.of(simplex.vertex(program))
        : Optional.empty();
  }

  /**
   * Begins with a basis, and with the slacks of rows that it does not know; with all slacks if it
   * is singular. At first, all other variables have some cost, so that no basis comes back.
   */
  private void startFrom(int[] basis) {
    int slacks = gain.length - rows;
    for (int i = 0; i < basis.length; i++) {
      basic[i] = basis[i] < 0 ? slacks + ~basis[i] : basis[i];
    }
    limit = program.limit;
    Arrays.setAll(gain, j -> -1 - j * GOLDEN % 1);
    if (!invert()) {
      Arrays.setAll(basic, i -> slacks + i);
      factors = 0;
      refresh();
    }
    for (int j : basic) {
      gain[j] = 0;
    }
  }

  private boolean solve(int mostSteps, BooleanSupplier cancelled) {
    boolean isFeasible = violated() == NONE || improve(true, mostSteps, cancelled);
    System.arraycopy(program.gain, 0, gain, 0, gain.length);
    boolean isOptimal = isFeasible && improve(false, mostSteps, cancelled);
    limit = program.limit;
    return isOptimal && improve(true, mostSteps, cancelled);
  }

  /**
   * Returns limits that are wider by nearly equal parts of them. No two of these end a step at
   * once, and the optimal prices there are those of the program that are worth least: what one unit
   * more is worth.
   */
  private double[] wider() {
    double[] scale = new double[rows];
    Arrays.setAll(scale, i -> Math.abs(program.limit[i]));
    for (int e = 0; e < program.start[gain.length - rows]; e++) {
      scale[program.row[e]] = Math.max(scale[program.row[e]], Math.abs(program.value[e]));
    }
    double[] wider = program.limit.clone();
    for (int i = 0; i < rows; i++) {
      boolean isOfJob = i < program.times || program.lean[i] != RowProgram.NONE;
      wider[i] += (isOfJob ? OF_JOBS : WIDER) * (1 + i * GOLDEN % 1 / 8) * scale[i];
    }
    return wider;
  }

  private boolean improve(boolean dual, int mostSteps, BooleanSupplier cancelled) {
    Arrays.fill(weight, 1);
    refresh();
    while (true) {
      if ((from[factors] > mostEntries || factors == pivot.length) && !invert()) {
        return false;
      }
      int r = dual ? violated() : NONE;
      int c = !dual ? best() : r != NONE ? entering(r) : NONE;
      if (c == NONE) {
        if (r != NONE || isFresh) {
          return r == NONE;
        }
        refresh();
        continue;
      }
      column(c);
      r = dual ? r : first(entering, x);
      if (r == NONE || steps++ >= mostSteps || cancelled.getAsBoolean()) {
        return false;
      }
      if (!dual) {
        row(r);
      }
      exchange(r, c);
    }
  }

  /** Returns the row whose variable violates its limit most. */
  private int violated() {
    int violated = NONE;
    double least = -tolerance;
    for (int i = 0; i < rows; i++) {
      if (x[i] < least) {
        least = x[i];
        violated = i;
      }
    }
    return violated;
  }

  /** Returns the variable of the largest weighted gain. */
  private int best() {
    int best = NONE;
    double most = 0;
    for (int j = 0; j < cost.length; j++) {
      if (cost[j] < -tolerance && cost[j] * cost[j] > most * weight[j]) {
        most = cost[j] * cost[j] / weight[j];
        best = j;
      }
    }
    return best;
  }

  /** Returns the variable that can enter for that of a row while no cost becomes negative. */
  private int entering(int r) {
    row(r);
    double[] falling = new double[leaving.length];
    Arrays.setAll(falling, j -> -leaving[j]);
    return first(falling, cost);
  }

  /**
   * Returns the place of the least room per number; of nearly equal ones, that of the largest
   * number.
   */
  private int first(double[] number, double[] room) {
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < number.length; i++) {
      if (number[i] > LEAST_PIVOT) {
        least = Math.min(least, (Math.max(room[i], 0) + tolerance) / number[i]);
      }
    }
    int first = NONE;
    double largest = LEAST_PIVOT;
    for (int i = 0; i < number.length; i++) {
      if (number[i] > largest && room[i] <= least * number[i]) {
        largest = number[i];
        first = i;
      }
    }
    return first;
  }

  /** Computes the numbers of a variable that enters. */
  private void column(int j) {
    entering = new double[rows];
    program.add(j, 1, entering);
    solve(entering);
  }

  /** Computes the numbers of the row of a variable that leaves. */
  private void row(int r) {
    double[] unit = new double[rows];
    unit[r] = 1;
    solveTransposed(unit);
    leaving = new double[gain.length];
    for (int i = 0; i < rows; i++) {
      byRow.add(i, Math.abs(unit[i]) > DUST ? unit[i] : 0, leaving);
    }
    ignore(leaving);
  }

  /** Sets the numbers of basic variables to 0. */
  private void ignore(double[] numbers) {
    for (int j : basic) {
      numbers[j] = 0;
    }
  }

  /** Exchanges the variable of a row for another one. */
  private void exchange(int r, int j) {
    double rise = cost[j] / entering[r];
    double square = Math.max(weight[j], 1) / (entering[r] * entering[r]);
    for (int k = 0; k < leaving.length; k++) {
      if (leaving[k] != 0) {
        cost[k] -= rise * leaving[k];
        weight[k] = Math.max(weight[k], leaving[k] * leaving[k] * square);
      }
    }
    cost[basic[r]] = -rise;
    cost[j] = 0;
    weight[basic[r]] = Math.max(square, 1);
    double step = Math.max(x[r] / entering[r], 0);
    for (int i = 0; i < rows; i++) {
      x[i] -= step * entering[i];
    }
    x[r] = step;
    factor(r, j);
    isFresh = false;
  }

  /** Adds the factor of the entering variable in a row. */
  private void factor(int r, int j) {
    int at = from[factors];
    if (at + rows > entry.length) {
      entry = Arrays.copyOf(entry, 2 * (at + rows));
      entryRow = Arrays.copyOf(entryRow, entry.length);
    }
    for (int i = 0; i < rows; i++) {
      if (i != r && Math.abs(entering[i]) > DUST) {
        entryRow[at] = i;
        entry[at++] = entering[i];
      }
    }
    basic[r] = j;
    pivotRow[factors] = r;
    pivot[factors] = entering[r];
    from[++factors] = at;
  }

  /**
   * Factors the basis again, slacks first; false if it is singular. The pivot of a column is a
   * large number in a row of few columns, which the factor changes.
   */
  private boolean invert() {
    int slacks = gain.length - rows;
    int[] count = new int[rows]; // of columns that are not factored
    int[] variables = basic.clone();
    Arrays.sort(variables); // free variables and the level last, then slacks
    Arrays.fill(basic, NONE);
    for (int j : variables) {
      for (int e = program.start[j]; j < slacks && e < program.start[j + 1]; e++) {
        count[program.row[e]]++;
      }
      if (j >= slacks) {
        basic[j - slacks] = j;
      }
    }
    factors = 0;
    for (int k = 0; k < rows && variables[k] < slacks; k++) {
      int j = variables[k];
      for (int e = program.start[j]; e < program.start[j + 1]; e++) {
        count[program.row[e]]--;
      }
      column(j);
      int r = pivot(count);
      if (r == NONE) {
        return false;
      }
      factor(r, j);
    }
    mostEntries = from[factors] + MOST_FILL * byRow.start[rows];
    refresh();
    return true;
  }

  private int pivot(int[] count) {
    double most = LEAST_PIVOT;
    for (int i = 0; i < rows; i++) {
      most = basic[i] == NONE ? Math.max(most, Math.abs(entering[i])) : most;
    }
    int r = NONE;
    for (int i = 0; i < rows; i++) {
      if (basic[i] == NONE
          && Math.abs(entering[i]) >= LEAST_PART * most
          && (r == NONE || count[i] < count[r])) {
        r = i;
      }
    }
    return r;
  }

  private void solve(double[] v) {
    for (int f = 0; f < factors; f++) {
      double at = v[pivotRow[f]] / pivot[f];
      v[pivotRow[f]] = at;
      for (int e = from[f]; at != 0 && e < from[f + 1]; e++) {
        v[entryRow[e]] -= at * entry[e];
      }
    }
  }

  private void solveTransposed(double[] v) {
    for (int f = factors - 1; f >= 0; f--) {
      double sum = v[pivotRow[f]];
      for (int e = from[f]; e < from[f + 1]; e++) {
        sum -= v[entryRow[e]] * entry[e];
      }
      v[pivotRow[f]] = sum / pivot[f];
    }
  }

  /** Computes values, prices and reduced costs from the program, refined once. */
  private void refresh() {
    Arrays.fill(x, 0);
    price = new double[rows];
    for (int pass = 0; pass < 2; pass++) {
      double[] open = limit.clone();
      double[] paid = new double[rows];
      for (int i = 0; i < rows; i++) {
        program.add(basic[i], -x[i], open);
        paid[i] = gain[basic[i]] - program.priced(basic[i], price);
      }
      solve(open);
      solveTransposed(paid);
      for (int i = 0; i < rows; i++) {
        x[i] += open[i];
        price[i] += paid[i];
      }
    }
    Arrays.setAll(cost, c -> program.priced(c, price) - gain[c]);
    ignore(cost);
    isFresh = true;
  }

  private Vertex vertex(RowProgram given) {
    double[] all = new double[gain.length];
    int slacks = gain.length - rows;
    for (int i = 0; i < rows; i++) {
      all[basic[i]] = Math.max(x[i], 0);
      price[i] = Math.max(price[i], 0);
    }
    for (int j : basic) {
      if (j >= slacks) {
        price[j - slacks] = 0; // but for rounding
      }
    }
    int level = given.columns();
    return new Vertex(
        Arrays.copyOf(all, level),
        given.hasLevel() ? all[level] : 0,
        given.ofLimits(price),
        Arrays.stream(basic).map(j -> j < slacks ? j : ~(j - slacks)).toArray(),
        steps);
  }
}
