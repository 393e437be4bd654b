package io.gavel.policies.snapshot;

import io.gavel.policies.snapshot.SnapshotFormat.SnapshotFormatException;

/**
 * The last line of a text: a digest of the lines above it, without which one changed digit would be
 * read as another value. Line ends do not count, since tools convert them.
 */
final class DigestLine {

  private static final String KEYWORD = "digest";

  private DigestLine() {}

  /** Returns the line for the lines above it, without a line end. */
  static String of(String above) {
    return "%s sha-256=\"%s\"".formatted(KEYWORD, SnapshotWriter.digest(above));
  }

  /**
   * Returns the lines above the digest line; all lines of a text without one.
   *
   * @throws SnapshotFormatException if the digest is not that of the lines above
   */
  static String checked(String text) {
    int end = text.length();
    while (end > 0 && "\r\n".indexOf(text.charAt(end - 1)) >= 0) {
      end--;
    }
    int start = text.lastIndexOf('\n', end - 1) + 1;
    if (!text.startsWith(KEYWORD, start)) {
      return text;
    }
    String above = text.substring(0, start);
    String expected = of(above.replace("\r\n", "\n"));
    String found = text.substring(start, end);
    if (!found.equals(expected)) {
      int line = 1 + (int) above.chars().filter(c -> c == '\n').count();
      String what = "%s of the lines above (without this line they are read unchecked)";
      throw new SnapshotFormatException(
          line, 1, what.formatted(expected), "\"%s\"".formatted(found));
    }
    return above;
  }
}
