package io.gavel.policies.lp.variant;

import io.gavel.policies.Allocation;

/**
 * An allocation that stays close to an earlier one, and the movement that this saves. GPU-time is
 * measured in workers running on average: worker-seconds per second. Immutable.
 *
 * @param allocation the allocation; its certificate states how far its objective is from the
 *     optimum
 * @param optimum the allocation of the decorated policy
 * @param moved the worker time that the allocation takes from earlier positions
 * @param movedByOptimum the worker time that the optimum takes from earlier positions
 * @param leastMoved a proved lower bound on the movement of every allocation within the allowed
 *     loss of objective
 */
public record MinimalMovementResult(
    Allocation allocation,
    Allocation optimum,
    double moved,
    double movedByOptimum,
    double leastMoved) {

  /**
   * The movement saved against the optimum.
   *
   * @return {@code movedByOptimum - moved}, in workers
   */
  public double saved() {
    return movedByOptimum - moved;
  }
}
