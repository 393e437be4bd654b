package io.gavel.policies;

import io.gavel.policies.internal.Require;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A dual solution: the value of one more unit of each scarce resource, in units of the objective.
 * Together with the problem's data it proves a bound on the objective. Immutable; all prices are at
 * least 0, except prices of constraints that fix a value.
 */
public final class Prices {

  private final double[] pools;
  private final double[] time;
  private final double[] throughput;
  private final SortedMap<String, Double> constraints;

  private Prices(
      double[] pools, double[] time, double[] throughput, SortedMap<String, Double> constraints) {
    this.pools = pools;
    this.time = time;
    this.throughput = throughput;
    this.constraints = constraints;
  }

  /**
   * Creates prices of pools, of the jobs' time and of their throughput.
   *
   * @param pools objective per worker, {@code [pool]}; copied
   * @param time objective per unit of a job's own wall-clock time, {@code [job]}; copied
   * @param throughput objective per step per second that a job must receive, {@code [job]}; copied
   * @return the prices
   * @throws IllegalArgumentException if a price is negative or not finite, or the arrays differ in
   *     the number of jobs
   */
  public static Prices of(double[] pools, double[] time, double[] throughput) {
    if (time.length != throughput.length) {
      throw new IllegalArgumentException(
          "there are %s prices of time and %s of throughput; there must be one of each per job"
              .formatted(time.length, throughput.length));
    }
    return new Prices(
        checked(pools.clone(), "pool"),
        checked(time.clone(), "time of job"),
        checked(throughput.clone(), "throughput of job"),
        Collections.emptySortedMap());
  }

  /**
   * Returns the prices of a problem in which nothing is scarce.
   *
   * @param problem has the number of pools and jobs
   * @return prices that are all 0
   */
  public static Prices zero(AllocationProblem problem) {
    return zero(problem.cluster().poolCount(), problem.jobCount());
  }

  /**
   * Returns prices of 0 for given numbers of pools and jobs.
   *
   * @param pools the number of pools, at least 0
   * @param jobs the number of jobs, at least 0
   * @return prices that are all 0
   * @throws IllegalArgumentException if a number is negative
   */
  public static Prices zero(int pools, int jobs) {
    Require.atLeast(0, pools, "number of pools");
    Require.atLeast(0, jobs, "number of jobs");
    return new Prices(
        new double[pools], new double[jobs], new double[jobs], Collections.emptySortedMap());
  }

  private static double[] checked(double[] prices, String what) {
    for (int i = 0; i < prices.length; i++) {
      if (!Require.isNonNegative(prices[i])) {
        Require.nonNegative(prices[i], "price of %s %s".formatted(what, i));
      }
    }
    return prices;
  }

  /**
   * Returns a copy with prices of constraints.
   *
   * @param prices objective per unit of a bound, by name of the constraint, finite; copied
   * @return a copy
   * @throws IllegalArgumentException if a price is not finite; the message names the constraint
   */
  public Prices withConstraints(Map<String, Double> prices) {
    prices.forEach((name, price) -> Require.finite(price, "price of constraint", name));
    return new Prices(
        pools, time, throughput, Collections.unmodifiableSortedMap(new TreeMap<>(prices)));
  }

  /**
   * Returns the value of one more worker in a pool.
   *
   * @param k a pool index
   * @return objective per worker, at least 0
   */
  public double ofPool(int k) {
    return pools[Require.index(k, pools.length, "pool")];
  }

  /**
   * Returns the value of more wall-clock time for a job. A job runs on one type at a time, so its
   * own time can be scarce.
   *
   * @param m a job index
   * @return objective per unit of wall-clock time, at least 0
   */
  public double ofTime(int m) {
    return time[Require.index(m, time.length, "job")];
  }

  /**
   * Returns the value of requiring less throughput for a job. Jobs with a positive price limit the
   * objective: they are its bottlenecks.
   *
   * @param m a job index
   * @return objective per step per second, at least 0
   */
  public double ofThroughput(int m) {
    return throughput[Require.index(m, throughput.length, "job")];
  }

  /**
   * Returns the value of loosening the bound of a constraint by one unit: one more for "at most" or
   * "exactly", one less for "at least".
   *
   * @param name the name of a constraint, or of a rule of a quota
   * @return objective per unit of the bound; at least 0 unless the constraint states exactly
   * @throws IllegalArgumentException if the constraint has no price; the message lists some names
   */
  public double ofConstraint(String name) {
    Double price = constraints.get(name);
    if (price == null) {
      throw Require.unknown("price of constraint", name, List.copyOf(constraints.keySet()));
    }
    return price;
  }

  /**
   * Returns the prices of all constraints.
   *
   * @return by name, unmodifiable; empty if the problem has no constraints, or if the policy is a
   *     formula
   */
  public Map<String, Double> constraints() {
    return constraints;
  }

  /**
   * Returns the prices of all pools.
   *
   * @return a copy, {@code [pool]}
   */
  public double[] pools() {
    return pools.clone();
  }

  /** Checks that the numbers of prices match the pools and jobs of the problem. */
  void requireFits(AllocationProblem problem) {
    if (pools.length != problem.cluster().poolCount() || time.length != problem.jobCount()) {
      throw new IllegalArgumentException(
          "prices are for %s pools and %s jobs; the problem has %s and %s"
              .formatted(
                  pools.length, time.length, problem.cluster().poolCount(), problem.jobCount()));
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Prices that
        && Arrays.equals(pools, that.pools)
        && Arrays.equals(time, that.time)
        && Arrays.equals(throughput, that.throughput)
        && constraints.equals(that.constraints);
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
