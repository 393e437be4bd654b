package io.gavel.policies.lp.solver.program;

/**
 * Thrown to leave a pass over the jobs when the solve is cancelled. It is caught within the solver
 * layer and has no stack trace. {@link SolveLimits#check} throws it.
 */
public final class CancelledSolve extends RuntimeException {

  private static final long serialVersionUID = 1L;

  CancelledSolve() {
    super("cancelled", null, false, false);
  }
}
