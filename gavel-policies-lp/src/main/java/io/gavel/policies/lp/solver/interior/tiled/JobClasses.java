package io.gavel.policies.lp.solver.interior.tiled;

import io.gavel.policies.lp.solver.coefficients.ProgramColumns;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.CouplingRows.RowEntries;
import io.gavel.policies.lp.solver.program.SolveLimits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Classes of jobs whose columns have equal coefficients per worker in the coupling rows. For all
 * jobs of a class, a worker of a slot then has one price: the price of its pool plus the prices of
 * the rows times these coefficients. Classes are numbered in the order of their first jobs; without
 * coupling rows there is one class.
 *
 * <p>A job without a column for a slot fits any coefficients there. Without coupling rows, jobs
 * with columns for few of many slots are scattered, and jobs with equally many form a class.
 */
final class JobClasses {

  /** The number of classes among which a job without a column for some slot is looked up. */
  private static final int RECENT = 64;

  /**
   * The bits of a coefficient that may be rounding: coefficients per worker are quotients, and the
   * answer is checked against the rows as stated.
   */
  private static final long ROUNDING = 0xFL;

  /** The number of slots up to which all jobs get a column for each. */
  private static final int FEW_SLOTS = 12;

  /** The slots for each column of a job from which on it is scattered. */
  private static final int SPARSE = 3;

  private static final double[] NO_ENTRIES = {};

  /** The class of each job, {@code [job]}. */
  final int[] of;

  /** The rows that a class has coefficients in, ascending, {@code [class][entry]}. */
  final int[][] rows;

  /**
   * Coefficients per worker, {@code [class][entry][slot]}, with the signs that make their rows
   * upper limits.
   */
  final double[][][] perWorker;

  /**
   * The number of columns of the jobs of a class, including columns added for slots, {@code
   * [class]}.
   */
  final int[] columns;

  private final int slots;

  /** Row and coefficient alternately, {@code [class][slot]}; null if no job has such a column. */
  private final List<double[][]> classes = new ArrayList<>();

  private final Map<Key, Integer> known = new HashMap<>();

  /** The entries of a job, {@code [slot]}, compared by value. */
  private static final class Key {
    final double[][] entries;
    final int hash;

    Key(double[][] entries) {
      this.entries = entries;
      hash = Arrays.deepHashCode(entries);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Key that && Arrays.deepEquals(entries, that.entries);
    }

    @Override
    public int hashCode() {
      return hash;
    }
  }

  private JobClasses(AllocationProgram program, int[] slotOfColumn, int slots, SolveLimits limits) {
    this.slots = slots;
    of = new int[program.jobCount()];
    CouplingRows coupling = program.rows();
    if (coupling.count() == 0) {
      columns = byCount(program.columns());
      rows = new int[columns.length][0];
      perWorker = new double[columns.length][0][];
      return;
    }
    ProgramColumns programColumns = program.columns();
    RowEntries byColumn = coupling.byColumn(programColumns.count());
    double[] sign = new double[coupling.count()];
    Arrays.setAll(sign, coupling::sign);
    int c = 0;
    for (int m = 0; m < of.length; m++) {
      limits.checkAt(m);
      double[][] entries = new double[slots][];
      for (; c < slotOfColumn.length && programColumns.first[c] == m; c++) {
        entries[slotOfColumn[c]] = entries(byColumn, c, programColumns.size[c], sign);
      }
      of[m] = known.computeIfAbsent(new Key(entries), this::find);
    }
    columns = new int[classes.size()];
    Arrays.fill(columns, slots);
    rows = new int[classes.size()][];
    perWorker = new double[classes.size()][][];
    for (int q = 0; q < rows.length; q++) {
      arrange(q);
    }
  }

  /** Finds the classes without coupling rows; returns the numbers of columns of their jobs. */
  private int[] byCount(ProgramColumns programColumns) {
    int[] ofJob = new int[of.length];
    for (int c = 0; c < programColumns.count(); c++) {
      ofJob[programColumns.first[c]]++;
    }
    int[] found = new int[slots + 1];
    Arrays.fill(found, -1);
    int[] counts = new int[slots + 1];
    int number = 0;
    for (int m = 0; m < of.length; m++) {
      boolean scattered = slots > FEW_SLOTS && SPARSE * ofJob[m] <= slots;
      int count = scattered ? ofJob[m] : slots;
      if (found[count] < 0) {
        counts[number] = count;
        found[count] = number++;
      }
      of[m] = found[count];
    }
    return Arrays.copyOf(counts, number);
  }

  /** Returns whether a class has a column less than there are slots. */
  boolean isScattered(int q) {
    return columns[q] < slots;
  }

  /**
   * Finds the slot of each column: slots are numbered by pool, and the columns of a job on a pool,
   * from 0 on.
   *
   * @param slotOfColumn receives the slots, {@code [column]}
   * @return the first slot of each pool, followed by the number of slots
   */
  static int[] rankWithinPools(ProgramColumns programColumns, int pools, int[] slotOfColumn) {
    int[] slotsOf = new int[pools + 1];
    int[] rank = new int[pools];
    int[] lastJob = new int[pools];
    for (int c = 0; c < slotOfColumn.length; c++) {
      int k = programColumns.pool[c];
      int stamp = programColumns.first[c] + 1; // 0 is no job
      rank[k] = lastJob[k] == stamp ? rank[k] + 1 : 0;
      lastJob[k] = stamp;
      slotOfColumn[c] = rank[k];
      slotsOf[k + 1] = Math.max(slotsOf[k + 1], rank[k] + 1);
    }
    for (int k = 0; k < pools; k++) {
      slotsOf[k + 1] += slotsOf[k];
    }
    for (int c = 0; c < slotOfColumn.length; c++) {
      slotOfColumn[c] += slotsOf[programColumns.pool[c]];
    }
    return slotsOf;
  }

  static JobClasses of(
      AllocationProgram program, int[] slotOfColumn, int slots, SolveLimits limits) {
    return new JobClasses(program, slotOfColumn, slots, limits);
  }

  /** Returns the number of classes. */
  int count() {
    return rows.length;
  }

  private static double[] entries(RowEntries byColumn, int c, double size, double[] sign) {
    List<Double> found = new ArrayList<>(0);
    byColumn.forEach(
        c,
        (i, a) -> {
          if (a != 0) {
            found.add((double) i);
            found.add(rounded(sign[i] * a / size));
          }
        });
    return found.isEmpty() ? NO_ENTRIES : found.stream().mapToDouble(Double::doubleValue).toArray();
  }

  private static double rounded(double value) {
    return Double.longBitsToDouble(Double.doubleToRawLongBits(value) + ROUNDING / 2 & ~ROUNDING);
  }

  /** Returns the class of a job whose like was not seen before. */
  private int find(Key key) {
    for (int q = Math.max(0, classes.size() - RECENT); q < classes.size(); q++) {
      double[][] other = classes.get(q);
      boolean fits = true;
      for (int s = 0; fits && s < slots; s++) {
        fits =
            other[s] == null || key.entries[s] == null || Arrays.equals(other[s], key.entries[s]);
      }
      if (fits) {
        for (int s = 0; s < slots; s++) {
          other[s] = key.entries[s] == null ? other[s] : key.entries[s];
        }
        return q;
      }
    }
    classes.add(key.entries.clone());
    return classes.size() - 1;
  }

  private void arrange(int q) {
    double[][] entries = classes.get(q);
    rows[q] =
        Arrays.stream(entries)
            .filter(ofSlot -> ofSlot != null)
            .flatMapToInt(JobClasses::rowsOf)
            .distinct()
            .sorted()
            .toArray();
    perWorker[q] = new double[rows[q].length][slots];
    for (int s = 0; s < slots; s++) {
      for (int e = 0; entries[s] != null && e < entries[s].length; e += 2) {
        perWorker[q][Arrays.binarySearch(rows[q], (int) entries[s][e])][s] = entries[s][e + 1];
      }
    }
  }

  private static IntStream rowsOf(double[] entries) {
    return IntStream.range(0, entries.length / 2).map(e -> (int) entries[2 * e]);
  }
}
