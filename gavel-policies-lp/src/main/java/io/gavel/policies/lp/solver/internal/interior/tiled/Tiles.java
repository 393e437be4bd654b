package io.gavel.policies.lp.solver.internal.interior.tiled;

import io.gavel.policies.lp.solver.internal.Programs;
import io.gavel.policies.lp.solver.internal.Tuning;
import io.gavel.policies.lp.solver.internal.coefficients.Entries;
import io.gavel.policies.lp.solver.internal.coefficients.ProgramColumns;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.CouplingRows.RowEntries;
import io.gavel.policies.lp.solver.program.SolveLimits;
import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The jobs of a program in classes, and these in tiles of {@link #WIDTH} jobs; all tiles of a class
 * but the last are full. A tile has a row for each column of its jobs.
 *
 * <p>The columns of the jobs of a class have equal coefficients per worker in the coupling rows.
 * For all of them, a worker of a slot then has one price: the price of its pool plus the prices of
 * the rows times these coefficients. Classes are numbered in the order of their first jobs.
 *
 * <p>Jobs are scattered if they have columns for few of many slots, or if few jobs have the same
 * coefficients: a class of them has equally many columns and rows, whatever the coefficients, and
 * the same rows if many jobs have these.
 *
 * <p>Arrays are taken over and changed by the {@link TiledProgram} of the jobs.
 */
final class Tiles {

  /** The jobs in a tile: the arrays of a tile fit into the first-level cache. */
  static final int WIDTH = 128;

  /**
   * The bits of a coefficient that may be rounding: coefficients per worker are quotients, and the
   * answer is checked against the rows as stated.
   */
  private static final long ROUNDING = 0xFL;

  /** In {@link Shape#shared}: the jobs are scattered. */
  private static final int SCATTERED = -1;

  /** The number of classes. */
  final int classes;

  /**
   * The resources that a worker in a slot of a class uses: its pool and the rows, numbered after
   * all pools, {@code [class][slot][entry]}; none for scattered classes.
   */
  final int[][][] resources;

  /**
   * How much it uses of them, {@code [class][slot][entry]}, with the signs that make rows upper
   * limits.
   */
  final double[][][] uses;

  /**
   * The number of columns of the jobs of a class, including columns added for slots, {@code
   * [class]}.
   */
  final int[] columns;

  /** Whether the jobs of a class are scattered, {@code [class]}. */
  final boolean[] scattered;

  /** The number of rows of each job of a scattered class, {@code [class]}. */
  final int[] rowsOfJob;

  /** The number of tiles. */
  final int count;

  /** The class of each tile, {@code [tile]}. */
  final int[] classOf;

  private final int[] width;

  /** The first row of each tile, followed by the number of rows. */
  private final int[] firstRow;

  /** {@code tile · WIDTH + place} of the jobs, {@code [job]}. */
  private final int[] placeOfJob;

  /** The slot of each column, {@code [column]}. */
  final int[] slotOfColumn;

  /** The pool of each slot, {@code [slot]}. */
  final int[] poolOfSlot;

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

  /**
   * The jobs of a class, until classes are numbered.
   *
   * @param columns the number of columns of each
   * @param rows the number of rows of each if they are scattered
   * @param common these rows if enough jobs have the same; empty otherwise
   * @param shared the class by coefficients, or {@link #SCATTERED}
   */
  private record Shape(int columns, int rows, IntBuffer common, int shared) {}

  Tiles(AllocationProgram program, SolveLimits limits, Tuning tuning) {
    ProgramColumns programColumns = Programs.columns(program);
    slotOfColumn = new int[programColumns.count()];
    poolOfSlot = rankWithinPools(programColumns, program.poolCount());
    int slots = poolOfSlot.length;
    int[] of = new int[program.jobCount()]; // the class of each job
    CouplingRows coupling = program.rows();
    RowEntries byColumn = coupling.byColumn(programColumns.count());
    double[] sign = new double[coupling.count()];
    Arrays.setAll(sign, coupling::sign);
    int[] start = programColumns.starts(of.length);
    double[][][] ofJob = new double[coupling.count() > 0 ? of.length : 0][][];
    int[] members = new int[of.length + 1];
    IntBuffer none = IntBuffer.allocate(0);
    IntBuffer[] rowsOf = new IntBuffer[of.length];
    Arrays.fill(rowsOf, none);
    Map<IntBuffer, Integer> sharing = new HashMap<>(); // the number of jobs with the same rows
    Map<Key, Integer> shared = new LinkedHashMap<>(); // the number of each class by coefficients
    for (int m = 0; m < of.length; m++) {
      limits.checkAt(m);
      boolean sparse = tuning.areFew(start[m + 1] - start[m], slots);
      if (coupling.count() > 0) {
        ofJob[m] = new double[sparse ? start[m + 1] - start[m] : slots][];
        for (int c = start[m]; c < start[m + 1]; c++) {
          ofJob[m][sparse ? c - start[m] : slotOfColumn[c]] =
              entries(byColumn, c, programColumns.size[c], sign);
        }
        rowsOf[m] = IntBuffer.wrap(rowsOf(ofJob[m]));
        sharing.merge(rowsOf[m], sparse ? 0 : 1, Integer::sum);
        of[m] = sparse ? 0 : shared.computeIfAbsent(new Key(ofJob[m]), key -> shared.size());
      }
      members[of[m]] += sparse ? 0 : 1;
    }
    Map<Shape, Integer> number = new LinkedHashMap<>();
    for (int m = 0; m < of.length; m++) {
      int count = start[m + 1] - start[m];
      boolean sparse = tuning.areFew(count, slots);
      boolean few = coupling.count() > 0 && members[of[m]] < tuning.many();
      IntBuffer common = sharing.getOrDefault(rowsOf[m], 0) < tuning.many() ? none : rowsOf[m];
      Shape shape =
          sparse || few
              ? new Shape(count, rowsOf[m].remaining(), common, SCATTERED)
              : new Shape(slots, 0, none, of[m]);
      of[m] = number.computeIfAbsent(shape, unknown -> number.size());
    }
    List<Shape> shapes = List.copyOf(number.keySet());
    List<Key> keys = List.copyOf(shared.keySet());
    classes = shapes.size();
    columns = shapes.stream().mapToInt(Shape::columns).toArray();
    rowsOfJob = shapes.stream().mapToInt(Shape::rows).toArray();
    scattered = new boolean[classes];
    resources = new int[classes][0][];
    uses = new double[classes][0][];
    for (int q = 0; q < classes; q++) {
      scattered[q] = shapes.get(q).shared() == SCATTERED;
      if (!scattered[q]) {
        boolean coupled = coupling.count() > 0;
        arrange(
            q,
            program.poolCount(),
            coupled ? keys.get(shapes.get(q).shared()).entries : new double[slots][]);
      }
    }
    int[] jobsOfClass = new int[classes];
    for (int q : of) {
      jobsOfClass[q]++;
    }
    int[] next = new int[classes];
    int tiles = 0;
    for (int q = 0; q < classes; q++) {
      next[q] = tiles * WIDTH;
      tiles += (jobsOfClass[q] + WIDTH - 1) / WIDTH;
    }
    count = tiles;
    classOf = new int[count];
    width = new int[count];
    placeOfJob = new int[of.length];
    for (int m = 0; m < of.length; m++) {
      placeOfJob[m] = next[of[m]]++;
      classOf[tileOf(m)] = of[m];
      width[tileOf(m)]++;
    }
    firstRow = new int[count + 1];
    for (int t = 0; t < count; t++) {
      firstRow[t + 1] = Math.addExact(firstRow[t], columns[classOf[t]]);
    }
  }

  /**
   * Finds the slot of each column: slots are numbered by pool, and the columns of a job on a pool,
   * from 0 on.
   *
   * @return the pool of each slot
   */
  private int[] rankWithinPools(ProgramColumns programColumns, int pools) {
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
    int[] poolOf = new int[slotsOf[pools]];
    for (int k = 0; k < pools; k++) {
      Arrays.fill(poolOf, slotsOf[k], slotsOf[k + 1], k);
    }
    return poolOf;
  }

  private static double[] entries(RowEntries byColumn, int c, double size, double[] sign) {
    Entries alternately = new Entries();
    byColumn.forEach(
        c,
        (i, a) -> {
          if (a != 0) {
            alternately.add(i, i);
            alternately.add(i, rounded(sign[i] * a / size));
          }
        });
    return alternately.values();
  }

  private static double rounded(double value) {
    return Double.longBitsToDouble(Double.doubleToRawLongBits(value) + ROUNDING / 2 & ~ROUNDING);
  }

  private void arrange(int q, int pools, double[][] entries) {
    resources[q] = new int[entries.length][];
    uses[q] = new double[entries.length][];
    for (int s = 0; s < entries.length; s++) {
      Entries used = new Entries();
      used.add(poolOfSlot[s], 1);
      for (int e = 0; entries[s] != null && e < entries[s].length; e += 2) {
        used.add(pools + (int) entries[s][e], entries[s][e + 1]);
      }
      resources[q][s] = used.indices();
      uses[q][s] = used.values();
    }
  }

  /** Returns the rows that occur in entries, {@code [slot]}, ascending. */
  private static int[] rowsOf(double[][] entries) {
    int[] found = new int[Arrays.stream(entries).mapToInt(e -> e == null ? 0 : e.length / 2).sum()];
    int count = 0;
    for (double[] ofSlot : entries) {
      for (int e = 0; ofSlot != null && e < ofSlot.length; e += 2) {
        int at = -1 - Arrays.binarySearch(found, 0, count, (int) ofSlot[e]);
        if (at >= 0) {
          System.arraycopy(found, at, found, at + 1, count++ - at);
          found[at] = (int) ofSlot[e];
        }
      }
    }
    return Arrays.copyOf(found, count);
  }

  int tileOf(int job) {
    return placeOfJob[job] / WIDTH;
  }

  int placeOf(int job) {
    return placeOfJob[job] % WIDTH;
  }

  /** Returns the number of jobs of a tile. */
  int width(int tile) {
    return width[tile];
  }

  /** Returns the number of jobs of the widest tile. */
  int places() {
    return Arrays.stream(width).max().orElse(0);
  }

  /** Returns the row of a slot in a tile. */
  int row(int tile, int slot) {
    return firstRow[tile] + slot;
  }

  /**
   * Returns the number of rows of a tile: of its slots or, if it is scattered, of each job's
   * columns.
   */
  int rows(int tile) {
    return firstRow[tile + 1] - firstRow[tile];
  }

  /** Returns the number of rows of all tiles. */
  int rows() {
    return firstRow[count];
  }

  /** Returns the largest number of rows of a tile. */
  int mostRows() {
    return IntStream.range(0, count).map(this::rows).max().orElse(0);
  }

  /** Returns whether a tile is the last one of its class. */
  boolean endsClass(int tile) {
    return tile + 1 == count || classOf[tile + 1] != classOf[tile];
  }

  /**
   * Returns numbers, all 0, by column: blocks of the rows of tiles, and one of other columns.
   *
   * @param others the number of other columns
   */
  double[][] byColumn(int others) {
    double[][] blocks = new double[rows() + 1][];
    for (int t = 0; t < count; t++) {
      for (int r = firstRow[t]; r < firstRow[t + 1]; r++) {
        blocks[r] = new double[width[t]];
      }
    }
    blocks[rows()] = new double[others];
    return blocks;
  }

  /** Returns numbers, all 0, by job: blocks of tiles. */
  double[][] byJob() {
    double[][] blocks = new double[count][];
    Arrays.setAll(blocks, t -> new double[width[t]]);
    return blocks;
  }

  /**
   * Returns numbers, all 0, by row of the program: blocks of the times and of the demands of tiles,
   * and one of the resources.
   */
  double[][] byRow(int resources) {
    double[][] blocks = new double[2 * count + 1][];
    Arrays.setAll(blocks, b -> new double[b < 2 * count ? width[b % count] : resources]);
    return blocks;
  }
}
