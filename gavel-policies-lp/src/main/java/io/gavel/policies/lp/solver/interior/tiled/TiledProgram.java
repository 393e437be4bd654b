package io.gavel.policies.lp.solver.interior.tiled;

import io.gavel.policies.lp.solver.coefficients.ProgramColumns;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.SolveLimits;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A program without pairs as a table of jobs and slots, cut into tiles of {@link #WIDTH} jobs, so
 * that every step of the interior-point method is a simple loop over adjacent jobs. Numbers by job
 * are {@code [tile][place in tile]}, numbers by column {@code [row][place in tile]}, where a
 * {@linkplain #row row} is a slot of a tile. A tile holds jobs of one {@linkplain JobClasses
 * class}; all tiles of a class but the last are full.
 *
 * <p>A slot is the i-th worker type of a pool, so all of its columns draw from one pool. If a job
 * has no column for a slot, it gets one without throughput and gain. Such a column acts as
 * additional slack of the job's time, and its fraction is left out of the solution. Likewise a job
 * without floor, requirement and utility gets rates of 0 and a floor of −1. If there are coupling
 * rows, it holds no workers, since it must not help to keep a row.
 *
 * <p>Jobs with columns for few of many slots are <em>scattered</em>: a class of them has as many
 * rows a tile as each job has columns, and each place of such a row has a slot of its own, which is
 * a pool. So work and memory follow the columns, not the worker types.
 *
 * <p>Pools, coupling rows and largest values of free variables are resources, numbered in this
 * order. Coupling rows have the sign that makes them upper limits.
 *
 * <p>A pool without columns gets one worker, so that it has an interior.
 */
final class TiledProgram {

  /** The jobs in a tile: the arrays of a tile fit into the first-level cache. */
  static final int WIDTH = 128;

  /** The limits, which are checked within the passes over the jobs. */
  final SolveLimits limits;

  final int jobs;

  /** The number of tiles. */
  final int count;

  final int pools;

  /** The pool of each slot of a class, {@code [class][slot]}. */
  final int[][] pool;

  /** Whether the jobs of a class have columns for few of many slots, {@code [class]}. */
  private final boolean[] scattered;

  /** The slot of each place in a row of a scattered class, {@code [row][place in tile]}. */
  private final int[][] slotOf;

  /** The first row of each tile, followed by the number of rows. */
  private final int[] firstRow;

  /** The number of pools, coupling rows and largest values of free variables. */
  final int resources;

  /** The limit of each resource, {@code [resource]}: workers, or the bound of a row. */
  final double[] limit;

  /** Whether a resource must be used up exactly, {@code [resource]}. */
  final boolean[] exact;

  /** The class of each tile, {@code [tile]}. */
  final int[] classOfTile;

  /** The number of classes. */
  final int classes;

  /** The resources of a class besides its pools, ascending, {@code [class][entry]}. */
  final int[][] resourceOfClass;

  /** Their use by a worker, {@code [class][entry][slot]}. */
  final double[][][] perWorker;

  /** Gains of free variables, {@code [free variable]}. */
  final double[] freeGain;

  /**
   * The resources that free variables use, ascending, and how much, {@code [free variable][entry]}.
   */
  final int[][] freeResource;

  final double[][] freeSize;

  /** Steps per second and gain, {@code [row][place in tile]}. */
  final double[][] rate;

  final double[][] gain;
  final boolean hasGain;

  /**
   * Workers held, {@code [row][place in tile]}. Rows of a tile share an array if all jobs hold
   * equally many workers in all slots.
   */
  final double[][] size;

  /** Demands, {@code [tile][place in tile]}. */
  final double[][] floor;

  final double[][] requirement;

  /** The weights of utilities, {@code [tile][place in tile]}. */
  final double[][] weight;

  /**
   * Whether a job's throughput is constrained or rewarded, by a floor, a requirement or a utility;
   * {@code [job]}.
   */
  private final boolean[] bound;

  final double power;
  final boolean hasUtility;

  /** {@code row · WIDTH + place} of the program's columns, {@code [column]}. */
  private final int[] entryOfColumn;

  /** {@code tile · WIDTH + place} of the jobs, {@code [job]}. */
  private final int[] placeOfJob;

  private final int[] widthOfTile;

  /** The jobs in the widest tile of each class, {@code [class]}. */
  final int[] widthOfClass;

  private TiledProgram(AllocationProgram program, SolveLimits limits) {
    this.limits = limits;
    ProgramColumns programColumns = program.columns();
    jobs = program.jobCount();
    pools = program.poolCount();
    power = program.power();
    hasUtility = program.hasUtility();
    entryOfColumn = new int[programColumns.count()];
    int[] firstSlot = JobClasses.rankWithinPools(programColumns, pools, entryOfColumn);
    int slots = firstSlot[pools];
    int[] poolOfSlot = new int[slots];
    for (int k = 0; k < pools; k++) {
      Arrays.fill(poolOfSlot, firstSlot[k], firstSlot[k + 1], k);
    }
    JobClasses jobClasses = JobClasses.of(program, entryOfColumn, slots, limits);
    classes = jobClasses.count();
    pool = new int[classes][];
    int[] eachPool = IntStream.range(0, pools).toArray();
    scattered = new boolean[classes];
    for (int q = 0; q < classes; q++) {
      scattered[q] = jobClasses.isScattered(q);
      pool[q] = scattered[q] ? eachPool : poolOfSlot;
    }
    perWorker = jobClasses.perWorker;
    resourceOfClass = jobClasses.rows;
    for (int[] rows : resourceOfClass) {
      Arrays.setAll(rows, e -> pools + rows[e]);
    }
    FreeResources free = FreeResources.of(program);
    freeGain = free.gain;
    freeResource = free.resource;
    freeSize = free.size;
    limit = free.limit;
    exact = free.exact;
    resources = limit.length;
    placeOfJob = new int[jobs];
    int[] ofClass = new int[classes + 1];
    for (int q : jobClasses.of) {
      ofClass[q + 1]++;
    }
    int[] next = new int[classes];
    widthOfClass = new int[classes];
    int tiles = 0;
    for (int q = 0; q < classes; q++) {
      widthOfClass[q] = Math.min(WIDTH, ofClass[q + 1]);
      next[q] = tiles * WIDTH;
      tiles += (ofClass[q + 1] + WIDTH - 1) / WIDTH;
    }
    count = tiles;
    classOfTile = new int[count];
    widthOfTile = new int[count];
    for (int m = 0; m < jobs; m++) {
      int q = jobClasses.of[m];
      placeOfJob[m] = next[q]++;
      classOfTile[placeOfJob[m] / WIDTH] = q;
      widthOfTile[placeOfJob[m] / WIDTH]++;
    }
    firstRow = new int[count + 1];
    for (int t = 0; t < count; t++) {
      firstRow[t + 1] = Math.addExact(firstRow[t], jobClasses.columns[classOfTile[t]]);
    }
    slotOf = new int[firstRow[count]][];
    for (int t = 0; t < count; t++) {
      for (int r = firstRow[t]; isScattered(t) && r < firstRow[t + 1]; r++) {
        slotOf[r] = new int[width(t)];
      }
    }
    size = new double[firstRow[count]][];
    floor = byJob();
    requirement = byJob();
    bound = new boolean[jobs];
    weight = byJob();
    for (int m = 0; m < jobs; m++) {
      int t = placeOfJob[m] / WIDTH;
      int i = placeOfJob[m] % WIDTH;
      bound[m] = !program.isIndifferentTo(m);
      floor[t][i] = bound[m] ? program.floor(m) : -1;
      requirement[t][i] = program.requirement(m);
      weight[t][i] = program.weight(m);
    }
    rate = byColumn();
    gain = byColumn();
    hasGain = place(program);
  }

  static TiledProgram of(AllocationProgram program, SolveLimits limits) {
    return new TiledProgram(program, limits);
  }

  private boolean place(AllocationProgram program) {
    ProgramColumns programColumns = program.columns();
    double[][] sizes = sizes(program);
    boolean any = false;
    int rank = 0;
    for (int c = 0; c < entryOfColumn.length; c++) {
      limits.checkAt(c);
      int m = programColumns.first[c];
      int i = placeOfJob[m] % WIDTH;
      int t = placeOfJob[m] / WIDTH;
      rank = c > 0 && programColumns.first[c - 1] == m ? rank + 1 : 0;
      int row = row(t, isScattered(t) ? rank : entryOfColumn[c]);
      if (isScattered(t)) {
        slotOf[row][i] = programColumns.pool[c];
      }
      entryOfColumn[c] = row * WIDTH + i;
      rate[row][i] = bound[m] ? programColumns.rate[c] : 0;
      gain[row][i] = program.gain(c);
      any |= gain[row][i] != 0;
      sizes[row][i] = programColumns.size[c];
    }
    return any;
  }

  /**
   * Allocates the sizes, filled with those of columns that the program does not have: those of the
   * job's other columns or, if there are coupling rows, 0.
   *
   * @return the array of each row, to be filled
   */
  private double[][] sizes(AllocationProgram program) {
    boolean[] apart = new boolean[count];
    double[][] ofJob = byJob();
    int[] columns = new int[jobs];
    ProgramColumns programColumns = program.columns();
    for (int c = 0; c < programColumns.count(); c++) {
      int place = placeOfJob[programColumns.first[c]];
      double known = ofJob[place / WIDTH][place % WIDTH];
      apart[place / WIDTH] |= known > 0 && known != programColumns.size[c];
      ofJob[place / WIDTH][place % WIDTH] = programColumns.size[c];
      columns[programColumns.first[c]]++;
    }
    boolean coupled = program.rows().count() > 0;
    for (int m = 0; m < jobs; m++) {
      int t = placeOfJob[m] / WIDTH;
      int i = placeOfJob[m] % WIDTH;
      ofJob[t][i] = columns[m] > 0 ? ofJob[t][i] : 1;
      apart[t] |= coupled && columns[m] < rows(t);
    }
    for (int t = 0; t < count; t++) {
      for (int r = firstRow[t]; r < firstRow[t + 1]; r++) {
        size[r] = !apart[t] ? ofJob[t] : coupled ? new double[width(t)] : ofJob[t].clone();
      }
    }
    return size;
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

  /** Returns the largest number of rows of a tile. */
  int mostRows() {
    return IntStream.range(0, count).map(this::rows).max().orElse(0);
  }

  /** Returns whether each place of a tile's rows has a slot of its own. */
  boolean isScattered(int tile) {
    return scattered[classOfTile[tile]];
  }

  /** Returns the slots of the places in a row of a scattered tile. */
  int[] slots(int row) {
    return slotOf[row];
  }

  /** Returns the slot of a place in row s of a tile. */
  int slot(int tile, int s, int place) {
    return isScattered(tile) ? slotOf[row(tile, s)][place] : s;
  }

  /** New numbers, all 0, by job. */
  double[][] byJob() {
    double[][] rows = new double[count][];
    for (int t = 0; t < count; t++) {
      rows[t] = new double[width(t)];
    }
    return rows;
  }

  /** New numbers, all 0, by column. */
  double[][] byColumn() {
    double[][] rows = new double[firstRow[count]][];
    for (int t = 0; t < count; t++) {
      for (int r = firstRow[t]; r < firstRow[t + 1]; r++) {
        rows[r] = new double[width(t)];
      }
    }
    return rows;
  }

  /** Returns the number of places of the widest tile; sums over unused places would cost time. */
  int places() {
    return Arrays.stream(widthOfTile).max().orElse(0);
  }

  int width(int tile) {
    return widthOfTile[tile];
  }

  /** Returns whether a tile is the last one of its class. */
  boolean endsClass(int tile) {
    return tile + 1 == count || classOfTile[tile + 1] != classOfTile[tile];
  }

  /**
   * Returns the weight of the price of a job's throughput relative to its surplus in Newton's
   * equations: 1 for a demand, since the product of price and surplus goes to 0, and 1 − p for a
   * utility, since the price converges to its slope.
   */
  double curvature(int t, int i) {
    return weight[t][i] > 0 ? 1 - power : 1;
  }

  /** Returns the numbers of the program's columns, {@code [column]}. */
  double[] ofColumns(double[][] byColumn) {
    double[] values = new double[entryOfColumn.length];
    for (int c = 0; c < values.length; c++) {
      values[c] = byColumn[entryOfColumn[c] / WIDTH][entryOfColumn[c] % WIDTH];
    }
    return values;
  }

  /** Returns the numbers of the jobs, {@code [job]}. */
  double[] ofJobs(double[][] byJob) {
    double[] values = new double[jobs];
    for (int m = 0; m < jobs; m++) {
      values[m] = byJob[placeOfJob[m] / WIDTH][placeOfJob[m] % WIDTH];
    }
    return values;
  }

  /** The inverse of {@link #ofColumns}; columns added for slots keep their numbers. */
  void placeColumns(double[] values, double[][] byColumn) {
    for (int c = 0; c < values.length; c++) {
      byColumn[entryOfColumn[c] / WIDTH][entryOfColumn[c] % WIDTH] = values[c];
    }
  }

  /** The inverse of {@link #ofJobs}. */
  void placeJobs(double[] values, double[][] byJob) {
    for (int m = 0; m < jobs; m++) {
      byJob[placeOfJob[m] / WIDTH][placeOfJob[m] % WIDTH] = values[m];
    }
  }

  /**
   * Returns the numbers of the jobs with a floor, requirement or utility, {@code [job]}; 0 for
   * others.
   */
  double[] ofBoundJobs(double[][] byJob) {
    double[] values = ofJobs(byJob);
    for (int m = 0; m < jobs; m++) {
      values[m] = bound[m] ? values[m] : 0;
    }
    return values;
  }
}
