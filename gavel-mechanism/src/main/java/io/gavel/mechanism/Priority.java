package io.gavel.mechanism;

/** How much a claim to a round weighs against others; the larger goes first. */
@FunctionalInterface
interface Priority {

  /**
   * The lag from which on claims are ordered by proportion, in rounds. Allocations of one-worker
   * jobs stay clear of it (see {@link RoundScheduler}). Only what whole gangs cannot realise gets
   * there, and by lag alone a small fraction would then wait until all larger ones were served.
   */
  double BEHIND_ROUNDS = 8;

  /**
   * By lag, in rounds: what will be owed at the end of the round, less what was received. A group
   * that is far behind counts by Gavel's priority, owed over received, on a scale above all others.
   */
  Priority LAG =
      (owed, received, round) -> {
        double lag = (owed - received) / round;
        return lag < BEHIND_ROUNDS ? lag : BEHIND_ROUNDS + 1 - received / owed;
      };

  /**
   * The weight of a claim.
   *
   * @param owed seconds, to the end of the round to plan; more than {@code received}
   * @param received seconds so far
   * @param round the length of a round in seconds
   * @return at least 0
   */
  double weight(double owed, double received, double round);
}
