package io.gavel.policies;

/**
 * A policy has no answer to a problem that is in order: the reason is the subclass. Immutable but
 * for what every exception can be told.
 */
public abstract sealed class AllocationException extends RuntimeException
    permits InfeasibleProblemException, SolveFailedException, SolveStoppedException {

  private static final long serialVersionUID = 1L;

  AllocationException(String message) {
    super(message);
  }
}
