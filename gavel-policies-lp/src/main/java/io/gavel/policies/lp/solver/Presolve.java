package io.gavel.policies.lp.solver;

/**
 * A program as solvers get it: near 1 in its numbers, with identical jobs as one; and the way back.
 * Exact both ways. Immutable.
 */
final class Presolve {

  private final AllocationProgram program;
  private final Scaling scaling;
  private final Merging merging;

  private Presolve(AllocationProgram program, Scaling scaling, Merging merging) {
    this.program = program;
    this.scaling = scaling;
    this.merging = merging;
  }

  static Presolve of(AllocationProgram program, SolveLimits limits) {
    Scaling scaling = Scaling.of(program);
    limits.check();
    // Jobs that are equal but for a power of two are equal now.
    return new Presolve(program, scaling, Merging.of(scaling.scaled(), limits));
  }

  /** The program to be solved. */
  AllocationProgram reduced() {
    return merging.merged();
  }

  /** A claim in the original program's own terms, as good as it really is. */
  CertifiedPoint undone(SolverOutcome.Solved claim) {
    return CertifiedPoint.of(
        program,
        merging.undoFractions(claim.fractions()),
        scaling.undo(merging.undoPrices(claim.prices())),
        scaling.undoSide(claim.sidePrices()));
  }
}
