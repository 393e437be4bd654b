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

  /** The lag from which on a claim is pressing, in rounds. */
  double PRESSING_ROUNDS = 1.3;

  /** How much faster the weight grows with the lag of a claim that is pressing. */
  double PRESSURE = 5;

  /** What the lags of the whole job and of the whole pool count for. */
  double SHARED = 0.3;

  /** What the round to come counts for: who falls behind faster is served a little earlier. */
  double SPEED = 0.5;

  /** Above the weight of any claim that is less than {@link #BEHIND_ROUNDS} behind. */
  double FAR_BEHIND = 100;

  /**
   * By lag, in rounds: what will be owed at the end of the round, less what was received. Four more
   * things make up for what a round decides beside it. A job that is behind everywhere must not
   * idle, and a pool that is behind must not stand empty, so their lags count too, up to one round;
   * what is pressing counts more, or small lags of many would outweigh it; and of two equal lags
   * that of the larger fraction grows faster. The constants are the best of 30 settings on the
   * hardest of 2,000 allocations, not derived. A group that is far behind counts by Gavel's
   * priority, owed over received, on a scale above all others.
   */
  Priority LAG =
      (owed, received, fraction, round, jobLag, poolLag) -> {
        double lag = (owed - received) / round;
        return lag < BEHIND_ROUNDS
            ? lag
                + PRESSURE * Math.max(0, lag - PRESSING_ROUNDS)
                + SPEED * fraction
                + SHARED * (upToOne(jobLag) + upToOne(poolLag))
            : FAR_BEHIND + 1 - received / owed;
      };

  private static double upToOne(double lag) {
    return Math.max(-1, Math.min(1, lag));
  }

  /**
   * The weight of a claim; without a positive one it is dropped.
   *
   * @param owed seconds, to the end of the round to plan; more than {@code received}
   * @param received seconds so far
   * @param fraction of the round to plan that it is owed
   * @param round the length of a round in seconds
   * @param jobLag what the jobs of the group will be behind in all groups and on all types at the
   *     end of the round, in rounds; of two jobs the mean
   * @param poolLag what the pool is behind so far, in rounds of one worker
   */
  double weight(
      double owed, double received, double fraction, double round, double jobLag, double poolLag);
}
