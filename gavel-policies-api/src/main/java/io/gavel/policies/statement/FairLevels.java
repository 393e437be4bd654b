package io.gavel.policies.statement;

import io.gavel.policies.internal.Require;
import java.util.List;

/**
 * The claim that levels are max-min fair, with the prices that prove it. With {@code g} for the
 * part {@code within}, and levels {@code q_m / requirement_m} of a {@link Goal.Level}: for every
 * job {@code m} that counts, and every feasible allocation in which no other job {@code k} with
 * {@code (1 − g) level_k ≤ level_m} has less than here, job {@code m} has here at least the part
 * {@code 1 − g} of what it has there. With {@code g = 0}, no job can have more unless a job that
 * has no more than it loses: the allocation is the lexicographic optimum. Immutable.
 *
 * @param within the part {@code g}, from 0 to 1
 * @param rounds the prices; a job may be priced in several rounds. A job that runs full time where
 *     it is fastest needs none
 */
public record FairLevels(double within, List<PricedRound> rounds) {

  /**
   * Checks the part and copies the list.
   *
   * @param within from 0 to 1
   * @param rounds the prices
   * @throws IllegalArgumentException if the part is not from 0 to 1
   */
  public FairLevels {
    if (!(Require.nonNegative(within, "part that levels may miss") <= 1)) {
      throw new IllegalArgumentException(
          "part that levels may miss is %s; it must be from 0 to 1".formatted(within));
    }
    rounds = List.copyOf(rounds);
  }
}
