package io.gavel.baselines;

import io.gavel.policies.Prices;
import io.gavel.policies.lp.solver.internal.interior.rows.RowProgram;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The program of {@link WindowedWelfare} as rows. The remaining work of a job, its rest, matters
 * only if it is within a window of the longest rest. So each job has two or three rows, and only
 * the pools and the longest rest couple jobs.
 *
 * <pre>
 *   time     Σ_j x_mj ≤ 1
 *   welfare  slack = done_m + q_m
 *   rest     t / price ≤ longest − left_m + q_m
 * </pre>
 *
 * <p>where {@code t} is the price times the reduction of the longest rest.
 */
final class WindowedWelfareRows {

  /**
   * The least weight and price of the rows in their unit. The method fails on a range of many more
   * powers of ten; value and bound use the weights and the price themselves.
   */
  private static final double LEAST = 1e-12;

  private final AllocationProgram limits;
  private final double[] weight;
  private final double[] done;
  private final double[] left;
  private final double price;
  private final double[] fastest;

  /** The unit of the rows' weights and prices: a power of two of the size of the largest. */
  private final double unit;

  /** The jobs that count. */
  private final int[] jobs;

  private final double longest;
  private final RowProgram program;

  /** The column of {@link #limits} for each column of the rows. */
  private final int[] columnOf;

  /**
   * Rows of the jobs that count, by place in {@link #jobs}; {@link RowProgram#NONE} if there is
   * none.
   */
  private final int[] welfare;

  private final int[] rest;

  WindowedWelfareRows(
      AllocationProgram limits, double[] weight, double[] done, double[] left, double price) {
    this.limits = limits;
    this.weight = weight;
    this.done = done;
    this.left = left;
    this.price = price;
    fastest = limits.fastest();
    jobs =
        IntStream.range(0, weight.length)
            .filter(m -> weight[m] > 0 && left[m] > 0 && fastest[m] > 0)
            .toArray();
    unit = Math.scalb(1.0, Math.getExponent(scale()));
    longest = Arrays.stream(jobs).mapToDouble(m -> left[m]).max().orElse(0);
    int n = jobs.length;
    welfare = new int[n];
    rest = new int[n];
    int next = n + limits.poolCount();
    for (int i = 0; i < n; i++) {
      welfare[i] = next++;
      rest[i] = price > 0 && left[jobs[i]] > longest - 1 ? next++ : RowProgram.NONE;
    }
    program = new RowProgram(n, limits.poolCount(), next, 0, limits.columnCount());
    columnOf = new int[limits.columnCount()];
    limitRows();
    fillColumns();
  }

  private void limitRows() {
    int n = jobs.length;
    Arrays.fill(program.limit, 0, n + limits.poolCount(), 1);
    for (int i = 0; i < n; i++) {
      int m = jobs[i];
      program.limit[welfare[i]] = done[m];
      program.weight[welfare[i]] = Math.max(weight[m] / unit, LEAST);
      program.lean[welfare[i]] = i;
      if (rest[i] != RowProgram.NONE) {
        program.limit[rest[i]] = longest - left[m];
        program.requirement[rest[i]] = 1 / Math.max(price / unit, LEAST);
        program.lean[rest[i]] = i;
      }
    }
  }

  private void fillColumns() {
    int[] place = new int[weight.length];
    Arrays.fill(place, RowProgram.NONE);
    for (int i = 0; i < jobs.length; i++) {
      place[jobs[i]] = i;
    }
    for (int c = 0; c < columnOf.length; c++) {
      int m = limits.first(c);
      int i = place[m];
      if (i != RowProgram.NONE) {
        double rate = limits.rate(c) / fastest[m];
        int k = limits.pool(c);
        program.entry(i, 1);
        program.entry(jobs.length + k, limits.size(c) / limits.workers(k));
        program.entry(welfare[i], -rate);
        if (rest[i] != RowProgram.NONE) {
          program.entry(rest[i], -rate);
        }
        columnOf[program.columns()] = c;
        program.endColumn(0);
      }
    }
  }

  RowProgram program() {
    return program;
  }

  boolean isEmpty() {
    return jobs.length == 0;
  }

  /**
   * Returns the scale of relative gaps: the weights, since the value of a logarithm depends on its
   * unit, and the price.
   */
  double scale() {
    return price + Arrays.stream(jobs).mapToDouble(m -> weight[m]).sum();
  }

  /** Fractions of the columns of {@link #limits}. */
  double[] columns(double[] x) {
    double[] columns = new double[columnOf.length];
    for (int c = 0; c < x.length; c++) {
      columns[columnOf[c]] = x[c];
    }
    return columns;
  }

  /** Returns the objective at fractions of the columns of {@link #limits}. */
  double value(double[] columns) {
    double[] throughput = limits.throughput(columns);
    double sum = 0;
    double longestRest = Double.NEGATIVE_INFINITY;
    for (int m : jobs) {
      double made = throughput[m] / fastest[m];
      sum += weight[m] * StrictMath.log((done[m] + made) / (done[m] + left[m]));
      longestRest = Math.max(longestRest, left[m] - made);
    }
    return sum - price * longestRest;
  }

  /** Prices of the rows in units of the objective. */
  double[] inObjective(double[] pricesOfRows) {
    return Arrays.stream(pricesOfRows).map(price -> price * unit).toArray();
  }

  /**
   * Returns a value that no allocation exceeds, proved by any prices of the rows that are at least
   * 0.
   */
  double bound(double[] v) {
    double scale = restScale(v);
    double bound = 0;
    for (int k = 0; k < limits.poolCount(); k++) {
      bound += v[jobs.length + k];
    }
    double[] time = new double[jobs.length];
    for (int c = 0; c < program.columns(); c++) {
      int i = program.row[program.start[c]];
      double paid = v[program.row[program.start[c] + 1]] * program.value[program.start[c] + 1];
      double rate = limits.rate(columnOf[c]) / fastest[jobs[i]];
      time[i] = Math.max(time[i], rate * owed(i, v, scale) - paid);
    }
    for (int i = 0; i < jobs.length; i++) {
      int m = jobs[i];
      double y = v[welfare[i]];
      bound += time[i] + conjugate(weight[m], y) + y * done[m];
      bound -= weight[m] * StrictMath.log(done[m] + left[m]);
      bound -= scale * restPrice(i, v) * left[m];
    }
    return bound;
  }

  /** Returns the supremum of {@code weight · log q − price · q} over all q. */
  private static double conjugate(double weight, double price) {
    if (!(price > 0)) {
      return Double.POSITIVE_INFINITY;
    }
    double q = weight / price;
    return weight * StrictMath.log(q) - price * q;
  }

  /** Returns the factor that makes the prices of rests add up to the price of the longest rest. */
  private double restScale(double[] v) {
    double sum = IntStream.range(0, jobs.length).mapToDouble(i -> restPrice(i, v)).sum();
    return price > 0 ? price / sum : 0;
  }

  /** Returns the price of a window's work of a job. */
  private double owed(int i, double[] v, double restScale) {
    return v[welfare[i]] + restScale * restPrice(i, v);
  }

  private double restPrice(int i, double[] v) {
    return rest[i] == RowProgram.NONE ? 0 : v[rest[i]];
  }

  Prices noPrices() {
    return Prices.zero(limits.poolCount(), weight.length);
  }

  /** Returns the prices of rows as prices of workers, of jobs' time and of steps per second. */
  Prices prices(double[] v) {
    double scale = restScale(v);
    double[] pools = new double[limits.poolCount()];
    double[] time = new double[weight.length];
    double[] throughput = new double[weight.length];
    Arrays.setAll(pools, k -> limits.workers(k) > 0 ? v[jobs.length + k] / limits.workers(k) : 0);
    for (int i = 0; i < jobs.length; i++) {
      time[jobs[i]] = v[i];
      throughput[jobs[i]] = owed(i, v, scale) / fastest[jobs[i]];
    }
    return Prices.of(pools, time, throughput);
  }
}
