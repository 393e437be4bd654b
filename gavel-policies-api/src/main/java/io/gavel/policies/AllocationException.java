package io.gavel.policies;

/**
 * A policy found no answer to a valid problem; the subclass states the reason. Immutable, apart
 * from the mutable state that every exception has.
 */
public abstract sealed class AllocationException extends RuntimeException
    permits InfeasibleProblemException, SolveFailedException, SolveStoppedException {

  private static final long serialVersionUID = 1L;

  AllocationException(String message) {
    super(message);
  }
}
