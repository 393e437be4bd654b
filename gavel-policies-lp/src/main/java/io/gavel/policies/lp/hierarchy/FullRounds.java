package io.gavel.policies.lp.hierarchy;

import io.gavel.policies.lp.hierarchy.WaterFillingResult.Round;
import io.gavel.policies.lp.internal.StableOrder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The rounds of jobs that become full. Stateless. */
final class FullRounds {

  private FullRounds() {}

  /**
   * Jobs that become full together form one round.
   *
   * @param full the jobs
   * @param fullAt the level at which each job is full, {@code [job]}
   * @param rounding of levels that count as equal, relative to the level
   * @return the rounds by level
   */
  static List<Round> of(int[] full, double[] fullAt, double rounding) {
    List<Round> rounds = new ArrayList<>();
    int[] order = StableOrder.ascending(full, fullAt);
    for (int i = 0; i < order.length; ) {
      double at = fullAt[order[i]];
      List<Integer> together = new ArrayList<>();
      for (; i < order.length && fullAt[order[i]] <= at * (1 + rounding); i++) {
        together.add(order[i]);
      }
      Collections.sort(together);
      rounds.add(new Round(at, at, together));
    }
    return rounds;
  }
}
