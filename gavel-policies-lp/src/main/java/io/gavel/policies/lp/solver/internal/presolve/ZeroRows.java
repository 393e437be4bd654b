package io.gavel.policies.lp.solver.internal.presolve;

import io.gavel.policies.Prices;
import io.gavel.policies.constraint.LinearRow;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.solver.internal.coefficients.ProgramColumns;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.DualBound;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Removes rows that leave their columns nothing, and these columns: {@code Σ_c a_c x_c ≤ 0} or
 * {@code = 0} with all {@code a_c > 0}. Interior-point methods need an interior, which such a row
 * leaves none. Its price costs nothing, so that any one is right that pays for its columns.
 * Immutable.
 */
final class ZeroRows implements Presolve.Reduction {

  private final AllocationProgram program;

  /** Whether a row leaves its columns nothing, {@code [row]}. */
  private final boolean[] went;

  /** Whether no such row has the column, {@code [column]}. */
  private final boolean[] kept;

  private final AllocationProgram reduced;

  ZeroRows(AllocationProgram program) {
    this.program = program;
    went = new boolean[program.rows().count()];
    kept = new boolean[program.columnCount()];
    Arrays.fill(kept, true);
    boolean any = false;
    for (int i = 0; i < went.length && !program.hasPairsByType(); i++) {
      went[i] = program.rows().bound(i) == 0 && leavesNothing(program.rows().row(i));
      any |= went[i];
      if (went[i]) {
        program.rows().forEach(i, (c, a) -> kept[c] = false);
      }
    }
    reduced = any ? withoutRows() : program;
  }

  private AllocationProgram withoutRows() {
    AllocationProgram left = program.withColumns(kept);
    double[] fastest = left.fastest();
    boolean suits = // others have no solution, or one of nothing
        left.columnCount() > 0
            && IntStream.range(0, fastest.length)
                .allMatch(m -> fastest[m] > 0 || left.isIndifferentTo(m));
    return suits ? left.withRows(left.rows().only(i -> !went[i])) : program;
  }

  private static boolean leavesNothing(LinearRow row) {
    return row.size() > 0
        && row.freeSize() == 0
        && row.relation() != (row.coefficient(0) > 0 ? Relation.AT_LEAST : Relation.AT_MOST)
        && IntStream.range(0, row.size())
            .allMatch(e -> row.coefficient(e) * row.coefficient(0) > 0);
  }

  @Override
  public AllocationProgram reduced() {
    return reduced;
  }

  @Override
  public SolverOutcome.Solved undone(SolverOutcome.Solved claim) {
    DualBound left = DualBound.of(reduced, claim.prices(), claim.rowPrices());
    double[] ofRows = ProgramColumns.expanded(went.length, i -> !went[i], left.rowPrices());
    Prices raised = DualBound.keeping(program, left.prices(), ofRows).prices();
    double[] worth = new double[program.jobCount()]; // of a job's best column that went
    Arrays.setAll(worth, m -> raised.ofTime(m) - left.prices().ofTime(m));
    for (int i = 0; i < went.length; i++) {
      LinearRow row = program.rows().row(i);
      for (int e = 0; went[i] && e < row.size(); e++) {
        int second = program.second(row.column(e));
        double both = worth[program.first(row.column(e))] + (second < 0 ? 0 : worth[second]);
        double price = both / (row.coefficient(e) * program.rows().sign(i));
        ofRows[i] = Math.abs(price) > Math.abs(ofRows[i]) ? price : ofRows[i];
      }
    }
    double[] x = ProgramColumns.expanded(kept, claim.fractions());
    return new SolverOutcome.Solved(x, claim.free(), left.prices(), ofRows, claim.steps());
  }
}
