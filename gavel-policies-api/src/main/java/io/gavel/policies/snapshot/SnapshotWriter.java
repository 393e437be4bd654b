package io.gavel.policies.snapshot;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HexFormat;

/**
 * Writes sections of lines of fields. Equal calls give equal text, on every Java release. Mutable
 * and not thread-safe.
 *
 * <p>Keywords and labels are lower-case words, with hyphens. What {@link SnapshotReader} is asked
 * for must be in the same order.
 */
public final class SnapshotWriter {

  private static final int INDENT = 2;

  private final StringBuilder text = new StringBuilder();
  private final Deque<String> open = new ArrayDeque<>();

  private SnapshotWriter() {}

  /**
   * An empty text.
   *
   * @return a new writer
   */
  public static SnapshotWriter create() {
    return new SnapshotWriter();
  }

  /**
   * Begins a section, inside the section that is open if there is one.
   *
   * @param keyword what the section holds
   * @param version of its form, at least 1; readers refuse versions that they do not know
   * @return this writer
   */
  public SnapshotWriter section(String keyword, int version) {
    line(keyword).whole("version", version);
    open.push(keyword);
    return this;
  }

  /**
   * Ends the section that was begun last.
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
   * @param keyword what it says
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
   * A string without a label.
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
   * Strings without a label.
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
   * A string.
   *
   * @param label what it is
   * @param value any string
   * @return this writer
   */
  public SnapshotWriter text(String label, String value) {
    Quoted.append(label(label).text, value);
    return this;
  }

  /**
   * One of few words.
   *
   * @param label what it is
   * @param value written as its name
   * @return this writer
   */
  public SnapshotWriter word(String label, Enum<?> value) {
    label(label).text.append(value.name());
    return this;
  }

  /**
   * A whole number.
   *
   * @param label what it is
   * @param value any number
   * @return this writer
   */
  public SnapshotWriter whole(String label, long value) {
    label(label).text.append(value);
    return this;
  }

  /**
   * Whole numbers.
   *
   * @param label what they are
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
   * A number.
   *
   * @param label what it is
   * @param value any double, infinities and NaN included
   * @return this writer
   */
  public SnapshotWriter number(String label, double value) {
    label(label).text.append(Numbers.text(value));
    return this;
  }

  /**
   * A number that is left out if it is the usual one.
   *
   * @param label what it is
   * @param value any double
   * @param usual what {@link SnapshotReader#number(String, double)} is to assume
   * @return this writer
   */
  public SnapshotWriter number(String label, double value, double usual) {
    return Double.compare(value, usual) == 0 ? this : number(label, value);
  }

  /**
   * A whole number that is left out if it is the usual one.
   *
   * @param label what it is
   * @param value any number
   * @param usual what {@link SnapshotReader#count(String, int)} is to assume
   * @return this writer
   */
  public SnapshotWriter count(String label, int value, int usual) {
    return value == usual ? this : whole(label, value);
  }

  /**
   * Numbers.
   *
   * @param label what they are
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
   * A word that is there or not.
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
   * What was written.
   *
   * @return lines that end with a line feed
   * @throws IllegalStateException if a section is open
   */
  public String toText() {
    if (!open.isEmpty()) {
      throw new IllegalStateException("section \"%s\" has no end".formatted(open.peek()));
    }
    return text.isEmpty() ? "" : text + "\n";
  }

  /**
   * A short name of a text: equal for equal texts, and else different for all practical purposes.
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
