package io.gavel.policies.lp.hierarchy;

import io.gavel.policies.Allocation;
import java.util.List;

/**
 * The result of water filling: the allocation, and the rounds that show why no job got more.
 * Immutable.
 *
 * @param allocation the allocation
 * @param rounds the rounds in order; each job is saturated in exactly one of them unless it was set
 *     aside
 */
public record WaterFillingResult(Allocation allocation, List<Round> rounds) {

  /**
   * Copies the list.
   *
   * @param allocation the allocation
   * @param rounds the rounds in order
   */
  public WaterFillingResult {
    rounds = List.copyOf(rounds);
  }

  /**
   * Jobs that are saturated at one level. Immutable.
   *
   * @param level the level reached: the amount that one unit of weight at the top level has
   *     received since the start, in units of the equal share on one worker. Equal to the level of
   *     the previous round if this round only found more jobs that are saturated there
   * @param bound an upper bound on the level while the jobs of earlier rounds keep theirs
   * @param saturated the indices of the jobs found to be at their limit, ascending; at least one
   */
  public record Round(double level, double bound, List<Integer> saturated) {

    /**
     * Copies the list.
     *
     * @param level the level reached
     * @param bound an upper bound on the level
     * @param saturated job indices
     */
    public Round {
      saturated = List.copyOf(saturated);
    }
  }

  /**
   * Returns the round in which a job became saturated. The jobs of this and earlier rounds hold it
   * back, together with the workers that they fill.
   *
   * @param m a job index
   * @return an index of {@link #rounds}; -1 if the job was set aside because it cannot run, or
   *     because it is done and its entity divides by finish time
   */
  public int roundOf(int m) {
    for (int i = 0; i < rounds.size(); i++) {
      if (rounds.get(i).saturated().contains(m)) {
        return i;
      }
    }
    return -1;
  }
}
