package io.gavel.policies.lp.solver.presolve;

import io.gavel.policies.lp.solver.coefficients.ProgramColumns;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.SolverOutcome;

/**
 * Takes columns out of a program that gain nothing: those of jobs that have no demand, weight or
 * gain, and that no coupling row counts. They are 0 in some optimum. Immutable.
 */
final class IdleColumns {

  private final boolean[] kept;
  private final AllocationProgram program;

  private IdleColumns(AllocationProgram program) {
    kept = new boolean[program.columnCount()];
    double[] count =
        program
            .passes()
            .sums(
                kept.length,
                1,
                () -> {},
                (from, to, sums) -> {
                  for (int c = from; c < to; c++) {
                    kept[c] = gains(program, c);
                    sums[0] += kept[c] ? 1 : 0;
                  }
                });
    for (int i = 0; i < program.rows().count(); i++) {
      program.rows().forEach(i, (c, a) -> kept[c] = true);
    }
    this.program = count[0] > 0 && count[0] < kept.length ? program.withColumns(kept) : program;
  }

  static IdleColumns of(AllocationProgram program) {
    return new IdleColumns(program);
  }

  private static boolean gains(AllocationProgram program, int c) {
    return program.gain(c) > 0
        || isWanted(program, program.first(c))
        || (program.second(c) != ProgramColumns.NONE && isWanted(program, program.second(c)));
  }

  private static boolean isWanted(AllocationProgram program, int m) {
    return program.requirement(m) > 0 || program.floor(m) > 0 || program.weight(m) > 0;
  }

  /** The program without such columns; the same one if there are none, or no others. */
  AllocationProgram program() {
    return program;
  }

  /** Translates a claim back. */
  SolverOutcome.Solved undone(SolverOutcome.Solved claim) {
    if (program.columnCount() == kept.length) {
      return claim;
    }
    return new SolverOutcome.Solved(
        ProgramColumns.expanded(kept, claim.fractions()),
        claim.free(),
        claim.prices(),
        claim.rowPrices(),
        claim.steps());
  }
}
