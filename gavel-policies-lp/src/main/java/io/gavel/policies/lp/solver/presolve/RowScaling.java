package io.gavel.policies.lp.solver.presolve;

import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.solver.coefficients.Entries;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.FreeVariables;

/**
 * Divides each coupling row by the power of two of its largest coefficient of a job, and each free
 * variable by that of its largest coefficient after that. Bounds of inequalities are then tightened
 * by a hair, so that solutions that hold up to rounding hold exactly for the rows as stated. Upper
 * limits need none, since the repair of a solution keeps them exactly. Rows without entries are
 * left out: they hold or not whatever the solution is.
 */
final class RowScaling {

  /**
   * By how much a bound is tightened, relative to it. A bound of 0 stays: the terms of its row may
   * be far smaller than its coefficients.
   */
  private static final double HAIR = 1e-12;

  private final AllocationProgram program;

  /** The divisor of each row, {@code [row]}; 0 for a row without entries. */
  private final double[] ofRow;

  private final double[] ofFree;

  private RowScaling(AllocationProgram program, double[] ofRow, double[] ofFree) {
    this.program = program;
    this.ofRow = ofRow;
    this.ofFree = ofFree;
  }

  static RowScaling of(AllocationProgram program) {
    CouplingRows rows = program.rows();
    FreeVariables free = program.freeVariables();
    double[] ofRow = new double[rows.count()];
    double[] ofFree = new double[free.count()];
    for (int i = 0; i < ofRow.length; i++) {
      double[] largest = new double[2];
      rows.forEach(i, (c, a) -> largest[0] = Math.max(largest[0], Math.abs(a)));
      rows.forEachFree(i, (f, e) -> largest[1] = Math.max(largest[1], Math.abs(e)));
      double scale = largest[0] > 0 ? largest[0] : largest[1];
      ofRow[i] = scale > 0 ? Scaling.powerOfTwo(scale) : 0;
    }
    for (int f = 0; f < ofFree.length; f++) {
      double[] largest = new double[1];
      free.forEach(f, (k, size) -> largest[0] = Math.max(largest[0], Math.abs(size)));
      rows.forEachOfFree(
          f,
          (i, e) -> largest[0] = Math.max(largest[0], ofRow[i] > 0 ? Math.abs(e) / ofRow[i] : 0));
      ofFree[f] = Scaling.powerOfTwo(largest[0]);
    }
    return new RowScaling(program, ofRow, ofFree);
  }

  /** Returns the largest scaled gain of a free variable. */
  double largestGain() {
    double largest = 0;
    for (int f = 0; f < ofFree.length; f++) {
      largest = Math.max(largest, Math.abs(program.freeVariables().gain(f)) / ofFree[f]);
    }
    return largest;
  }

  /**
   * Returns the scaled rows and free variables in place of those of a program.
   *
   * @param other a program with the same rows and free variables
   * @param objective the factor of the objective
   */
  AllocationProgram apply(AllocationProgram other, double objective) {
    if (ofRow.length == 0 && ofFree.length == 0) {
      return other;
    }
    FreeVariables free = program.freeVariables();
    FreeVariables.Builder columns = FreeVariables.builder();
    for (int f = 0; f < ofFree.length; f++) {
      Entries pools = new Entries();
      double unit = ofFree[f];
      free.forEach(f, (k, size) -> pools.add(k, size / unit));
      columns.add(
          free.name(f),
          free.most(f) * unit,
          free.gain(f) / unit * objective,
          pools.indices(),
          pools.values());
    }
    CouplingRows rows = program.rows();
    CouplingRows.Builder scaled = CouplingRows.builder();
    for (int i = 0; i < ofRow.length; i++) {
      if (ofRow[i] == 0) {
        continue;
      }
      Entries ofJobs = new Entries();
      Entries ofFreeVariables = new Entries();
      double unit = ofRow[i];
      rows.forEach(i, (c, a) -> ofJobs.add(c, a / unit));
      rows.forEachFree(i, (f, e) -> ofFreeVariables.add(f, e / unit / ofFree[f]));
      scaled.add(
          rows.name(i),
          rows.relation(i),
          (rows.bound(i) - tightened(rows, i)) / unit,
          ofJobs.indices(),
          ofJobs.values(),
          ofFreeVariables.indices(),
          ofFreeVariables.values());
    }
    return other
        .withRows(CouplingRows.none())
        .withFreeVariables(columns.build())
        .withRows(scaled.build());
  }

  private static double tightened(CouplingRows rows, int i) {
    Relation relation = rows.relation(i);
    if (relation == Relation.EXACTLY || rows.isUpperLimit(i)) {
      return 0;
    }
    return (relation == Relation.AT_MOST ? HAIR : -HAIR) * Math.abs(rows.bound(i));
  }

  double[] undoPrices(double[] prices, double objective) {
    double[] undone = new double[ofRow.length];
    int next = 0;
    for (int i = 0; i < undone.length; i++) {
      undone[i] = ofRow[i] > 0 ? prices[next++] / (objective * ofRow[i]) : 0;
    }
    return undone;
  }

  double[] undoFree(double[] values) {
    double[] undone = values.clone();
    for (int f = 0; f < undone.length; f++) {
      undone[f] /= ofFree[f];
    }
    return undone;
  }
}
