package io.gavel.policies.lp.solver;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Prices;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The linear program that policies are statements of.
 *
 * <pre>
 *   maximise   t + Σ_c gain_c x_c + Σ_m weight_m U(throughput_m)
 *   time       Σ_{c of m} x_c                 ≤ 1                          for every job m
 *   pools      Σ_{c on k} size_c x_c          ≤ workers_k                  for every pool k
 *   throughput Σ_{c of m} rate_{mc} x_c       ≥ floor_m + requirement_m t  for every job m
 *   side rows  Σ_c coefficient_{ic} x_c         ≥ 0                          if there are any
 *   x, t ≥ 0;  t is absent if every requirement is 0;  U(q) = log q, or q^p / p for a power p &lt; 1
 * </pre>
 *
 * <p>A column {@code c} is a group on a worker type where it {@linkplain AllocationProblem#runs
 * runs}; columns are ordered by group, then type. With requirements alone this maximises a minimum,
 * with gains alone a sum; floors are demands (deadlines, a level reached before). Size: n jobs and
 * K types give at most nK columns and 2n + K rows, plus K columns a pair.
 *
 * <p>Immutable.
 */
public final class AllocationProgram {

  private final double[] workers;
  private final Columns columns;
  private final double[] gain;
  private final double[] floor;
  private final double[] requirement;
  private final double[] weight;
  private final double power;
  private final SideRows side;

  /** The pairs that are not listed: none or one set of them. */
  private final List<SharedPairs> shared;

  AllocationProgram(
      double[] workers, Columns columns, double[] gain, double[] floor, double[] requirement) {
    this(
        workers,
        columns,
        gain,
        floor,
        requirement,
        new double[floor.length],
        0,
        SideRows.none(),
        List.of());
  }

  AllocationProgram(
      double[] workers,
      Columns columns,
      double[] gain,
      double[] floor,
      double[] requirement,
      double[] weight,
      double power,
      SideRows side,
      List<SharedPairs> shared) {
    this.workers = workers;
    this.columns = columns;
    this.gain = gain;
    this.floor = floor;
    this.requirement = requirement;
    this.weight = weight;
    this.power = power;
    this.side = side;
    this.shared = shared;
  }

  /**
   * Maximises the level {@code t} that every job's throughput reaches in multiples of its
   * requirement.
   *
   * @param problem the jobs and the cluster
   * @param requirement steps per second for one unit of level, {@code [job]}, finite and at least
   *     0; jobs with requirement 0 do not count; copied
   * @return the program
   */
  public static AllocationProgram maximizeMinimum(AllocationProblem problem, double[] requirement) {
    Columns columns = Columns.of(problem);
    double[] none = new double[problem.jobCount()];
    return new AllocationProgram(
            Given.workers(problem),
            columns,
            new double[columns.count()],
            none,
            Given.ofJobs(requirement, problem, "requirement"))
        .sharing(SharedPairs.of(problem, none));
  }

  /**
   * Maximises the weighted sum of effective throughputs.
   *
   * @param problem the jobs and the cluster
   * @param weight what a step per second of each job is worth, {@code [job]}, finite and at least 0
   * @return the program
   */
  public static AllocationProgram maximizeSum(AllocationProblem problem, double[] weight) {
    Columns columns = Columns.of(problem);
    double[] worth = Given.ofJobs(weight, problem, "weight");
    double[] none = new double[problem.jobCount()];
    return new AllocationProgram(
            Given.workers(problem), columns, Given.gains(columns, worth), none, none)
        .sharing(SharedPairs.of(problem, worth));
  }

  /**
   * Maximises a sum of gains that depend on group and worker type in any way, such as throughput
   * less a price.
   *
   * @param problem the jobs and the cluster
   * @param gain objective for a fraction of 1, {@code [group][worker type]}, row-major, finite and
   *     of any sign; entries where the group does not run are ignored
   * @return the program
   */
  public static AllocationProgram maximizeGain(AllocationProblem problem, double[] gain) {
    Columns columns = Columns.of(problem);
    double[] none = new double[problem.jobCount()];
    return new AllocationProgram(
        Given.workers(problem), columns, Given.gains(columns, problem, gain), none, none);
  }

  /**
   * Maximises a weighted sum of concave utilities of throughput: {@code Σ weight_m log
   * throughput_m} for power 0, whose optimum is proportionally fair, or {@code Σ weight_m
   * throughput_m^p / p}.
   *
   * @param problem the jobs and the cluster
   * @param weight without unit, {@code [job]}, finite and at least 0; jobs with weight 0 do not
   *     count
   * @param power the power {@code p}, below 1
   * @return the program
   * @throws IllegalArgumentException if the power is not below 1
   */
  public static AllocationProgram maximizeUtility(
      AllocationProblem problem, double[] weight, double power) {
    if (!(power < 1) || Double.isInfinite(power)) {
      throw new IllegalArgumentException(
          "power of the utility is %s; it must be finite and below 1".formatted(power));
    }
    Given.requireListed(problem);
    Columns columns = Columns.of(problem);
    double[] none = new double[problem.jobCount()];
    return new AllocationProgram(
        Given.workers(problem),
        columns,
        new double[columns.count()],
        none,
        none,
        Given.ofJobs(weight, problem, "weight"),
        power,
        SideRows.none(),
        List.of());
  }

  /**
   * The same program with demands.
   *
   * @param newFloor the least throughput of each job in steps per second at level 0, {@code [job]},
   *     finite; negative for a job that is to reach something only from some level on; copied
   * @return a copy
   */
  public AllocationProgram withFloor(double[] newFloor) {
    if (newFloor.length != floor.length) {
      throw new IllegalArgumentException(
          "floor has %d entries; there must be one for each of %d jobs"
              .formatted(newFloor.length, floor.length));
    }
    return rewritten(columns, gain, newFloor.clone(), requirement, weight);
  }

  /**
   * The same program with another level.
   *
   * @param newRequirement steps per second for one unit of level, {@code [job]}, finite and at
   *     least 0; copied
   * @return a copy
   */
  public AllocationProgram withRequirement(double[] newRequirement) {
    if (newRequirement.length != requirement.length) {
      throw new IllegalArgumentException(
          "requirement has %d entries; there must be one for each of %d jobs"
              .formatted(newRequirement.length, requirement.length));
    }
    return rewritten(columns, gain, floor, newRequirement.clone(), weight);
  }

  /**
   * The same program with further rows.
   *
   * @param rows over the columns of this program
   * @return a copy
   */
  public AllocationProgram withSideRows(SideRows rows) {
    requireListed();
    return new AllocationProgram(
        workers, columns, gain, floor, requirement, weight, power, rows, shared);
  }

  /**
   * The same program without some of its columns.
   *
   * @param kept whether each column stays, {@code [column]}
   * @return a copy, its columns in the same order
   * @throws IllegalArgumentException if the program has side rows, which name columns
   */
  public AllocationProgram withColumns(boolean[] kept) {
    requireListed();
    if (side.count() > 0) {
      throw new IllegalArgumentException(
          "the program has %d side rows; leave columns out first".formatted(side.count()));
    }
    int[] columnsKept = IntStream.range(0, gain.length).filter(c -> kept[c]).toArray();
    double[] gainsKept = Arrays.stream(columnsKept).mapToDouble(c -> gain[c]).toArray();
    return rewritten(columns.select(columnsKept), gainsKept, floor, requirement, weight);
  }

  /** The same program in other numbers: capacities, power and side rows stay. */
  AllocationProgram rewritten(
      Columns newColumns,
      double[] newGain,
      double[] newFloor,
      double[] newRequirement,
      double[] newWeight) {
    return new AllocationProgram(
        workers, newColumns, newGain, newFloor, newRequirement, newWeight, power, side, shared);
  }

  /** The program that asks which part of all floors can be met at once. */
  AllocationProgram floorsAsRequirements() {
    double[] none = new double[floor.length];
    double[] demand = Arrays.stream(floor).map(f -> Math.max(0, f)).toArray();
    return rewritten(columns, new double[gain.length], none, demand, none)
        .sharing(shared.stream().map(SharedPairs::worthNothing).toList());
  }

  private AllocationProgram sharing(List<SharedPairs> pairs) {
    return new AllocationProgram(
        workers, columns, gain, floor, requirement, weight, power, side, pairs);
  }

  /** The same program on the columns that an answer uses, its pairs among them. */
  AllocationProgram written(Columns used, double[] gainOfUsed) {
    return rewritten(used, gainOfUsed, floor, requirement, weight).sharing(List.of());
  }

  /**
   * Whether there are pairs that are known by job type and are no columns.
   *
   * @return false if all pairs are columns
   */
  public boolean hasPairsByType() {
    return !shared.isEmpty();
  }

  /** The pairs that are not listed; none or one set of them. */
  List<SharedPairs> shared() {
    return shared;
  }

  private void requireListed() {
    if (hasPairsByType()) {
      throw new IllegalStateException(
          "the program has pairs by job type, which are no columns; list them with withAllPairs()");
    }
  }

  /**
   * The number of jobs.
   *
   * @return rows of time, and of throughput
   */
  public int jobCount() {
    return floor.length;
  }

  /**
   * The number of pools.
   *
   * @return rows of capacity
   */
  public int poolCount() {
    return workers.length;
  }

  /**
   * The number of columns.
   *
   * @return unknowns without {@code t}
   */
  public int columnCount() {
    return gain.length;
  }

  /**
   * The capacity of a pool.
   *
   * @param k a pool index
   * @return workers
   */
  public double workers(int k) {
    return workers[k];
  }

  /**
   * The place of a column in the matrix of fractions.
   *
   * @param c a column
   * @return {@code g · typeCount + j} of its group and worker type
   */
  public int entry(int c) {
    return columns.entry[c];
  }

  /**
   * The pool that a column draws from.
   *
   * @param c a column
   * @return the pool's index
   */
  public int pool(int c) {
    return columns.pool[c];
  }

  /**
   * The first job that a column serves.
   *
   * @param c a column
   * @return the job's index
   */
  public int first(int c) {
    return columns.first[c];
  }

  /**
   * The second job that a column serves.
   *
   * @param c a column
   * @return the job's index; -1 for a solo group
   */
  public int second(int c) {
    return columns.second[c];
  }

  /**
   * The workers that a column holds.
   *
   * @param c a column
   * @return workers for a fraction of 1
   */
  public double size(int c) {
    return columns.size[c];
  }

  /**
   * The throughput of a column's first job.
   *
   * @param c a column
   * @return steps per second
   */
  public double rate(int c) {
    return columns.rate[c];
  }

  /**
   * The throughput of a column's second job.
   *
   * @param c a column
   * @return steps per second; 0 for a solo group
   */
  public double secondRate(int c) {
    return columns.secondRate[c];
  }

  /**
   * The gain of a column.
   *
   * @param c a column
   * @return objective for a fraction of 1
   */
  public double gain(int c) {
    return gain[c];
  }

  /**
   * The throughput that a job must reach in any case.
   *
   * @param m a job index
   * @return steps per second; negative if it need only reach something from some level on
   */
  public double floor(int m) {
    return floor[m];
  }

  /**
   * The throughput that a job needs for one unit of level.
   *
   * @param m a job index
   * @return steps per second, at least 0
   */
  public double requirement(int m) {
    return requirement[m];
  }

  /**
   * The weight of a job's utility.
   *
   * @param m a job index
   * @return at least 0
   */
  public double weight(int m) {
    return weight[m];
  }

  /**
   * The power of the utilities.
   *
   * @return below 1; 0 for the logarithm
   */
  public double power() {
    return power;
  }

  /**
   * The further rows.
   *
   * @return rows over the columns of this program
   */
  public SideRows sideRows() {
    return side;
  }

  /**
   * Whether the program has utilities.
   *
   * @return true if some weight is positive
   */
  public boolean hasUtility() {
    return anyPositive(weight);
  }

  /**
   * Whether the program has a level {@code t}.
   *
   * @return true if some requirement is positive
   */
  public boolean hasLevel() {
    return anyPositive(requirement);
  }

  private static boolean anyPositive(double[] values) {
    for (double value : values) {
      if (value > 0) {
        return true;
      }
    }
    return false;
  }

  /**
   * What a column would cost the objective of a linear program without side rows at the given
   * prices. A column that costs something is 0 in every optimum.
   *
   * @param c a column
   * @param prices a dual solution
   * @return objective for a fraction of 1; at least 0, but for rounding, at prices that prove a
   *     bound
   */
  public double reducedCost(int c, Prices prices) {
    double paid = size(c) * prices.ofPool(pool(c)) + prices.ofTime(first(c));
    double worth = gain[c] + rate(c) * prices.ofThroughput(first(c));
    if (second(c) != Columns.NONE) {
      paid += prices.ofTime(second(c));
      worth += secondRate(c) * prices.ofThroughput(second(c));
    }
    return paid - worth;
  }

  /**
   * The throughput of every job.
   *
   * @param x fractions, {@code [column]}
   * @return steps per second, {@code [job]}
   */
  public double[] throughput(double[] x) {
    if (x.length != gain.length) {
      throw new IllegalArgumentException(
          "there are %d fractions; the program has %d columns".formatted(x.length, gain.length));
    }
    double[] throughput = new double[jobCount()];
    for (int c = 0; c < x.length; c++) {
      throughput[columns.first[c]] += columns.rate[c] * x[c];
      if (columns.second[c] != Columns.NONE) {
        throughput[columns.second[c]] += columns.secondRate[c] * x[c];
      }
    }
    return throughput;
  }

  /**
   * The objective at a point.
   *
   * @param x fractions, {@code [column]}
   * @return the level that all jobs reach plus the sums of gains and utilities
   */
  public double objective(double[] x) {
    return objective(x, throughput(x));
  }

  /** The same of a point whose throughputs are known. */
  double objective(double[] x, double[] throughput) {
    double sum = 0;
    for (int c = 0; c < x.length; c++) {
      sum += gain[c] * x[c];
    }
    for (int m = 0; m < throughput.length; m++) {
      sum += weight[m] > 0 ? Utility.value(power, weight[m], throughput[m]) : 0;
    }
    return sum + level(throughput);
  }

  /**
   * The level that all jobs reach.
   *
   * @param throughput steps per second, {@code [job]}
   * @return the level {@code t}; 0 if the program has none
   */
  public double level(double[] throughput) {
    double level = Double.POSITIVE_INFINITY;
    for (int m = 0; m < throughput.length; m++) {
      if (requirement[m] > 0) {
        level = Math.min(level, (throughput[m] - floor[m]) / requirement[m]);
      }
    }
    return level == Double.POSITIVE_INFINITY ? 0 : level;
  }

  /**
   * The largest throughput that each job can have, alone or beside another.
   *
   * @return steps per second, {@code [job]}; 0 for a job that can run nowhere
   */
  public double[] fastest() {
    double[] fastest = new double[jobCount()];
    for (int c = 0; c < gain.length; c++) {
      int m = columns.first[c];
      fastest[m] = Math.max(fastest[m], columns.rate[c]);
      if (columns.second[c] != Columns.NONE) {
        m = columns.second[c];
        fastest[m] = Math.max(fastest[m], columns.secondRate[c]);
      }
    }
    return shared.isEmpty() ? fastest : shared.get(0).fastest(fastest);
  }

  /** What negative gains take from the objective at a point: part of its size, not of its value. */
  double losses(double[] x) {
    double sum = 0;
    for (int c = 0; c < x.length; c++) {
      sum += Math.max(0, -gain[c]) * x[c];
    }
    return sum;
  }

  /** Whether nothing is demanded of a job. */
  boolean isIndifferentTo(int m) {
    return floor[m] == 0 && requirement[m] == 0 && weight[m] == 0;
  }

  /**
   * What gaps of the objective are measured against: its size, or the sum of the weights for
   * logarithms, whose size says nothing.
   */
  double gapScale(double objective) {
    if (power != 0 || !hasUtility()) {
      return Math.abs(objective);
    }
    double sum = 0;
    for (double w : weight) {
      sum += w;
    }
    return sum;
  }

  /** The columns, for transformations in this package; not to be written. */
  Columns columns() {
    return columns;
  }
}
