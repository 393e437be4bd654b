package io.gavel.policies.lp.variant;

import io.gavel.policies.Allocation;

/**
 * An allocation that stays close to an earlier one, and what that saved. GPU-time is in workers
 * that run on average: worker-seconds per second. Immutable.
 *
 * @param allocation the answer; its certificate tells how far its objective is from the optimum
 * @param optimum what the policy itself would have answered
 * @param moved the workers whose time the answer takes from where they were
 * @param movedByOptimum the same of the optimum
 * @param leastMoved a number of workers that is proved to be moved by every allocation whose
 *     objective is as good as was asked for
 */
public record MinimalMovementResult(
    Allocation allocation,
    Allocation optimum,
    double moved,
    double movedByOptimum,
    double leastMoved) {

  /**
   * What staying close saved.
   *
   * @return workers whose time the optimum would have moved and the answer does not
   */
  public double saved() {
    return movedByOptimum - moved;
  }
}
