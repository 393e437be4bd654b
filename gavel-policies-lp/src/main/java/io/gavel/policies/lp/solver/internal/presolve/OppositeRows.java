package io.gavel.policies.lp.solver.internal.presolve;

import io.gavel.policies.constraint.LinearRow;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.solver.internal.coefficients.ProgramColumns;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Replaces a lower and an upper limit that are equal and limit the same sum by an equation, such as
 * a guarantee of all that a quota allows. Interior-point methods need an interior, which such a
 * pair of rows leaves none. Immutable.
 */
final class OppositeRows implements Presolve.Reduction {

  private static final int NONE = -1;

  private final AllocationProgram program;

  /** The upper limit that the lower one in this row repeats, {@code [row]}, or {@link #NONE}. */
  private final int[] upper;

  /** Whether the upper limit in this row became an equation, {@code [row]}. */
  private final boolean[] isEquation;

  private final AllocationProgram reduced;

  OppositeRows(AllocationProgram program) {
    this.program = program;
    CouplingRows rows = program.rows();
    upper = new int[rows.count()];
    isEquation = new boolean[rows.count()];
    Arrays.fill(upper, NONE);
    Map<LinearRow, Integer> upperOf = new HashMap<>();
    for (int i = 0; i < upper.length; i++) {
      if (rows.relation(i) == Relation.AT_MOST) {
        upperOf.put(asEquation(rows.row(i), "same"), i);
      }
    }
    boolean any = false;
    for (int i = 0; i < upper.length && !upperOf.isEmpty(); i++) {
      if (rows.relation(i) == Relation.AT_LEAST) {
        upper[i] = upperOf.getOrDefault(asEquation(rows.row(i), "same"), NONE);
        if (upper[i] != NONE) {
          isEquation[upper[i]] = true;
          any = true;
        }
      }
    }
    reduced = any ? program.withRows(merged()) : program;
  }

  @Override
  public AllocationProgram reduced() {
    return reduced;
  }

  private CouplingRows merged() {
    CouplingRows.Builder merged = CouplingRows.builder();
    for (int i = 0; i < upper.length; i++) {
      if (upper[i] == NONE) {
        LinearRow row = program.rows().row(i);
        merged.add(isEquation[i] ? asEquation(row, row.name()) : row);
      }
    }
    return merged.build();
  }

  private static LinearRow asEquation(LinearRow row, String name) {
    return row.with(name, Relation.EXACTLY, row.bound());
  }

  /** Translates a claim back: the sign of an equation's price tells which of its rows is tight. */
  @Override
  public SolverOutcome.Solved undone(SolverOutcome.Solved claim) {
    double[] prices =
        ProgramColumns.expanded(upper.length, i -> upper[i] == NONE, claim.rowPrices());
    for (int i = 0; i < prices.length; i++) {
      if (upper[i] != NONE && prices[upper[i]] < 0) {
        prices[i] = -prices[upper[i]];
        prices[upper[i]] = 0;
      }
    }
    return claim.inUnits(claim.free(), claim.prices(), prices);
  }
}
