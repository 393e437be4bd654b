package io.gavel.policies.statement;

import io.gavel.policies.internal.Require;
import java.util.Arrays;

/**
 * The goal that a program optimises and a {@link Statement} bounds. With {@code q_m} for the
 * throughput of job {@code m} in steps per second:
 *
 * <pre>
 *   level        maximise  min_m q_m / requirement_m
 *   total        maximise or minimise  Σ gain · X
 *   ratio        maximise  Σ gain · X / Σ cost · X
 *   welfare      maximise  S = Σ_m weight_m log q_m + offset,  or  S = Σ_m weight_m q_m^p / p,
 *                or a mean:  exp(S / total),  or  (p S / total)^(1/p)
 *   finish times minimise  max_m (past_m + steps_m / q_m) / unit_m
 * </pre>
 *
 * <p>Jobs whose requirement, weight or number of steps is 0 do not count; the value is 0 if none
 * counts. The numbers are the doubles that were used, so that a proof needs no other source. Goals
 * of statements number the entries {@code g · types + j} of {@code X}, for group {@code g} on
 * worker type {@code j}; goals of programs number their columns. Immutable.
 */
public sealed interface Goal {

  /** {@return whether smaller values are better} */
  default boolean minimized() {
    return false;
  }

  /** {@return the number of jobs, or the number of entries of a total or ratio} */
  int size();

  /** {@return whether the goal has numbers for each entry, not for each job} */
  default boolean isByEntry() {
    return false;
  }

  /**
   * Returns the gain of an entry.
   *
   * @param entry an index
   * @return part of the sum, or of the numerator, for a fraction of 1; 0 for goals of jobs
   */
  default double gain(int entry) {
    return 0;
  }

  /**
   * Returns the cost of an entry.
   *
   * @param entry an index
   * @return part of the denominator for a fraction of 1; 0 if the goal is no ratio
   */
  default double cost(int entry) {
    return 0;
  }

  /**
   * Returns the requirement of a job.
   *
   * @param m a job index
   * @return steps per second for one unit of level; 0 if the goal is no level
   */
  default double requirement(int m) {
    return 0;
  }

  /**
   * Returns the weight of a job's utility.
   *
   * @param m a job index
   * @return without unit; 0 if the goal has no utilities
   */
  default double weight(int m) {
    return 0;
  }

  /** {@return the power of the utilities; 0 for the logarithm, and if the goal has none} */
  default double power() {
    return 0;
  }

  /** {@return the constant that is added to the sum of utilities; 0 if the goal has none} */
  default double offset() {
    return 0;
  }

  /**
   * Returns the goal of a level that all jobs reach.
   *
   * @param requirement steps per second for one unit of level, {@code [job]}, finite and at least
   *     0; copied
   * @return the goal
   * @throws IllegalArgumentException if a requirement is not as stated
   */
  static Level level(double[] requirement) {
    return new Level(checked(requirement, "requirement"));
  }

  /**
   * Returns the goal of a linear sum.
   *
   * @param gain for a fraction of 1, {@code [group][worker type]}, row-major, finite; copied
   * @param minimized whether the sum is minimised
   * @return the goal
   * @throws IllegalArgumentException if a gain is not finite
   */
  static Total total(double[] gain, boolean minimized) {
    for (int i = 0; i < gain.length; i++) {
      if (!Double.isFinite(gain[i])) { // names are made for errors only: there may be millions
        Require.finite(gain[i], "gain of entry %s".formatted(i));
      }
    }
    return new Total(gain.clone(), minimized);
  }

  /**
   * Returns the goal of a ratio of two sums; 0 if nothing runs.
   *
   * @param gain the numerator for a fraction of 1, {@code [group][worker type]}, row-major, finite;
   *     copied
   * @param cost the denominator, in the same order, above 0; copied
   * @return the goal
   * @throws IllegalArgumentException if a number is not as stated, or the lengths differ
   */
  static Ratio ratio(double[] gain, double[] cost) {
    Require.length(gain.length, cost.length, "cost");
    for (int i = 0; i < cost.length; i++) {
      if (!(cost[i] > 0 && cost[i] < Double.POSITIVE_INFINITY)) {
        Require.positive(cost[i], "cost of entry %s".formatted(i));
      }
    }
    return new Ratio(total(gain, false), cost.clone());
  }

  /**
   * Returns the goal of a sum of concave utilities of throughput.
   *
   * @param weight of each job's utility, {@code [job]}, finite and at least 0; copied
   * @param power the power {@code p}, finite and below 1; 0 for the logarithm
   * @return the goal
   * @throws IllegalArgumentException if a number is not as stated
   */
  static Welfare welfare(double[] weight, double power) {
    if (!(power < 1) || power == Double.NEGATIVE_INFINITY) {
      throw new IllegalArgumentException(
          "power of the utility is %s; it must be finite and below 1".formatted(power));
    }
    return new Welfare(checked(weight, "weight"), power, 0, 0);
  }

  /**
   * Returns the goal of the largest finish time, relative to a unit of each job.
   *
   * @param steps steps remaining, {@code [job]}, finite and at least 0; copied
   * @param past seconds since the start, {@code [job]}, finite and at least 0; copied
   * @param unit seconds per unit of the goal, {@code [job]}, above 0 for jobs that count; copied
   * @return the goal
   * @throws IllegalArgumentException if a number is not as stated, or the lengths differ
   */
  static FinishTimes finishTimes(double[] steps, double[] past, double[] unit) {
    Require.length(steps.length, past.length, "seconds since the start");
    Require.length(steps.length, unit.length, "seconds per unit");
    for (int m = 0; m < steps.length; m++) {
      if (steps[m] > 0) {
        Require.positive(unit[m], "seconds per unit of job " + m);
      }
    }
    return new FinishTimes(
        checked(steps, "steps"), checked(past, "seconds since the start"), unit.clone());
  }

  private static double[] checked(double[] numbers, String what) {
    for (int m = 0; m < numbers.length; m++) {
      if (!Require.isNonNegative(numbers[m])) {
        Require.nonNegative(numbers[m], "%s of job %s".formatted(what, m));
      }
    }
    return numbers.clone();
  }

  /** A level that all jobs reach. Immutable. */
  final class Level implements Goal {
    private final double[] requirement;

    private Level(double[] requirement) {
      this.requirement = requirement;
    }

    @Override
    public double requirement(int m) {
      return requirement[m];
    }

    @Override
    public int size() {
      return requirement.length;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Level that && Arrays.equals(requirement, that.requirement);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(requirement);
    }
  }

  /** A linear sum. Immutable. */
  final class Total implements Goal {
    private final double[] gain;
    private final boolean minimized;

    private Total(double[] gain, boolean minimized) {
      this.gain = gain;
      this.minimized = minimized;
    }

    @Override
    public double gain(int entry) {
      return gain[entry];
    }

    @Override
    public boolean minimized() {
      return minimized;
    }

    @Override
    public int size() {
      return gain.length;
    }

    @Override
    public boolean isByEntry() {
      return true;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Total that
          && minimized == that.minimized
          && Arrays.equals(gain, that.gain);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(gain);
    }
  }

  /** A ratio of two sums. Immutable. */
  final class Ratio implements Goal {
    private final Total numerator;
    private final double[] cost;

    private Ratio(Total numerator, double[] cost) {
      this.numerator = numerator;
      this.cost = cost;
    }

    @Override
    public double gain(int entry) {
      return numerator.gain(entry);
    }

    @Override
    public double cost(int entry) {
      return cost[entry];
    }

    @Override
    public int size() {
      return cost.length;
    }

    @Override
    public boolean isByEntry() {
      return true;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Ratio that
          && numerator.equals(that.numerator)
          && Arrays.equals(cost, that.cost);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(cost);
    }
  }

  /** A sum of concave utilities of throughput. Immutable. */
  final class Welfare implements Goal {
    private final double[] weight;
    private final double power;
    private final double offset;
    private final double total;

    private Welfare(double[] weight, double power, double offset, double total) {
      this.weight = weight;
      this.power = power;
      this.offset = offset;
      this.total = total;
    }

    /**
     * Returns a copy with a constant in addition to the sum, such as the logarithms of units.
     *
     * @param newOffset finite
     * @return a copy
     */
    public Welfare withOffset(double newOffset) {
      return new Welfare(weight, power, Require.finite(newOffset, "offset"), total);
    }

    /**
     * Returns a copy of which the value is the mean instead of the sum.
     *
     * @param newTotal the total of the weights of the mean, finite and above 0
     * @return a copy
     */
    public Welfare asMean(double newTotal) {
      return new Welfare(weight, power, offset, Require.positive(newTotal, "total of weights"));
    }

    /** {@return the total of the weights if the goal is a mean; 0 if it is a sum} */
    public double total() {
      return total;
    }

    @Override
    public double weight(int m) {
      return weight[m];
    }

    @Override
    public double power() {
      return power;
    }

    @Override
    public double offset() {
      return offset;
    }

    @Override
    public int size() {
      return weight.length;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Welfare that
          && power == that.power
          && offset == that.offset
          && total == that.total
          && Arrays.equals(weight, that.weight);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(weight);
    }
  }

  /** The largest finish time, relative to a unit of each job. Immutable. */
  final class FinishTimes implements Goal {
    private final double[] steps;
    private final double[] past;
    private final double[] unit;

    private FinishTimes(double[] steps, double[] past, double[] unit) {
      this.steps = steps;
      this.past = past;
      this.unit = unit;
    }

    /**
     * Returns the remaining steps of a job.
     *
     * @param m a job index
     * @return steps
     */
    public double steps(int m) {
      return steps[m];
    }

    /**
     * Returns the time since a job started.
     *
     * @param m a job index
     * @return seconds
     */
    public double past(int m) {
      return past[m];
    }

    /**
     * Returns the time unit of a job.
     *
     * @param m a job index
     * @return seconds
     */
    public double unit(int m) {
      return unit[m];
    }

    @Override
    public boolean minimized() {
      return true;
    }

    @Override
    public int size() {
      return steps.length;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof FinishTimes that
          && Arrays.equals(steps, that.steps)
          && Arrays.equals(past, that.past)
          && Arrays.equals(unit, that.unit);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(steps);
    }
  }
}
