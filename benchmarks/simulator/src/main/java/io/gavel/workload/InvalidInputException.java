package io.gavel.workload;

/** Something a person gave cannot be used; the message is one line: file, place, value, allowed. */
public final class InvalidInputException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * Bad input.
   *
   * @param message one line for the person who gave it
   */
  public InvalidInputException(String message) {
    super(message.lines().findFirst().orElse(""));
  }
}
