package io.gavel.input;

import io.gavel.workload.InvalidInputException;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The text of an input file in UTF-8, up to a size. Read once and passed on, because a pipe gives
 * its text only once. Immutable.
 *
 * @param file names the input in messages
 * @param text without byte order mark
 */
public record InputText(Path file, String text) {

  /** The largest file that is read, in bytes. */
  static final int MOST_BYTES = 1 << 28;

  private static final char BYTE_ORDER_MARK = '\uFEFF';

  /**
   * Reads a text without its byte order mark.
   *
   * @param file the file; may be a pipe
   * @return its text
   * @throws InvalidInputException if the file cannot be read, is too large or not in UTF-8
   */
  public static InputText read(Path file) {
    // Reads only; in Java 21 the stream of a file asks for its position, which a pipe has not.
    try (InputStream in = new DataInputStream(Files.newInputStream(file))) {
      if (Files.isRegularFile(file)) {
        requireSize(file, Files.size(file));
      }
      byte[] bytes = in.readNBytes(MOST_BYTES + 1); // a pipe has no size
      requireSize(file, bytes.length);
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      boolean marked = !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK;
      return new InputText(file, marked ? text.substring(1) : text);
    } catch (IOException e) {
      throw FileErrors.unreadable(file, e);
    }
  }

  /**
   * Reads a text of the program itself.
   *
   * @param owner a class of the package that has the text
   * @param name the name of the resource in that package
   * @return its text
   */
  public static String resource(Class<?> owner, String name) {
    try (InputStream in = owner.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(name, e);
    }
  }

  /**
   * Returns the SHA-256 digest of a file, or of the files in a folder with their names.
   *
   * @param file a file or folder
   * @return 64 hexadecimal digits
   * @throws InvalidInputException if it cannot be read
   */
  public static String sha256(Path file) {
    try (Stream<Path> walk = Files.walk(file, FileVisitOption.FOLLOW_LINKS)) {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (Path each : walk.filter(path -> !Files.isDirectory(path)).sorted().toList()) {
        digest.update(file.relativize(each).toString().getBytes(StandardCharsets.UTF_8));
        try (InputStream in = Files.newInputStream(each)) {
          in.transferTo(new DigestOutputStream(OutputStream.nullOutputStream(), digest));
        }
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (IOException e) {
      throw FileErrors.unreadable(file, e);
    } catch (UncheckedIOException e) { // within the folder
      throw FileErrors.unreadable(file, Objects.requireNonNull(e.getCause()));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /**
   * Requires that a file is small enough to be read.
   *
   * @param file the file
   * @param bytes its size
   * @throws InvalidInputException if it is too large
   */
  public static void requireSize(Path file, long bytes) {
    if (bytes > MOST_BYTES) {
      throw new InvalidInputException(
          "%s: has %s bytes; it must have at most %s"
              .formatted(file, bytes > MOST_BYTES + 1L ? bytes : "more", MOST_BYTES));
    }
  }
}
