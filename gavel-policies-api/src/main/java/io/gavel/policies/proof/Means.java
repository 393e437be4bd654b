package io.gavel.policies.proof;

import io.gavel.policies.statement.Goal;

/**
 * Sums of utilities as means, on the safe side. The mean increases with the sum, so that a claimed
 * mean is compared by the sum that it needs. Without a total, mean and sum are the same.
 */
final class Means {

  private Means() {}

  /** At least the sum that a mean needs; not finite if no sum has it. */
  static double sumUp(Goal.Welfare goal, double mean) {
    if (goal.total() == 0) {
      return mean;
    }
    return Directed.productUp(goal.total(), Tangents.utilityUp(goal.power(), mean));
  }

  /** At most the sum that a mean needs; not a number for a mean of 0 or less. */
  static double sumDown(Goal.Welfare goal, double mean) {
    if (goal.total() == 0) {
      return mean;
    }
    if (!(mean > 0)) {
      return Double.NaN;
    }
    return Directed.productDown(goal.total(), Tangents.utilityDown(goal.power(), mean));
  }

  /** Returns a mean that a sum reaches. */
  static double reached(Goal.Welfare goal, double sum) {
    return goal.total() == 0
        ? sum
        : Directed.moved(mean(goal, sum), -1, claim -> sumUp(goal, claim) <= sum);
  }

  /** Returns a mean that no sum up to this one exceeds; infinite if there is none. */
  static double bound(Goal.Welfare goal, double sum) {
    if (goal.total() == 0) {
      return sum;
    }
    if (goal.power() < 0 && sum >= 0) { // the sum is negative for every mean
      return Double.POSITIVE_INFINITY;
    }
    return Directed.moved(mean(goal, sum), 1, claim -> sumDown(goal, claim) >= sum);
  }

  private static double mean(Goal.Welfare goal, double sum) {
    double power = goal.power();
    return power == 0
        ? StrictMath.exp(sum / goal.total())
        : StrictMath.pow(power * sum / goal.total(), 1 / power);
  }
}
