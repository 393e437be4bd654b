package io.gavel.policies.lp.solver.program;

import io.gavel.policies.constraint.Relation;
import io.gavel.policies.internal.WorkerSum;

/**
 * The values of a free variable that pools and coupling rows allow while everything else stays.
 * Mutable.
 */
final class FreeVariableRange {

  /** A part of a row or pool that is lost in its rounding. */
  private static final double ROUNDING = 0x1p-50;

  private final AllocationProgram program;
  private final double[] y;

  /** The workers in use and the sums of the rows at the point. */
  private final double[] used;

  private final double[] sums;
  private final double[] scales;
  private double least;
  private double most;

  /**
   * Measures a point.
   *
   * @param x fractions, {@code [column]}
   * @param y values of the free variables, {@code [free variable]}; modified by {@link #settle}
   */
  FreeVariableRange(AllocationProgram program, double[] x, double[] y) {
    this.program = program;
    this.y = y;
    WorkerSum[] held = WorkerSum.zeros(program.poolCount());
    for (int c = 0; c < x.length; c++) {
      held[program.pool(c)].add(program.size(c), x[c]);
    }
    used = new double[held.length];
    for (int k = 0; k < used.length; k++) {
      used[k] = held[k].workers();
    }
    for (int f = 0; f < y.length; f++) {
      double value = y[f];
      program.freeVariables().forEach(f, (k, size) -> used[k] += size * value);
    }
    sums = new double[program.rows().count()];
    scales = new double[sums.length];
    for (int i = 0; i < sums.length; i++) {
      sums[i] = program.rows().sum(i, x, y);
      scales[i] = program.rows().row(i).scale();
    }
  }

  /**
   * Moves a free variable to the nearest value of its range, or to 0 if it has a cost and its
   * effect is within rounding, since rounding residues would otherwise be bought. Not at all if the
   * range is empty.
   */
  void settle(int f) {
    FreeVariables free = program.freeVariables();
    CouplingRows rows = program.rows();
    least = 0;
    most = free.most(f);
    free.forEach(f, (k, size) -> atMost(size, program.workers(k) - used[k] + size * y[f]));
    rows.forEachOfFree(
        f,
        (i, e) -> {
          double left = rows.bound(i) - sums[i] + e * y[f];
          if (rows.relation(i) != Relation.AT_LEAST) {
            atMost(e, left);
          }
          if (rows.relation(i) != Relation.AT_MOST) {
            atMost(-e, -left);
          }
        });
    double nearest = Math.min(Math.max(y[f], least), most);
    double to = isRounding(f, nearest) ? 0 : nearest;
    if (least <= most && to != y[f]) {
      double move = to - y[f];
      free.forEach(f, (k, size) -> used[k] += size * move);
      rows.forEachOfFree(f, (i, e) -> sums[i] += e * move);
      y[f] = to;
    }
  }

  private boolean isRounding(int f, double value) {
    FreeVariables free = program.freeVariables();
    boolean[] lost = {value > 0 && free.gain(f) < 0};
    if (lost[0]) {
      free.forEach(
          f,
          (k, size) ->
              lost[0] &= Math.abs(size) * value <= ROUNDING * Math.max(1, program.workers(k)));
      program
          .rows()
          .forEachOfFree(f, (i, e) -> lost[0] &= Math.abs(e) * value <= ROUNDING * scales[i]);
    }
    return lost[0];
  }

  /** Takes a limit {@code coefficient · value ≤ bound} into account. */
  private void atMost(double coefficient, double bound) {
    if (coefficient > 0) {
      most = Math.min(most, bound / coefficient);
    } else if (coefficient < 0) {
      least = Math.max(least, bound / coefficient);
    }
  }
}
