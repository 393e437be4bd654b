package io.gavel.policies.lp.solver.internal.columns;

import io.gavel.policies.Prices;
import io.gavel.policies.lp.solver.internal.Programs;
import io.gavel.policies.lp.solver.internal.Tuning;
import io.gavel.policies.lp.solver.internal.coefficients.ProgramColumns;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import java.util.Arrays;

/**
 * The working set of columns, and the columns that may enter it: columns of a job alone, of its
 * configurations and of its pairs. Mutable.
 */
final class Offers {

  private final AllocationProgram program;
  private final Tuning tuning;
  private final ProgramColumns columns;
  private final boolean[] kept;

  /** The number of each column when the working set was last numbered. */
  private final int[] number;

  /** By how much the prices of time must rise until all columns pay their worth, {@code [job]}. */
  final double[] raise;

  /** The columns on offer and their gains. */
  private int[] column = new int[1024];

  private double[] gain = new double[1024];
  private int count;

  /** Creates an empty working set. */
  Offers(AllocationProgram program, Tuning tuning) {
    this.program = program;
    this.tuning = tuning;
    columns = Programs.columns(program);
    kept = new boolean[columns.count()];
    number = new int[kept.length];
    Arrays.fill(number, ProgramColumns.NONE);
    raise = new double[program.jobCount()];
  }

  /** Returns the program on the working set. */
  AllocationProgram master() {
    return program.withColumns(kept);
  }

  /**
   * Returns a claim about all columns.
   *
   * @param claim about the master
   * @param earlier the steps on earlier masters
   */
  SolverOutcome.Solved expanded(SolverOutcome.Solved claim, int earlier) {
    return new SolverOutcome.Solved(
        ProgramColumns.expanded(kept, claim.fractions()),
        claim.free(),
        claim.prices(),
        claim.rowPrices(),
        earlier + claim.steps());
  }

  /**
   * Numbers the working set.
   *
   * @return the number that each of its columns had before; {@link ProgramColumns#NONE} for new
   *     columns
   */
  int[] renumber() {
    int[] before = new int[kept.length];
    int next = 0;
    for (int c = 0; c < kept.length; c++) {
      if (kept[c]) {
        before[next] = number[c];
        number[c] = next++;
      }
    }
    return Arrays.copyOf(before, next);
  }

  /**
   * Adds columns before there are prices: for each job, the columns of a single job with the most
   * throughput per worker relative to all jobs, and its fastest column, which may be a pair; for
   * each pool, the best column on it.
   */
  void guess() {
    int n = program.jobCount();
    double[] mean = new double[n];
    int[] ofJob = new int[n];
    int[] fastest = new int[n];
    Arrays.fill(fastest, ProgramColumns.NONE);
    for (int c = 0; c < kept.length; c++) {
      mean[columns.first[c]] += columns.rate[c] / columns.size[c];
      ofJob[columns.first[c]]++;
      noteFastest(fastest, columns.first[c], c);
      if (columns.second(c) != ProgramColumns.NONE) {
        noteFastest(fastest, columns.second(c), c);
      }
    }
    Arrays.setAll(mean, m -> mean[m] > 0 ? mean[m] / ofJob[m] : 1);
    double[] relative = new double[program.poolCount()];
    double[] held = new double[relative.length];
    for (int c = 0; c < kept.length; c++) {
      relative[columns.pool[c]] += columns.rate[c] / mean[columns.first[c]];
      held[columns.pool[c]] += columns.size[c];
    }
    int[] bestOnPool = new int[relative.length];
    double[] best = new double[relative.length];
    Arrays.fill(bestOnPool, ProgramColumns.NONE);
    for (int c = 0; c < kept.length; c++) {
      int k = columns.pool[c];
      if (columns.second(c) == ProgramColumns.NONE) {
        double price = relative[k] > 0 ? relative[k] / held[k] : 1;
        double value = columns.rate[c] / (columns.size[c] * price * mean[columns.first[c]]);
        offer(c, value);
        if (bestOnPool[k] == ProgramColumns.NONE || value > best[k]) {
          best[k] = value;
          bestOnPool[k] = c;
        }
      }
    }
    add(tuning.firstColumns());
    keep(fastest);
    keep(bestOnPool);
  }

  private void noteFastest(int[] fastest, int m, int c) {
    int best = fastest[m];
    if (best == ProgramColumns.NONE || program.rate(c, m) > program.rate(best, m)) {
      fastest[m] = c;
    }
  }

  private void keep(int[] chosen) {
    for (int c : chosen) {
      if (c != ProgramColumns.NONE) {
        kept[c] = true;
      }
    }
  }

  /**
   * Offers the columns outside of the working set that have a positive reduced cost at given
   * prices.
   *
   * @param rowPrices the prices of the coupling rows, {@code [row]}
   * @return by how much the bound of the working set is too low at most, in units of the objective
   */
  double price(Prices prices, double[] rowPrices) {
    double[] pool = prices.pools();
    double[] time = new double[raise.length];
    double[] owed = new double[raise.length];
    Arrays.setAll(time, prices::ofTime);
    Arrays.setAll(owed, prices::ofThroughput);
    Arrays.fill(raise, 0);
    count = 0;
    double[] ofRows = new double[kept.length];
    program.rows().forEachCost(rowPrices, (c, cost) -> ofRows[c] += cost);
    for (int c = 0; c < kept.length; c++) {
      int first = columns.first[c];
      int second = columns.second(c);
      double worth = program.gain(c) + columns.rate[c] * owed[first];
      double paid = columns.size[c] * pool[columns.pool[c]] + time[first] + ofRows[c];
      if (second == ProgramColumns.NONE) {
        raise[first] = Math.max(raise[first], worth - paid);
      } else {
        worth += columns.secondRate(c) * owed[second];
        paid += time[second];
        raise[first] = Math.max(raise[first], (worth - paid) / 2);
        raise[second] = Math.max(raise[second], (worth - paid) / 2);
      }
      if (worth > paid && !kept[c]) {
        offer(c, worth - paid);
      }
    }
    return Arrays.stream(raise).sum();
  }

  /** Returns whether nothing is on offer. */
  boolean isEmpty() {
    return count == 0;
  }

  /** Notes a column; of a pair, only the one on the worker type where it gains most. */
  private void offer(int c, double ofColumn) {
    int last = count - 1;
    if (count > 0 && isSamePair(c, column[last])) {
      column[last] = ofColumn > gain[last] ? c : column[last];
      gain[last] = Math.max(gain[last], ofColumn);
      return;
    }
    if (count == column.length) {
      column = Arrays.copyOf(column, 2 * count);
      gain = Arrays.copyOf(gain, 2 * count);
    }
    column[count] = c;
    gain[count++] = ofColumn;
  }

  private boolean isSamePair(int c, int other) {
    return columns.second(c) != ProgramColumns.NONE
        && columns.second(c) == columns.second(other)
        && columns.first[c] == columns.first[other];
  }

  /**
   * Adds the offers that gain most to the working set, a few of each job. If a job that many gain
   * by pairing with could be in more of them, most jobs would get nothing but pairs with it, and it
   * has time for few.
   */
  void add() {
    add(tuning.moreColumns());
  }

  private void add(int mostOfJob) {
    long[] order = new long[count]; // by falling gain, then by column
    Arrays.setAll(order, i -> (long) -Float.floatToIntBits((float) gain[i]) << 32 | i);
    Arrays.sort(order);
    int[] added = new int[raise.length];
    for (long i : order) {
      int c = column[(int) i];
      int first = columns.first[c];
      int second = columns.second(c) == ProgramColumns.NONE ? first : columns.second(c);
      if (added[first] < mostOfJob && added[second] < mostOfJob) {
        added[first]++;
        added[second] += second == first ? 0 : 1;
        kept[c] = true;
      }
    }
    count = 0;
  }
}
