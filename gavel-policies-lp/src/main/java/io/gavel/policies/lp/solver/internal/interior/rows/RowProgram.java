package io.gavel.policies.lp.solver.internal.interior.rows;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A program as rows over sparse columns, for the interior-point method on rows:
 *
 * <pre>
 *   maximise  t + Σ gain_c x_c + Σ_i weight_i U(slack_i)
 *   row i     Σ_c value_ic x_c + requirement_i t + slack_i = limit_i
 *   x, slack ≥ 0
 * </pre>
 *
 * <p>The first rows are times and the next ones pools; their values are at least 0, their
 * requirements 0, and their limits positive; only columns without a job may add to a pool. The
 * remaining rows are demands, with the sign that makes them upper limits, so their values are
 * negative, and coupling rows with values of any sign, some of them equations. A demand may lean on
 * a time row: Newton's equations then measure it from its mean rate over that row ({@link
 * NormalEquations}).
 *
 * <p>Filled row by row, then column by column; not to be modified once it is solved.
 */
public final class RowProgram {

  public static final int NONE = -1;

  private static final int LEAST_LIMIT = 100;

  /** Prices of a negative power p begin up to 1 − p decades too high. */
  private static final int STEPS_PER_DECADE = 6;

  /** Pairs of jobs that all differ take about one step for four jobs, which have eight rows. */
  private static final int ROWS_PER_STEP = 4;

  public final int times;
  public final int pools;
  public final int rows;
  final double power;
  public final double[] limit;
  public final double[] requirement;
  public final double[] weight;

  /** Whether each row is an equation, which has no slack; {@code [row]}. */
  public final boolean[] exact;

  /** The time row that a demand leans on; {@link #NONE} for other rows. */
  public final int[] lean;

  public double[] gain;

  /** The scale below which the objective counts as 0. */
  double leastScale;

  /** Where each column's entries begin, and the last one's end. */
  public int[] start;

  /** Row and value of each entry; rows ascend within a column. */
  public int[] row;

  public double[] value;

  private int columns;
  private int entries;

  public RowProgram(int times, int pools, int rows, double power, int columnsExpected) {
    this.times = times;
    this.pools = pools;
    this.rows = rows;
    this.power = power;
    limit = new double[rows];
    requirement = new double[rows];
    weight = new double[rows];
    exact = new boolean[rows];
    lean = new int[rows];
    Arrays.fill(lean, NONE);
    gain = new double[columnsExpected];
    start = new int[columnsExpected + 1];
    row = new int[5 * columnsExpected];
    value = new double[row.length];
  }

  /**
   * Returns a copy with its level, if it has one, as the last column, and with two limits instead
   * of each equation: the upper one in its place, the lower one in a new row at the end.
   */
  public RowProgram asLimits() {
    int[] equations = IntStream.range(0, rows).filter(i -> exact[i]).toArray();
    RowProgram all = new RowProgram(times, pools, rows + equations.length, power, columns + 1);
    all.leastScale = leastScale;
    System.arraycopy(lean, 0, all.lean, 0, rows);
    System.arraycopy(limit, 0, all.limit, 0, rows);
    System.arraycopy(weight, 0, all.weight, 0, rows);
    for (int k = 0; k < equations.length; k++) {
      all.limit[rows + k] = 0.0 - limit[equations[k]];
    }
    for (int c = 0; c < columns; c++) {
      for (int e = start[c]; e < start[c + 1]; e++) {
        all.entry(row[e], value[e]);
        if (exact[row[e]]) {
          all.entry(rows + Arrays.binarySearch(equations, row[e]), 0.0 - value[e]);
        }
      }
      all.endColumn(gain[c]);
    }
    for (int i = 0; i < rows; i++) {
      if (requirement[i] > 0) {
        all.entry(i, requirement[i]);
      }
    }
    if (hasLevel()) {
      all.endColumn(1);
    }
    return all;
  }

  /** Returns the price of each row from the prices of the rows of {@link #asLimits}. */
  public double[] ofLimits(double[] prices) {
    double[] ofRows = Arrays.copyOf(prices, rows);
    int next = rows;
    for (int i = 0; i < rows; i++) {
      ofRows[i] -= exact[i] ? prices[next++] : 0;
    }
    return ofRows;
  }

  /** Returns a program whose columns have the entries of each row of this one, and no limits. */
  RowProgram transposed() {
    RowProgram byRow = new RowProgram(0, 0, columns, 0, rows);
    byRow.row = new int[entries];
    byRow.value = new double[entries];
    for (int e = 0; e < entries; e++) {
      byRow.start[row[e] + 1]++;
    }
    for (int i = 0; i < rows; i++) {
      byRow.start[i + 1] += byRow.start[i];
    }
    int[] next = byRow.start.clone();
    for (int c = 0; c < columns; c++) {
      for (int e = start[c]; e < start[c + 1]; e++) {
        byRow.row[next[row[e]]] = c;
        byRow.value[next[row[e]]++] = value[e];
      }
    }
    return byRow;
  }

  /** Returns a number of steps that a method on rows needs only if it does not converge. */
  int mostSteps() {
    int usual = Math.max(LEAST_LIMIT, Math.min(rows, columns) / ROWS_PER_STEP);
    return (int) (usual + Math.max(0, -STEPS_PER_DECADE * power)); // at most the largest integer
  }

  public int columns() {
    return columns;
  }

  /** Adds an entry to the column that is being filled. */
  public void entry(int i, double entry) {
    if (entries == row.length) {
      row = Arrays.copyOf(row, Math.max(16, 2 * entries));
      value = Arrays.copyOf(value, row.length);
    }
    int at = entries++;
    for (; at > start[columns] && row[at - 1] > i; at--) { // few entries, nearly in order
      row[at] = row[at - 1];
      value[at] = value[at - 1];
    }
    row[at] = i;
    value[at] = entry;
  }

  /** Ends a column; further entries belong to the next one. */
  public void endColumn(double gainOfColumn) {
    if (columns == gain.length) {
      gain = Arrays.copyOf(gain, Math.max(16, 2 * columns));
      start = Arrays.copyOf(start, gain.length + 1);
    }
    gain[columns++] = gainOfColumn;
    start[columns] = entries;
  }

  public boolean hasLevel() {
    return Arrays.stream(requirement).anyMatch(r -> r > 0);
  }

  public boolean hasUtility() {
    return Arrays.stream(weight).anyMatch(w -> w > 0);
  }

  /**
   * Returns the weight of a row's price relative to its slack in Newton's equations: 1 for a
   * demand, 1 − p for a utility.
   */
  double curvature(int i) {
    return weight[i] > 0 ? 1 - power : 1;
  }

  /** Returns whether a row is neither a time nor a pool. */
  boolean isDemand(int i) {
    return i >= times + pools;
  }

  /** {@code Σ_i value_ic v_i} of a column. */
  public double priced(int c, double[] v) {
    double sum = 0;
    for (int e = start[c]; e < start[c + 1]; e++) {
      sum += value[e] * v[row[e]];
    }
    return sum;
  }

  /** {@code sums_i += value_ic x} for a column. */
  public void add(int c, double x, double[] sums) {
    for (int e = start[c]; x != 0 && e < start[c + 1]; e++) {
      sums[row[e]] += value[e] * x;
    }
  }
}
