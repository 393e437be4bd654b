package io.gavel.legacy;

import java.util.List;

/**
 * The counters of a group on a worker type. Immutable.
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
   * Copies the list.
   *
   * @param jobIds one or two
   * @param workerType the type's index
   * @param priority as of the last plan
   * @param deficitSeconds over all resets
   * @param receivedSeconds since the last reset
   */
  public OriginalEntry {
    jobIds = List.copyOf(jobIds);
  }
}
