package io.gavel.policies.lp.solver.internal.coefficients;

import io.gavel.policies.Prices;
import io.gavel.policies.statement.Goal;

/**
 * The parts of a program whose types are not exported.
 *
 * @param <P> the type of programs
 * @param <B> the type of bounds on their objectives
 */
public interface ProgramParts<P, B> {

  /** Returns the columns without a copy, {@code [column]}; not to be modified. */
  ProgramColumns columns();

  /** Returns the set of pairs that are known by job type; the program must have one. */
  ImplicitPairs pairs();

  /**
   * Returns a program with the same capacities, rows and free variables, but other columns, floors
   * and objective. Rows name columns by index, so they keep their meaning only if the columns do.
   *
   * @param columns the columns, {@code [column]}; not copied
   * @param floor the floors in steps per second, {@code [job]}; not copied
   * @param goal the goal over these columns and jobs
   */
  P rewritten(ProgramColumns columns, double[] floor, Goal goal);

  /** Returns the program without pairs that are known by job type. */
  P listed();

  /**
   * Proves a bound over all pairs of jobs that classes of jobs describe.
   *
   * @param classes classes of the jobs, with the columns of the classes
   * @param claim any prices of the jobs and pools, in units of the objective per unit of each row
   * @param rowPrices any prices of the coupling rows, likewise, {@code [row]}; not modified
   * @return the bound and the repaired prices that prove it; positive infinity if the prices prove
   *     nothing
   */
  B bound(PairClasses classes, Prices claim, double[] rowPrices);
}
