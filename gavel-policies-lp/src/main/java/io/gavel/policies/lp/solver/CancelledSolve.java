package io.gavel.policies.lp.solver;

/**
 * The way out of a pass that is cancelled. It never leaves the solver layer, so it has no stack
 * trace.
 */
final class CancelledSolve extends RuntimeException {

  private static final long serialVersionUID = 1L;

  CancelledSolve() {
    super("cancelled", null, false, false);
  }
}
