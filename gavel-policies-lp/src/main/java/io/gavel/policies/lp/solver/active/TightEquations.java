package io.gavel.policies.lp.solver.active;

import io.gavel.policies.Prices;
import io.gavel.policies.lp.solver.coefficients.CompensatedSum;
import io.gavel.policies.lp.solver.interior.rows.ProgramRows;
import io.gavel.policies.lp.solver.interior.rows.RowProgram;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The equations of an optimum: the rows with prices are tight, and the columns in use earn what
 * they pay. Both have the same matrix. Mutable.
 */
final class TightEquations {

  /** Corrections of the first solution, with residuals in twice the precision. */
  private static final int CORRECTIONS = 3;

  private static final double ROUNDING = 1e-14;

  /** The weight of a column that was 0. */
  private static final double LEAST = 1e-9;

  /** The most multiplications for one factorization. */
  private static final long MOST_OPERATIONS = 200_000_000;

  private final ProgramRows rows;
  private final RowProgram program;
  private final double[] start;
  private final double[] x;
  private final double[] price;
  private final boolean[] used;
  private final boolean[] tight;
  private double level;

  private TightEquations(AllocationProgram source, CertifiedSolution found, double ratio) {
    rows = ProgramRows.of(source);
    program = rows.program();
    start = found.fractions();
    x = start.clone();
    level = program.hasLevel() ? found.objective() : 0;
    price = prices(source, found);
    double worth = Math.max(Math.abs(found.objective()), Double.MIN_NORMAL);
    used = new boolean[x.length];
    tight = new boolean[program.rows];
    double[] sum = new double[program.rows];
    double[] size = new double[program.rows];
    for (int c = 0; c < x.length; c++) {
      double cost = program.priced(c, price) - program.gain[c];
      used[c] = x[c] * worth > ratio * cost && x[c] > 0;
      for (int e = program.start[c]; e < program.start[c + 1]; e++) {
        sum[program.row[e]] += program.value[e] * x[c];
        size[program.row[e]] += Math.abs(program.value[e] * x[c]);
      }
    }
    for (int i = 0; i < tight.length; i++) {
      double scale = Math.max(size[i], Math.abs(program.limit[i]));
      double slack = program.limit[i] - sum[i] - program.requirement[i] * level;
      tight[i] = program.exact[i] || price[i] * scale * scale > ratio * slack * worth;
      tight[i] &= program.exact[i] || price[i] > 0;
    }
  }

  static TightEquations of(AllocationProgram source, CertifiedSolution found, double ratio) {
    return new TightEquations(source, found, ratio);
  }

  private double[] prices(AllocationProgram source, CertifiedSolution found) {
    Prices prices = found.bound().prices();
    double[] all = new double[program.rows];
    int next = 0;
    for (int m = 0; m < source.jobCount(); m++) {
      all[next++] = prices.ofTime(m);
    }
    for (int k = 0; k < source.poolCount(); k++) {
      all[next++] = prices.ofPool(k);
    }
    for (int m = 0; m < source.jobCount(); m++) {
      if (!source.isIndifferentTo(m)) {
        all[next++] = prices.ofThroughput(m);
      }
    }
    for (double ofRow : found.rowPrices()) {
      all[next++] = ofRow;
    }
    return all;
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

  /** The solution; what has the wrong sign counts as 0. */
  SolverOutcome.Solved claim() {
    double[] prices = price.clone();
    for (int i = 0; i < prices.length; i++) {
      prices[i] = program.exact[i] ? prices[i] : Math.max(0, prices[i]);
    }
    return new SolverOutcome.Solved(
        rows.fractions(x), rows.free(x), rows.prices(prices), rows.rowPrices(prices), 0);
  }

  /**
   * Takes for equations what the last solution violates, and no longer what it solves with the
   * wrong sign.
   *
   * @return whether anything changed
   */
  boolean revise() {
    boolean changed = false;
    double[] sum = new double[program.rows];
    double[] size = new double[program.rows];
    for (int c = 0; c < x.length; c++) {
      double cost = program.priced(c, price) - program.gain[c];
      double paid = 0;
      for (int e = program.start[c]; e < program.start[c + 1]; e++) {
        sum[program.row[e]] += program.value[e] * x[c];
        size[program.row[e]] += Math.abs(program.value[e] * x[c]);
        paid += Math.abs(program.value[e] * price[program.row[e]]);
      }
      boolean now = used[c] ? x[c] > 0 : cost < -ROUNDING * paid;
      changed |= now != used[c];
      used[c] = now;
      x[c] = Math.max(0, x[c]);
    }
    for (int i = 0; i < tight.length; i++) {
      double owed = program.requirement[i] * level;
      double slack = program.limit[i] - sum[i] - owed;
      double scale = Math.max(size[i] + Math.abs(owed), Math.abs(program.limit[i]));
      boolean now = program.exact[i] || (tight[i] ? price[i] > 0 : slack < -ROUNDING * scale);
      changed |= now != tight[i];
      tight[i] = now;
      price[i] = program.exact[i] ? price[i] : Math.max(0, price[i]);
    }
    return changed;
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

  /** Adds the rows of jobs before those that many jobs share. */
  private boolean factored(OrthogonalRows factor, int[] columns, double[] root) {
    List<List<Integer>> columnsOf = new ArrayList<>();
    List<List<Double>> valuesOf = new ArrayList<>();
    for (int i = 0; i < tight.length; i++) {
      columnsOf.add(new ArrayList<>());
      valuesOf.add(new ArrayList<>());
    }
    for (int j = 0; j < columns.length; j++) {
      int c = columns[j];
      for (int e = program.start[c]; e < program.start[c + 1]; e++) {
        if (tight[program.row[e]]) {
          columnsOf.get(program.row[e]).add(j);
          valuesOf.get(program.row[e]).add(program.value[e] * root[j]);
        }
      }
    }
    for (boolean shared : new boolean[] {false, true}) {
      for (int i = 0; i < tight.length; i++) {
        boolean ofJob = i < program.times || program.lean[i] != RowProgram.NONE;
        if (tight[i] && ofJob != shared) {
          factor.add(
              i,
              columnsOf.get(i).stream().mapToInt(c -> c).toArray(),
              valuesOf.get(i).stream().mapToDouble(a -> a).toArray());
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
