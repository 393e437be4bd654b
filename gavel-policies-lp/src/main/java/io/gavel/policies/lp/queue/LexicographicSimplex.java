package io.gavel.policies.lp.queue;

import io.gavel.policies.SolveStoppedException;
import io.gavel.policies.lp.solver.interior.ColumnsByJob;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.SolveLimits;
import java.util.Arrays;
import java.util.TreeMap;

/*
 * When the throughput of a job is maximal, the columns with a negative reduced cost are 0 in every
 * optimum, so they are closed: what is left is the optimal face, and the next job is maximised on
 * it. No floor has to be stated, so nothing is lost to the rounding of floors.
 *
 * Each job's row of time has one basic column of its own, its key (generalised upper bounding). The
 * K other basic columns form the working basis, a K × K matrix, so a pivot does not depend on the
 * number of jobs. A job that gets all its time on its fastest type changes its key and nothing
 * else. Only when a pool is full do earlier jobs matter, and of these only the ones with a choice:
 * at least two open columns. If a full pool gets a price, all later jobs lose their columns there,
 * so this happens once for each pool.
 */

/**
 * The primal simplex method for the lexicographic optimum of problems without pairs and
 * constraints: each job in turn gets the largest throughput that the jobs before it leave. Mutable;
 * use once.
 *
 * <p>Columns are the program's columns, then the idle time of each job, then the free workers of
 * each pool.
 */
final class LexicographicSimplex {

  /** The stage at which a column that was never closed is closed. */
  static final int NEVER = Integer.MAX_VALUE;

  /** Numbers of this size are rounding; gains are relative to the fastest rate of the job. */
  private static final double ROUNDING = 1e-11;

  /** A generous patience that only ends cycles. */
  static final int PATIENCE = 10;

  final ColumnsByJob columns;
  final int[] order;

  /** The first stage after which a column is 0 in all that follows, {@code [column]}. */
  final int[] closed;

  /** The prices of pools of the stages in which they are not all 0, {@code [pool]} by stage. */
  final TreeMap<Integer, double[]> prices = new TreeMap<>();

  private final int[] jobOf;
  private final int idle; // the first idle column
  private final int free; // the first column of free workers
  private final SolveLimits limits;
  private final int patience;

  /** The basic column of each job's row of time, {@code [job]}. */
  private final int[] key;

  /** The other basic columns, {@code [pool]}, and their values. */
  private final int[] basic;

  private double[] value;

  /** The inverse of the working basis, whose columns are relative to the keys of their jobs. */
  private final InverseBasis inverse;

  /** The workers that the keys would leave if each had all the time of its job, {@code [pool]}. */
  private final double[] left;

  /** The earlier jobs with a choice. */
  private final int[] choosing;

  private int choosingCount;

  /**
   * Starts with all jobs idle.
   *
   * @param program whose gains are rates relative to the fastest of the job, without pairs and rows
   * @param order the jobs in the order in which they are served
   * @param patience the steps, for each row and column, before the first gain decides
   */
  LexicographicSimplex(AllocationProgram program, int[] order, SolveLimits limits, int patience) {
    this.order = order;
    this.limits = limits;
    this.patience = patience;
    columns = ColumnsByJob.of(program, limits);
    jobOf = program.columns().first;
    int pools = columns.pools;
    idle = program.columnCount();
    free = idle + columns.jobs;
    closed = new int[free + pools];
    Arrays.fill(closed, NEVER);
    key = new int[columns.jobs];
    Arrays.setAll(key, m -> idle + m);
    basic = new int[pools];
    left = new double[pools];
    inverse = new InverseBasis(pools);
    for (int k = 0; k < pools; k++) {
      basic[k] = free + k;
      left[k] = program.workers(k);
    }
    value = left.clone();
    choosing = new int[columns.jobs];
  }

  /**
   * Serves all jobs; returns false if rounding keeps the method from ending.
   *
   * @throws SolveStoppedException if the limits cancel it
   */
  boolean solve() {
    for (int stage = 0; stage < order.length; stage++) {
      if (stage % 256 == 0 && limits.isCancelled()) {
        throw new SolveStoppedException(
            "cancelled when %s of %s jobs were served".formatted(stage, order.length));
      }
      int m = order[stage];
      boolean runs = false;
      for (int c = columns.start[m]; c < columns.start[m + 1]; c++) {
        closed[c] = closed[free + columns.pool[c]];
        runs |= closed[c] == NEVER;
      }
      if (runs && !serve(stage, m)) {
        return false;
      }
    }
    return true;
  }

  /** Returns the fractions, {@code [column]} of the program; below 0 by rounding only. */
  double[] fractions() {
    double[] x = new double[idle];
    for (int m : order) {
      if (key[m] < idle) {
        x[key[m]] = 1;
      }
    }
    for (int r = 0; r < basic.length; r++) {
      if (basic[r] < free) {
        int m = job(basic[r]);
        if (key[m] < idle) {
          x[key[m]] -= value[r];
        }
        if (basic[r] < idle) {
          x[basic[r]] = value[r];
        }
      }
    }
    return x;
  }

  int idleColumn(int m) {
    return idle + m;
  }

  private int job(int c) {
    return c < idle ? jobOf[c] : c - idle;
  }

  /** Maximises the throughput of a job on the face that is left, and restricts the face. */
  private boolean serve(int stage, int m) {
    int size = basic.length + columns.start[m + 1] - columns.start[m] + choosingCount;
    for (int step = 0; step < 100 * size; step++) {
      double[] price = prices(m);
      boolean first = step >= patience * size;
      int enters = entering(m, price, first);
      if (enters < 0) {
        restrict(stage, m, price);
        return true;
      }
      if (!pivot(enters, first)) {
        return false;
      }
    }
    return false;
  }

  /** Returns the prices of pools if only the throughput of a job counts. */
  private double[] prices(int m) {
    double[] price = new double[basic.length];
    for (int r = 0; r < basic.length; r++) {
      if (basic[r] < free && job(basic[r]) == m) {
        double gain = gain(basic[r]) - gain(key[m]);
        for (int k = 0; k < price.length; k++) {
          price[k] += gain * inverse.at(r, k);
        }
      }
    }
    return price;
  }

  private double gain(int c) {
    return c < idle ? columns.gain[c] : 0;
  }

  /** Returns the reduced cost of a column. */
  private double worth(int c, double[] price, boolean counts) {
    return c < idle ? (counts ? columns.gain[c] : 0) - columns.size[c] * price[columns.pool[c]] : 0;
  }

  /**
   * Returns the column with the largest reduced cost, columns of the job first; −1 if none is
   * positive.
   */
  private int entering(int m, double[] price, boolean first) {
    int own = better(m, price, true, first, -1, ROUNDING);
    if (own >= 0 || isZero(price)) {
      return own;
    }
    int best = -1;
    double most = ROUNDING;
    for (int i = 0; i < choosingCount && !(first && best >= 0); i++) {
      int found = better(choosing[i], price, false, first, best, most);
      if (found != best) {
        best = found;
        most = worth(best, price, false) - worth(key[choosing[i]], price, false);
      }
    }
    for (int k = 0; k < price.length && !(first && best >= 0); k++) {
      if (closed[free + k] == NEVER && -price[k] > most) {
        best = free + k;
        most = -price[k];
      }
    }
    return best;
  }

  private int better(int m, double[] price, boolean counts, boolean first, int best, double least) {
    double ofKey = worth(key[m], price, counts);
    int found = best;
    double most = least;
    for (int i = columns.start[m]; i <= columns.start[m + 1]; i++) {
      int c = i < columns.start[m + 1] ? i : idle + m;
      double more = worth(c, price, counts) - ofKey;
      if (closed[c] == NEVER && more > most) {
        found = c;
        most = more;
        if (first) {
          return c;
        }
      }
    }
    return found;
  }

  private static boolean isZero(double[] price) {
    for (double p : price) {
      if (Math.abs(p) > ROUNDING) {
        return false;
      }
    }
    return true;
  }

  /** Closes the columns that are 0 in every optimum. */
  private void restrict(int stage, int m, double[] price) {
    boolean priced = !isZero(price);
    if (priced) {
      prices.put(stage, price);
      int kept = 0;
      for (int i = 0; i < choosingCount; i++) {
        if (close(stage, choosing[i], price, false) > 1) {
          choosing[kept++] = choosing[i];
        }
      }
      choosingCount = kept;
      for (int k = 0; k < price.length; k++) {
        if (closed[free + k] == NEVER && price[k] > ROUNDING) {
          closed[free + k] = stage;
        }
      }
    }
    if (close(stage, m, price, true) > 1) {
      choosing[choosingCount++] = m;
    }
  }

  /** Closes columns of a job; returns the number of open columns. */
  private int close(int stage, int m, double[] price, boolean counts) {
    double ofKey = worth(key[m], price, counts);
    int open = 0;
    for (int i = columns.start[m]; i <= columns.start[m + 1]; i++) {
      int c = i < columns.start[m + 1] ? i : idle + m;
      if (closed[c] == NEVER && worth(c, price, counts) - ofKey < -ROUNDING) {
        closed[c] = stage;
      }
      open += closed[c] == NEVER ? 1 : 0;
    }
    return open;
  }

  private boolean pivot(int enters, boolean first) {
    int owner = enters < free ? job(enters) : -1;
    double[] change = change(enters, owner); // decrease of the basic columns for one unit
    double least = Double.POSITIVE_INFINITY;
    double steepest = 0;
    int leaves = -1;
    int row = -1; // the leaving column's, or one of its job's
    for (int r = -1; r < basic.length; r++) {
      // Row −1 is the key of the entering column's own job; each row has its column and its key.
      int m = r < 0 ? owner : basic[r] < free ? job(basic[r]) : -1;
      for (int side = r < 0 ? 1 : 0; side < (m < 0 ? 1 : 2); side++) {
        int c = side == 0 ? basic[r] : key[m];
        double fall = side == 0 ? change[r] : fallOfKey(m, change, owner);
        if (fall > ROUNDING) {
          double ratio = Math.max(0, side == 0 ? value[r] : valueOfKey(m)) / fall;
          boolean tie = ratio == least && (first ? c < leaves : fall > steepest);
          if (ratio < least || tie) {
            least = ratio;
            steepest = fall;
            leaves = c;
            row = r;
          }
        }
      }
    }
    if (leaves < 0) {
      return false;
    }
    if (row >= 0 && basic[row] == leaves) {
      basic[row] = enters;
      if (!inverse.replace(row, change)) {
        return refactor();
      }
      value = inverse.times(left);
      return true;
    }
    int m = job(leaves);
    int other = -1; // another basic column of the job becomes its key
    for (int r = 0; r < basic.length; r++) {
      if (basic[r] < free && job(basic[r]) == m && (other < 0 || value[r] > value[other])) {
        other = r;
      }
    }
    if (other < 0) {
      changeKey(m, enters);
      value = inverse.times(left);
      return true;
    }
    changeKey(m, basic[other]);
    basic[other] = enters;
    return refactor();
  }

  private double[] change(int enters, int owner) {
    double[] column = new double[basic.length];
    addTo(column, enters, 1);
    if (owner >= 0) {
      addTo(column, key[owner], -1);
    }
    return inverse.times(column);
  }

  /** Adds the workers that a column holds. */
  private void addTo(double[] workers, int c, double factor) {
    if (c < idle) {
      workers[columns.pool[c]] += factor * columns.size[c];
    } else if (c >= free) {
      workers[c - free] += factor;
    }
  }

  private double fallOfKey(int m, double[] change, int owner) {
    double fall = m == owner ? 1 : 0;
    for (int r = 0; r < basic.length; r++) {
      fall -= basic[r] < free && job(basic[r]) == m ? change[r] : 0;
    }
    return fall;
  }

  private double valueOfKey(int m) {
    double time = 1;
    for (int r = 0; r < basic.length; r++) {
      time -= basic[r] < free && job(basic[r]) == m ? value[r] : 0;
    }
    return time;
  }

  private void changeKey(int m, int c) {
    addTo(left, key[m], 1);
    addTo(left, c, -1);
    key[m] = c;
  }

  /** Recomputes the inverse of the working basis; returns false if it is singular. */
  private boolean refactor() {
    double[][] matrix = new double[basic.length][];
    for (int r = 0; r < basic.length; r++) {
      matrix[r] = new double[basic.length];
      addTo(matrix[r], basic[r], 1);
      if (basic[r] < free) {
        addTo(matrix[r], key[job(basic[r])], -1);
      }
    }
    boolean regular = inverse.invert(matrix);
    value = inverse.times(left);
    return regular;
  }
}
