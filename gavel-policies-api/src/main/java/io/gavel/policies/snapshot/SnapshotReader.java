package io.gavel.policies.snapshot;

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

  private final SnapshotScanner scanner;

  private SnapshotReader(String text) {
    scanner = new SnapshotScanner(DigestLine.checked(text));
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
    return scanner.expected(what);
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
    int before = scanner.place();
    long version = scanner.whole();
    if (version < 1 || version > latest) {
      scanner.goBack(before);
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
    scanner.skip(" " + keyword, "\"" + keyword + "\"");
  }

  /**
   * Requires the end of the text.
   *
   * @throws SnapshotFormatException if more text follows
   */
  public void done() {
    scanner.closeLine();
    if (!scanner.atEnd()) {
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
    scanner.closeLine();
    return scanner.isWord(keyword);
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
    scanner.begin(keyword);
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
    scanner.skip(" " + label + "=", "\"" + label + "=\"");
  }

  /**
   * Returns whether a field with this label comes next.
   *
   * @param label of the field
   * @return true if it does
   */
  public boolean has(String label) {
    return scanner.isLabel(label);
  }

  /**
   * Reads an optional word.
   *
   * @param label the word
   * @return whether the word is present
   */
  public boolean flag(String label) {
    return scanner.skipWord(label);
  }

  /**
   * Reads a string without a label.
   *
   * @return the string
   * @throws SnapshotFormatException if there is none
   */
  public String name() {
    scanner.skip(" ", "a name in quotes");
    return scanner.quoted();
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
    scanner.skip(quoted.toString(), quoted.substring(1));
  }

  /**
   * Reads strings without a label.
   *
   * @return the strings, unmodifiable
   * @throws SnapshotFormatException if there are none
   */
  public List<String> names() {
    scanner.skip(" ", "names in brackets");
    List<String> names = new ArrayList<>();
    scanner.items(() -> names.add(scanner.quoted()));
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
    return scanner.quoted();
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
    String word = scanner.token();
    for (E value : values) {
      if (value.name().equals(word)) {
        scanner.skipToken(word);
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
    return scanner.whole();
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
    return scanner.count();
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
    scanner.items(() -> values.add(scanner.count()));
    return values.stream().mapToInt(Integer::intValue).toArray();
  }

  /**
   * Reads an optional whole number.
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
    return scanner.number();
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
    scanner.items(() -> values.add(scanner.number()));
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
    int column = scanner.keywordColumn();
    int number = scanner.line();
    try {
      return make.get();
    } catch (SnapshotFormatException e) {
      throw e;
    } catch (IllegalArgumentException e) {
      throw new SnapshotFormatException(number, column, e);
    }
  }
}
