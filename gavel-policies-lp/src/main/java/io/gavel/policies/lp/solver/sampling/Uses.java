package io.gavel.policies.lp.solver.sampling;

import io.gavel.policies.lp.solver.coefficients.Entries;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CouplingRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The uses of workers by the columns of a program: a pool, and coefficients per worker in the
 * coupling rows. For all columns of a use, a worker has one price: that of its pool plus those of
 * the rows, times these coefficients. Without coupling rows, the uses are the pools.
 *
 * <p>Row by row, the columns of a use are divided by their coefficients in the row. So each use
 * after those of the pools is an earlier one with a coefficient in one more row. Immutable.
 */
final class Uses {

  /** The number of uses from which on there would be too many groups of jobs. */
  private static final int MOST = 128;

  /**
   * The relative difference between coefficients that may be rounding: coefficients per worker are
   * quotients, and answers are checked against the rows as stated.
   */
  private static final double ROUNDING = 0x1p-48;

  /** A use that differs from an earlier one in its coefficient per worker in a row. */
  private record Part(int whole, int row, double perWorker) {}

  private final CouplingRows rows;
  private final int pools;
  private final List<Part> parts = new ArrayList<>();

  /** The use of each column, {@code [column]}. */
  final int[] of;

  /** The class of each job, {@code [job]}: those whose last coupling row is the same. */
  final int[] classOfJob;

  private final int classes;

  private Uses(AllocationProgram program) {
    rows = program.rows();
    pools = program.poolCount();
    int[] pool = program.columns().pool;
    of = rows.count() == 0 ? pool : pool.clone();
    for (int i = 0; i < rows.count(); i++) {
      int row = i;
      int first = count();
      rows.forEach(row, (c, a) -> of[c] = part(of[c], row, first, a / program.size(c)));
    }
    classOfJob = new int[program.jobCount()];
    if (rows.count() == 0) {
      classes = 1;
      return;
    }
    for (int c = 0; c < of.length; c++) {
      int m = program.first(c);
      int last = of[c] < pools ? 0 : 1 + parts.get(of[c] - pools).row;
      classOfJob[m] = Math.max(classOfJob[m], last);
    }
    classes = number(classOfJob);
  }

  /** Replaces distinct numbers, at least 0, by 0, 1, …; returns how many there are. */
  private static int number(int[] values) {
    int[] found = Arrays.stream(values).distinct().sorted().toArray();
    Arrays.setAll(values, i -> Arrays.binarySearch(found, values[i]));
    return found.length;
  }

  /**
   * The uses of workers by the columns of a program.
   *
   * @return empty if there are too many
   */
  static Optional<Uses> of(AllocationProgram program) {
    Uses uses = new Uses(program);
    return uses.count() > MOST ? Optional.empty() : Optional.of(uses);
  }

  /** The use with a coefficient in a row whose uses start at {@code first}. */
  private int part(int whole, int row, int first, double perWorker) {
    for (int u = first; u < count(); u++) {
      Part known = parts.get(u - pools);
      if (known.whole == whole
          && Math.abs(known.perWorker - perWorker) <= ROUNDING * Math.abs(perWorker)) {
        return u;
      }
    }
    if (count() <= MOST) {
      parts.add(new Part(whole, row, perWorker));
    }
    return count() - 1;
  }

  /** The number of uses. */
  int count() {
    return pools + parts.size();
  }

  /** The number of classes of jobs. */
  int classes() {
    return classes;
  }

  /** The pool of a use. */
  int pool(int use) {
    int whole = use;
    while (whole >= pools) {
      whole = parts.get(whole - pools).whole;
    }
    return whole;
  }

  /**
   * Computes the prices of a worker of each use.
   *
   * @param price of pools and then of coupling rows, {@code [resource]}
   * @param ofUse receives the prices, {@code [use]}
   */
  void price(double[] price, double[] ofUse) {
    System.arraycopy(price, 0, ofUse, 0, pools);
    for (int u = pools; u < ofUse.length; u++) {
      Part part = parts.get(u - pools);
      ofUse[u] = ofUse[part.whole] + rows.sign(part.row) * part.perWorker * price[pools + part.row];
    }
  }

  /**
   * The same rows over the columns of another program.
   *
   * @param use the use of each of its columns, {@code [column]}
   * @param size the workers that each of them holds, {@code [column]}
   */
  CouplingRows rows(int[] use, double[] size) {
    Entries[] ofRow = new Entries[rows.count()];
    Arrays.setAll(ofRow, i -> new Entries());
    for (int c = 0; c < use.length; c++) {
      for (int u = use[c]; u >= pools; u = parts.get(u - pools).whole) {
        Part part = parts.get(u - pools);
        ofRow[part.row].add(c, part.perWorker * size[c]);
      }
    }
    CouplingRows.Builder same = CouplingRows.builder();
    for (int i = 0; i < ofRow.length; i++) {
      same.add(
          rows.name(i), rows.relation(i), rows.bound(i), ofRow[i].indices(), ofRow[i].values());
    }
    return same.build();
  }
}
