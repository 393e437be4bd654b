package io.gavel.policies.snapshot;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Reads what {@link SnapshotWriter} wrote, in the same order. Blank lines, lines that begin with
 * {@code #}, and spaces at the beginning of a line do not matter; a line may end with a carriage
 * return. Mutable and not thread-safe.
 *
 * <p>Everything that is not as asked for is a {@link SnapshotFormatException}; nothing is skipped.
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
    this.text = text;
    advance();
  }

  /**
   * Begins to read.
   *
   * @param text what was written, perhaps changed since
   * @return a reader before the first line
   */
  public static SnapshotReader of(String text) {
    return new SnapshotReader(text);
  }

  /** Goes to the next line that says something, or to the end of the text. */
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

  /** The end of the line's words. */
  private int end() {
    return lineEnd > lineStart && text.charAt(lineEnd - 1) == '\r' ? lineEnd - 1 : lineEnd;
  }

  private void closeLine() {
    if (begun) {
      if (at < end()) {
        throw expected("the end of the line");
      }
      advance();
    }
  }

  /**
   * The exception for what comes next.
   *
   * @param what should be there instead
   * @return to be thrown
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
   * @param keyword what the section is to hold
   * @param latest the highest version that the caller can read
   * @return the section's version, from 1 to that
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
              : "a version of \"%s\" from 1 to %d, which this release can read"
                  .formatted(keyword, latest));
    }
    return (int) version;
  }

  /**
   * Ends a section.
   *
   * @param keyword of the section
   * @throws SnapshotFormatException if something else follows
   */
  public void end(String keyword) {
    line("end");
    skip(" " + keyword, "\"" + keyword + "\"");
  }

  /**
   * Ends the text.
   *
   * @throws SnapshotFormatException if something follows
   */
  public void done() {
    closeLine();
    if (at < end()) {
      throw expected("the end of the text");
    }
  }

  /**
   * Whether the next line is of some kind; the line before must have been read to its end.
   *
   * @param keyword of the line
   * @return true if it begins with this word
   */
  public boolean nextIs(String keyword) {
    closeLine();
    return isWord(at, keyword);
  }

  /** Whether a word stands somewhere, with a space or the end of the line after it. */
  private boolean isWord(int from, String word) {
    int to = from + word.length();
    return to <= end() && text.startsWith(word, from) && (to == end() || text.charAt(to) == ' ');
  }

  /**
   * Begins to read a line.
   *
   * @param keyword with which it must begin
   * @throws SnapshotFormatException if it does not
   */
  public void line(String keyword) {
    if (!nextIs(keyword)) {
      throw expected("\"" + keyword + "\"");
    }
    at += keyword.length();
    begun = true;
  }

  /**
   * Reads all lines of a kind that come next.
   *
   * @param keyword of the lines
   * @param item reads the fields of a line; called as by {@link #checked}
   * @param <T> what a line says
   * @return what the lines say, unmodifiable; empty if there is none
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

  private void skip(String word, String what) {
    if (at + word.length() > end() || !text.startsWith(word, at)) {
      at += word.startsWith(" ") && at < end() && text.charAt(at) == ' ' ? 1 : 0;
      throw expected(what);
    }
    at += word.length();
  }

  private void label(String label) {
    skip(" " + label + "=", "\"" + label + "=\"");
  }

  /**
   * Whether a field with this label comes next.
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
   * Reads a word that is there or not.
   *
   * @param label the word
   * @return whether it is there
   */
  public boolean flag(String label) {
    boolean found = at < end() && text.charAt(at) == ' ' && isWord(at + 1, label);
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
   * Reads a string without a label that is known.
   *
   * @param value what it must be
   * @throws SnapshotFormatException if there is another, or none
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
    items(from -> names.add(from.quoted()));
    return List.copyOf(names);
  }

  private void items(Consumer<SnapshotReader> item) {
    skip("[", "\"[\"");
    boolean first = true;
    while (at >= end() || text.charAt(at) != ']') {
      if (!first) {
        skip(",", "\",\" or \"]\"");
      }
      item.accept(this);
      first = false;
    }
    at++;
  }

  private String quoted() {
    skip("\"", "a name in quotes");
    StringBuilder value = new StringBuilder();
    while (at < end() && text.charAt(at) != '"') {
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

  /** What comes up to the next space, comma or bracket. */
  private String token() {
    int to = at;
    while (to < end() && " ,]".indexOf(text.charAt(to)) < 0) {
      to++;
    }
    return text.substring(at, to);
  }

  /**
   * Reads one of few words.
   *
   * @param label of the field
   * @param values all that it can be; not modified
   * @param <E> their type
   * @return the one whose name stands there
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
   * Reads a whole number.
   *
   * @param label of the field
   * @return the number
   * @throws SnapshotFormatException if there is no such field, or no such number
   */
  public long whole(String label) {
    label(label);
    return whole();
  }

  private long whole() {
    String digits = token();
    try {
      if (digits.chars().allMatch(c -> c == '-' || (c >= '0' && c <= '9'))) {
        long value = Long.parseLong(digits);
        at += digits.length();
        return value;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw expected("a whole number");
  }

  /**
   * Reads a whole number that fits an {@code int}.
   *
   * @param label of the field
   * @return the number
   * @throws SnapshotFormatException if there is no such field, or no such number
   */
  public int count(String label) {
    label(label);
    return count();
  }

  private int count() {
    int before = at;
    long value = whole();
    if (value != (int) value) {
      at = before;
      throw expected(
          "a whole number from %d to %d".formatted(Integer.MIN_VALUE, Integer.MAX_VALUE));
    }
    return (int) value;
  }

  /**
   * Reads whole numbers that fit {@code int}s.
   *
   * @param label of the field
   * @return the numbers, in a new array
   * @throws SnapshotFormatException if there is no such field, or no such number
   */
  public int[] counts(String label) {
    label(label);
    List<Integer> values = new ArrayList<>();
    items(from -> values.add(from.count()));
    return values.stream().mapToInt(Integer::intValue).toArray();
  }

  /**
   * Reads a whole number that may be left out.
   *
   * @param label of the field
   * @param usual what it is then
   * @return the number
   * @throws SnapshotFormatException if there is something else
   */
  public int count(String label, int usual) {
    return has(label) ? count(label) : usual;
  }

  /**
   * Reads a number.
   *
   * @param label of the field
   * @return the double whose text it is
   * @throws SnapshotFormatException if there is no such field, or no number, or one too large
   */
  public double number(String label) {
    label(label);
    return number();
  }

  private double number() {
    String token = token();
    double value = Numbers.parse(token);
    if (Double.isNaN(value) && !token.equals("nan")) {
      throw expected("a number");
    }
    at += token.length();
    return value;
  }

  /**
   * Reads a number that may be left out.
   *
   * @param label of the field
   * @param usual what it is then
   * @return the double
   * @throws SnapshotFormatException if there is something else
   */
  public double number(String label, double usual) {
    return has(label) ? number(label) : usual;
  }

  /**
   * Reads numbers.
   *
   * @param label of the field
   * @return the doubles, in a new array
   * @throws SnapshotFormatException if there is no such field, or no numbers
   */
  public double[] numbers(String label) {
    label(label);
    List<Double> values = new ArrayList<>();
    items(from -> values.add(from.number()));
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }

  /**
   * Makes a value of what was read from the line.
   *
   * @param make may refuse with an {@link IllegalArgumentException}
   * @param <T> the value's type
   * @return the value
   * @throws SnapshotFormatException if it is refused: with the line, and the reason
   */
  public <T> T checked(Supplier<T> make) {
    int column = lineBegin - Math.min(lineStart, lineBegin) + 1;
    int number = line;
    try {
      return make.get();
    } catch (SnapshotFormatException e) {
      throw e;
    } catch (IllegalArgumentException e) {
      throw new SnapshotFormatException(number, column, e);
    }
  }
}
