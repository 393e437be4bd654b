package io.gavel.legacy;

import java.util.List;

/**
 * The counters of {@link OriginalRounds} at one moment. Immutable.
 *
 * @param entries by group in order of arrival (a job, then its pairs with earlier ones), then type
 * @param typeSeconds time received by all on each type since the last reset
 * @param selected what the last plan selected, in the order taken; with those that got no lease
 *     because no allocation lists them
 * @param doneJobIds jobs that are done but still listed, sorted
 * @param nextLease the number of the next lease that is no extension
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
   * @param selected what the last plan selected
   * @param doneJobIds jobs that are done but still listed
   * @param nextLease number of the next new lease
   */
  public OriginalState {
    entries = List.copyOf(entries);
    typeSeconds = List.copyOf(typeSeconds);
    selected = List.copyOf(selected);
    doneJobIds = List.copyOf(doneJobIds);
  }
}
