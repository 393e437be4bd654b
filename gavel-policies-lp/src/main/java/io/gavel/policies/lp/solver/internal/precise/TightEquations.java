package io.gavel.policies.lp.solver.internal.precise;

import io.gavel.policies.lp.solver.internal.coefficients.CompensatedSum;
import io.gavel.policies.lp.solver.internal.interior.EliminationOrder;
import io.gavel.policies.lp.solver.internal.interior.SparseCholesky;
import io.gavel.policies.lp.solver.internal.interior.rows.ProgramRows;
import io.gavel.policies.lp.solver.internal.interior.rows.RowProgram;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import java.util.Arrays;
import java.util.Optional;

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

  /** The most rows that share columns with each other after the rows of jobs are eliminated. */
  private static final int MOST_SHARED = 500;

  private final ProgramRows rows;
  private final RowProgram program;
  private final double[] start;
  private final double[] x;
  private final double[] price;
  private final boolean[] used;
  private final boolean[] tight;

  /** How far columns may move, which are their fractions; 0 for columns that are not used. */
  private final double[] weight;

  /** The place of each tight row in the matrix, and their number; none without a used column. */
  private final int[] place;

  private int count;
  private final double[] sum;

  /** The size of the terms of each row, relative to which its slack counts. */
  private final double[] size;

  private double level;

  TightEquations(AllocationProgram source, CertifiedSolution found, double ratio) {
    rows = ProgramRows.of(source);
    program = rows.program();
    start = found.fractions();
    x = start.clone();
    level = program.hasLevel() ? found.objective() : 0;
    price = rows.ofRows(found.bound().prices(), found.rowPrices());
    double worth = Math.max(Math.abs(found.objective()), Double.MIN_NORMAL);
    used = new boolean[x.length];
    tight = new boolean[program.rows];
    weight = new double[x.length];
    place = new int[program.rows];
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

  /**
   * Solves the equations from the point and the prices that it has.
   *
   * @return false if that takes too much work or leads to no finite numbers
   */
  boolean solve() {
    Optional<SparseCholesky> factor = factor();
    if (factor.isEmpty()) {
      return false;
    }
    for (int i = 0; i < price.length; i++) {
      price[i] = tight[i] ? price[i] : 0;
    }
    for (int c = 0; c < x.length; c++) {
      x[c] = used[c] ? x[c] : 0;
    }
    for (int step = 0; step < CORRECTIONS; step++) {
      correctPrices(factor.get());
    }
    normalize();
    for (int step = 0; step < CORRECTIONS; step++) {
      correctPoint(factor.get());
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

  /**
   * Factors {@code A D Aᵀ} of the tight rows, where {@code D} are the fractions: solutions change
   * each column as little as possible, relative to its size. Empty if that takes too much work.
   */
  private Optional<SparseCholesky> factor() {
    Arrays.fill(place, RowProgram.NONE);
    count = 0;
    for (int c = 0; c < x.length; c++) {
      weight[c] = used[c] ? Math.max(start[c], LEAST) : 0;
      for (int e = program.start[c]; used[c] && e < program.start[c + 1]; e++) {
        int i = program.row[e];
        if (tight[i] && place[i] == RowProgram.NONE) {
          place[i] = count++;
        }
      }
    }
    EliminationOrder.Graph graph = new EliminationOrder.Graph(count);
    forEachProduct((i, k, product) -> graph.join(i, k));
    EliminationOrder order = graph.order();
    if (order.core() > MOST_SHARED) {
      return Optional.empty();
    }
    SparseCholesky factor = new SparseCholesky(order);
    forEachProduct(factor::add);
    return Optional.of(factor).filter(SparseCholesky::factor);
  }

  /** Receives what a column adds to an entry of the matrix. */
  private interface Product {
    void add(int i, int k, double product);
  }

  private void forEachProduct(Product each) {
    for (int c = 0; c < x.length; c++) {
      for (int e = program.start[c]; used[c] && e < program.start[c + 1]; e++) {
        int i = place[program.row[e]];
        for (int f = program.start[c]; i != RowProgram.NONE && f <= e; f++) {
          int k = place[program.row[f]];
          if (k != RowProgram.NONE) {
            each.add(i, k, weight[c] * program.value[e] * program.value[f]);
          }
        }
      }
    }
  }

  private void correctPrices(SparseCholesky factor) {
    CompensatedSum sum = new CompensatedSum();
    double[] missing = new double[price.length];
    for (int c = 0; c < x.length; c++) {
      sum.clear().add(program.gain[c]);
      for (int e = program.start[c]; used[c] && e < program.start[c + 1]; e++) {
        sum.addProduct(-program.value[e], price[program.row[e]]);
      }
      program.add(c, weight[c] * sum.value(), missing);
    }
    double[] more = solved(factor, missing);
    Arrays.setAll(price, i -> price[i] + more[i]);
  }

  /** Returns the solution for a right-hand side of all rows, of which the tight ones count. */
  private double[] solved(SparseCholesky factor, double[] side) {
    double[] solution = new double[count];
    for (int i = 0; i < side.length; i++) {
      if (place[i] != RowProgram.NONE) {
        solution[place[i]] = side[i];
      }
    }
    factor.solve(solution);
    double[] ofRows = new double[side.length];
    Arrays.setAll(ofRows, i -> place[i] == RowProgram.NONE ? 0 : solution[place[i]]);
    return ofRows;
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

  private void correctPoint(SparseCholesky factor) {
    CompensatedSum[] missing = new CompensatedSum[tight.length];
    for (int i = 0; i < missing.length; i++) {
      missing[i] = new CompensatedSum();
      missing[i].add(program.limit[i]).addProduct(-program.requirement[i], level);
    }
    for (int c = 0; c < x.length; c++) {
      for (int e = program.start[c]; used[c] && e < program.start[c + 1]; e++) {
        missing[program.row[e]].addProduct(-program.value[e], x[c]);
      }
    }
    double[] side = Arrays.stream(missing).mapToDouble(CompensatedSum::value).toArray();
    double[] more = solved(factor, side);
    for (int c = 0; c < x.length; c++) {
      x[c] += weight[c] * program.priced(c, more);
    }
  }
}
