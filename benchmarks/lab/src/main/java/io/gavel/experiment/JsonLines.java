package io.gavel.experiment;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.gavel.input.DurableFile;
import io.gavel.input.FileErrors;
import io.gavel.input.InputText;
import io.gavel.workload.InvalidInputException;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A file with one JSON object per line, each with the same first member. Processes may append to it
 * at the same time; each operation holds a lock on the file. A line is written at once, and is on
 * the disk when {@link #append} returns, so that a process or a machine that ends while it writes
 * leaves at most one incomplete line. Thread-safe.
 */
public final class JsonLines {

  /**
   * The lines of a file. Immutable.
   *
   * @param lines the objects
   * @param complaints receives a message for each line that is left out
   */
  public record Content(List<Line> lines, List<String> complaints) {}

  /**
   * A line of a file. Immutable.
   *
   * @param number the number of the line, from 1
   * @param node the object
   */
  public record Line(int number, JsonNode node) {}

  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  /** The byte order mark that some editors put before UTF-8. */
  private static final byte[] MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

  /**
   * File locks exclude other processes; threads of this process exclude each other by this object.
   */
  private static final Object THREADS = new Object();

  @FunctionalInterface
  private interface Step<T> {
    T on(FileChannel channel, Path real) throws IOException;
  }

  /** The messages about lines that are left out or refused. */
  private record Words(String foreign, String cut) {}

  private static final Words OWN =
      new Words(
          "is not a run of this command; use another --out",
          "is incomplete; it is left out and its run is repeated");

  private static final Words OF_OTHERS =
      new Words("is not a run of gavel sweep", "is incomplete; it is left out");

  private final Path file;
  private final String member;

  /**
   * Creates the lines of a file; nothing is read or written.
   *
   * @param file the file; it need not exist
   * @param member the first member of each object
   */
  public JsonLines(Path file, String member) {
    this.file = file;
    this.member = member;
  }

  /**
   * Reads the lines, and creates the file if there is none. A line that begins with the member but
   * is not valid JSON is left out and reported.
   *
   * @return the lines
   * @throws InvalidInputException if the file cannot be read and written, is no regular file, or
   *     has other lines
   */
  public Content read() {
    return locked((channel, real) -> content(bytes(channel), OWN));
  }

  /**
   * Reads the lines that another command has written or is writing. A line that begins with the
   * member but is not valid JSON is left out and reported.
   *
   * @return the lines
   * @throws InvalidInputException if the file cannot be read, is no regular file, or has other
   *     lines
   */
  public Content readOfOthers() {
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw new InvalidInputException(
          "%s: cannot be read: it is not a regular file".formatted(file));
    }
    try {
      InputText.requireSize(file, Files.size(file));
      return content(Files.readAllBytes(file), OF_OTHERS);
    } catch (IOException e) {
      throw FileErrors.unreadable(file, e);
    }
  }

  /**
   * Replaces the lines, in one step: a process that ends on the way leaves the file as it was.
   *
   * @param change returns the new lines, each with its line feed, from the lines of the file
   * @throws InvalidInputException if the file cannot be read or written, or has other lines
   */
  public void replace(Function<List<Line>, List<String>> change) {
    locked(
        (channel, real) -> {
          byte[] before = bytes(channel);
          byte[] after =
              String.join("", change.apply(content(before, OWN).lines()))
                  .getBytes(StandardCharsets.UTF_8);
          if (!Arrays.equals(before, after)) {
            DurableFile.replace(real, after);
          }
          return true;
        });
  }

  /**
   * Appends a line.
   *
   * @param line the line with its line feed
   * @throws InvalidInputException if the file cannot be written
   */
  public void append(String line) {
    locked(
        (channel, real) -> {
          long size = channel.size();
          // What another process left incomplete must not begin this line.
          String start = size > 0 && byteAt(channel, size - 1) != '\n' ? "\n" : "";
          DurableFile.write(channel, size, (start + line).getBytes(StandardCharsets.UTF_8));
          return true;
        });
  }

  private <T> T locked(Step<T> step) {
    synchronized (THREADS) {
      try {
        while (true) {
          create();
          Object opened = key();
          try (FileChannel channel =
                  FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
              var lock = channel.lock()) {
            Objects.requireNonNull(lock); // held until the channel is closed
            // Another process may have replaced the file before the lock was granted.
            if (Objects.equals(opened, key())) {
              return step.on(channel, file.toRealPath());
            }
          }
        }
      } catch (IOException e) {
        throw FileErrors.unwritable(file, e);
      }
    }
  }

  private void create() throws IOException {
    if (Files.notExists(file)) {
      FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE).close();
    }
    if (!Files.isRegularFile(file)) {
      throw new InvalidInputException(
          "%s: cannot be written: it is not a regular file; use another --out".formatted(file));
    }
  }

  /** Identifies the file itself, not its name; null where the system has no such key. */
  private @Nullable Object key() throws IOException {
    return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
  }

  private byte[] bytes(FileChannel channel) throws IOException {
    InputText.requireSize(file, channel.size());
    ByteBuffer bytes = ByteBuffer.allocate((int) channel.size());
    while (bytes.hasRemaining()) {
      if (channel.read(bytes, bytes.position()) < 0) {
        throw new EOFException("it became shorter while it was read");
      }
    }
    return bytes.array();
  }

  private static byte byteAt(FileChannel channel, long position) throws IOException {
    ByteBuffer one = ByteBuffer.allocate(1);
    channel.read(one, position);
    return one.get(0);
  }

  private Content content(byte[] bytes, Words words) {
    List<Line> lines = new ArrayList<>();
    List<String> complaints = new ArrayList<>();
    int number = 1;
    for (int from = isMarked(bytes) ? MARK.length : 0; from < bytes.length; number++) {
      int end = from;
      while (end < bytes.length && bytes[end] != '\n') {
        end++;
      }
      byte[] line = Arrays.copyOfRange(bytes, from, end);
      JsonNode node = parse(line);
      if (node.isObject() && member.equals(first(node))) {
        lines.add(new Line(number, node));
      } else if (!node.isMissingNode() || !isCut(line)) {
        throw new InvalidInputException("%s: line %s %s".formatted(file, number, words.foreign()));
      } else {
        complaints.add("%s: line %s %s".formatted(file, number, words.cut()));
      }
      from = end + 1;
    }
    return new Content(lines, complaints);
  }

  private static boolean isMarked(byte[] bytes) {
    return bytes.length >= MARK.length
        && Arrays.equals(bytes, 0, MARK.length, MARK, 0, MARK.length);
  }

  private static String first(JsonNode object) {
    return object.isEmpty() ? "" : object.fieldNames().next();
  }

  /** Returns whether a line that is not valid JSON is the start of a line of this file. */
  private boolean isCut(byte[] line) {
    byte[] mark = "{\"%s\":".formatted(member).getBytes(StandardCharsets.UTF_8);
    int length = Math.min(line.length, mark.length);
    return length > 0 && Arrays.equals(line, 0, length, mark, 0, length);
  }

  private static JsonNode parse(byte[] line) {
    try {
      return MAPPER.readTree(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(line)).toString());
    } catch (JsonProcessingException | CharacterCodingException cut) {
      return MAPPER.missingNode();
    }
  }
}
