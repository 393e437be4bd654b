package io.gavel.policies;

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
   * @throws IllegalArgumentException if one is negative or not finite
   */
  public static Prices of(double[] pools, double[] time, double[] throughput) {
    return new Prices(
        checked(pools, "pool"), checked(time, "time of job"), checked(throughput, "job"));
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
   * @param pools the number of pools
   * @param jobs the number of jobs
   * @return prices that are all 0
   */
  public static Prices zero(int pools, int jobs) {
    return new Prices(new double[pools], new double[jobs], new double[jobs]);
  }

  private static double[] checked(double[] prices, String what) {
    for (int i = 0; i < prices.length; i++) {
      if (!(prices[i] >= 0) || prices[i] == Double.POSITIVE_INFINITY) {
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
