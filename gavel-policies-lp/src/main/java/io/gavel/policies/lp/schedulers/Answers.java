package io.gavel.policies.lp.schedulers;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.lp.solver.AllocationProgram;
import io.gavel.policies.lp.solver.CleanUp;

/** Allocations put together from parts. */
final class Answers {

  private Answers() {}

  /**
   * An allocation of fractions that are feasible but for rounding, which is mended.
   *
   * @param fractions {@code [group][worker type]}, row-major; 0 where a group does not run
   */
  static Allocation mended(AllocationProblem problem, double[] fractions, Certificate certificate) {
    AllocationProgram program =
        AllocationProgram.maximizeSum(problem, new double[problem.jobCount()]);
    double[] x = new double[program.columnCount()];
    for (int c = 0; c < x.length; c++) {
      x[c] = fractions[program.entry(c)];
    }
    x = CleanUp.of(program, x).fractions();
    double[] clean = new double[fractions.length];
    for (int c = 0; c < x.length; c++) {
      clean[program.entry(c)] = x[c];
    }
    return Allocation.of(problem, clean, certificate);
  }
}
