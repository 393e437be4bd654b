package io.gavel.policies.statement;

import io.gavel.policies.internal.Require;
import java.util.List;
import java.util.Optional;

/**
 * The claim that levels are max-min fair, with the prices that prove it. With {@code g} for the
 * part {@code within}, and levels {@code q_m / requirement_m} of a {@link Goal.Level}: for every
 * job {@code m} that counts, and every feasible allocation in which no other job {@code k} with
 * {@code (1 − g) level_k ≤ level_m} has less than here, job {@code m} has here at least the part
 * {@code 1 − g} of what it has there. With {@code g = 0}, no job can have more unless a job that
 * has no more than it loses: the allocation is the lexicographic optimum.
 *
 * <p>Over entities, the level of a job is the level of the problem's tree at which the job has
 * received its throughput, if the entitlement of a satisfied job passes to its siblings, then to
 * the siblings of its entity. There a job may have nothing, such as one that waits for its turn.
 * Compared with the other allocation, {@code m} thus lacks at most the fraction {@code g} of its
 * throughput full time on its fastest type. Immutable.
 *
 * @param within the part {@code g}, from 0 to 1
 * @param rounds the prices; a job may be priced in several rounds. A job that runs full time where
 *     it is fastest needs none
 * @param entitlements the units of jobs in the division of entities; empty if levels are defined by
 *     the goal
 */
public record FairLevels(
    double within, List<PricedRound> rounds, Optional<Entitlements> entitlements) {

  /**
   * Checks the part and copies the list.
   *
   * @param within from 0 to 1
   * @param rounds the prices
   * @param entitlements how jobs take part in the division of entities
   * @throws IllegalArgumentException if the part is not from 0 to 1
   */
  public FairLevels {
    if (!(Require.nonNegative(within, "part that levels may miss") <= 1)) {
      throw new IllegalArgumentException(
          "part that levels may miss is %s; it must be from 0 to 1".formatted(within));
    }
    rounds = List.copyOf(rounds);
  }

  /**
   * A claim about the levels of the goal.
   *
   * @param within from 0 to 1
   * @param rounds the prices
   * @throws IllegalArgumentException if the part is not from 0 to 1
   */
  public FairLevels(double within, List<PricedRound> rounds) {
    this(within, rounds, Optional.empty());
  }
}
