package io.gavel.policies;

import io.gavel.policies.internal.Require;
import java.util.Arrays;

/**
 * A dual solution: what one more unit of each scarce thing is worth, in units of the objective.
 * With the problem's data it proves a bound on the objective. Immutable; all prices are at least 0.
 */
public final class Prices {

  private final double[] pools;
  private final double[] time;
  private final double[] throughput;

  private Prices(double[] pools, double[] time, double[] throughput) {
    this.pools = pools;
    this.time = time;
    this.throughput = throughput;
  }

  /**
   * Prices of pools, of the jobs' time and of their throughput.
   *
   * @param pools objective per worker, {@code [pool]}; copied
   * @param time objective per unit of a job's own wall-clock time, {@code [job]}; copied
   * @param throughput objective per step per second that a job is owed, {@code [job]}; copied
   * @return the prices
   * @throws IllegalArgumentException if one is negative or not finite, or the number of jobs
   *     differs
   */
  public static Prices of(double[] pools, double[] time, double[] throughput) {
    if (time.length != throughput.length) {
      throw new IllegalArgumentException(
          "there are %d prices of time and %d of throughput; there must be one of each a job"
              .formatted(time.length, throughput.length));
    }
    return new Prices(
        checked(pools, "pool"),
        checked(time, "time of job"),
        checked(throughput, "throughput of job"));
  }

  /**
   * Prices of a problem in which nothing is scarce.
   *
   * @param problem gives the number of pools and jobs
   * @return prices that are all 0
   */
  public static Prices zero(AllocationProblem problem) {
    return zero(problem.cluster().poolCount(), problem.jobCount());
  }

  /**
   * Prices where nothing is scarce.
   *
   * @param pools the number of pools, at least 0
   * @param jobs the number of jobs, at least 0
   * @return prices that are all 0
   * @throws IllegalArgumentException if a number is negative
   */
  public static Prices zero(int pools, int jobs) {
    Require.atLeast(0, pools, "number of pools");
    Require.atLeast(0, jobs, "number of jobs");
    return new Prices(new double[pools], new double[jobs], new double[jobs]);
  }

  private static double[] checked(double[] prices, String what) {
    for (int i = 0; i < prices.length; i++) {
      if (!Require.isNonNegative(prices[i])) {
        Require.nonNegative(prices[i], "price of %s %d".formatted(what, i));
      }
    }
    return prices.clone();
  }

  /**
   * What one more worker in a pool is worth.
   *
   * @param k a pool index
   * @return objective per worker, at least 0
   */
  public double ofPool(int k) {
    return pools[Require.index(k, pools.length, "pool")];
  }

  /**
   * What more wall-clock time of its own would be worth to a job, which can run on one type at
   * once.
   *
   * @param m a job index
   * @return objective per unit of wall-clock time, at least 0
   */
  public double ofTime(int m) {
    return time[Require.index(m, time.length, "job")];
  }

  /**
   * What owing the job less throughput would be worth. Jobs with a positive price hold the
   * objective back: they are its bottlenecks.
   *
   * @param m a job index
   * @return objective per step per second, at least 0
   */
  public double ofThroughput(int m) {
    return throughput[Require.index(m, throughput.length, "job")];
  }

  /**
   * The prices of all pools.
   *
   * @return a copy, {@code [pool]}
   */
  public double[] pools() {
    return pools.clone();
  }

  /** Refuses to belong to a problem of another size. */
  void requireFits(AllocationProblem problem) {
    if (pools.length != problem.cluster().poolCount() || time.length != problem.jobCount()) {
      throw new IllegalArgumentException(
          "prices are of %d pools and %d jobs; the problem has %d and %d"
              .formatted(
                  pools.length, time.length, problem.cluster().poolCount(), problem.jobCount()));
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Prices that
        && Arrays.equals(pools, that.pools)
        && Arrays.equals(time, that.time)
        && Arrays.equals(throughput, that.throughput);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * Arrays.hashCode(pools) + Arrays.hashCode(time)) + Arrays.hashCode(throughput);
  }

  @Override
  public String toString() {
    return "Prices" + Arrays.toString(pools);
  }
}
