package io.gavel.policies.snapshot;

import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * Writes and reads values of one type as a section of text. If writing and reading mirror each
 * other, {@code parse(print(value))} equals the value, and equal values have equal texts.
 * Immutable; thread-safe if its functions are.
 *
 * @param <T> the type of value
 */
public final class SnapshotFormat<T> {

  private final String section;
  private final int version;
  private final BiConsumer<SnapshotWriter, T> write;
  private final Function<SnapshotReader, T> read;

  private SnapshotFormat(
      String section,
      int version,
      BiConsumer<SnapshotWriter, T> write,
      Function<SnapshotReader, T> read) {
    this.section = section;
    this.version = version;
    this.write = write;
    this.read = read;
  }

  /**
   * Creates a format.
   *
   * @param section the keyword of the section
   * @param version the version to write, and the latest to read; at least 1
   * @param write writes the lines of a value into its open section
   * @param read reads the same lines, up to the end of the section
   * @param <T> the type of value
   * @return the format
   */
  public static <T> SnapshotFormat<T> of(
      String section,
      int version,
      BiConsumer<SnapshotWriter, T> write,
      Function<SnapshotReader, T> read) {
    return new SnapshotFormat<>(section, version, write, read);
  }

  /**
   * Returns the version of the format.
   *
   * @return the version that it writes, and the latest that it reads
   */
  public int version() {
    return version;
  }

  /**
   * Writes a value.
   *
   * @param value any value
   * @return its text
   */
  public String print(T value) {
    return written(value).toText();
  }

  private SnapshotWriter written(T value) {
    SnapshotWriter to = SnapshotWriter.create();
    write(to, value);
    return to;
  }

  /**
   * Reads a value.
   *
   * @param text the output of {@link #print}; if edited by hand, without the line of the digest
   * @return the value
   * @throws SnapshotFormatException if the text is not such a value, with line and column, or its
   *     digest is another
   */
  public T parse(String text) {
    SnapshotReader from = SnapshotReader.of(text);
    T value = read(from);
    from.done();
    return value;
  }

  /**
   * Returns a digest of a value. Equal values have equal digests.
   *
   * @param value any value
   * @return {@link SnapshotWriter#digest} of its section, which is also in the last line of its
   *     text
   */
  public String digest(T value) {
    return SnapshotWriter.digest(written(value).lines());
  }

  /**
   * Writes a value as a section of a longer text.
   *
   * @param to receives the section
   * @param value any value
   */
  public void write(SnapshotWriter to, T value) {
    to.section(section, version);
    write.accept(to, value);
    to.end();
  }

  /**
   * Reads a section of a longer text.
   *
   * @param from a reader before the section; afterwards it is after the section
   * @return the value
   * @throws SnapshotFormatException if there is no such section, with line and column
   */
  public T read(SnapshotReader from) {
    from.section(section, version);
    T value = read.apply(from);
    from.end(section);
    return value;
  }

  /** Returns the section and the version. */
  @Override
  public String toString() {
    return "SnapshotFormat[%s, version %s]".formatted(section, version);
  }

  /**
   * A text does not have the expected form. States the place and the expected content. Immutable,
   * apart from the mutable state that every exception has.
   */
  public static final class SnapshotFormatException extends IllegalArgumentException {

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
}
