package io.gavel.policies;

/**
 * No solver found an answer that could be certified; there is no allocation to fall back on.
 * Immutable, apart from the mutable state that every exception has.
 */
public final class SolveFailedException extends AllocationException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message the attempted solvers, and how far each got
   */
  public SolveFailedException(String message) {
    super(message);
  }
}
