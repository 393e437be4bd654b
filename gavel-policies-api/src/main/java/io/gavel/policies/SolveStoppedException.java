package io.gavel.policies;

/**
 * A limit, a cancellation or an interruption of the thread ended a solve before there was a
 * certified answer. An interrupted thread's status is left set. Immutable but for what every
 * exception can be told.
 */
public final class SolveStoppedException extends AllocationException {

  private static final long serialVersionUID = 1L;

  /**
   * An early end.
   *
   * @param message what ended the solve, and how far it got
   */
  public SolveStoppedException(String message) {
    super(message);
  }
}
