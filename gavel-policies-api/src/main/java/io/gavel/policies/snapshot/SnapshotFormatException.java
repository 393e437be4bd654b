package io.gavel.policies.snapshot;

/**
 * A text does not have the expected form. States the place and the expected content. Immutable,
 * apart from the mutable state that every exception has.
 */
public final class SnapshotFormatException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  /** Counted from 1. */
  private final int line;

  /** Counted from 1. */
  private final int column;

  /** The expected content. */
  private final String expected;

  SnapshotFormatException(int line, int column, String expected, String found) {
    super("line %s, column %s: expected %s, found %s".formatted(line, column, expected, found));
    this.line = line;
    this.column = column;
    this.expected = expected;
  }

  /** Creates a line of correct form whose content is invalid. */
  SnapshotFormatException(int line, int column, IllegalArgumentException cause) {
    super("line %s, column %s: %s".formatted(line, column, cause.getMessage()), cause);
    this.line = line;
    this.column = column;
    this.expected = "what can be: " + cause.getMessage();
  }

  /**
   * Returns the line.
   *
   * @return counted from 1; one more than the number of lines if the text ends too early
   */
  public int line() {
    return line;
  }

  /**
   * Returns the column.
   *
   * @return UTF-16 characters, counted from 1
   */
  public int column() {
    return column;
  }

  /**
   * Returns the expected content.
   *
   * @return a phrase such as {@code a number}
   */
  public String expected() {
    return expected;
  }
}
