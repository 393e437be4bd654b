package io.gavel.policies.snapshot;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HexFormat;

/**
 * Writes text in sections, lines and fields. Equal calls give equal text on every Java release.
 * Mutable and not thread-safe.
 *
 * <p>Keywords and labels are lower-case words, with hyphens. {@link SnapshotReader} must be called
 * in the same order.
 */
public final class SnapshotWriter {

  private static final int INDENT = 2;

  private final StringBuilder text = new StringBuilder();
  private final Deque<String> open = new ArrayDeque<>();

  private SnapshotWriter() {}

  /**
   * Creates a writer.
   *
   * @return a writer of an empty text
   */
  public static SnapshotWriter create() {
    return new SnapshotWriter();
  }

  /**
   * Begins a section, nested in the open section if there is one.
   *
   * @param keyword of the section
   * @param version of its format, at least 1; readers reject unknown versions
   * @return this writer
   */
  public SnapshotWriter section(String keyword, int version) {
    line(keyword).whole("version", version);
    open.push(keyword);
    return this;
  }

  /**
   * Ends the innermost open section.
   *
   * @return this writer
   * @throws java.util.NoSuchElementException if none is open
   */
  public SnapshotWriter end() {
    String keyword = open.pop();
    line("end");
    text.append(' ').append(keyword);
    return this;
  }

  /**
   * Begins a line.
   *
   * @param keyword of the line
   * @return this writer
   */
  public SnapshotWriter line(String keyword) {
    if (!text.isEmpty()) {
      text.append('\n');
    }
    text.append(" ".repeat(INDENT * open.size())).append(keyword);
    return this;
  }

  /**
   * Adds a string without a label.
   *
   * @param value any string
   * @return this writer
   */
  public SnapshotWriter name(String value) {
    text.append(' ');
    Quoted.append(text, value);
    return this;
  }

  /**
   * Adds strings without a label.
   *
   * @param values any strings
   * @return this writer
   */
  public SnapshotWriter names(Collection<String> values) {
    text.append(" [");
    String comma = "";
    for (String value : values) {
      text.append(comma);
      Quoted.append(text, value);
      comma = ",";
    }
    text.append(']');
    return this;
  }

  private SnapshotWriter label(String label) {
    text.append(' ').append(label).append('=');
    return this;
  }

  /**
   * Adds a string.
   *
   * @param label of the field
   * @param value any string
   * @return this writer
   */
  public SnapshotWriter text(String label, String value) {
    Quoted.append(label(label).text, value);
    return this;
  }

  /**
   * Adds one of several words.
   *
   * @param label of the field
   * @param value written as its name
   * @return this writer
   */
  public SnapshotWriter word(String label, Enum<?> value) {
    label(label).text.append(value.name());
    return this;
  }

  /**
   * Adds an integer.
   *
   * @param label of the field
   * @param value any number
   * @return this writer
   */
  public SnapshotWriter whole(String label, long value) {
    label(label).text.append(value);
    return this;
  }

  /**
   * Adds integers.
   *
   * @param label of the field
   * @param values any numbers, any number of them; not modified
   * @return this writer
   */
  public SnapshotWriter counts(String label, int... values) {
    label(label).text.append('[');
    for (int i = 0; i < values.length; i++) {
      text.append(i == 0 ? "" : ",").append(values[i]);
    }
    text.append(']');
    return this;
  }

  /**
   * Adds a number.
   *
   * @param label of the field
   * @param value any double, infinities and NaN included
   * @return this writer
   */
  public SnapshotWriter number(String label, double value) {
    label(label).text.append(Numbers.text(value));
    return this;
  }

  /**
   * Adds a number, unless it is the default.
   *
   * @param label of the field
   * @param value any double
   * @param usual the default, to pass to {@link SnapshotReader#number(String, double)}
   * @return this writer
   */
  public SnapshotWriter number(String label, double value, double usual) {
    return Double.compare(value, usual) == 0 ? this : number(label, value);
  }

  /**
   * Adds an integer, unless it is the default.
   *
   * @param label of the field
   * @param value any number
   * @param usual the default, to pass to {@link SnapshotReader#count(String, int)}
   * @return this writer
   */
  public SnapshotWriter count(String label, int value, int usual) {
    return value == usual ? this : whole(label, value);
  }

  /**
   * Adds numbers.
   *
   * @param label of the field
   * @param values any doubles, any number of them; not modified
   * @return this writer
   */
  public SnapshotWriter numbers(String label, double... values) {
    label(label).text.append('[');
    for (int i = 0; i < values.length; i++) {
      text.append(i == 0 ? "" : ",").append(Numbers.text(values[i]));
    }
    text.append(']');
    return this;
  }

  /**
   * Adds a word or leaves it out.
   *
   * @param label the word
   * @param value whether to write it
   * @return this writer
   */
  public SnapshotWriter flag(String label, boolean value) {
    text.append(value ? " " + label : "");
    return this;
  }

  /**
   * Returns the text. Its last line is a {@link #digest} of the lines above, which {@link
   * SnapshotReader#of} checks, so that a damaged text is rejected.
   *
   * @return lines that end with a line feed; an empty text if nothing was written
   * @throws IllegalStateException if a section is open
   */
  public String toText() {
    String lines = lines();
    return lines.isEmpty() ? "" : lines + DigestLine.of(lines) + "\n";
  }

  /** Returns the text without the digest. */
  String lines() {
    if (!open.isEmpty()) {
      throw new IllegalStateException("section \"%s\" has no end".formatted(open.peek()));
    }
    return text.isEmpty() ? "" : text + "\n";
  }

  /**
   * Returns a digest of a text: equal for equal texts, and in practice different for different
   * texts.
   *
   * @param text any text
   * @return the SHA-256 of its UTF-8 form, 64 hexadecimal digits
   */
  public static String digest(String text) {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
