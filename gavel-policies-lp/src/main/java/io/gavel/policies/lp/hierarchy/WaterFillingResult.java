package io.gavel.policies.lp.hierarchy;

import io.gavel.policies.Allocation;
import java.util.List;

/**
 * What water filling did, round by round: the answer, and the reason why no job got more.
 * Immutable.
 *
 * @param allocation the answer
 * @param rounds in order; each job is saturated in exactly one of them unless it was set aside
 */
public record WaterFillingResult(Allocation allocation, List<Round> rounds) {

  /**
   * Copies the list.
   *
   * @param allocation the answer
   * @param rounds in order
   */
  public WaterFillingResult {
    rounds = List.copyOf(rounds);
  }

  /**
   * Jobs that are saturated at one level. Immutable.
   *
   * @param level how far the jobs were filled: what one unit of weight at the top has received
   *     since the start, in units of the equal share on one worker. Equal to that of the round
   *     before if this one only found further jobs that are saturated there
   * @param bound a level that cannot be exceeded as long as the jobs of earlier rounds keep theirs
   * @param saturated the indices of the jobs found to be at their limit, ascending; at least one
   */
  public record Round(double level, double bound, List<Integer> saturated) {

    /**
     * Copies the list.
     *
     * @param level how far the jobs were filled
     * @param bound a level that cannot be exceeded
     * @param saturated job indices
     */
    public Round {
      saturated = List.copyOf(saturated);
    }
  }

  /**
   * The round in which a job became saturated: it is held back by the jobs of that round and of
   * those before, and by the workers that they fill.
   *
   * @param m a job index
   * @return an index of {@link #rounds}; -1 if the job was set aside because it can run nowhere, or
   *     is done and its entity divides by finish time
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
