package io.gavel.policies.lp.solver.precise;

import io.gavel.policies.lp.solver.coefficients.CompensatedSum;
import io.gavel.policies.lp.solver.interior.rows.ProgramRows;
import io.gavel.policies.lp.solver.interior.rows.RowProgram;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import java.util.Arrays;

/**
 * The equations of an optimum: the rows with prices are tight, and the columns in use have a
 * reduced cost of 0. Both have the same matrix. Mutable.
 */
final class TightEquations {

  /** Corrections of the first solution, with residuals in twice the precision. */
  private static final int CORRECTIONS = 3;

  /** The tolerated violation of a row or a column, relative to its terms. */
  private static final double ROUNDING = 1e-14;

  /** The weight of a column that was 0. */
  private static final double LEAST = 1e-9;

  /** The most multiplications for one factorization. */
  private static final long MOST_OPERATIONS = 50_000_000;

  private final ProgramRows rows;
  private final RowProgram program;
  private final double[] start;
  private final double[] x;
  private final double[] price;
  private final boolean[] used;
  private final boolean[] tight;
  private final double[] sum;

  /** The size of the terms of each row, relative to which its slack counts. */
  private final double[] size;

  private double level;

  private TightEquations(AllocationProgram source, CertifiedSolution found, double ratio) {
    rows = ProgramRows.of(source);
    program = rows.program();
    start = found.fractions();
    x = start.clone();
    level = program.hasLevel() ? found.objective() : 0;
    price = rows.ofRows(found.bound().prices(), found.rowPrices());
    double worth = Math.max(Math.abs(found.objective()), Double.MIN_NORMAL);
    used = new boolean[x.length];
    tight = new boolean[program.rows];
    sum = new double[program.rows];
    size = new double[program.rows];
    for (int c = 0; c < x.length; c++) {
      double cost = program.priced(c, price) - program.gain[c];
      used[c] = x[c] > 0 && x[c] * worth > ratio * cost;
    }
    addUp();
    for (int i = 0; i < tight.length; i++) {
      double part = slack(i) / size[i];
      tight[i] = program.exact[i] || (price[i] > 0 && price[i] * size[i] > ratio * part * worth);
    }
  }

  static TightEquations of(AllocationProgram source, CertifiedSolution found, double ratio) {
    return new TightEquations(source, found, ratio);
  }

  /**
   * Solves the equations from the point and the prices that it has.
   *
   * @return false if that takes too much work or leads to no finite numbers
   */
  boolean solve() {
    int[] columns = indices(used);
    double[] root = new double[columns.length];
    Arrays.setAll(root, j -> Math.sqrt(Math.max(start[columns[j]], LEAST)));
    OrthogonalRows factor = new OrthogonalRows(columns.length, program.rows);
    if (!factored(factor, columns, root)) {
      return false;
    }
    for (int i = 0; i < price.length; i++) {
      price[i] = tight[i] ? price[i] : 0;
    }
    for (int c = 0; c < x.length; c++) {
      x[c] = used[c] ? x[c] : 0;
    }
    for (int step = 0; step < CORRECTIONS; step++) {
      correctPrices(factor, columns, root);
    }
    normalize();
    for (int step = 0; step < CORRECTIONS; step++) {
      correctPoint(factor, columns, root);
    }
    return Double.isFinite(level)
        && Arrays.stream(price).allMatch(Double::isFinite)
        && Arrays.stream(x).allMatch(Double::isFinite);
  }

  /** Returns the solution; values of the wrong sign count as 0. */
  SolverOutcome.Solved claim() {
    double[] prices = new double[price.length];
    Arrays.setAll(prices, i -> program.exact[i] ? price[i] : Math.max(0, price[i]));
    return new SolverOutcome.Solved(
        rows.fractions(x), rows.free(x), rows.prices(prices), rows.rowPrices(prices), 0);
  }

  /**
   * Adds violated rows and columns to the equations, and drops equations with a solution of the
   * wrong sign.
   *
   * @return whether anything changed
   */
  boolean revise() {
    boolean changed = false;
    for (int c = 0; c < x.length; c++) {
      double paid = Math.abs(program.gain[c]);
      for (int e = program.start[c]; e < program.start[c + 1]; e++) {
        paid += Math.abs(program.value[e] * price[program.row[e]]);
      }
      double cost = program.priced(c, price) - program.gain[c];
      boolean now = used[c] ? x[c] > 0 : cost < -ROUNDING * paid;
      changed |= now != used[c];
      used[c] = now;
    }
    addUp();
    for (int i = 0; i < tight.length; i++) {
      boolean met = tight[i] ? price[i] > 0 : slack(i) < -ROUNDING * size[i];
      boolean now = program.exact[i] || met;
      changed |= now != tight[i];
      tight[i] = now;
    }
    return changed;
  }

  /** Adds up the terms of each row, and their sizes. */
  private void addUp() {
    for (int i = 0; i < sum.length; i++) {
      sum[i] = program.requirement[i] * level;
      size[i] = Math.max(sum[i], Math.max(Math.abs(program.limit[i]), Double.MIN_NORMAL));
    }
    double[] terms = new double[sum.length];
    for (int c = 0; c < x.length; c++) {
      for (int e = program.start[c]; e < program.start[c + 1]; e++) {
        sum[program.row[e]] += program.value[e] * x[c];
        terms[program.row[e]] += Math.abs(program.value[e] * x[c]);
      }
    }
    Arrays.setAll(size, i -> Math.max(size[i], terms[i]));
  }

  private double slack(int i) {
    return program.limit[i] - sum[i];
  }

  private static int[] indices(boolean[] chosen) {
    int[] all = new int[chosen.length];
    int count = 0;
    for (int i = 0; i < chosen.length; i++) {
      all[count] = i;
      count += chosen[i] ? 1 : 0;
    }
    return Arrays.copyOf(all, count);
  }

  /** Adds the rows of jobs before the shared rows. */
  private boolean factored(OrthogonalRows factor, int[] columns, double[] root) {
    int[] length = new int[tight.length];
    for (int c : columns) {
      for (int e = program.start[c]; e < program.start[c + 1]; e++) {
        length[program.row[e]]++;
      }
    }
    int[][] columnsOf = new int[tight.length][];
    double[][] valuesOf = new double[tight.length][];
    for (int i = 0; i < tight.length; i++) {
      columnsOf[i] = new int[tight[i] ? length[i] : 0];
      valuesOf[i] = new double[columnsOf[i].length];
    }
    Arrays.fill(length, 0);
    for (int j = 0; j < columns.length; j++) {
      int c = columns[j];
      for (int e = program.start[c]; e < program.start[c + 1]; e++) {
        int i = program.row[e];
        if (tight[i]) {
          columnsOf[i][length[i]] = j;
          valuesOf[i][length[i]++] = program.value[e] * root[j];
        }
      }
    }
    for (boolean shared : new boolean[] {false, true}) {
      for (int i = 0; i < tight.length; i++) {
        boolean ofJob = i < program.times || program.lean[i] != RowProgram.NONE;
        if (tight[i] && ofJob != shared) {
          factor.add(i, columnsOf[i], valuesOf[i]);
          if (factor.operations() > MOST_OPERATIONS) {
            return false;
          }
        }
      }
    }
    return true;
  }

  private void correctPrices(OrthogonalRows factor, int[] columns, double[] root) {
    CompensatedSum sum = new CompensatedSum();
    double[] missing = new double[columns.length];
    for (int j = 0; j < columns.length; j++) {
      int c = columns[j];
      sum.clear().add(program.gain[c]);
      for (int e = program.start[c]; e < program.start[c + 1]; e++) {
        sum.addProduct(-program.value[e], price[program.row[e]]);
      }
      missing[j] = sum.value() * root[j];
    }
    double[] more = factor.closest(missing);
    for (int i = 0; i < price.length; i++) {
      price[i] += more[i];
    }
  }

  /** Prices of the level sum up to 1, and prove the level. */
  private void normalize() {
    if (program.hasLevel()) {
      CompensatedSum owed = new CompensatedSum();
      CompensatedSum bound = new CompensatedSum();
      for (int i = 0; i < price.length; i++) {
        owed.addProduct(program.requirement[i], price[i]);
        bound.addProduct(program.limit[i], price[i]);
      }
      double unit = owed.value();
      level = bound.value() / unit;
      Arrays.setAll(price, i -> price[i] / unit);
    }
  }

  private void correctPoint(OrthogonalRows factor, int[] columns, double[] root) {
    CompensatedSum[] missing = new CompensatedSum[tight.length];
    for (int i = 0; i < missing.length; i++) {
      missing[i] = new CompensatedSum();
      missing[i].add(program.limit[i]).addProduct(-program.requirement[i], level);
    }
    for (int c : columns) {
      for (int e = program.start[c]; e < program.start[c + 1]; e++) {
        missing[program.row[e]].addProduct(-program.value[e], x[c]);
      }
    }
    double[] sums = new double[tight.length];
    Arrays.setAll(sums, i -> tight[i] ? missing[i].value() : 0);
    double[] more = factor.shortest(sums);
    for (int j = 0; j < columns.length; j++) {
      x[columns[j]] += root[j] * more[j];
    }
  }
}
