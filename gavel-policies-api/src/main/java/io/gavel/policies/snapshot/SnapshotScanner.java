package io.gavel.policies.snapshot;

/**
 * Scans a text line by line and token by token: quoted names, numbers and separators. It tracks the
 * place for errors, but does not interpret lines.
 */
final class SnapshotScanner {

  private static final int SHOWN = 24;
  private static final int UNICODE_DIGITS = 4;

  private final String text;
  private int at;
  private int line;
  private int lineStart;
  private int lineEnd = -1; // before the first line
  private int lineBegin; // where the line's keyword is
  private boolean begun; // whether the keyword of the line was read

  /** Creates a scanner before the first line with content. */
  SnapshotScanner(String text) {
    this.text = text;
    advance();
  }

  /** Goes to the next line with content, or to the end of the text. */
  private void advance() {
    begun = false;
    do {
      lineStart = lineEnd + 1;
      line++;
      int feed = lineStart >= text.length() ? text.length() : text.indexOf('\n', lineStart);
      lineEnd = feed < 0 ? text.length() : feed;
      at = Math.min(lineStart, text.length());
      while (at < end() && text.charAt(at) == ' ') {
        at++;
      }
    } while (lineEnd < text.length() && (at == end() || text.charAt(at) == '#'));
    if (at < end() && text.charAt(at) == '#') {
      at = end();
    }
    lineBegin = at;
  }

  /** Returns the end of the line's content. */
  private int end() {
    return lineEnd > lineStart && text.charAt(lineEnd - 1) == '\r' ? lineEnd - 1 : lineEnd;
  }

  /** Leaves the line if its keyword was read; then the line must be at its end. */
  void closeLine() {
    if (begun) {
      if (!atEnd()) {
        throw expected("the end of the line");
      }
      advance();
    }
  }

  /** Returns whether the line is at its end. */
  boolean atEnd() {
    return at >= end();
  }

  /** Returns the line, counted from 1. */
  int line() {
    return line;
  }

  /** Returns the column of the line's keyword, counted from 1. */
  int keywordColumn() {
    return lineBegin - Math.min(lineStart, lineBegin) + 1;
  }

  /** Returns the current place, for {@link #goBack}. */
  int place() {
    return at;
  }

  /** Returns to a place in this line. */
  void goBack(int place) {
    at = place;
  }

  /** Returns the exception for unexpected content at the current place. */
  SnapshotFormatException expected(String what) {
    String rest = text.substring(at, Math.min(end(), at + SHOWN));
    String found =
        !rest.isEmpty()
            ? "\"" + rest + (at + SHOWN < end() ? "\u2026" : "") + "\""
            : at < text.length() ? "the end of the line" : "the end of the text";
    return new SnapshotFormatException(line, at - Math.min(lineStart, at) + 1, what, found);
  }

  /** Reads the keyword of the line, after {@link #isWord} returned true for it. */
  void begin(String keyword) {
    at += keyword.length();
    begun = true;
  }

  /** Returns whether a word comes next, followed by a space or the end of the line. */
  boolean isWord(String word) {
    return isWord(at, word);
  }

  private boolean isWord(int from, String word) {
    int to = from + word.length();
    return to <= end() && text.startsWith(word, from) && (to == end() || text.charAt(to) == ' ');
  }

  /** Reads a space and a word if they come next. */
  boolean skipWord(String word) {
    boolean found = !atEnd() && text.charAt(at) == ' ' && isWord(at + 1, word);
    at += found ? word.length() + 1 : 0;
    return found;
  }

  /** Returns whether a field with this label comes next. */
  boolean isLabel(String label) {
    int to = at + label.length() + 1;
    return to < end()
        && text.charAt(at) == ' '
        && text.startsWith(label, at + 1)
        && text.charAt(to) == '=';
  }

  /** Reads characters that must come next; {@code what} describes them in the error. */
  void skip(String word, String what) {
    if (at + word.length() > end() || !text.startsWith(word, at)) {
      at += word.startsWith(" ") && !atEnd() && text.charAt(at) == ' ' ? 1 : 0;
      throw expected(what);
    }
    at += word.length();
  }

  /** Reads items in brackets, separated by commas. */
  void items(Runnable item) {
    skip("[", "\"[\"");
    boolean first = true;
    while (atEnd() || text.charAt(at) != ']') {
      if (!first) {
        skip(",", "\",\" or \"]\"");
      }
      item.run();
      first = false;
    }
    at++;
  }

  /** Reads a string in quotes. */
  String quoted() {
    skip("\"", "a name in quotes");
    StringBuilder value = new StringBuilder();
    while (!atEnd() && text.charAt(at) != '"') {
      char c = text.charAt(at);
      if (c == '\\') {
        value.append(escape());
      } else {
        value.append(c);
        at++;
      }
    }
    skip("\"", "a closing quote");
    return value.toString();
  }

  private char escape() {
    char kind = at + 1 < end() ? text.charAt(at + 1) : 0;
    char plain = Quoted.unescaped(kind);
    if (plain != 0) {
      at += 2;
      return plain;
    }
    int digits = at + 2;
    int to = digits + UNICODE_DIGITS;
    if (kind != 'u' || to > end() || !isHex(text.substring(digits, to))) {
      throw expected("one of \\\" \\\\ \\n \\t \\u and four hexadecimal digits");
    }
    at = to;
    return (char) Integer.parseInt(text.substring(digits, to), 16);
  }

  private static boolean isHex(String digits) {
    return digits.chars().allMatch(c -> "0123456789abcdefABCDEF".indexOf(c) >= 0);
  }

  /** Returns the text up to the next space, comma or bracket; {@link #skipToken} reads it. */
  String token() {
    int to = at;
    while (to < end() && " ,]".indexOf(text.charAt(to)) < 0) {
      to++;
    }
    return text.substring(at, to);
  }

  /** Reads a token. */
  void skipToken(String token) {
    at += token.length();
  }

  /** Reads a whole number. */
  long whole() {
    String digits = token();
    try {
      if (digits.chars().allMatch(c -> c == '-' || (c >= '0' && c <= '9'))) {
        long value = Long.parseLong(digits);
        skipToken(digits);
        return value;
      }
    } catch (NumberFormatException e) {
      // reported below
    }
    throw expected("a whole number");
  }

  /** Reads a whole number that fits an {@code int}. */
  int count() {
    int before = at;
    long value = whole();
    if (value != (int) value) {
      at = before;
      throw expected(
          "a whole number from %s to %s".formatted(Integer.MIN_VALUE, Integer.MAX_VALUE));
    }
    return (int) value;
  }

  /** Reads a number. */
  double number() {
    String token = token();
    double value = Numbers.parse(token);
    if (Double.isNaN(value) && !token.equals("nan")) {
      throw expected("a number");
    }
    skipToken(token);
    return value;
  }
}
