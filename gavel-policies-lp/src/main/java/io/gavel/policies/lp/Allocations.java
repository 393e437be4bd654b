package io.gavel.policies.lp;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.lp.solver.AllocationProgram;
import io.gavel.policies.lp.solver.DualBound;

/** What policies share in making their answers. */
final class Allocations {

  private Allocations() {}

  /** An allocation from a program's fractions, {@code [column]}. */
  static Allocation of(
      AllocationProgram program, AllocationProblem problem, double[] x, Certificate certificate) {
    double[] fractions = new double[problem.groupCount() * problem.cluster().typeCount()];
    for (int c = 0; c < x.length; c++) {
      fractions[program.entry(c)] = x[c];
    }
    return Allocation.of(problem, fractions, certificate);
  }

  /** An allocation whose optimality for the program the bound proves. */
  static Allocation certified(
      AllocationProgram program, AllocationProblem problem, double[] x, DualBound bound) {
    Certificate proof = new Certificate(program.objective(x), bound.value(), 0, bound.prices());
    Allocation allocation = of(program, problem, x, proof);
    double violation = allocation.maxViolation();
    return violation == 0
        ? allocation
        : of(
            program,
            problem,
            x,
            new Certificate(proof.objective(), proof.bound(), violation, proof.prices()));
  }
}
