package io.gavel.workload;

import io.gavel.policies.internal.Require;

/**
 * Thrown for invalid user input. The message is one line: file, place, value, allowed values.
 * Immutable.
 */
public final class InvalidInputException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception.
   *
   * @param message the message for the user; only its first line is kept, and control characters
   *     are escaped
   */
  public InvalidInputException(String message) {
    super(Require.escaped(message.lines().findFirst().orElse("")));
  }
}
