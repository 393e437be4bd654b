package io.gavel.legacy;

import io.gavel.mechanism.plan.RoundPlan;
import io.gavel.policies.Allocation;
import java.util.List;

/** Watches the passes of an {@link OriginalLoop}. */
public interface LoopObserver {

  /**
   * Returns an observer that does nothing.
   *
   * @return an observer
   */
  static LoopObserver none() {
    return new LoopObserver() {};
  }

  /**
   * The clock has advanced; no new allocation is in use yet.
   *
   * @param loop the loop
   */
  default void advanced(OriginalLoop loop) {}

  /**
   * A new allocation is in use from now on.
   *
   * @param allocation the allocation
   */
  default void allocated(Allocation allocation) {}

  /**
   * A round is planned, which ends the pass.
   *
   * @param loop the loop
   * @param typeOrder all types, in the order in which they were filled
   * @param plan the plan
   */
  default void planned(OriginalLoop loop, List<Integer> typeOrder, RoundPlan plan) {}
}
