package io.gavel.policies.proof;

import io.gavel.policies.statement.Goal;
import io.gavel.policies.statement.Rational;

/** The cost of the throughputs that finish times need, at prices of throughput. */
final class FinishTimeCost {

  private FinishTimeCost() {}

  /**
   * Returns whether the throughputs of any finish time below the bound cost more than all workers
   * and all time are worth. The throughputs that a time needs decrease with it, and each is rounded
   * down by three units in the last place at most. Throughputs that cost nothing prove nothing.
   * Some job must have steps.
   */
  static boolean proves(Goal.FinishTimes goal, double[] owed, Rational value, double bound) {
    ExactSum cost = new ExactSum();
    for (int m = 0; m < owed.length; m++) {
      if (goal.steps(m) > 0) {
        double left = Math.fma(bound, goal.unit(m), -goal.past(m));
        if (left <= 0) {
          return true; // the job has been there for longer
        }
        double least = Directed.quotientDown(goal.steps(m), Math.nextUp(left));
        cost.addProduct(owed[m], Math.min(Double.MAX_VALUE, least));
      }
    }
    return cost.signum() > 0 && cost.value().compareTo(value) >= 0;
  }
}
