package io.gavel.policies.lp.queue;

import io.gavel.policies.Prices;
import io.gavel.policies.lp.solver.internal.coefficients.CompensatedSum;
import io.gavel.policies.lp.solver.internal.interior.ColumnsByJob;
import java.util.Arrays;

/*
 * At its own stage the prices of a job prove that it can have no more. A column that a stage closes
 * may be worth something in later stages, so each stage counts as many times as it takes to outweigh
 * them: the factors are found from the last stage to the first, and each is the smallest one that
 * leaves no column of its stage with a gain.
 */

/** Proves the lexicographic optimum by the prices of all of its stages together. Use once. */
final class LexicographicPrices {

  private static final double[] NONE = {};

  private final LexicographicFill fill;
  private final ColumnsByJob columns;

  /** The price of each pool, of each job's time and of each job's gain. */
  private final double[] pool;

  private final double[] time;
  private final double[] worth;

  /** All jobs that are served, in the order of their data in memory. */
  private final int[] jobs;

  private LexicographicPrices(LexicographicFill fill) {
    this.fill = fill;
    jobs = fill.order.clone();
    Arrays.sort(jobs);
    columns = fill.columns;
    pool = new double[columns.pools];
    time = new double[columns.jobs];
    worth = new double[columns.jobs];
  }

  /**
   * Returns the prices of the program that maximises the gains of all jobs, while every job keeps
   * the throughput that it has.
   *
   * @param fill which has served all jobs
   * @param fastest steps per second for a gain of 1, {@code [job]}
   */
  static Prices of(LexicographicFill fill, double[] fastest) {
    LexicographicPrices sum = new LexicographicPrices(fill);
    for (int stage = fill.order.length - 1; stage >= 0; stage--) {
      sum.add(stage);
    }
    double[] owed = new double[fastest.length];
    Arrays.setAll(owed, m -> fastest[m] > 0 ? Math.max(0, sum.worth[m] - 1) / fastest[m] : 0);
    return Prices.of(nonNegative(sum.pool), nonNegative(sum.time), owed);
  }

  /**
   * Returns the sum of the bounds of all stages: the largest gain of each job, by the prices of its
   * own stage, on the columns that earlier stages left open.
   */
  static double boundOfStages(LexicographicFill fill, double[] workers) {
    LexicographicPrices sum = new LexicographicPrices(fill);
    CompensatedSum bound = new CompensatedSum();
    for (int stage = 0; stage < fill.order.length; stage++) {
      double[] price = fill.prices.get(stage);
      if (price == null) {
        bound.add(sum.best(stage, fill.order[stage], NONE));
        continue;
      }
      for (int k = 0; k < workers.length; k++) {
        bound.addProduct(workers[k], price[k]);
      }
      for (int m : fill.order) {
        bound.add(sum.best(stage, m, price));
      }
    }
    return bound.value();
  }

  private static double[] nonNegative(double[] rounded) {
    return Arrays.stream(rounded).map(price -> Math.max(0, price)).toArray();
  }

  private void add(int stage) {
    int served = fill.order[stage];
    double[] price = fill.prices.get(stage);
    if (price == null) { // nothing but the job itself limits it
      add(stage, served, NONE, needed(stage, served, NONE, 1));
      return;
    }
    double factor = 1;
    for (int m : jobs) {
      factor = needed(stage, m, price, factor);
    }
    for (int m : jobs) {
      add(stage, m, price, factor);
    }
    for (int k = 0; k < pool.length; k++) {
      pool[k] += factor * price[k];
    }
  }

  /**
   * Returns the least factor, at least a given one, at which no column closed by the stage has a
   * gain.
   */
  private double needed(int stage, int m, double[] price, double least) {
    double needed = least;
    double best = best(stage, m, price);
    for (int c = columns.start[m]; c < columns.start[m + 1]; c++) {
      if (fill.closed[c] == stage) {
        double gain =
            worth[m] * columns.gain[c] - columns.size[c] * pool[columns.pool[c]] - time[m];
        needed = larger(needed, gain, best - ofStage(stage, c, m, price));
      }
    }
    return fill.idleClosed[m] == stage ? larger(needed, -time[m], best) : needed;
  }

  private static double larger(double needed, double gain, double loss) {
    return gain > 0 && loss > 0 ? Math.max(needed, gain / loss) : needed;
  }

  private void add(int stage, int m, double[] price, double factor) {
    time[m] += factor * best(stage, m, price);
    worth[m] += fill.order[stage] == m ? factor : 0;
  }

  /** Returns the price of a job's time in a stage: the worth of its best open column. */
  private double best(int stage, int m, double[] price) {
    double best = fill.idleClosed[m] >= stage ? 0 : Double.NEGATIVE_INFINITY;
    for (int c = columns.start[m]; c < columns.start[m + 1]; c++) {
      if (fill.closed[c] >= stage) {
        best = Math.max(best, ofStage(stage, c, m, price));
      }
    }
    return best;
  }

  private double ofStage(int stage, int c, int m, double[] price) {
    double gain = fill.order[stage] == m ? columns.gain[c] : 0;
    return price.length == 0 ? gain : gain - columns.size[c] * price[columns.pool[c]];
  }
}
