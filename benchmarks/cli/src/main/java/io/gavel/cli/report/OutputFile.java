package io.gavel.cli.report;

import io.gavel.input.DurableFile;
import io.gavel.input.FileErrors;
import io.gavel.workload.InvalidInputException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A file that a command writes once, at its end. */
public final class OutputFile {

  private static final int FIRST_BYTES = 1 << 16; // of a foreign file of one endless line

  /**
   * The output of a command. An existing file is replaced if it is empty or has the same format.
   */
  public enum Kind {
    JOBS("a table of jobs", "job_id,job_type,scale_factor,gpu_milli,priority_weight,arrival_s,.*"),
    RUNS_TABLE("a table of runs", "(.*,)?policy,cluster(,.*)?"),
    PAGE("a page of gavel", "<!DOCTYPE html><!-- gavel -->"),
    TEXT(
        "a page of gavel",
        "# (Reproduction of published results|Every policy by number of jobs"
            + "|Families of problems compared with other solvers|[a-z_]+)"),
    PICTURE(
        "a picture of gavel",
        "(<\\?xml.*)?<svg xmlns=\\S+ width=\\S+ height=\\S+ viewBox=\"[\\d ]+\""
            + " font-family=\"Helvetica, Arial, 'DejaVu Sans', sans-serif\" font-size=\"12\" .*"),
    RECORD("a recorded run", "\\{(?!\"run\":).*\"min_reset_s\".*"),
    ANSWERS("answers of a simulated policy", "answers version=1"),
    RUNS("runs", "\\{\"run\":.*"),
    CERTIFICATE("a certificate", "gavel-certificate .*");

    private final String what;
    private final Pattern firstLine;

    Kind(String what, String firstLine) {
      this.what = what;
      this.firstLine = Pattern.compile(firstLine);
    }

    private boolean isOf(Path file) throws IOException {
      try (InputStream bytes = Files.newInputStream(file)) {
        String start = new String(bytes.readNBytes(FIRST_BYTES), StandardCharsets.UTF_8);
        return start.isEmpty() || firstLine.matcher(start.split("\\R", 2)[0]).matches();
      }
    }
  }

  private OutputFile() {}

  /**
   * Requires before a long run that a file can be written, and that nothing is lost by that.
   *
   * @param option names the file
   * @param kind the format to write
   * @param file the file; null = none
   * @param inputs files that the command reads
   * @throws InvalidInputException if the file is one of the inputs, holds something else, or cannot
   *     be written
   */
  public static void requireWritable(
      String option, Kind kind, @Nullable Path file, @Nullable Path... inputs) {
    if (file == null) {
      return;
    }
    requireNoInput(option, file, inputs);
    if (!Files.isDirectory(file.toAbsolutePath().resolveSibling(""))) {
      throw FileErrors.unwritable(file, new NoSuchFileException(file.toString()));
    }
    if (Files.isDirectory(file)) {
      throw FileErrors.unwritable(file, new IOException());
    }
    Path written = Files.exists(file) ? file : file.toAbsolutePath().resolveSibling("");
    if (!Files.isWritable(written)) {
      throw FileErrors.unwritable(file, new AccessDeniedException(written.toString()));
    }
    requireReplaceable(option, kind, file);
  }

  private static void requireReplaceable(String option, Kind kind, Path file) {
    try {
      if (Files.isRegularFile(file) && !kind.isOf(file)) {
        throw new InvalidInputException(
            "%s: %s exists and is not %s; use another file".formatted(option, file, kind.what));
      }
    } catch (IOException e) {
      throw FileErrors.unreadable(file, e);
    }
  }

  /**
   * Requires that an output is no input.
   *
   * @param option names the output
   * @param file the output
   * @param inputs files that the command reads
   * @throws InvalidInputException if they are the same file
   */
  public static void requireNoInput(String option, Path file, @Nullable Path... inputs) {
    for (Path input : inputs) {
      if (input != null && isSame(file, input)) {
        throw new InvalidInputException(
            "%s: %s is an input of this command; use another file".formatted(option, file));
      }
    }
  }

  /**
   * Requires that two outputs are different files.
   *
   * @param option names the first
   * @param file the first; null = none
   * @param otherOption names the second
   * @param other the second; null = none
   * @throws InvalidInputException if they are the same file
   */
  public static void requireDistinct(
      String option, @Nullable Path file, String otherOption, @Nullable Path other) {
    if (file != null && other != null && isSame(file, other)) {
      throw new InvalidInputException(
          "%s and %s are the same file, %s; use two files".formatted(option, otherOption, file));
    }
  }

  /** Returns whether two names denote one file, which need not exist. */
  private static boolean isSame(Path file, Path other) {
    try {
      if (Files.exists(file) && Files.exists(other)) {
        return Files.isSameFile(file, other);
      }
    } catch (IOException e) {
      throw FileErrors.unreadable(other, e);
    }
    return file.toAbsolutePath().normalize().equals(other.toAbsolutePath().normalize());
  }

  /**
   * Writes files to a folder, which is created if necessary.
   *
   * @param folder the folder
   * @param files texts by the names of the files
   * @throws InvalidInputException if a file exists already, before any is written, or if one cannot
   *     be written
   */
  public static void writeNew(Path folder, Map<String, String> files) {
    for (String name : files.keySet()) {
      if (Files.exists(folder.resolve(name))) {
        throw new InvalidInputException(
            "%s: exists already; choose another folder".formatted(folder.resolve(name)));
      }
    }
    createFolder(folder);
    files.forEach((name, text) -> write(folder.resolve(name), text));
  }

  /**
   * Creates a folder if it does not exist.
   *
   * @param folder the folder
   * @throws InvalidInputException if it cannot be created
   */
  public static void createFolder(Path folder) {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw FileErrors.unwritable(folder, e);
    }
  }

  /**
   * Writes a file in one step: if the program or the machine ends on the way, the file stays as it
   * was. A pipe or device is written directly.
   *
   * @param file the file
   * @param text its new content
   * @throws InvalidInputException if it cannot be written
   */
  public static void write(Path file, String text) {
    try {
      if (Files.exists(file, LinkOption.NOFOLLOW_LINKS) && !Files.isRegularFile(file)) {
        Files.writeString(file, text); // also through a link whose target does not exist
        return;
      }
      Path real = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
      DurableFile.replace(real, text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw FileErrors.unwritable(file, e);
    }
  }
}
