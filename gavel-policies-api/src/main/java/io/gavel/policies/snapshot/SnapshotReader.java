package io.gavel.policies.snapshot;

import io.gavel.policies.snapshot.SnapshotFormat.SnapshotFormatException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;

/**
 * Reads the output of {@link SnapshotWriter}, in the same order. It ignores blank lines, lines that
 * begin with {@code #}, spaces at the beginning of a line, and carriage returns at the end. Mutable
 * and not thread-safe.
 *
 * <p>Any content other than requested raises a {@link SnapshotFormatException}; nothing is skipped.
 */
public final class SnapshotReader {

  private static final int SHOWN = 24;
  private static final int UNICODE_DIGITS = 4;

  private final String text;
  private int at;
  private int line;
  private int lineStart;
  private int lineEnd = -1; // before the first line
  private int lineBegin; // where the line's keyword is
  private boolean begun; // whether the keyword of the line was read

  private SnapshotReader(String text) {
    this.text = DigestLine.checked(text);
    advance();
  }

  /**
   * Creates a reader.
   *
   * @param text the output of a writer; if edited by hand, without the line of the digest
   * @return a reader before the first line
   * @throws SnapshotFormatException if the text ends with the digest of another text
   */
  public static SnapshotReader of(String text) {
    return new SnapshotReader(text);
  }

  /**
   * Returns the exception for unexpected content at the current place.
   *
   * @param what names the expected content
   * @return the exception to throw
   */
  public SnapshotFormatException expected(String what) {
    String rest = text.substring(at, Math.min(end(), at + SHOWN));
    String found =
        !rest.isEmpty()
            ? "\"" + rest + (at + SHOWN < end() ? "\u2026" : "") + "\""
            : at < text.length() ? "the end of the line" : "the end of the text";
    return new SnapshotFormatException(line, at - Math.min(lineStart, at) + 1, what, found);
  }

  /**
   * Begins to read a section.
   *
   * @param keyword of the section
   * @param latest the highest version that the caller can read
   * @return the section's version, from 1 to {@code latest}
   * @throws SnapshotFormatException if there is no such section, or only a later version
   */
  public int section(String keyword, int latest) {
    line(keyword);
    label("version");
    int before = at;
    long version = whole();
    if (version < 1 || version > latest) {
      at = before;
      throw expected(
          latest == 1
              ? "version 1 of \"%s\", the only one that this release can read".formatted(keyword)
              : "a version of \"%s\" from 1 to %s, which this release can read"
                  .formatted(keyword, latest));
    }
    return (int) version;
  }

  /**
   * Ends a section.
   *
   * @param keyword of the section
   * @throws SnapshotFormatException if the section does not end here
   */
  public void end(String keyword) {
    line("end");
    skip(" " + keyword, "\"" + keyword + "\"");
  }

  /**
   * Requires the end of the text.
   *
   * @throws SnapshotFormatException if more text follows
   */
  public void done() {
    closeLine();
    if (!atEnd()) {
      throw expected("the end of the text");
    }
  }

  /**
   * Returns whether the next line has a keyword; the line before must have been read to its end.
   *
   * @param keyword of the line
   * @return true if the line begins with it
   */
  public boolean nextIs(String keyword) {
    closeLine();
    return isWord(at, keyword);
  }

  /**
   * Begins to read a line.
   *
   * @param keyword of the line
   * @throws SnapshotFormatException if the line begins with another word
   */
  public void line(String keyword) {
    if (!nextIs(keyword)) {
      throw expected("\"" + keyword + "\"");
    }
    at += keyword.length();
    begun = true;
  }

  /**
   * Reads all consecutive lines with a keyword.
   *
   * @param keyword of the lines
   * @param item reads the fields of a line; called as by {@link #checked}
   * @param <T> the type of item
   * @return the items, unmodifiable; empty if no such line follows
   * @throws SnapshotFormatException if a line is not as expected
   */
  public <T> List<T> lines(String keyword, Supplier<T> item) {
    List<T> items = new ArrayList<>();
    while (nextIs(keyword)) {
      line(keyword);
      items.add(checked(item));
    }
    return List.copyOf(items);
  }

  private void label(String label) {
    skip(" " + label + "=", "\"" + label + "=\"");
  }

  /**
   * Returns whether a field with this label comes next.
   *
   * @param label of the field
   * @return true if it does
   */
  public boolean has(String label) {
    int to = at + label.length() + 1;
    return to < end()
        && text.charAt(at) == ' '
        && text.startsWith(label, at + 1)
        && text.charAt(to) == '=';
  }

  /**
   * Reads an optional word.
   *
   * @param label the word
   * @return whether the word is present
   */
  public boolean flag(String label) {
    boolean found = !atEnd() && text.charAt(at) == ' ' && isWord(at + 1, label);
    at += found ? label.length() + 1 : 0;
    return found;
  }

  /**
   * Reads a string without a label.
   *
   * @return the string
   * @throws SnapshotFormatException if there is none
   */
  public String name() {
    skip(" ", "a name in quotes");
    return quoted();
  }

  /**
   * Reads a given string without a label.
   *
   * @param value the required string
   * @throws SnapshotFormatException if there is another string, or none
   */
  public void name(String value) {
    StringBuilder quoted = new StringBuilder(" ");
    Quoted.append(quoted, value);
    skip(quoted.toString(), quoted.substring(1));
  }

  /**
   * Reads strings without a label.
   *
   * @return the strings, unmodifiable
   * @throws SnapshotFormatException if there are none
   */
  public List<String> names() {
    skip(" ", "names in brackets");
    List<String> names = new ArrayList<>();
    items(() -> names.add(quoted()));
    return List.copyOf(names);
  }

  /**
   * Reads a string.
   *
   * @param label of the field
   * @return the string
   * @throws SnapshotFormatException if there is no such field
   */
  public String text(String label) {
    label(label);
    return quoted();
  }

  /**
   * Reads an optional string.
   *
   * @param label of the field
   * @return the string; empty if there is no such field
   * @throws SnapshotFormatException if the field is not a string
   */
  public Optional<String> optionalText(String label) {
    return has(label) ? Optional.of(text(label)) : Optional.empty();
  }

  /**
   * Reads one of several words.
   *
   * @param label of the field
   * @param values the possible values; not modified
   * @param <E> their type
   * @return the value with that name
   * @throws SnapshotFormatException if there is no such field, or another word
   */
  @SafeVarargs
  @SuppressWarnings("varargs") // the values are only read
  public final <E extends Enum<E>> E word(String label, E... values) {
    label(label);
    String word = token();
    for (E value : values) {
      if (value.name().equals(word)) {
        at += word.length();
        return value;
      }
    }
    throw expected("one of " + Arrays.toString(values));
  }

  /**
   * Reads an integer.
   *
   * @param label of the field
   * @return the number
   * @throws SnapshotFormatException if there is no such field, or no such number
   */
  public long whole(String label) {
    label(label);
    return whole();
  }

  /**
   * Reads an integer that fits an {@code int}.
   *
   * @param label of the field
   * @return the number
   * @throws SnapshotFormatException if there is no such field, or no such number
   */
  public int count(String label) {
    label(label);
    return count();
  }

  /**
   * Reads integers that fit {@code int}s.
   *
   * @param label of the field
   * @return the numbers, in a new array
   * @throws SnapshotFormatException if there is no such field, or no such number
   */
  public int[] counts(String label) {
    label(label);
    List<Integer> values = new ArrayList<>();
    items(() -> values.add(count()));
    return values.stream().mapToInt(Integer::intValue).toArray();
  }

  /**
   * Reads an optional integer.
   *
   * @param label of the field
   * @param usual the default, if there is no such field
   * @return the number
   * @throws SnapshotFormatException if the field is not such a number
   */
  public int count(String label, int usual) {
    return has(label) ? count(label) : usual;
  }

  /**
   * Reads a number.
   *
   * @param label of the field
   * @return the number, exactly as written
   * @throws SnapshotFormatException if there is no such field, or it is not a number or too large
   */
  public double number(String label) {
    label(label);
    return number();
  }

  /**
   * Reads an optional number with a default.
   *
   * @param label of the field
   * @param usual the default, if there is no such field
   * @return the number
   * @throws SnapshotFormatException if the field is not a number
   */
  public double number(String label, double usual) {
    return has(label) ? number(label) : usual;
  }

  /**
   * Reads an optional number.
   *
   * @param label of the field
   * @return the number; empty if there is no such field
   * @throws SnapshotFormatException if the field is not a number
   */
  public OptionalDouble optionalNumber(String label) {
    return has(label) ? OptionalDouble.of(number(label)) : OptionalDouble.empty();
  }

  /**
   * Reads numbers.
   *
   * @param label of the field
   * @return the numbers, in a new array
   * @throws SnapshotFormatException if there is no such field, or its items are not numbers
   */
  public double[] numbers(String label) {
    label(label);
    List<Double> values = new ArrayList<>();
    items(() -> values.add(number()));
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }

  /**
   * Reads an optional section or line.
   *
   * @param keyword of the section or line
   * @param read reads it, including the keyword
   * @param <T> the type of value
   * @return the value; empty if another keyword follows
   * @throws SnapshotFormatException if the content is not as expected
   */
  public <T> Optional<T> optional(String keyword, Supplier<T> read) {
    return nextIs(keyword) ? Optional.of(read.get()) : Optional.empty();
  }

  /**
   * Makes a value from the content of the line.
   *
   * @param make makes the value; may throw an {@link IllegalArgumentException}
   * @param <T> the value's type
   * @return the value
   * @throws SnapshotFormatException if {@code make} throws: with the line, and the reason
   */
  public <T> T checked(Supplier<T> make) {
    int column = keywordColumn();
    int number = line;
    try {
      return make.get();
    } catch (SnapshotFormatException e) {
      throw e;
    } catch (IllegalArgumentException e) {
      throw new SnapshotFormatException(number, column, e);
    }
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
  private void closeLine() {
    if (begun) {
      if (!atEnd()) {
        throw expected("the end of the line");
      }
      advance();
    }
  }

  /** Returns whether the line is at its end. */
  private boolean atEnd() {
    return at >= end();
  }

  /** Returns the column of the line's keyword, counted from 1. */
  private int keywordColumn() {
    return lineBegin - Math.min(lineStart, lineBegin) + 1;
  }

  /** Returns whether a word comes next, followed by a space or the end of the line. */
  private boolean isWord(int from, String word) {
    int to = from + word.length();
    return to <= end() && text.startsWith(word, from) && (to == end() || text.charAt(to) == ' ');
  }

  /** Reads characters that must come next; {@code what} describes them in the error. */
  private void skip(String word, String what) {
    if (at + word.length() > end() || !text.startsWith(word, at)) {
      at += word.startsWith(" ") && !atEnd() && text.charAt(at) == ' ' ? 1 : 0;
      throw expected(what);
    }
    at += word.length();
  }

  /** Reads items in brackets, separated by commas. */
  private void items(Runnable item) {
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
  private String quoted() {
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

  /** Returns the text up to the next space, comma or bracket. */
  private String token() {
    int to = at;
    while (to < end() && " ,]".indexOf(text.charAt(to)) < 0) {
      to++;
    }
    return text.substring(at, to);
  }

  /** Reads an integer. */
  private long whole() {
    String digits = token();
    try {
      if (digits.chars().allMatch(c -> c == '-' || (c >= '0' && c <= '9'))) {
        long value = Long.parseLong(digits);
        at += digits.length();
        return value;
      }
    } catch (NumberFormatException e) {
      // reported below
    }
    throw expected("a whole number");
  }

  /** Reads an integer that fits an {@code int}. */
  private int count() {
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
  private double number() {
    String token = token();
    double value = Numbers.parse(token);
    if (Double.isNaN(value) && !token.equals("nan")) {
      throw expected("a number");
    }
    at += token.length();
    return value;
  }
}
