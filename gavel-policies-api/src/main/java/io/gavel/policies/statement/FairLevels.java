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
 * <p>Over entities, the level of a job is that of the problem's tree at which the job has received
 * all that it has here, if the entitlement of a job that has all it has here passes to the others
 * below its entity, then to those below the entity above. There a job may have nothing, such as one
 * that waits for its turn. So of what {@code m} has elsewhere, it lacks here at most the part
 * {@code g} of what it makes when it runs full time where it is fastest. Immutable.
 *
 * @param within the part {@code g}, from 0 to 1
 * @param rounds the prices; a job may be priced in several rounds. A job that runs full time where
 *     it is fastest needs none
 * @param entitlements how jobs take part in the division of entities; empty if levels are those of
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
