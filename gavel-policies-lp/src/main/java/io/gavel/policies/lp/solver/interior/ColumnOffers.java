package io.gavel.policies.lp.solver.interior;

import io.gavel.policies.Prices;
import io.gavel.policies.lp.solver.coefficients.ProgramColumns;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import java.util.Arrays;

/** The columns of each job that gain most at given prices, found in passes over all. Mutable. */
public final class ColumnOffers {

  private final AllocationProgram program;
  private final ProgramColumns columns;
  private final boolean[] kept;

  /** By how much the prices of time must rise until all columns pay their worth, {@code [job]}. */
  public final double[] raise;

  /** The best offers to a job, and their gains, falling; {@code [rank]}. */
  private int[] best = {};

  private double[] gain = {};
  private int count;

  /**
   * Offers of a program without pairs and coupling rows.
   *
   * @param kept the columns that are kept, and need not be offered; modified
   */
  public ColumnOffers(AllocationProgram program, boolean[] kept) {
    this.program = program;
    this.kept = kept;
    columns = program.columns();
    raise = new double[program.jobCount()];
  }

  /**
   * Chooses columns before there are prices: for each job, the columns with the most throughput per
   * worker relative to all jobs, its fastest column, and the best one on each pool.
   */
  public void guess(int most) {
    double[] mean = new double[program.jobCount()];
    int[] ofJob = new int[mean.length];
    for (int c = 0; c < columns.count(); c++) {
      mean[columns.first[c]] += columns.rate[c] / columns.size[c];
      ofJob[columns.first[c]]++;
    }
    double[] price = new double[program.poolCount()];
    double[] held = new double[price.length];
    for (int c = 0; c < columns.count(); c++) {
      int m = columns.first[c];
      if (mean[m] > 0) {
        price[columns.pool[c]] += columns.rate[c] * ofJob[m] / mean[m];
        held[columns.pool[c]] += columns.size[c];
      }
    }
    double[] bestOfPool = new double[price.length];
    int[] atBest = new int[price.length];
    Arrays.fill(atBest, -1);
    open(most);
    int fastest = -1;
    for (int c = 0; c < columns.count(); c++) {
      int m = columns.first[c];
      int k = columns.pool[c];
      double rate = columns.rate[c];
      double value = price[k] > 0 ? rate * held[k] / (columns.size[c] * price[k]) : rate;
      offer(c, value);
      fastest = fastest < 0 || columns.rate[c] > columns.rate[fastest] ? c : fastest;
      double relative = mean[m] > 0 ? value / mean[m] : value;
      if (atBest[k] < 0 || relative > bestOfPool[k]) {
        bestOfPool[k] = relative;
        atBest[k] = c;
      }
      if (c + 1 == columns.count() || columns.first[c + 1] != m) {
        take();
        kept[fastest] = true;
        fastest = -1;
      }
    }
    for (int c : atBest) {
      if (c >= 0) {
        kept[c] = true;
      }
    }
  }

  /**
   * Keeps the columns of each job with the largest reduced cost.
   *
   * @param most the columns of a job that are taken
   * @return by how much the bound of the kept columns is too low at most
   */
  public double find(Prices prices, int most) {
    double[] pool = prices.pools();
    Arrays.fill(raise, 0);
    open(most);
    double missing = 0;
    for (int c = 0; c < columns.count(); c++) {
      int m = columns.first[c];
      double worth = program.gain(c) + columns.rate[c] * prices.ofThroughput(m);
      double more = worth - columns.size[c] * pool[columns.pool[c]] - prices.ofTime(m);
      if (more > 0) {
        raise[m] = Math.max(raise[m], more);
        if (!kept[c]) {
          offer(c, more);
        }
      }
      if (c + 1 == columns.count() || columns.first[c + 1] != m) {
        take();
        missing += raise[m];
      }
    }
    return missing;
  }

  private void open(int most) {
    best = new int[most];
    gain = new double[most];
    count = 0;
  }

  /** Of equal gains, the first column counts. */
  private void offer(int c, double more) {
    int i = count;
    if (count == best.length) {
      if (!(more > gain[count - 1])) {
        return;
      }
      i--;
    } else {
      count++;
    }
    for (; i > 0 && more > gain[i - 1]; i--) {
      gain[i] = gain[i - 1];
      best[i] = best[i - 1];
    }
    gain[i] = more;
    best[i] = c;
  }

  private void take() {
    for (int i = 0; i < count; i++) {
      kept[best[i]] = true;
    }
    count = 0;
  }
}
