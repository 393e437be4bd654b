package io.gavel.policies.proof;

/** The levels of the jobs at a point, and the unit of relative gains. */
interface JobLevels {

  /** Returns whether a job has a level. */
  boolean counts(int m);

  /** Returns 1 if a job may be above a level and lose, -1 if it may be below, else 0. */
  int compare(int m, double level);

  /** Returns an upper bound on the part by which a job is below a level. */
  double below(int m, double level);

  /** Returns an upper bound on the relative gain of {@code missing / price} in throughput. */
  double gained(int m, double price, double missing);

  /** Returns the part that is missing of {@code most} if only {@code reached} is there, at most. */
  static double missed(double reached, double most) {
    return reached >= most
        ? 0
        : Math.min(1, Directed.sumUp(1, -Directed.quotientDown(reached, most)));
  }
}
