package io.gavel.policies.lp.solver.interior.tiled;

import io.gavel.policies.lp.solver.coefficients.ProgramColumns;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.SolveLimits;

/**
 * A program without pairs as a table of jobs and slots, cut into tiles of {@link #WIDTH} jobs, so
 * that every step of the interior-point method is a simple loop over adjacent jobs. Numbers by job
 * are {@code [tile][place in tile]}, numbers by column {@code [row][place in tile]}, where a
 * {@linkplain #row row} is a slot of a tile. All tiles but the last are full.
 *
 * <p>A slot is the i-th worker type of a pool, so all of its columns draw from one pool. If a job
 * has no column for a slot, it gets one without throughput and gain. Such a column acts as
 * additional slack of the job's time, and its fraction is left out of the solution. Likewise a job
 * without floor, requirement and utility gets rates of 0 and a floor of −1.
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
  final int slots;

  /** The pool of each slot. */
  final int[] pool;

  final double[] workers;

  /** Steps per second and gain, {@code [row][place in tile]}. */
  final double[][] rate;

  final double[][] gain;
  final boolean hasGain;

  /** Workers held and demands, {@code [tile][place in tile]}. */
  final double[][] size;

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

  private TiledProgram(AllocationProgram program, SolveLimits limits) {
    this.limits = limits;
    ProgramColumns programColumns = program.columns();
    jobs = program.jobCount();
    pools = program.poolCount();
    power = program.power();
    hasUtility = program.hasUtility();
    entryOfColumn = new int[programColumns.count()];
    int[] firstSlot = rankWithinPools(programColumns);
    slots = firstSlot[pools];
    pool = new int[slots];
    workers = new double[pools];
    for (int k = 0; k < pools; k++) {
      workers[k] = firstSlot[k] < firstSlot[k + 1] ? program.workers(k) : 1;
      for (int s = firstSlot[k]; s < firstSlot[k + 1]; s++) {
        pool[s] = k;
      }
    }
    count = (jobs + WIDTH - 1) / WIDTH;
    size = byJob();
    floor = byJob();
    requirement = byJob();
    bound = new boolean[jobs];
    weight = byJob();
    for (int m = 0; m < jobs; m++) {
      int t = m / WIDTH;
      int i = m % WIDTH;
      size[t][i] = 1;
      bound[m] = !program.isIndifferentTo(m);
      floor[t][i] = bound[m] ? program.floor(m) : -1;
      requirement[t][i] = program.requirement(m);
      weight[t][i] = program.weight(m);
    }
    rate = byColumn();
    gain = byColumn();
    hasGain = place(program, firstSlot);
  }

  static TiledProgram of(AllocationProgram program, SolveLimits limits) {
    return new TiledProgram(program, limits);
  }

  /**
   * Numbers the columns of each job on each pool, and stores the numbers in {@link #entryOfColumn}
   * for the time being.
   *
   * @return the first slot of each pool, followed by the number of slots
   */
  private int[] rankWithinPools(ProgramColumns programColumns) {
    int[] slotsOf = new int[pools + 1];
    int[] rank = new int[pools];
    int[] lastJob = new int[pools];
    for (int c = 0; c < entryOfColumn.length; c++) {
      int k = programColumns.pool[c];
      int stamp = programColumns.first[c] + 1; // 0 is no job
      rank[k] = lastJob[k] == stamp ? rank[k] + 1 : 0;
      lastJob[k] = stamp;
      entryOfColumn[c] = rank[k];
      slotsOf[k + 1] = Math.max(slotsOf[k + 1], rank[k] + 1);
    }
    for (int k = 0; k < pools; k++) {
      slotsOf[k + 1] += slotsOf[k];
    }
    return slotsOf;
  }

  private boolean place(AllocationProgram program, int[] firstSlot) {
    ProgramColumns programColumns = program.columns();
    boolean any = false;
    for (int c = 0; c < entryOfColumn.length; c++) {
      limits.checkAt(c);
      int m = programColumns.first[c];
      int i = m % WIDTH;
      int row = row(m / WIDTH, firstSlot[programColumns.pool[c]] + entryOfColumn[c]);
      entryOfColumn[c] = row * WIDTH + i;
      rate[row][i] = bound[m] ? programColumns.rate[c] : 0;
      gain[row][i] = program.gain(c);
      any |= gain[row][i] != 0;
      size[m / WIDTH][i] = programColumns.size[c];
    }
    return any;
  }

  /** The row of a slot in a tile. */
  int row(int tile, int slot) {
    return tile * slots + slot;
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
    double[][] rows = new double[Math.multiplyExact(count, slots)][];
    for (int r = 0; r < rows.length; r++) {
      rows[r] = new double[width(r / slots)];
    }
    return rows;
  }

  /** The number of places of the widest tile; sums over unused places would cost time. */
  int places() {
    return Math.min(WIDTH, jobs);
  }

  private int width(int tile) {
    return Math.min(WIDTH, jobs - tile * WIDTH);
  }

  /**
   * The weight of the price of a job's throughput relative to its surplus in Newton's equations: 1
   * for a demand, since the product of price and surplus goes to 0, and 1 − p for a utility, since
   * the price converges to its slope.
   */
  double curvature(int t, int i) {
    return weight[t][i] > 0 ? 1 - power : 1;
  }

  /** The numbers of the program's columns, {@code [column]}. */
  double[] ofColumns(double[][] byColumn) {
    double[] values = new double[entryOfColumn.length];
    for (int c = 0; c < values.length; c++) {
      values[c] = byColumn[entryOfColumn[c] / WIDTH][entryOfColumn[c] % WIDTH];
    }
    return values;
  }

  /** The numbers of the jobs, {@code [job]}. */
  double[] ofJobs(double[][] byJob) {
    double[] values = new double[jobs];
    for (int t = 0; t < count; t++) {
      System.arraycopy(byJob[t], 0, values, t * WIDTH, byJob[t].length);
    }
    return values;
  }

  /** The numbers of the jobs with a floor, requirement or utility, {@code [job]}; 0 for others. */
  double[] ofBoundJobs(double[][] byJob) {
    double[] values = ofJobs(byJob);
    for (int m = 0; m < jobs; m++) {
      values[m] = bound[m] ? values[m] : 0;
    }
    return values;
  }
}
