package io.gavel.policies.statement;

import io.gavel.policies.internal.Require;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The claim that levels are max-min fair, with the prices that prove it. With {@code g} for the
 * part {@code within}, and levels {@code q_m / requirement_m} of a {@link Goal.Level}: take any job
 * {@code m} that counts, and any feasible allocation in which no other job {@code k} with {@code (1
 * − g) level_k ≤ level_m} loses. Then the level of {@code m} is at least {@code 1 − g} of its level
 * in that allocation. With {@code g = 0}, a job can gain only if a job with at most its level
 * loses: the allocation is the lexicographic optimum.
 *
 * <p>Over entities, the level of a job is the level of the problem's tree at which the job has
 * received its throughput, if the entitlement of a satisfied job passes to its siblings, then to
 * the siblings of its entity. There a job may have nothing, such as one that waits for its turn.
 * Compared with the other allocation, {@code m} thus lacks at most the fraction {@code g} of its
 * throughput full time on its fastest type. Immutable.
 *
 * @param within the part {@code g}, from 0 to 1
 * @param rounds the prices; a job may be priced in several rounds. A job that runs full time where
 *     it is fastest, or as long there as constraints on it alone allow, needs none
 * @param entitlements the units of jobs in the division of entities; empty if levels are defined by
 *     the goal
 */
public record FairLevels(
    double within, List<PricedRound> rounds, Optional<Entitlements> entitlements) {

  /**
   * Checks the part and copies the list.
   *
   * @param within from 0 to 1
   * @param rounds the prices
   * @param entitlements how jobs take part in the division of entities
   * @throws IllegalArgumentException if the part is not from 0 to 1
   */
  public FairLevels {
    if (!(Require.nonNegative(within, "part that levels may miss") <= 1)) {
      throw new IllegalArgumentException(
          "part that levels may miss is %s; it must be from 0 to 1".formatted(within));
    }
    rounds = List.copyOf(rounds);
  }

  /**
   * Creates a claim about the levels of the goal.
   *
   * @param within from 0 to 1
   * @param rounds the prices
   * @throws IllegalArgumentException if the part is not from 0 to 1
   */
  public FairLevels(double within, List<PricedRound> rounds) {
    this(within, rounds, Optional.empty());
  }

  /**
   * One round of {@link FairLevels}: prices at which an allocation sells for the full value of
   * workers and time, so that no job with a price of throughput can gain while the other priced
   * jobs keep theirs. A job above the level is judged alone: only its own time may limit its gain
   * at its price. Immutable.
   */
  public static final class PricedRound {

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
     * Returns a round.
     *
     * @param level the largest level of the jobs with a price, except jobs that are judged alone;
     *     in units of the goal, finite and at least 0
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
              "a round prices job %s at position %s; jobs must ascend from 0"
                  .formatted(jobs[i], i));
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
     * Returns the price of a pool.
     *
     * @param k a pool index
     * @return per worker
     */
    public double ofPool(int k) {
      return pools[k];
    }

    /**
     * {@return the prices of constraints and rows by name, unmodifiable; all other prices are 0}
     */
    public Map<String, Double> rows() {
      return rows;
    }

    /** {@return the number of jobs with a price} */
    public int size() {
      return jobs.length;
    }

    /**
     * Returns a job with a price.
     *
     * @param i a position
     * @return a job index
     */
    public int job(int i) {
      return jobs[i];
    }

    /**
     * Returns the price of a job's throughput.
     *
     * @param i a position
     * @return per step per second
     */
    public double ofThroughput(int i) {
      return throughput[i];
    }

    /**
     * Returns the price of a job's time, which counts for jobs in pairs.
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
      return 31 * (31 * Double.hashCode(level) + Arrays.hashCode(jobs))
          + Arrays.hashCode(throughput);
    }

    @Override
    public String toString() {
      return "PricedRound[level %s, %s priced jobs]".formatted(level, jobs.length);
    }
  }

  /**
   * The units of jobs in the division of a problem's entities: a job has received {@code
   * throughput_m / unit_m} of its entitlement. In an entity that {@linkplain
   * io.gavel.policies.model.Entity.Discipline#FINISH_TIME_FAIRNESS divides by finish time}, a job
   * that has received {@code a} has {@code ρ = lost_m + pace_m / a}. Entities, disciplines and
   * weights come from the problem. Immutable.
   */
  public static final class Entitlements {

    private final double[] unit;
    private final double[] pace;
    private final double[] lost;

    private Entitlements(double[] unit, double[] pace, double[] lost) {
      this.unit = unit;
      this.pace = pace;
      this.lost = lost;
    }

    /**
     * Creates entitlements from the units of all jobs.
     *
     * @param unit steps per second for one unit of entitlement, {@code [job]}, finite and at least
     *     0; 0 for jobs that take no part; copied
     * @param pace the finish-time ratio that the rest of the work costs, times entitlement, in
     *     units of entitlement, {@code [job]}, finite and at least 0; counts below entities that
     *     divide by finish time; copied
     * @param lost the finish-time ratio if the job finished now, without unit, {@code [job]},
     *     finite and at least 0; counts there, too; copied
     * @return the entitlements
     * @throws IllegalArgumentException if a number is not as stated or the lengths differ
     */
    public static Entitlements of(double[] unit, double[] pace, double[] lost) {
      Require.length(unit.length, pace.length, "paces of jobs");
      Require.length(unit.length, lost.length, "ratios that jobs have lost");
      for (int m = 0; m < unit.length; m++) {
        Require.nonNegative(unit[m], "unit of job " + m);
        Require.nonNegative(pace[m], "pace of job " + m);
        Require.nonNegative(lost[m], "ratio that job " + m + " has lost");
      }
      return new Entitlements(unit.clone(), pace.clone(), lost.clone());
    }

    /** {@return the number of jobs} */
    public int size() {
      return unit.length;
    }

    /**
     * Returns the throughput for one unit of entitlement.
     *
     * @param m a job index
     * @return in steps per second; 0 if the job takes no part
     */
    public double unit(int m) {
      return unit[m];
    }

    /**
     * Returns the finish-time ratio of the remaining work of a job, times its received entitlement.
     *
     * @param m a job index
     * @return in units of entitlement
     */
    public double pace(int m) {
      return pace[m];
    }

    /**
     * Returns the finish-time ratio of a job if it finished now.
     *
     * @param m a job index
     * @return at least 0
     */
    public double lost(int m) {
      return lost[m];
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Entitlements that
          && Arrays.equals(unit, that.unit)
          && Arrays.equals(pace, that.pace)
          && Arrays.equals(lost, that.lost);
    }

    @Override
    public int hashCode() {
      return 31 * Arrays.hashCode(unit) + Arrays.hashCode(pace);
    }

    @Override
    public String toString() {
      return "Entitlements[%s jobs]".formatted(unit.length);
    }
  }
}
