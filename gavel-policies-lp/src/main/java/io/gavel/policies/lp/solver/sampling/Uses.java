package io.gavel.policies.lp.solver.sampling;

import io.gavel.policies.lp.solver.coefficients.Entries;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.RowEntries;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The uses of workers by the columns of a program: a pool, and coefficients per worker in the
 * coupling rows. For all columns of a use, a worker has one price: the price of its pool plus the
 * prices of the rows times these coefficients. Without coupling rows, the uses are the pools.
 * Immutable.
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

  /** Whether each column is a use of its own. */
  final boolean areColumns;

  /** The use of each column, {@code [column]}. */
  final int[] of;

  /** The pool of each use, {@code [use]}. */
  private final int[] pool;

  private final int pools;

  /** Where the coefficients of each use begin, and the last one's end. */
  private final int[] start;

  /** The row of each coefficient, ascending for each use. */
  private final int[] row;

  private final double[] perWorker;

  /** The class of each job, {@code [job]}: jobs with the same last coupling row. */
  final int[] classOfJob;

  private final int classes;

  private Uses(
      AllocationProgram program,
      boolean areColumns,
      int[] of,
      int[] pool,
      int[] start,
      int[] row,
      double[] perWorker) {
    rows = program.rows();
    pools = program.poolCount();
    this.areColumns = areColumns;
    this.of = of;
    this.pool = pool;
    this.start = start;
    this.row = row;
    this.perWorker = perWorker;
    classOfJob = new int[program.jobCount()];
    for (int c = 0; row.length > 0 && c < of.length; c++) {
      int m = program.first(c);
      int end = start[of[c] + 1];
      classOfJob[m] = Math.max(classOfJob[m], start[of[c]] < end ? 1 + row[end - 1] : 0);
    }
    classes = row.length > 0 ? number(classOfJob) : 1;
  }

  /** Replaces distinct numbers, at least 0, by 0, 1, …; returns how many there are. */
  private static int number(int[] values) {
    int[] found = Arrays.stream(values).distinct().sorted().toArray();
    Arrays.setAll(values, i -> Arrays.binarySearch(found, values[i]));
    return found.length;
  }

  /**
   * Returns the uses of workers by the columns of a program.
   *
   * @return empty if there are too many
   */
  static Optional<Uses> of(AllocationProgram program) {
    CouplingRows rows = program.rows();
    int pools = program.poolCount();
    int[] pool = program.columns().pool;
    int[] of = rows.count() == 0 ? pool : pool.clone();
    List<Part> parts = new ArrayList<>();
    for (int i = 0; i < rows.count(); i++) {
      int row = i;
      int first = parts.size();
      rows.forEach(
          row,
          (c, a) -> {
            if (parts.size() + pools <= MOST) {
              of[c] = pools + part(parts, first, new Part(of[c], row, a / program.size(c)));
            }
          });
    }
    return parts.size() + pools > MOST
        ? Optional.empty()
        : Optional.of(of(program, of, pools, parts));
  }

  /** Returns the place of a part, which is added if its row does not have it. */
  private static int part(List<Part> parts, int first, Part part) {
    for (int i = first; i < parts.size(); i++) {
      Part known = parts.get(i);
      if (known.whole == part.whole
          && Math.abs(known.perWorker - part.perWorker) <= ROUNDING * Math.abs(part.perWorker)) {
        return i;
      }
    }
    parts.add(part);
    return parts.size() - 1;
  }

  private static Uses of(AllocationProgram program, int[] of, int pools, List<Part> parts) {
    int[] pool = new int[pools + parts.size()];
    int[] start = new int[pool.length + 1];
    Arrays.setAll(pool, u -> u);
    for (int u = pools; u < pool.length; u++) {
      int whole = parts.get(u - pools).whole;
      pool[u] = pool[whole];
      start[u + 1] = start[u] + start[whole + 1] - start[whole] + 1;
    }
    int[] row = new int[start[pool.length]];
    double[] perWorker = new double[row.length];
    for (int u = pools; u < pool.length; u++) {
      Part part = parts.get(u - pools);
      int inherited = start[part.whole + 1] - start[part.whole];
      System.arraycopy(row, start[part.whole], row, start[u], inherited);
      System.arraycopy(perWorker, start[part.whole], perWorker, start[u], inherited);
      row[start[u] + inherited] = part.row;
      perWorker[start[u] + inherited] = part.perWorker;
    }
    return new Uses(program, false, of, pool, start, row, perWorker);
  }

  /** Uses of one column each, however many. */
  static Uses ofColumns(AllocationProgram program) {
    RowEntries entries = program.rows().byColumn(program.columnCount());
    Entries coefficients = new Entries();
    int[] of = new int[program.columnCount()];
    int[] start = new int[of.length + 1];
    for (int c = 0; c < of.length; c++) {
      double size = program.size(c);
      of[c] = c;
      entries.forEach(c, (i, a) -> coefficients.add(i, a / size));
      start[c + 1] = coefficients.size();
    }
    int[] row = coefficients.indices();
    double[] perWorker = coefficients.values();
    return new Uses(program, true, of, program.columns().pool, start, row, perWorker);
  }

  /** Returns the number of uses. */
  int count() {
    return pool.length;
  }

  /** Returns the number of classes of jobs. */
  int classes() {
    return classes;
  }

  /** Returns the pool of a use. */
  int pool(int use) {
    return pool[use];
  }

  /**
   * Computes the prices of a worker of each use.
   *
   * @param price of pools and then of coupling rows, {@code [resource]}
   * @param ofUse receives the prices, {@code [use]}
   */
  void price(double[] price, double[] ofUse) {
    for (int u = 0; u < ofUse.length; u++) {
      ofUse[u] = price[pool[u]];
      for (int e = start[u]; e < start[u + 1]; e++) {
        ofUse[u] += rows.sign(row[e]) * perWorker[e] * price[pools + row[e]];
      }
    }
  }

  /**
   * Computes how much the prices of a worker of each use change if each price of a pool or a row
   * changes by as much as itself.
   *
   * @param price of pools and then of coupling rows, {@code [resource]}
   * @param ofUse receives the changes, {@code [use]}
   */
  void stakes(double[] price, double[] ofUse) {
    for (int u = 0; u < ofUse.length; u++) {
      ofUse[u] = Math.abs(price[pool[u]]);
      for (int e = start[u]; e < start[u + 1]; e++) {
        ofUse[u] += Math.abs(perWorker[e] * price[pools + row[e]]);
      }
    }
  }

  /**
   * Returns the same rows over the columns of another program.
   *
   * @param use the use of each of its columns, {@code [column]}
   * @param size the workers that each of them holds, {@code [column]}
   */
  CouplingRows rows(int[] use, double[] size) {
    Entries[] ofRow = new Entries[rows.count()];
    Arrays.setAll(ofRow, i -> new Entries());
    for (int c = 0; c < use.length; c++) {
      for (int e = start[use[c]]; e < start[use[c] + 1]; e++) {
        ofRow[row[e]].add(c, perWorker[e] * size[c]);
      }
    }
    CouplingRows.Builder same = CouplingRows.builder();
    for (int i = 0; i < ofRow.length; i++) {
      Entries free = new Entries();
      rows.forEachFree(i, free::add);
      same.add(
          rows.name(i),
          rows.relation(i),
          rows.bound(i),
          ofRow[i].indices(),
          ofRow[i].values(),
          free.indices(),
          free.values());
    }
    return same.build();
  }
}
