package io.gavel.policies.snapshot;

/**
 * A text is not what was to be read: it says where, and what was expected there. Immutable but for
 * what every exception can be told.
 */
public final class SnapshotFormatException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  /** Counted from 1. */
  private final int line;

  /** Counted from 1. */
  private final int column;

  /** What should be there. */
  private final String expected;

  SnapshotFormatException(int line, int column, String expected, String found) {
    super("line %d, column %d: expected %s, found %s".formatted(line, column, expected, found));
    this.line = line;
    this.column = column;
    this.expected = expected;
  }

  /** A line that is well written and says something that must not be. */
  SnapshotFormatException(int line, int column, IllegalArgumentException cause) {
    super("line %d, column %d: %s".formatted(line, column, cause.getMessage()), cause);
    this.line = line;
    this.column = column;
    this.expected = "what can be: " + cause.getMessage();
  }

  /**
   * The line.
   *
   * @return counted from 1; one more than there are if the text ends too early
   */
  public int line() {
    return line;
  }

  /**
   * The column.
   *
   * @return UTF-16 characters, counted from 1
   */
  public int column() {
    return column;
  }

  /**
   * What should have been there.
   *
   * @return a phrase such as {@code a number}
   */
  public String expected() {
    return expected;
  }
}
