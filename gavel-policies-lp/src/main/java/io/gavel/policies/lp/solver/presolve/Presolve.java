package io.gavel.policies.lp.solver.presolve;

import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolverOutcome;

/**
 * A program as solvers get it: near 1 in its numbers, with identical jobs as one; and the way back.
 * Exact both ways. Immutable.
 */
public final class Presolve {

  private final AllocationProgram program;
  private final Scaling scaling;
  private final JobAggregation jobAggregation;

  private Presolve(AllocationProgram program, Scaling scaling, JobAggregation jobAggregation) {
    this.program = program;
    this.scaling = scaling;
    this.jobAggregation = jobAggregation;
  }

  public static Presolve of(AllocationProgram program, SolveLimits limits) {
    Scaling scaling = Scaling.of(program);
    limits.check();
    // Jobs that are equal but for a power of two are equal now.
    return new Presolve(program, scaling, JobAggregation.of(scaling.scaled(), limits));
  }

  /** The program to be solved. */
  public AllocationProgram reduced() {
    return jobAggregation.merged();
  }

  /** A claim in the original program's own terms, as good as it really is. */
  public CertifiedSolution undone(SolverOutcome.Solved claim) {
    return CertifiedSolution.of(
        program,
        jobAggregation.undoFractions(claim.fractions()),
        scaling.undo(jobAggregation.undoPrices(claim.prices())),
        scaling.undoSide(claim.sidePrices()));
  }
}
