package io.gavel.policies.program;

import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.internal.Require;
import io.gavel.policies.model.Job;
import io.gavel.policies.program.Measure.JobSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * The objective of a {@link Program}. With {@code v(m)} for the throughput of job {@code m},
 * counted in a {@link Measure}:
 *
 * <pre>
 *   least         min_m v(m)
 *   leastAtWorst  min_m v(m) at the worst rates that a budget of bad worker types allows
 *   leastOf       min_S Σ_{m in S} v(m) / weight_S          over sets of jobs, or filled: the least,
 *                                                         then the least of the other sets, …
 *   sum           Σ_m v(m) + gains − costs
 *   logs, powers  Σ_m weight_m log v(m),  Σ_m weight_m v(m)^p / p
 *   concave       Σ_m weight_m Σ_s slope_s · (the part of v(m) within segment s)
 * </pre>
 *
 * <p>Immutable. Two objectives are equal if they have the same type and equal parts; functions are
 * equal only if they are the same object.
 */
public sealed interface Objective {

  /**
   * Returns an objective of the smallest throughput of all jobs that count.
   *
   * @param measure the unit of the throughputs
   * @return the objective
   */
  static Least least(Measure measure) {
    return new Least(measure, 0);
  }

  /**
   * Returns an objective of the smallest throughput of all jobs that count, at the worst rates
   * within their intervals, if each job's rates are below the rates of the problem on at most a few
   * worker types. These types are chosen for each job on its own.
   *
   * @param measure the unit of the throughputs, at the rates of the problem
   * @param badTypes the number of worker types on which the rates of a job may lie anywhere in
   *     their intervals at once, at least 0; on all other types they are at least the rates of the
   *     problem. With 0 this is {@link #least}, with all worker types it is the least at the
   *     {@linkplain io.gavel.policies.ThroughputMatrix#low lower ends}
   * @return the objective
   * @throws IllegalArgumentException if the number of types is negative
   */
  static Least leastAtWorst(Measure measure, int badTypes) {
    return new Least(measure, badTypes);
  }

  /**
   * Returns an objective of the smallest total of all sets of jobs, each divided by the weight of
   * its set.
   *
   * @param sets with different names; a job may be in several. Without sets the value is 0
   * @param measure the unit of the throughputs
   * @return the objective
   * @throws IllegalArgumentException if a name occurs twice
   */
  static LeastOfSets leastOf(List<JobSet> sets, Measure measure) {
    return new LeastOfSets(sets, measure, false);
  }

  /**
   * Returns an objective of the total throughput.
   *
   * @param measure the unit of the throughputs
   * @return the objective, to which forms can be added
   */
  static Sum sum(Measure measure) {
    return new Sum(measure, Optional.empty(), 0);
  }

  /**
   * Returns an objective of a linear form over the allocation, such as the watts of all workers.
   *
   * @param form the form
   * @return the objective, in the unit of the form
   */
  static Sum sum(LinearForm form) {
    return new Sum(Sum.NOTHING, Optional.of(form), 0);
  }

  /**
   * Returns an objective of the price of the workers that the program buys.
   *
   * @return the objective, in currency per hour
   */
  static Sum purchaseCost() {
    return new Sum(Sum.NOTHING, Optional.empty(), 1);
  }

  /**
   * Returns an objective of the sum of the logarithms of throughputs; its optimum is proportionally
   * fair.
   *
   * @param measure the unit of the throughputs
   * @return the objective
   */
  static Utility logs(Measure measure) {
    return powers(measure, 0);
  }

  /**
   * Returns an objective of the sum of powers of throughputs, {@code v^p / p}, or of logarithms for
   * power 0. As the power falls, the optimum approaches the optimum of {@link #least}.
   *
   * @param measure the unit of the throughputs
   * @param power the power {@code p}, finite and below 1
   * @return the objective
   * @throws IllegalArgumentException if the power is not as stated
   */
  static Utility powers(Measure measure, double power) {
    return new Utility(measure, job -> 1, power);
  }

  /**
   * Returns an objective of the sum of piecewise linear concave utilities, such as a target
   * throughput with a penalty for missing it, or a throughput above which a gain is worth nothing.
   * As with other utilities, later objectives of a program keep the throughput that each job has
   * within the segments.
   *
   * @param measure the unit of the throughputs
   * @param segments at least one, from a throughput of 0 upwards, with falling slopes
   * @return the objective
   * @throws IllegalArgumentException if the slopes rise
   */
  static Concave concave(Measure measure, List<Concave.Segment> segments) {
    return new Concave(List.of(), measure, segments, job -> 1);
  }

  /**
   * Returns an objective of the sum of piecewise linear concave utilities of the totals of sets of
   * jobs, such as a target of each team, multiplied by the weights of the sets. Later objectives of
   * a program keep the total that each set has within the segments.
   *
   * @param sets with different names, at least one; a job may be in several
   * @param measure the unit of the throughputs
   * @param segments as of {@link #concave}
   * @return the objective
   * @throws IllegalArgumentException if the slopes rise, a name occurs twice or there are no sets
   */
  static Concave concaveOf(List<JobSet> sets, Measure measure, List<Concave.Segment> segments) {
    Require.atLeast(1, sets.size(), "number of sets of jobs");
    return new Concave(sets, measure, segments, job -> 1);
  }

  /**
   * The smallest throughput of all jobs that count, at the worst rates. Immutable.
   *
   * @param measure the unit of the throughputs
   * @param badTypes the number of worker types on which the rates of a job may be low at once
   */
  record Least(Measure measure, int badTypes) implements Objective {

    /**
     * Checks the number of types.
     *
     * @param measure the unit of the throughputs
     * @param badTypes at least 0
     * @throws IllegalArgumentException if the number of types is negative
     */
    public Least {
      Require.atLeast(0, badTypes, "number of bad worker types");
    }
  }

  /**
   * The smallest weighted total of all sets of jobs. Immutable.
   *
   * @param sets the sets
   * @param measure the unit of the throughputs
   * @param filled whether the least is raised further among the sets that can have more
   */
  record LeastOfSets(List<JobSet> sets, Measure measure, boolean filled) implements Objective {

    /**
     * Checks the sets.
     *
     * @param sets with different names; copied
     * @param measure the unit of the throughputs
     * @param filled whether the least is raised further
     * @throws IllegalArgumentException if a name occurs twice
     */
    public LeastOfSets {
      sets = JobSet.distinct(sets);
    }

    /**
     * Returns water filling over the sets: sets that limit the least keep it, and the least of the
     * other sets is raised, until no set is left. Each further level has a certificate of its own.
     *
     * @return a copy
     */
    public LeastOfSets filling() {
      return new LeastOfSets(sets, measure, true);
    }
  }

  /**
   * A linear sum. Immutable.
   *
   * @param measure the unit of the throughputs
   * @param form the linear form that is added to the throughputs
   * @param purchases the factor of the price of bought workers; negative if the price is a cost of
   *     an objective that is maximised
   */
  record Sum(Measure measure, Optional<LinearForm> form, double purchases) implements Objective {

    private static final Measure NOTHING = (problem, m) -> 0;

    /**
     * Checks the factor.
     *
     * @param measure the unit of the throughputs
     * @param form the linear form that is added to the throughputs
     * @param purchases finite
     * @throws IllegalArgumentException if the factor is not finite
     */
    public Sum {
      Require.finite(purchases, "factor of the price of purchases");
    }

    /**
     * Returns a copy plus a gain.
     *
     * @param gain a linear form in the unit of the sum
     * @return a copy
     */
    public Sum plus(LinearForm gain) {
      return new Sum(
          measure, Optional.of(form.map(before -> before.plus(gain)).orElse(gain)), purchases);
    }

    /**
     * Returns a copy minus a cost.
     *
     * @param cost a linear form in the unit of the sum
     * @return a copy
     */
    public Sum minus(LinearForm cost) {
      return plus(cost.times(-1));
    }

    /**
     * Returns a copy minus the price of the workers that the program buys.
     *
     * @param worth the worth of one unit of currency per hour, in the unit of the sum; finite
     * @return a copy
     */
    public Sum minusPurchaseCost(double worth) {
      return new Sum(measure, form, purchases - worth);
    }
  }

  /**
   * A sum of concave utilities of throughput. Immutable.
   *
   * @param measure the unit of the throughputs
   * @param weight of each job's utility, finite and at least 0; jobs with 0 do not count
   * @param power the power, finite and below 1; 0 for the logarithm
   */
  record Utility(Measure measure, ToDoubleFunction<Job> weight, double power) implements Objective {

    /**
     * Checks the power.
     *
     * @param measure the unit of the throughputs
     * @param weight of each job's utility
     * @param power finite and below 1
     * @throws IllegalArgumentException if the power is not as stated
     */
    public Utility {
      if (!(power < 1) || power == Double.NEGATIVE_INFINITY) {
        throw new IllegalArgumentException(
            "power of the utility is %s; it must be finite and below 1".formatted(power));
      }
    }

    /**
     * Returns a copy with weights.
     *
     * @param newWeight for example {@code Job::weight}; finite and at least 0
     * @return a copy
     */
    public Utility weighted(ToDoubleFunction<Job> newWeight) {
      return new Utility(measure, newWeight, power);
    }
  }

  /**
   * A sum of piecewise linear concave utilities. Immutable.
   *
   * @param sets the sets of jobs whose totals have a utility, with different names; if empty, the
   *     throughput of each job has a utility
   * @param measure the unit of the throughputs
   * @param segments from a throughput of 0 upwards; throughput above all segments is worth nothing
   * @param weight of each job's utility, finite and at least 0; jobs with 0 do not count. The
   *     utilities of sets have the weights of the sets
   */
  record Concave(
      List<JobSet> sets, Measure measure, List<Segment> segments, ToDoubleFunction<Job> weight)
      implements Objective {

    /**
     * A range of throughput in which each unit is worth the same. Immutable.
     *
     * @param width its length, in the unit of the measure; finite and above 0
     * @param slope the worth of one unit, finite and at least 0
     */
    public record Segment(double width, double slope) {

      /**
       * Checks the numbers.
       *
       * @param width finite and above 0
       * @param slope finite and at least 0
       * @throws IllegalArgumentException naming the number
       */
      public Segment {
        Require.positive(width, "width of a segment");
        Require.nonNegative(slope, "slope of a segment");
      }

      /**
       * Returns segments between the points of a power of throughput, {@code v^p / p}, or of its
       * logarithm for power 0, up to a constant. With {@code r} for the ratio of two points that
       * follow each other, {@code (most / least)^(1 / count)}, the segments are worth at most
       * {@code (1 − p)(r − 1)² / 8} less than the power or logarithm, times {@code v^p} at the
       * lower of the two points. An optimum loses at most that on each set or job.
       *
       * @param power the power {@code p}, finite and below 1
       * @param least the least throughput for which this holds, above 0; each unit below is worth
       *     as much as at this throughput
       * @param most the largest throughput, above the least; throughput above is worth nothing
       * @param count the number of segments from the least to the largest, at least 1
       * @return the segments, from 0 to the largest throughput
       * @throws IllegalArgumentException if a number is not as stated
       */
      public static List<Segment> ofPower(double power, double least, double most, int count) {
        Require.positive(least, "least throughput");
        Require.positive(most - least, "largest less the least throughput");
        Require.atLeast(1, count, "number of segments");
        double slope = StrictMath.pow(least, powers(Measure.throughput(), power).power() - 1);
        List<Segment> segments = new ArrayList<>(List.of(new Segment(least, slope)));
        double from = least;
        for (int i = 1; i <= count; i++) {
          double to = least * StrictMath.pow(most / least, (double) i / count);
          double gain = gain(power, from, StrictMath.log(to / from));
          segments.add(new Segment(to - from, gain / (to - from)));
          from = to;
        }
        return segments;
      }

      /** Returns what a throughput gains that grows by a factor, given as its logarithm. */
      private static double gain(double power, double from, double log) {
        return power == 0
            ? log
            : StrictMath.pow(from, power) * StrictMath.expm1(power * log) / power;
      }
    }

    /**
     * Copies and checks sets and segments.
     *
     * @param sets with different names
     * @param measure the unit of the throughputs
     * @param segments at least one, with slopes that do not rise
     * @param weight of each job's utility
     * @throws IllegalArgumentException naming a slope that rises, or a name that occurs twice
     */
    public Concave {
      sets = JobSet.distinct(sets);
      segments = List.copyOf(segments);
      Require.atLeast(1, segments.size(), "number of segments");
      for (int i = 1; i < segments.size(); i++) {
        if (segments.get(i).slope() > segments.get(i - 1).slope()) {
          throw new IllegalArgumentException(
              "slope of segment %s is %s; it must be at most %s, that of the segment before"
                  .formatted(i, segments.get(i).slope(), segments.get(i - 1).slope()));
        }
      }
    }

    /**
     * Returns a copy with weights of jobs.
     *
     * @param newWeight for example {@code Job::weight}; finite and at least 0
     * @return a copy
     * @throws IllegalArgumentException for utilities of sets, which have weights of their own
     */
    public Concave weighted(ToDoubleFunction<Job> newWeight) {
      if (!sets.isEmpty()) {
        throw new IllegalArgumentException(
            "the utilities of sets of jobs have the weights of the sets; weights of jobs do not"
                + " apply");
      }
      return new Concave(sets, measure, segments, newWeight);
    }
  }
}
