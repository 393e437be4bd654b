package io.gavel.policies;

/**
 * No answer that could be certified was found; there is no allocation to fall back on. Immutable
 * but for what every exception can be told.
 */
public final class SolveFailedException extends AllocationException {

  private static final long serialVersionUID = 1L;

  /**
   * A failure.
   *
   * @param message what was tried, and how far each attempt got
   */
  public SolveFailedException(String message) {
    super(message);
  }
}
