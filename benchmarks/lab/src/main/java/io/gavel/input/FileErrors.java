package io.gavel.input;

import io.gavel.workload.InvalidInputException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Error messages for files that cannot be read or written. */
public final class FileErrors {

  private FileErrors() {}

  /**
   * Creates the exception for an unreadable file.
   *
   * @param file the file
   * @param cause the error of the system
   * @return the exception
   */
  public static InvalidInputException unreadable(Path file, IOException cause) {
    return complaint(file, "read", cause, "there is no such file");
  }

  /**
   * Creates the exception for an unwritable file.
   *
   * @param file the file
   * @param cause the error of the system
   * @return the exception
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
    if (cause instanceof FileAlreadyExistsException) {
      return "it is not a folder";
    }
    if (cause instanceof AccessDeniedException) {
      return "it is not permitted";
    }
    return Files.isDirectory(file) ? "it is a directory" : String.valueOf(cause.getMessage());
  }
}
