package io.gavel.policies.snapshot;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;

/**
 * Reads what {@link SnapshotWriter} wrote, in the same order. Blank lines, lines that begin with
 * {@code #}, and spaces at the beginning of a line do not matter; a line may end with a carriage
 * return. Mutable and not thread-safe.
 *
 * <p>Everything that is not as asked for is a {@link SnapshotFormatException}; nothing is skipped.
 */
public final class SnapshotReader {

  private final SnapshotScanner scanner;

  private SnapshotReader(String text) {
    scanner = new SnapshotScanner(text);
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

  /**
   * The exception for what comes next.
   *
   * @param what should be there instead
   * @return to be thrown
   */
  public SnapshotFormatException expected(String what) {
    return scanner.expected(what);
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
    int before = scanner.place();
    long version = scanner.whole();
    if (version < 1 || version > latest) {
      scanner.goBack(before);
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
    scanner.skip(" " + keyword, "\"" + keyword + "\"");
  }

  /**
   * Ends the text.
   *
   * @throws SnapshotFormatException if something follows
   */
  public void done() {
    scanner.closeLine();
    if (!scanner.atEnd()) {
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
    scanner.closeLine();
    return scanner.isWord(keyword);
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
    scanner.begin(keyword);
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

  private void label(String label) {
    scanner.skip(" " + label + "=", "\"" + label + "=\"");
  }

  /**
   * Whether a field with this label comes next.
   *
   * @param label of the field
   * @return true if it does
   */
  public boolean has(String label) {
    return scanner.isLabel(label);
  }

  /**
   * Reads a word that is there or not.
   *
   * @param label the word
   * @return whether it is there
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
   * Reads a string without a label that is known.
   *
   * @param value what it must be
   * @throws SnapshotFormatException if there is another, or none
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
   * Reads a string that may be left out.
   *
   * @param label of the field
   * @return the string; empty if there is no such field
   * @throws SnapshotFormatException if the field is no string
   */
  public Optional<String> optionalText(String label) {
    return has(label) ? Optional.of(text(label)) : Optional.empty();
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
    return scanner.number();
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
   * Reads a number that may be left out, and means nothing then.
   *
   * @param label of the field
   * @return the double; empty if there is no such field
   * @throws SnapshotFormatException if the field is no number
   */
  public OptionalDouble optionalNumber(String label) {
    return has(label) ? OptionalDouble.of(number(label)) : OptionalDouble.empty();
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
    scanner.items(() -> values.add(scanner.number()));
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }

  /**
   * Reads a section or a line that may be left out.
   *
   * @param keyword with which it begins
   * @param read reads it, keyword included
   * @param <T> what it says
   * @return what it says; empty if something else comes next
   * @throws SnapshotFormatException if it is not as expected
   */
  public <T> Optional<T> optional(String keyword, Supplier<T> read) {
    return nextIs(keyword) ? Optional.of(read.get()) : Optional.empty();
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
