package io.gavel.mechanism;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.internal.Require;
import java.util.List;
import java.util.Optional;

/**
 * The memory that only {@link Method#ORIGINAL} has. Immutable.
 *
 * @param problem the jobs that are there, with throughputs; empty before the first
 * @param entries by group in order of arrival (a job, then its pairs with earlier ones), then type
 * @param typeSeconds time received by all on each type since the last reset
 * @param typeOrder the types in the order in which they are filled
 * @param selected what the last plan selected, in the order taken; with those that got no lease
 *     because no allocation lists them
 * @param lastResetSeconds when the counters were last reset; 0 before the first time
 * @param billedFromSeconds from when on leases that run now are credited: later than their start
 *     never, and after an idle gap earlier
 */
public record OriginalState(
    Optional<AllocationProblem> problem,
    List<OriginalEntry> entries,
    List<Double> typeSeconds,
    List<Integer> typeOrder,
    List<OriginalEntry> selected,
    double lastResetSeconds,
    double billedFromSeconds) {

  /**
   * Copies the lists and checks the times.
   *
   * @param problem the jobs that are there
   * @param entries groups on types
   * @param typeSeconds time received on each type
   * @param typeOrder a permutation of the types
   * @param selected what the last plan selected
   * @param lastResetSeconds finite
   * @param billedFromSeconds finite
   * @throws IllegalArgumentException if a time is not finite
   */
  public OriginalState {
    entries = List.copyOf(entries);
    typeSeconds = List.copyOf(typeSeconds);
    typeOrder = List.copyOf(typeOrder);
    selected = List.copyOf(selected);
    Require.finite(lastResetSeconds, "time of the last reset");
    Require.finite(billedFromSeconds, "start of the time to be credited");
  }
}
