package io.gavel.policies;

/**
 * A limit, a cancellation or an interruption of the thread ended a solve before there was a
 * certified answer. The interrupt status of an interrupted thread stays set. Immutable, apart from
 * the mutable state that every exception has.
 */
public final class SolveStoppedException extends AllocationException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message what ended the solve, and how far it got
   */
  public SolveStoppedException(String message) {
    super(message);
  }
}
