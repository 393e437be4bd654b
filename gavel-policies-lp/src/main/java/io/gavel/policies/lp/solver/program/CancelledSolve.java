package io.gavel.policies.lp.solver.program;

/**
 * The way out of a pass that is cancelled. It never leaves the solver layer, so it has no stack
 * trace.
 */
public final class CancelledSolve extends RuntimeException {

  private static final long serialVersionUID = 1L;

  CancelledSolve() {
    super("cancelled", null, false, false);
  }
}
