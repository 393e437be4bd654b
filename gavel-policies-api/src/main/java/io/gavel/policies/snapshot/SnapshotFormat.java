package io.gavel.policies.snapshot;

import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * How values of one kind are written as a section of text, and read. {@code parse(print(value))}
 * equals the value, and equal values have the same text, if writing and reading mirror each other.
 * Immutable; for any thread if what writes and reads is.
 *
 * @param <T> the values
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
   * A format.
   *
   * @param section the keyword of the section
   * @param version that is written, and the latest that is read; at least 1
   * @param write writes the lines of a value into its section, which is open
   * @param read reads the same lines, up to the end of the section
   * @param <T> the values
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
   * The version of the format.
   *
   * @return the version that is written, and the latest that is read
   */
  public int version() {
    return version;
  }

  /**
   * Writes a value.
   *
   * @param value any
   * @return its text
   */
  public String print(T value) {
    SnapshotWriter to = SnapshotWriter.create();
    write(to, value);
    return to.toText();
  }

  /**
   * Reads a value.
   *
   * @param text as {@link #print} gives it; perhaps changed by hand
   * @return the value
   * @throws SnapshotFormatException if it is none, with the line and the column
   */
  public T parse(String text) {
    SnapshotReader from = SnapshotReader.of(text);
    T value = read(from);
    from.done();
    return value;
  }

  /**
   * A short name of a value, equal for equal values.
   *
   * @param value any
   * @return {@link SnapshotWriter#digest} of its text
   */
  public String digest(T value) {
    return SnapshotWriter.digest(print(value));
  }

  /**
   * Writes a value as a section of a longer text.
   *
   * @param to gets the section
   * @param value any
   */
  public void write(SnapshotWriter to, T value) {
    to.section(section, version);
    write.accept(to, value);
    to.end();
  }

  /**
   * Reads a section of a longer text.
   *
   * @param from is before the section, and then behind it
   * @return the value
   * @throws SnapshotFormatException if there is none, with the line and the column
   */
  public T read(SnapshotReader from) {
    from.section(section, version);
    T value = read.apply(from);
    from.end(section);
    return value;
  }

  /** The section and the version. */
  @Override
  public String toString() {
    return "SnapshotFormat[%s, version %d]".formatted(section, version);
  }
}
