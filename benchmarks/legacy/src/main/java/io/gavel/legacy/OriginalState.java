package io.gavel.legacy;

import java.util.List;

/**
 * The counters of {@link OriginalRounds} at one moment. Immutable.
 *
 * @param entries counters by group in order of arrival (a job, then its pairs with earlier ones),
 *     then type
 * @param typeSeconds time received by all groups on each type since the last reset
 * @param selected the groups selected by the last plan, in that order, including groups without a
 *     lease because no allocation lists them
 * @param doneJobIds completed jobs that are still listed, sorted
 * @param nextLease the number of the next new lease
 */
public record OriginalState(
    List<OriginalEntry> entries,
    List<Double> typeSeconds,
    List<OriginalEntry> selected,
    List<String> doneJobIds,
    long nextLease) {

  /**
   * Copies the lists.
   *
   * @param entries groups on types
   * @param typeSeconds time received on each type
   * @param selected the groups selected by the last plan
   * @param doneJobIds completed jobs that are still listed
   * @param nextLease number of the next new lease
   */
  public OriginalState {
    entries = List.copyOf(entries);
    typeSeconds = List.copyOf(typeSeconds);
    selected = List.copyOf(selected);
    doneJobIds = List.copyOf(doneJobIds);
  }
}
