package io.gavel.policies.lp.solver.program;

import io.gavel.policies.lp.solver.coefficients.ImplicitPairs;
import io.gavel.policies.lp.solver.coefficients.Objective;
import io.gavel.policies.lp.solver.coefficients.ProgramColumns;
import java.util.List;

/**
 * The numbers of an {@link AllocationProgram} as solvers read them: by job, by pool and by column.
 *
 * <p>Immutable.
 */
public abstract sealed class ProgramData permits AllocationProgram {

  final Polytope polytope;
  final Objective objective;

  ProgramData(Polytope polytope, Objective objective) {
    this.polytope = polytope;
    this.objective = objective;
  }

  /**
   * The number of jobs.
   *
   * @return rows of time, and of throughput
   */
  public int jobCount() {
    return polytope.floor.length;
  }

  /**
   * The number of pools.
   *
   * @return rows of capacity
   */
  public int poolCount() {
    return polytope.workers.length;
  }

  /**
   * The number of columns.
   *
   * @return unknowns without {@code t}
   */
  public int columnCount() {
    return polytope.columns.count();
  }

  /**
   * The capacity of a pool.
   *
   * @param k a pool index
   * @return workers
   */
  public double workers(int k) {
    return polytope.workers[k];
  }

  /**
   * The place of a column in the matrix of fractions.
   *
   * @param c a column
   * @return {@code g · typeCount + j} of its group and worker type
   */
  public int entry(int c) {
    return polytope.columns.entry[c];
  }

  /**
   * The pool that a column draws from.
   *
   * @param c a column
   * @return the pool's index
   */
  public int pool(int c) {
    return polytope.columns.pool[c];
  }

  /**
   * The first job that a column serves.
   *
   * @param c a column
   * @return the job's index
   */
  public int first(int c) {
    return polytope.columns.first[c];
  }

  /**
   * The second job that a column serves.
   *
   * @param c a column
   * @return the job's index; -1 for a solo group
   */
  public int second(int c) {
    return polytope.columns.second[c];
  }

  /**
   * The workers that a column holds.
   *
   * @param c a column
   * @return workers for a fraction of 1
   */
  public double size(int c) {
    return polytope.columns.size[c];
  }

  /**
   * The throughput of a column's first job.
   *
   * @param c a column
   * @return steps per second
   */
  public double rate(int c) {
    return polytope.columns.rate[c];
  }

  /**
   * The throughput of a column's second job.
   *
   * @param c a column
   * @return steps per second; 0 for a solo group
   */
  public double secondRate(int c) {
    return polytope.columns.secondRate[c];
  }

  /**
   * The gain of a column.
   *
   * @param c a column
   * @return objective for a fraction of 1
   */
  public double gain(int c) {
    return objective.gain(c);
  }

  /**
   * The throughput that a job must reach in any case.
   *
   * @param m a job index
   * @return steps per second; negative if it need only reach something from some level on
   */
  public double floor(int m) {
    return polytope.floor[m];
  }

  /**
   * The throughput that a job needs for one unit of level.
   *
   * @param m a job index
   * @return steps per second, at least 0
   */
  public double requirement(int m) {
    return objective.requirement(m);
  }

  /**
   * The weight of a job's utility.
   *
   * @param m a job index
   * @return at least 0
   */
  public double weight(int m) {
    return objective.weight(m);
  }

  /**
   * The power of the utilities.
   *
   * @return below 1; 0 for the logarithm
   */
  public double power() {
    return objective instanceof Objective.UtilitySum utilities ? utilities.power() : 0;
  }

  /**
   * The further rows.
   *
   * @return rows over the columns of this program
   */
  public SideConstraints sideRows() {
    return polytope.side;
  }

  /**
   * Whether the program has utilities.
   *
   * @return true if some weight is positive
   */
  public boolean hasUtility() {
    return objective instanceof Objective.UtilitySum && objective.counts();
  }

  /**
   * Whether the program has a level {@code t}.
   *
   * @return true if some requirement is positive
   */
  public boolean hasLevel() {
    return objective instanceof Objective.MaxMin && objective.counts();
  }

  /**
   * Whether there are pairs that are known by job type and are no columns.
   *
   * @return false if all pairs are columns
   */
  public boolean hasPairsByType() {
    return !polytope.shared.isEmpty();
  }

  /**
   * The pairs that are known by job type and not listed.
   *
   * @return none or one set of them
   */
  @SuppressWarnings("exports")
  public // for the packages of this module
  List<ImplicitPairs> shared() {
    return polytope.shared;
  }

  /**
   * Whether nothing is demanded of a job.
   *
   * @param m a job index
   * @return true if it has no floor, no part in a level and no utility
   */
  public boolean isIndifferentTo(int m) {
    return floor(m) == 0 && requirement(m) == 0 && weight(m) == 0;
  }

  /**
   * Whether there are floors.
   *
   * @return true if some floor is not 0
   */
  public boolean hasFloor() {
    return polytope.hasFloor();
  }

  /**
   * What is maximised.
   *
   * @return the level, sum or sum of utilities
   */
  @SuppressWarnings("exports")
  public // for the packages of this module
  Objective objective() {
    return objective;
  }

  /**
   * The columns, as arrays.
   *
   * @return the columns themselves; not to be written
   */
  @SuppressWarnings("exports")
  public // for the packages of this module
  ProgramColumns columns() {
    return polytope.columns;
  }
}
