package io.gavel.policies.lp.solver.program;

import io.gavel.policies.lp.solver.coefficients.ImplicitPairs;
import io.gavel.policies.lp.solver.coefficients.ProgramColumns;
import java.util.List;

/**
 * What is feasible: workers, columns, floors and side rows of a program, without its objective.
 *
 * <p>Immutable: arrays are not copied, and nobody writes them once they are given.
 */
final class Polytope {

  final double[] workers;
  final ProgramColumns columns;
  final double[] floor;
  final SideConstraints side;

  /** The pairs that are no columns: none or one set of them. */
  final List<ImplicitPairs> shared;

  Polytope(
      double[] workers,
      ProgramColumns programColumns,
      double[] floor,
      SideConstraints side,
      List<ImplicitPairs> shared) {
    this.workers = workers;
    this.columns = programColumns;
    this.floor = floor;
    this.side = side;
    this.shared = shared;
  }

  Polytope with(ProgramColumns newColumns, double[] newFloor) {
    return new Polytope(workers, newColumns, newFloor, side, shared);
  }

  Polytope with(SideConstraints rows) {
    return new Polytope(workers, columns, floor, rows, shared);
  }

  Polytope with(List<ImplicitPairs> pairs) {
    return new Polytope(workers, columns, floor, side, pairs);
  }

  boolean hasFloor() {
    for (double f : floor) {
      if (f != 0) {
        return true;
      }
    }
    return false;
  }

  /** The throughput of every job at a point, {@code [column]}; steps per second, {@code [job]}. */
  double[] throughput(double[] x) {
    if (x.length != columns.count()) {
      throw new IllegalArgumentException(
          "there are %d fractions; the program has %d columns"
              .formatted(x.length, columns.count()));
    }
    double[] throughput = new double[floor.length];
    for (int c = 0; c < x.length; c++) {
      throughput[columns.first[c]] += columns.rate[c] * x[c];
      if (columns.second[c] != ProgramColumns.NONE) {
        throughput[columns.second[c]] += columns.secondRate[c] * x[c];
      }
    }
    return throughput;
  }

  /** The largest throughput that each job can have, alone or beside another. */
  double[] fastest() {
    double[] fastest = new double[floor.length];
    for (int c = 0; c < columns.count(); c++) {
      int m = columns.first[c];
      fastest[m] = Math.max(fastest[m], columns.rate[c]);
      if (columns.second[c] != ProgramColumns.NONE) {
        m = columns.second[c];
        fastest[m] = Math.max(fastest[m], columns.secondRate[c]);
      }
    }
    return shared.isEmpty() ? fastest : shared.get(0).fastest(fastest);
  }
}
