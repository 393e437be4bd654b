package io.gavel.policies.lp.solver.coefficients;

import io.gavel.policies.lp.solver.passes.Passes;
import java.util.function.IntToDoubleFunction;

/**
 * The objective of a program: a level that all jobs reach, a sum over columns, or a sum of concave
 * utilities of throughput. Each type of objective has its own coefficients; all others are 0.
 *
 * <p>Immutable; arrays are not copied and must not be modified afterwards.
 */
public sealed interface ProgramObjective {

  /** Returns whether there is anything to maximise: some coefficient is not 0. */
  boolean counts();

  /** Returns the gain of a column for a fraction of 1. */
  default double gain(int c) {
    return 0;
  }

  /**
   * Returns the gains of all columns, {@code [column]}; not to be modified; empty unless it is a
   * sum.
   */
  default double[] gains() {
    return new double[0];
  }

  /**
   * Returns the throughput that jobs need for one unit of level, {@code [job]}; not to be modified.
   */
  default double[] requirements(int jobs) {
    return new double[jobs];
  }

  /** Returns the steps per second that a job needs for one unit of level. */
  default double requirement(int m) {
    return 0;
  }

  /** Returns the weight of a job's utility. */
  default double weight(int m) {
    return 0;
  }

  /** Returns an objective of the same type with other coefficients. */
  ProgramObjective with(Numbers numbers);

  /**
   * The coefficients of any objective; each type reads only its own. Immutable.
   *
   * @param columns the number of columns
   * @param jobs the number of jobs
   * @param gain of each column, for a fraction of 1
   * @param requirement of each job, in steps per second for one unit of level
   * @param weight of each job's utility
   */
  record Numbers(
      int columns,
      int jobs,
      IntToDoubleFunction gain,
      IntToDoubleFunction requirement,
      IntToDoubleFunction weight) {

    private static double[] filled(int count, IntToDoubleFunction number) {
      double[] filled = new double[count];
      for (int i = 0; i < count; i++) {
        filled[i] = number.applyAsDouble(i);
      }
      return filled;
    }
  }

  /** The smallest level of all jobs: {@code min_m (throughput_m - floor_m) / requirement_m}. */
  final class MaxMin implements ProgramObjective {
    private final double[] requirement;
    private final boolean counts;

    /**
     * Creates a level.
     *
     * @param requirement steps per second for one unit of level, {@code [job]}; jobs with 0 do not
     *     count
     */
    public MaxMin(double[] requirement) {
      this.requirement = requirement;
      counts = anyPositive(requirement);
    }

    @Override
    public boolean counts() {
      return counts;
    }

    @Override
    public double requirement(int m) {
      return requirement[m];
    }

    @Override
    public double[] requirements(int jobs) {
      return requirement;
    }

    @Override
    public MaxMin with(Numbers numbers) {
      return new MaxMin(Numbers.filled(numbers.jobs, numbers.requirement));
    }

    /** Returns the level that all jobs reach; 0 if none counts. */
    public double level(double[] throughput, double[] floor, Passes passes) {
      double level =
          -passes.largest(throughput.length, (from, to) -> -level(throughput, floor, from, to));
      return level == Double.POSITIVE_INFINITY ? 0 : level;
    }

    private double level(double[] throughput, double[] floor, int from, int to) {
      double level = Double.POSITIVE_INFINITY;
      for (int m = from; m < to; m++) {
        if (requirement[m] > 0) {
          level = Math.min(level, (throughput[m] - floor[m]) / requirement[m]);
        }
      }
      return level;
    }
  }

  /** A linear sum: {@code Σ_c gain_c x_c}. */
  final class LinearSum implements ProgramObjective {
    private final double[] gain;

    /**
     * Creates a sum.
     *
     * @param gain for a fraction of 1, {@code [column]}
     */
    public LinearSum(double[] gain) {
      this.gain = gain;
    }

    /** Always true, also for a sum of zeros. */
    @Override
    public boolean counts() {
      return true;
    }

    @Override
    public double gain(int c) {
      return gain[c];
    }

    @Override
    public double[] gains() {
      return gain;
    }

    @Override
    public LinearSum with(Numbers numbers) {
      return new LinearSum(Numbers.filled(numbers.columns, numbers.gain));
    }
  }

  /** A sum of concave utilities: {@code Σ_m weight_m U(throughput_m)}, see {@link Utility}. */
  final class UtilitySum implements ProgramObjective {
    private final double[] weight;
    private final double power;
    private final boolean counts;

    /**
     * Creates a sum.
     *
     * @param weight at least 0, {@code [job]}; jobs with 0 do not count
     * @param power below 1; 0 for the logarithm
     */
    public UtilitySum(double[] weight, double power) {
      this.weight = weight;
      this.power = power;
      counts = anyPositive(weight);
    }

    @Override
    public boolean counts() {
      return counts;
    }

    @Override
    public double weight(int m) {
      return weight[m];
    }

    public double power() {
      return power;
    }

    @Override
    public UtilitySum with(Numbers numbers) {
      return new UtilitySum(Numbers.filled(numbers.jobs, numbers.weight), power);
    }

    /** Returns the sum at throughputs in steps per second, {@code [job]}. */
    public double value(double[] throughput) {
      double sum = 0;
      for (int m = 0; m < throughput.length; m++) {
        sum += weight[m] > 0 ? Utility.value(power, weight[m], throughput[m]) : 0;
      }
      return sum;
    }

    /** Returns the sum of the weights. */
    public double totalWeight() {
      double sum = 0;
      for (double w : weight) {
        sum += w;
      }
      return sum;
    }
  }

  private static boolean anyPositive(double[] values) {
    for (double value : values) {
      if (value > 0) {
        return true;
      }
    }
    return false;
  }
}
