package io.gavel.policies.lp.solver.internal.price;

/**
 * Numbers that decide how long the pricing loop takes. Answers are right for any of them. Column
 * generation and sparse matrices have tuned numbers of their own, in {@code Rounds}, {@code
 * PairRounds}, {@code Offers}, {@code SplitPairs} and {@code Tiles}. All other constants of the
 * solver are tolerances, bounds of rounding, parameters of methods, or limits of steps and memory.
 *
 * @param whole the columns per pool up to which a program is solved without the loop
 * @param draws the number of draws of a sample, over n<sup>2/3</sup>
 * @param errors the assumed error of the prices of a sample, in standard errors of a mean
 * @param wider the factor by which the assumed error grows if an attempt does not improve prices,
 *     and the assumed error of prices over the root of their gap, which is of second order
 */
record Tuning(int whole, double draws, double errors, double wider) {

  static final Tuning STANDARD = new Tuning(1_500, 4, 1.5, 4);

  /** The draws for each pool and each class of jobs from which on prices are good enough. */
  int drawsOfResource() {
    return whole / 10;
  }

  /** The assumed relative error of the prices of jobs that decide within a range of prices. */
  double error(double range, int sampled) {
    return 2 * errors * range / Math.sqrt(sampled);
  }

  /** The smallest assumed relative error of known prices: a few jobs may have come or gone. */
  double errorOfJob(int jobs) {
    return wider / jobs;
  }

  /** The assumed relative error of prices that prove a relative gap. */
  double errorOf(double gap) {
    return wider * Math.sqrt(gap + Math.ulp(1.0));
  }
}
