package io.gavel.mechanism;

import io.gavel.policies.internal.Require;
import java.util.List;

/**
 * A group on a worker type as {@link Method#ORIGINAL} sees it. Immutable.
 *
 * @param jobIds one id, or the two of a pair, in the order of the group
 * @param workerType the type's index {@code j} in the cluster
 * @param priority as of the last plan; 0 before the first
 * @param deficitSeconds due less received, summed over all resets so far
 * @param receivedSeconds since the last reset, counted from half a round; a pair that is new is
 *     counted from 0
 */
public record OriginalEntry(
    List<String> jobIds,
    int workerType,
    double priority,
    double deficitSeconds,
    double receivedSeconds) {

  /**
   * Copies the list and checks the numbers.
   *
   * @param jobIds one or two
   * @param workerType at least 0
   * @param priority finite
   * @param deficitSeconds finite
   * @param receivedSeconds finite
   * @throws IllegalArgumentException if the type is negative or a number not finite
   */
  public OriginalEntry {
    jobIds = List.copyOf(jobIds);
    Require.atLeast(0, workerType, "worker type of entry of", jobIds);
    Require.finite(priority, "priority of", jobIds);
    Require.finite(deficitSeconds, "deficit of", jobIds);
    Require.finite(receivedSeconds, "time received by", jobIds);
  }
}
