package io.gavel.policies.lp.solver.internal;

/**
 * Numbers that decide how long the pricing loop, column generation, small programs and sparse
 * matrices take. Answers are right for any of them. All other constants of the solver are
 * tolerances, bounds of rounding, parameters of methods, or limits of steps and memory.
 *
 * @param whole the columns per pool up to which a program is solved without the loop
 * @param draws the number of draws of a sample, over n<sup>2/3</sup>
 * @param errors the assumed error of the prices of a sample, in standard errors of a mean
 * @param wider the factor by which the assumed error grows if an attempt does not improve prices,
 *     and the assumed error of prices over the root of their gap, which is of second order
 * @param many the columns of each job from which on only some of its pairs enter a restricted
 *     master, or half as many if jobs use fewer pairs than there are jobs; also the columns of a
 *     job, and the jobs of a class, that are worth a tile of the class
 * @param steps the steps of an interior point on the first restricted master; each further one gets
 *     twice as many
 * @param few how many times as many there must be of a whole for a part of it to be few
 * @param dense the multiple of the root of the number of rows from which on a row has so many
 *     neighbours that elimination does not follow them
 * @param split the cube of the number of pairs beyond one for each job, relative to the number of
 *     columns, from which on weak pairs are split: the core has half as many rows, and its factor
 *     then takes longer than the passes over the columns of conjugate gradients
 */
public record Tuning(
    int whole,
    double draws,
    double errors,
    double wider,
    int many,
    int steps,
    int few,
    double dense,
    double split) {

  public static final Tuning STANDARD = new Tuning(1_500, 4, 1.5, 4, 16, 6, 3, 10, 8e5);

  /** The draws for each pool and each class of jobs from which on prices are good enough. */
  public int drawsOfResource() {
    return whole / 10;
  }

  /**
   * The number of jobs up to which a program is small: all columns of its pairs take about as long
   * as column generation, other solvers are tried before a proof or for a smaller gap, and a vertex
   * of many columns takes less time than an interior point.
   */
  public int fewJobs() {
    return whole / 15;
  }

  /**
   * Returns whether the simplex method takes less time than an interior point: about a step for
   * each row, and several if bottlenecks follow one another.
   */
  public boolean suitsSimplex(long rows, int columns, boolean isLong) {
    return rows <= (isLong ? whole / 3 : whole) && rows * rows <= whole / 5 * (long) columns;
  }

  /** The assumed relative error of the prices of jobs that decide within a range of prices. */
  public double error(double range, int sampled) {
    return 2 * errors * range / Math.sqrt(sampled);
  }

  /** The smallest assumed relative error of known prices: a few jobs may have come or gone. */
  public double errorOfJob(int jobs) {
    return wider / jobs;
  }

  /** The assumed relative error of prices that prove a relative gap. */
  public double errorOf(double gap) {
    return wider * Math.sqrt(gap + Math.ulp(1.0));
  }

  /** The columns of each job from which on only some of them enter the masters. */
  public int manyColumns() {
    return 2 * many;
  }

  /** The most columns of a job that enter the first master. */
  public int firstColumns() {
    return Math.max(1, 3 * many / 8);
  }

  /** The most columns of a job that enter a later master at once. */
  public int moreColumns() {
    return Math.max(1, many / 4);
  }

  /** Returns whether some columns are few of all that a job could have. */
  public boolean areFew(int columns, int all) {
    return all >= many && (long) few * columns <= all;
  }
}
