package io.gavel.policies.lp.solver.internal.interior.tiled;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The jobs of a program in tiles of {@link #WIDTH} jobs of one {@linkplain JobClasses class}; all
 * tiles of a class but the last are full. A tile has a row for each column of its jobs. Immutable.
 */
final class Tiles {

  /** The jobs in a tile: the arrays of a tile fit into the first-level cache. */
  static final int WIDTH = 128;

  /** The number of tiles. */
  final int count;

  /** The class of each tile, {@code [tile]}. */
  final int[] classOf;

  private final int[] width;

  /** The first row of each tile, followed by the number of rows. */
  private final int[] firstRow;

  /** {@code tile · WIDTH + place} of the jobs, {@code [job]}. */
  private final int[] placeOfJob;

  Tiles(JobClasses classes) {
    int jobs = classes.of.length;
    int[] jobsOfClass = new int[classes.count()];
    for (int q : classes.of) {
      jobsOfClass[q]++;
    }
    int[] next = new int[classes.count()];
    int tiles = 0;
    for (int q = 0; q < next.length; q++) {
      next[q] = tiles * WIDTH;
      tiles += (jobsOfClass[q] + WIDTH - 1) / WIDTH;
    }
    count = tiles;
    classOf = new int[count];
    width = new int[count];
    placeOfJob = new int[jobs];
    for (int m = 0; m < jobs; m++) {
      int q = classes.of[m];
      placeOfJob[m] = next[q]++;
      classOf[tileOf(m)] = q;
      width[tileOf(m)]++;
    }
    firstRow = new int[count + 1];
    for (int t = 0; t < count; t++) {
      firstRow[t + 1] = Math.addExact(firstRow[t], classes.columns[classOf[t]]);
    }
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
