package io.gavel.legacy;

import java.util.List;

/**
 * The counters of a group on a worker type. Immutable.
 *
 * @param jobIds one id, or the two of a pair, in the order of the group
 * @param workerType the type's index {@code j} in the cluster
 * @param priority priority in the last plan; 0 before the first
 * @param deficitSeconds time due minus time received, summed over all resets so far
 * @param receivedSeconds time received since the last reset, starting at half a round; a new pair
 *     starts at 0
 */
public record OriginalEntry(
    List<String> jobIds,
    int workerType,
    double priority,
    double deficitSeconds,
    double receivedSeconds) {

  /**
   * Copies the list.
   *
   * @param jobIds one or two ids
   * @param workerType the type's index
   * @param priority priority in the last plan
   * @param deficitSeconds time due minus time received, over all resets
   * @param receivedSeconds time received since the last reset
   */
  public OriginalEntry {
    jobIds = List.copyOf(jobIds);
  }
}
