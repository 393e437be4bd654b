package io.gavel.policies.statement;

import io.gavel.policies.internal.Require;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One round of {@link FairLevels}: prices at which an allocation sells for the full value of
 * workers and time, so that no job with a price of throughput can gain while the other priced jobs
 * keep theirs. A job above the level is judged alone: only its own time may limit its gain at its
 * price. Immutable.
 */
public final class PricedRound {

  private final double level;
  private final double[] pools;
  private final SortedMap<String, Double> rows;
  private final int[] jobs;
  private final double[] throughput;
  private final double[] time;

  private PricedRound(
      double level,
      double[] pools,
      SortedMap<String, Double> rows,
      int[] jobs,
      double[] throughput,
      double[] time) {
    this.level = level;
    this.pools = pools;
    this.rows = rows;
    this.jobs = jobs;
    this.throughput = throughput;
    this.time = time;
  }

  /**
   * A round.
   *
   * @param level the largest level of the jobs with a price, except jobs that are judged alone; in
   *     units of the goal, finite and at least 0
   * @param pools price per worker, {@code [pool]}, finite and at least 0; copied
   * @param rows price per unit of the bound, by name of the constraint or row, finite; copied
   * @param jobs the jobs with a price, ascending, {@code [priced job]}; copied
   * @param throughput price per step per second, {@code [priced job]}, finite and at least 0;
   *     copied
   * @param time price per unit of wall-clock time of jobs in pairs, {@code [priced job]}, finite
   *     and at least 0; copied
   * @return the round
   * @throws IllegalArgumentException if a number is not as stated, the lengths differ or the jobs
   *     do not ascend
   */
  public static PricedRound of(
      double level,
      double[] pools,
      Map<String, Double> rows,
      int[] jobs,
      double[] throughput,
      double[] time) {
    Require.nonNegative(level, "level of a round");
    Require.length(jobs.length, throughput.length, "prices of throughput of a round");
    Require.length(jobs.length, time.length, "prices of time of a round");
    for (int k = 0; k < pools.length; k++) {
      Require.nonNegative(pools[k], "price of pool " + k);
    }
    rows.forEach((name, price) -> Require.finite(price, "price of constraint", name));
    for (int i = 0; i < jobs.length; i++) {
      if (jobs[i] <= (i == 0 ? -1 : jobs[i - 1])) {
        throw new IllegalArgumentException(
            "a round prices job %s at position %s; jobs must ascend from 0".formatted(jobs[i], i));
      }
      if (!Require.isNonNegative(throughput[i]) || !Require.isNonNegative(time[i])) {
        Require.nonNegative(throughput[i], "price of throughput of job " + jobs[i]);
        Require.nonNegative(time[i], "price of time of job " + jobs[i]);
      }
    }
    return new PricedRound(
        level,
        pools.clone(),
        Collections.unmodifiableSortedMap(new TreeMap<>(rows)),
        jobs.clone(),
        throughput.clone(),
        time.clone());
  }

  /** {@return the largest level of the jobs with a price, except jobs that are judged alone} */
  public double level() {
    return level;
  }

  /** {@return the number of pools} */
  public int poolCount() {
    return pools.length;
  }

  /**
   * The price of a pool.
   *
   * @param k a pool index
   * @return per worker
   */
  public double ofPool(int k) {
    return pools[k];
  }

  /** {@return the prices of constraints and rows by name, unmodifiable; all other prices are 0} */
  public Map<String, Double> rows() {
    return rows;
  }

  /** {@return the number of jobs with a price} */
  public int size() {
    return jobs.length;
  }

  /**
   * A job with a price.
   *
   * @param i a position
   * @return a job index
   */
  public int job(int i) {
    return jobs[i];
  }

  /**
   * The price of a job's throughput.
   *
   * @param i a position
   * @return per step per second
   */
  public double ofThroughput(int i) {
    return throughput[i];
  }

  /**
   * The price of a job's time, which counts for jobs in pairs.
   *
   * @param i a position
   * @return per unit of wall-clock time
   */
  public double ofTime(int i) {
    return time[i];
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PricedRound that
        && level == that.level
        && Arrays.equals(pools, that.pools)
        && rows.equals(that.rows)
        && Arrays.equals(jobs, that.jobs)
        && Arrays.equals(throughput, that.throughput)
        && Arrays.equals(time, that.time);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * Double.hashCode(level) + Arrays.hashCode(jobs)) + Arrays.hashCode(throughput);
  }

  @Override
  public String toString() {
    return "PricedRound[level %s, %s priced jobs]".formatted(level, jobs.length);
  }
}
