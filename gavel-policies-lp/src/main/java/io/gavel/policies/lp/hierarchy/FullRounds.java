package io.gavel.policies.lp.hierarchy;

import io.gavel.policies.lp.hierarchy.WaterFillingResult.Round;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The rounds of jobs that become full. Stateless. */
final class FullRounds {

  private FullRounds() {}

  /**
   * Jobs that become full together form one round.
   *
   * @param full the jobs, by the level at which they are full
   * @param fullAt the level at which each job is full, {@code [job]}
   * @param rounding of levels that count as equal, relative to the level
   * @return the rounds by level
   */
  static List<Round> of(int[] full, double[] fullAt, double rounding) {
    List<Round> rounds = new ArrayList<>();
    for (int i = 0; i < full.length; ) {
      double at = fullAt[full[i]];
      List<Integer> together = new ArrayList<>();
      for (; i < full.length && fullAt[full[i]] <= at * (1 + rounding); i++) {
        together.add(full[i]);
      }
      Collections.sort(together);
      rounds.add(new Round(at, at, together));
    }
    return rounds;
  }
}
