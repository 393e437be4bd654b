package io.gavel.policies.lp.solver.program;

import io.gavel.policies.lp.solver.internal.coefficients.ImplicitPairs;
import io.gavel.policies.lp.solver.internal.coefficients.ProgramColumns;
import java.util.Arrays;
import java.util.List;

/**
 * The feasible set of a program: workers, columns, floors, coupling rows and free variables,
 * without the objective.
 *
 * <p>Immutable; arrays are not copied and must not be modified afterwards.
 *
 * @param types the number of worker types, by which entries of columns are numbered
 * @param workers the workers of each pool, {@code [pool]}
 * @param columns the columns of the jobs
 * @param floor steps per second, {@code [job]}
 * @param rows the coupling rows
 * @param free the free variables
 * @param implicitPairs pairs that are known by job type and are not columns: no set of them or one
 */
@SuppressWarnings("ArrayRecordComponent") // is never compared
record Polytope(
    int types,
    double[] workers,
    ProgramColumns columns,
    double[] floor,
    CouplingRows rows,
    FreeVariables free,
    List<ImplicitPairs> implicitPairs) {

  Polytope with(ProgramColumns newColumns, double[] newFloor) {
    return new Polytope(types, workers, newColumns, newFloor, rows, free, implicitPairs);
  }

  /**
   * Returns a copy with other rows and free variables.
   *
   * @throws IllegalArgumentException if a row names a column, or a free variable a pool, that does
   *     not exist
   */
  Polytope with(CouplingRows newRows, FreeVariables newFree) {
    newFree.requireWithin(workers.length);
    newRows.requireWithin(columns.count(), newFree.count());
    return new Polytope(types, workers, columns, floor, newRows, newFree, implicitPairs);
  }

  Polytope with(double[] newWorkers) {
    return new Polytope(types, newWorkers, columns, floor, rows, free, implicitPairs);
  }

  /** Returns the set on a selection of the columns, ascending. */
  Polytope select(int[] kept) {
    return new Polytope(
        types,
        workers,
        columns.select(kept),
        floor,
        rows.select(kept, columns.count()),
        free,
        implicitPairs);
  }

  Polytope with(List<ImplicitPairs> pairs) {
    return new Polytope(types, workers, columns, floor, rows, free, pairs);
  }

  boolean hasFloor() {
    return Arrays.stream(floor).anyMatch(f -> f != 0);
  }

  /**
   * Returns the throughput of every job in steps per second, {@code [job]}, at a point, {@code
   * [column]}.
   */
  double[] throughput(double[] x) {
    if (x.length != columns.count()) {
      throw new IllegalArgumentException(
          "there are %s fractions; the program has %s columns"
              .formatted(x.length, columns.count()));
    }
    return columns.throughput(x, floor.length);
  }

  /**
   * Returns the largest throughput that each job can have, alone or in a pair; steps per second,
   * {@code [job]}.
   */
  double[] fastest() {
    double[] fastest = columns.fastest(floor.length);
    return implicitPairs.isEmpty() ? fastest : implicitPairs.get(0).fastest(fastest);
  }
}
