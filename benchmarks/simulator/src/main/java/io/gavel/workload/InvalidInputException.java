package io.gavel.workload;

/**
 * Thrown for invalid user input. The message is one line: file, place, value, allowed values.
 * Immutable.
 */
public final class InvalidInputException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception.
   *
   * @param message the message for the user; only its first line is kept
   */
  public InvalidInputException(String message) {
    super(message.lines().findFirst().orElse(""));
  }
}
