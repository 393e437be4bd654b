package io.gavel.policies.lp.solver.internal.classes;

import io.gavel.policies.statement.Goal;
import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * The demands of the jobs of one class, {@code floor_m + requirement_m t} each.
 *
 * <p>Time {@code y_c} at rates {@code T_c} can be split among them so that each job gets at most
 * its full time and meets its demand, if and only if for every rate {@code λ}, including 0,
 *
 * <pre>  Σ_c y_c (T_c − λ)⁺  ≥  Σ_m (demand_m − λ)⁺ </pre>
 *
 * <p>(majorisation; both sides are convex in λ and the left one is linear between rates, so the
 * rates of the columns suffice). The right side is the largest of {@code Σ_{m of S} (demand_m − λ)}
 * over sets S of jobs, so the condition is a set of linear rows in {@code y} and {@code t}. Few of
 * them matter.
 */
final class ClassDemands {

  private final int[] members;
  private final double[] floor;
  private final Goal goal;

  ClassDemands(int[] members, double[] floor, Goal goal) {
    this.members = members;
    this.floor = floor;
    this.goal = goal;
  }

  /**
   * A row {@code Σ y_c (T_c − rate)⁺ ≥ floor + requirement t}.
   *
   * @param jobs the jobs in it
   */
  @SuppressWarnings("ArrayRecordComponent") // is compared by isSame
  record Cut(int ofClass, double rate, int[] jobs, double floor, double requirement)
      implements ClassTimes.Rate {

    boolean isSame(Cut other) {
      return ofClass == other.ofClass && rate == other.rate && Arrays.equals(jobs, other.jobs);
    }
  }

  /** Returns whether all demands are at most 0 at every level, and no throughput has a utility. */
  boolean isEmpty() {
    return Arrays.stream(members).noneMatch(this::counts);
  }

  private boolean counts(int m) {
    return floor[m] > 0 || goal.requirement(m) > 0 || goal.weight(m) > 0;
  }

  /** Returns the weight of each job's utility, which is the same for all jobs of a class. */
  double weight() {
    return goal.weight(members[0]);
  }

  /**
   * Returns whether all jobs have the same demand, so that the row of rate 0 implies all other
   * rows.
   */
  boolean areEqual() {
    int one = members[0];
    return Arrays.stream(members)
        .allMatch(m -> floor[m] == floor[one] && goal.requirement(m) == goal.requirement(one));
  }

  /** Returns the row of rate 0 for all jobs with a demand or a utility. */
  Cut whole(int a) {
    return cut(a, 0, this::counts);
  }

  /** Returns the row of a rate for the jobs whose demand at a level exceeds it. */
  Cut at(int a, double rate, double level) {
    return cut(a, rate, m -> demand(m, level) > rate);
  }

  private Cut cut(int a, double rate, IntPredicate in) {
    int[] jobs = Arrays.stream(members).filter(in).toArray();
    double floors = 0;
    double requirements = 0;
    for (int m : jobs) {
      floors += floor[m] - rate;
      requirements += goal.requirement(m);
    }
    return new Cut(a, rate, jobs, floors, requirements);
  }

  /** Returns the demand of a job at a level, in steps per second. */
  double demand(int m, double level) {
    return floor[m] + goal.requirement(m) * level;
  }

  /** Returns the demands at a level, at least 0, in descending order. */
  double[] sorted(double level) {
    double[] demands = Arrays.stream(members).mapToDouble(m -> demand(m, level)).sorted().toArray();
    for (int i = 0, j = demands.length - 1; i <= j; i++, j--) {
      double high = Math.max(0, demands[j]);
      demands[j] = Math.max(0, demands[i]);
      demands[i] = high;
    }
    return demands;
  }

  /** {@code Σ (demand − rate)⁺} of demands in descending order. */
  static double above(double[] sorted, double rate) {
    double sum = 0;
    for (int i = 0; i < sorted.length && sorted[i] > rate; i++) {
      sum += sorted[i] - rate;
    }
    return sum;
  }
}
