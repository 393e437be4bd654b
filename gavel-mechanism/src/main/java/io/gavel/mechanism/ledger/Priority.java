package io.gavel.mechanism.ledger;

import io.gavel.mechanism.RoundScheduler;
import io.gavel.mechanism.state.SchedulerState;

/** How much a claim to a round weighs against others; the larger goes first. */
@FunctionalInterface
public interface Priority {

  /**
   * The lag from which on claims are ordered by proportion, in rounds. Allocations of one-worker
   * jobs stay clear of it (see {@link RoundScheduler}). Only what whole gangs cannot realise gets
   * there, and by lag alone a small fraction would then wait until all larger ones were served.
   */
  double BEHIND_ROUNDS = SchedulerState.SHORTFALL_ROUNDS;

  /**
   * The lag that claims are to stay below, in rounds: the nearer it is in time, the more urgent.
   */
  double GOAL_ROUNDS = 1.2;

  /** The weight of a claim that has got as far as the goal. */
  double URGENCY = 5;

  /** The lag from which on a claim is pressing, in rounds. */
  double PRESSING_ROUNDS = 1;

  /** How much faster the weight grows with the lag of a claim that is pressing. */
  double PRESSURE = 9;

  /** The weight of a job or a pool that must not idle. */
  double CRITICAL = 5;

  /** In rounds; below it, what is behind is rounding. */
  double ROUNDING = 0.01;

  /** How many times {@link #CRITICAL} a job or pool weighs at most. */
  double MOST_CRITICAL = 3;

  /** Above the weight of any claim that is less than {@link #BEHIND_ROUNDS} behind. */
  double FAR_BEHIND = 1000;

  /**
   * By lag, in rounds: what will be owed at the end of the round, less what was received. Three
   * more things make up for what a round decides beside it.
   *
   * <ul>
   *   <li>A job of which all time is promised can never make up for a round without a worker, nor a
   *       pool without slack for a worker that idled. So a job that lags even if it runs weighs
   *       more, and so do claims on a pool that lags even if all its workers run.
   *   <li>A lag that grows slowly can wait: by the rounds until it gets to {@link #GOAL_ROUNDS}, as
   *       {@code (1 + rounds)^(-1/8)}.
   *   <li>What is pressing counts more, or small lags of many would outweigh it.
   * </ul>
   *
   * <p>The constants are rounded from the best of some hundreds of settings on the 27 hardest of
   * 20,000 allocations, not derived. A group that is far behind counts by Gavel's priority, owed
   * over received, on a scale above all others.
   */
  Priority LAG =
      (owed, received, fraction, round, jobRest, poolRest) -> {
        double lag = (owed - received) / round;
        return lag < BEHIND_ROUNDS
            ? lag
                + URGENCY * urgency(lag, fraction)
                + PRESSURE * Math.max(0, lag - PRESSING_ROUNDS)
                + CRITICAL * (critical(jobRest) + critical(poolRest))
            : FAR_BEHIND + 1 - received / owed;
      };

  private static double urgency(double lag, double fraction) {
    return lag < GOAL_ROUNDS
        ? 1 / Math.sqrt(Math.sqrt(Math.sqrt(1 + (GOAL_ROUNDS - lag) / fraction)))
        : 1 + lag - GOAL_ROUNDS;
  }

  /**
   * How much a job or a pool must not idle.
   *
   * @param rest what it lags at the end of the round even if it does not, in rounds
   * @return 0 if it can make up for it
   */
  private static double critical(double rest) {
    return rest < -ROUNDING ? 0 : Math.min(MOST_CRITICAL, 1 + ROUNDING + rest);
  }

  /** Whether a job or a pool must not idle. */
  static boolean isCritical(double jobRest, double poolRest) {
    return critical(jobRest) + critical(poolRest) > 0;
  }

  /**
   * The weight of a claim; without a positive one it is dropped.
   *
   * @param owed seconds, to the end of the round to plan
   * @param received seconds so far
   * @param fraction of the round to plan that it is owed
   * @param round the length of a round in seconds
   * @param jobRest what the jobs of the group will be behind in all groups and on all types at the
   *     end of the round if they run in it, in rounds; of two jobs the mean
   * @param poolRest what the pool will be behind at the end of the round if all its workers run in
   *     it, in rounds of one worker
   */
  double weight(
      double owed, double received, double fraction, double round, double jobRest, double poolRest);
}
