package io.gavel.policies.lp.solver.sampling;

import io.gavel.policies.Prices;
import io.gavel.policies.lp.solver.coefficients.Objective;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.DualBound;
import io.gavel.policies.lp.solver.program.SolveLimits;
import java.util.List;

/** The working set of a program that maximises utilities of throughput. */
final class UtilityWorkingSet extends WorkingSet {

  private final UtilityResponse use;

  UtilityWorkingSet(
      AllocationProgram program, double[] price, SmallSolver solver, SolveLimits limits) {
    super(program, price, solver, limits);
    use = new UtilityResponse(blocks, price);
  }

  /** Whether a program maximises utilities that say everything of what is wanted. */
  static boolean suits(AllocationProgram program) {
    return program.objective() instanceof Objective.UtilitySum utilities
        && utilities.counts()
        && !program.hasFloor();
  }

  @Override
  double bound() {
    return proof().value();
  }

  /** The best bound that prices of pools prove: with what everybody would pay for throughput. */
  DualBound proof() {
    double[] owed = new double[blocks.jobs];
    for (int m = 0; m < blocks.jobs; m++) {
      if (blocks.weight[m] > 0) {
        use.find(m);
        owed[m] = Math.min(use.owed, Double.MAX_VALUE); // at most: it tells, and proves nothing
      }
    }
    limits.check();
    return DualBound.of(program, Prices.of(price, new double[owed.length], owed));
  }

  @Override
  int decide(double bound, double part) {
    int undecided = 0;
    for (int m = 0; m < blocks.jobs; m++) {
      if (blocks.weight[m] > 0) {
        use.find(m);
        if (use.isCertain(m, part)) {
          uses.decide(m, use, use.throughput);
          uses.owed[m] = use.owed;
        } else {
          uses.to[m] = ColumnChoice.UNDECIDED;
          undecided++;
        }
      }
    }
    limits.check();
    return undecided;
  }

  @Override
  CertifiedSolution undone(AggregatedProgram small, CertifiedSolution found) {
    double[] x = small.undo(found.fractions(), small.factors(found.fractions()));
    return CertifiedSolution.of(program, List.of(), x, proof());
  }
}
