package io.gavel.policies.lp.solver.program;

import io.gavel.policies.lp.solver.coefficients.EntryIndex;
import io.gavel.policies.lp.solver.coefficients.ImplicitPairs;
import io.gavel.policies.lp.solver.coefficients.ProgramColumns;
import io.gavel.policies.lp.solver.coefficients.ProgramObjective;
import io.gavel.policies.lp.solver.passes.Passes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of an {@link AllocationProgram}, by job, by pool and by column, as solvers read them.
 *
 * <p>Immutable.
 */
public abstract sealed class ProgramData permits AllocationProgram {

  final Polytope polytope;
  private @Nullable EntryIndex entries;
  final ProgramObjective objective;
  final Passes passes;

  ProgramData(Polytope polytope, ProgramObjective objective, Passes passes) {
    this.polytope = polytope;
    this.objective = objective;
    this.passes = passes;
  }

  /**
   * The number of jobs.
   *
   * @return the number of rows of time, and of rows of throughput
   */
  public int jobCount() {
    return polytope.floor.length;
  }

  /**
   * The number of pools.
   *
   * @return the number of rows of capacity
   */
  public int poolCount() {
    return polytope.workers.length;
  }

  /**
   * The number of columns.
   *
   * @return the number of unknowns, without {@code t}
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
   * The entry of the matrix of fractions that a column stands for.
   *
   * @param c a column
   * @return {@code g · typeCount + j} for its group g and worker type j
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
   * @return the job's index; −1 for a solo group
   */
  public int second(int c) {
    return polytope.columns.second(c);
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
    return polytope.columns.secondRate(c);
  }

  /**
   * The throughput that a column gives to one of its jobs.
   *
   * @param c a column
   * @param m the index of a job that the column serves
   * @return steps per second
   */
  public double rate(int c, int m) {
    return first(c) == m ? rate(c) : secondRate(c);
  }

  /**
   * The gain of a column.
   *
   * @param c a column
   * @return its part of the objective for a fraction of 1
   */
  public double gain(int c) {
    return objective.gain(c);
  }

  /**
   * The least throughput that a job must reach at level 0.
   *
   * @param m a job index
   * @return steps per second; negative if the job need only make progress above some level
   */
  public double floor(int m) {
    return polytope.floor[m];
  }

  /**
   * All floors.
   *
   * @return the floors without a copy, {@code [job]}; not to be modified
   */
  @SuppressWarnings("exports") // for packages of this module that are not exported
  public double[] floors() {
    return polytope.floor;
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
   * @return the weight, without unit, at least 0; 0 if the job has no utility
   */
  public double weight(int m) {
    return objective.weight(m);
  }

  /**
   * The power of the utilities.
   *
   * @return the power p, below 1; 0 for the logarithm, and if the program has no utilities
   */
  public double power() {
    return objective instanceof ProgramObjective.UtilitySum utilities ? utilities.power() : 0;
  }

  /**
   * The coupling rows.
   *
   * @return rows over the columns and the free columns of this program
   */
  public CouplingRows rows() {
    return polytope.rows;
  }

  /**
   * The free columns.
   *
   * @return columns without a job
   */
  public FreeColumns freeColumns() {
    return polytope.free;
  }

  /**
   * Whether the program has neither coupling rows nor free columns.
   *
   * @return false if there are any
   */
  public boolean isPlain() {
    return polytope.rows.count() == 0 && polytope.free.count() == 0;
  }

  /**
   * The column of a group on a worker type.
   *
   * @param g the index of a group
   * @param j the index of a worker type
   * @return the column's index; −1 if the program has no such column
   */
  public int column(int g, int j) {
    if (entries == null) {
      entries = EntryIndex.of(polytope.columns); // threads that race compute the same
    }
    return entries.columnOf(g * polytope.types + j);
  }

  /**
   * Whether the program has utilities.
   *
   * @return true if some weight is positive
   */
  public boolean hasUtility() {
    return objective instanceof ProgramObjective.UtilitySum && objective.counts();
  }

  /**
   * The scale for relative gaps of the objective: its absolute value or, for a sum of logarithms,
   * the sum of the weights, since the value of a logarithm depends on the unit of throughput.
   *
   * @param value a value of the objective
   * @return the scale in the unit of the objective, at least 0
   */
  public double gapScale(double value) {
    return objective instanceof ProgramObjective.UtilitySum logs
            && logs.power() == 0
            && logs.counts()
        ? logs.totalWeight()
        : Math.abs(value);
  }

  /** The sum of the negative gains at a point, as a positive number. */
  double losses(double[] x) {
    double sum = 0;
    double[] gains = objective.gains();
    for (int c = 0; c < gains.length; c++) {
      sum += Math.max(0, -gains[c]) * x[c];
    }
    return sum;
  }

  /**
   * Whether the program has a level {@code t}.
   *
   * @return true if some requirement is positive
   */
  public boolean hasLevel() {
    return objective instanceof ProgramObjective.MaxMin && objective.counts();
  }

  /**
   * Whether there are pairs that are known by job type and are not columns.
   *
   * @return false if all pairs are columns
   */
  public boolean hasPairsByType() {
    return !polytope.implicitPairs.isEmpty();
  }

  /**
   * The pairs that are known by job type and are not columns.
   *
   * @return an empty list, or a list with the one set of such pairs
   */
  @SuppressWarnings("exports") // for packages of this module that are not exported
  public List<ImplicitPairs> shared() {
    return polytope.implicitPairs;
  }

  /**
   * Whether the throughput of a job is neither constrained nor rewarded.
   *
   * @param m a job index
   * @return true if the job's floor, requirement and weight are all 0
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
   * The objective, which is maximised.
   *
   * @return a level, a linear sum or a sum of utilities
   */
  @SuppressWarnings("exports") // for packages of this module that are not exported
  public ProgramObjective objective() {
    return objective;
  }

  /**
   * The columns as parallel arrays.
   *
   * @return the columns without a copy, {@code [column]}; not to be modified
   */
  @SuppressWarnings("exports") // for packages of this module that are not exported
  public ProgramColumns columns() {
    return polytope.columns;
  }

  /**
   * The same program, whose jobs are passed over on other threads. It has the same solutions, bit
   * for bit, and so have the programs that are made from it.
   *
   * @param newPasses how passes over the jobs run
   * @return a copy
   */
  @SuppressWarnings("exports") // for packages of this module that are not exported
  public AllocationProgram passedBy(Passes newPasses) {
    return new AllocationProgram(polytope, objective, newPasses);
  }

  /**
   * The throughput of every job.
   *
   * @param x fractions, {@code [column]}
   * @return steps per second, {@code [job]}
   */
  public double[] throughput(double[] x) {
    return polytope.throughput(x, passes);
  }

  /**
   * The largest throughput that each job can have, alone or in a pair.
   *
   * @return steps per second, {@code [job]}; 0 for a job that can run nowhere
   */
  public double[] fastest() {
    return polytope.fastest(passes);
  }

  /**
   * How passes over the jobs run.
   *
   * @return passes on the calling thread alone, unless others were given
   */
  @SuppressWarnings("exports") // for packages of this module that are not exported
  public Passes passes() {
    return passes;
  }
}
