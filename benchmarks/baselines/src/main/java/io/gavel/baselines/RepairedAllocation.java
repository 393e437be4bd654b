package io.gavel.baselines;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.FeasibilityRepair;

/** Allocations from fractions that are feasible up to rounding errors. */
final class RepairedAllocation {

  private RepairedAllocation() {}

  /**
   * Returns an allocation whose fractions were lowered to be exactly feasible.
   *
   * @param fractions {@code [group][worker type]}, row-major; 0 where a group does not run
   */
  static Allocation of(AllocationProblem problem, double[] fractions, Certificate certificate) {
    AllocationProgram program =
        AllocationProgram.maximizeSum(problem, new double[problem.jobCount()]);
    double[] x = new double[program.columnCount()];
    for (int c = 0; c < x.length; c++) {
      x[c] = fractions[program.entry(c)];
    }
    x = FeasibilityRepair.of(program, x).fractions();
    double[] clean = new double[fractions.length];
    for (int c = 0; c < x.length; c++) {
      clean[program.entry(c)] = x[c];
    }
    return Allocation.of(problem, clean, certificate);
  }
}
