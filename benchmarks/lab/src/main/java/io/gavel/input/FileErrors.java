package io.gavel.input;

import io.gavel.workload.InvalidInputException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Complaints about files that cannot be read or written at all, in a person's words. */
public final class FileErrors {

  private FileErrors() {}

  /**
   * A file that cannot be read.
   *
   * @param file which
   * @param cause what the system says
   * @return the complaint
   */
  public static InvalidInputException unreadable(Path file, IOException cause) {
    return complaint(file, "read", cause, "there is no such file");
  }

  /**
   * A file that cannot be written.
   *
   * @param file which
   * @param cause what the system says
   * @return the complaint
   */
  public static InvalidInputException unwritable(Path file, IOException cause) {
    return complaint(file, "written", cause, "there is no such folder");
  }

  private static InvalidInputException complaint(
      Path file, String what, IOException cause, String missing) {
    return new InvalidInputException(
        "%s: cannot be %s: %s".formatted(file, what, reason(file, cause, missing)));
  }

  private static String reason(Path file, IOException cause, String missing) {
    if (cause instanceof NoSuchFileException) {
      return missing;
    }
    if (cause instanceof CharacterCodingException) {
      return "it is not text in UTF-8";
    }
    if (cause instanceof AccessDeniedException) {
      return "it is not permitted";
    }
    return Files.isDirectory(file) ? "it is a directory" : String.valueOf(cause.getMessage());
  }
}
