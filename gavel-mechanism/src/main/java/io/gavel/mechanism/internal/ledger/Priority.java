package io.gavel.mechanism.internal.ledger;

import io.gavel.mechanism.state.SchedulerState;

/** The weight of a claim among the candidates of a round; larger weights go first. */
@FunctionalInterface
public interface Priority {

  /**
   * The lag from which claims are ordered by how long they are that far behind, in rounds.
   * Allocations of one-worker jobs stay well below it. Only allocations that complete gangs cannot
   * realise reach it. By lag alone, a small fraction would then wait until all larger fractions
   * were served.
   */
  double BEHIND_ROUNDS = SchedulerState.SHORTFALL_ROUNDS;

  /**
   * The lag that claims should stay below, in rounds. A claim is more urgent the sooner it reaches
   * it.
   */
  double GOAL_ROUNDS = 1.2;

  /** The weight of the urgency of a claim that has reached the goal. */
  double URGENCY = 5;

  /** The lag from which a claim is pressing, in rounds. */
  double PRESSING_ROUNDS = 1;

  /** How much faster the weight of a pressing claim grows with its lag. */
  double PRESSURE = 9;

  /** The weight of a job or a pool that must not idle. */
  double CRITICAL = 5;

  /** In rounds; smaller lags are rounding errors. */
  double ROUNDING = 0.01;

  /** The largest multiple of {@link #CRITICAL} that a job or pool weighs. */
  double MOST_CRITICAL = 3;

  /** A weight above that of any claim less than {@link #BEHIND_ROUNDS} behind. */
  double FAR_BEHIND = 1000;

  /**
   * Orders by lag in rounds: the time owed at the end of the round minus the time received. Three
   * terms are added to the lag:
   *
   * <ul>
   *   <li>Criticality. A job with a fraction of 1 cannot make up for a round without a worker, nor
   *       can a pool without slack for an idle worker. A job that lags even if it runs weighs more,
   *       and so do claims on a pool that lags even if all its workers run.
   *   <li>Urgency. A lag that grows slowly can wait: the term falls with the rounds until it
   *       reaches {@link #GOAL_ROUNDS}, as {@code (1 + rounds)^(-1/8)}.
   *   <li>Pressure. Pressing claims weigh more; otherwise many small lags would outweigh them.
   * </ul>
   *
   * <p>The constants are not derived; they are rounded from the best of some hundreds of settings
   * on the 27 hardest of 20,000 allocations. Groups that are far behind go first, in the order in
   * which they reached this lag.
   */
  Priority LAG =
      (owed, received, fraction, round, jobRest, poolRest) -> {
        double lag = (owed - received) / round;
        return lag < BEHIND_ROUNDS
            ? lag
                + URGENCY * urgency(lag, fraction)
                + PRESSURE * Math.max(0, lag - PRESSING_ROUNDS)
                + CRITICAL * (critical(jobRest) + critical(poolRest))
            : FAR_BEHIND + late(lag - BEHIND_ROUNDS, fraction);
      };

  /**
   * Returns the order of claims that are far behind: by the rounds since they reached this lag, so
   * that old debt of one group does not delay another.
   *
   * @return from 0 to 1
   */
  private static double late(double further, double fraction) {
    return fraction > 0 ? further / (further + fraction) : 0;
  }

  private static double urgency(double lag, double fraction) {
    return lag < GOAL_ROUNDS
        ? 1 / Math.sqrt(Math.sqrt(Math.sqrt(1 + (GOAL_ROUNDS - lag) / fraction)))
        : 1 + lag - GOAL_ROUNDS;
  }

  /**
   * Returns how critical it is that a job or a pool does not idle.
   *
   * @param rest its lag at the end of the round even if it does not idle, in rounds
   * @return 0 if it can make up for an idle round
   */
  private static double critical(double rest) {
    return rest < -ROUNDING ? 0 : Math.min(MOST_CRITICAL, 1 + ROUNDING + rest);
  }

  /** Returns whether the job or the pool must not idle. */
  static boolean isCritical(double jobRest, double poolRest) {
    return critical(jobRest) + critical(poolRest) > 0;
  }

  /**
   * Returns the weight of a claim. A claim without a positive weight is dropped.
   *
   * @param owed seconds owed by the end of the planned round
   * @param received seconds received so far
   * @param fraction the fraction of the planned round that is owed
   * @param round the length of a round in seconds
   * @param jobRest the lag of the group's job over all groups and types at the end of the round if
   *     it runs in it, in rounds; the mean for two jobs
   * @param poolRest the lag of the pool at the end of the round if all its workers run in it, in
   *     rounds of one worker
   */
  double weight(
      double owed, double received, double fraction, double round, double jobRest, double poolRest);
}
