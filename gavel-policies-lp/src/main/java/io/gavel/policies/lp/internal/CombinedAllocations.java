package io.gavel.policies.lp.internal;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.FeasibilityRepair;

/** Allocations assembled from parts. */
public final class CombinedAllocations {

  private CombinedAllocations() {}

  /**
   * Returns an allocation from fractions that are feasible up to rounding errors, which are
   * repaired.
   *
   * @param fractions {@code [group][worker type]}, row-major; 0 where a group does not run
   */
  public static Allocation repaired(
      AllocationProblem problem, double[] fractions, Certificate certificate) {
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

  /**
   * Returns the allocation of a problem from that of the same problem with other jobs, such as jobs
   * with other deadlines. If its pairs are known by type, they are listed as in the allocation.
   */
  public static Allocation forOriginal(AllocationProblem problem, Allocation x) {
    AllocationProblem listed =
        problem.pairsByType().isEmpty() ? problem : x.problem().withJobs(problem.jobs());
    return Allocation.of(
        listed.withConstraints(x.problem().constraintSet()), x.fractions(), x.certificate());
  }
}
