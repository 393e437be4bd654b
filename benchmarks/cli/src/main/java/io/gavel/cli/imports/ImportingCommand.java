package io.gavel.cli.imports;

import io.gavel.cli.options.GavelCommand;
import io.gavel.cli.report.ExitStatus;
import io.gavel.cli.report.OutputFile;
import io.gavel.workload.InvalidInputException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import picocli.CommandLine.Option;

/** A command that imports a format. */
abstract class ImportingCommand extends GavelCommand {

  @Option(names = "--out", paramLabel = "FOLDER", required = true)
  private Path out = Path.of("");

  /** Writes the files and lists the imported and the omitted jobs. */
  final int write(Map<String, String> files, Imported... imported) {
    OutputFile.writeNew(out, files);
    for (Imported records : imported) {
      records.messages().forEach(err()::println);
      int workers = records.workers().values().stream().mapToInt(Integer::intValue).sum();
      out()
          .println(
              workers == 0
                  ? "%s jobs".formatted(records.jobs().size())
                  : "%s jobs, %s workers".formatted(records.jobs().size(), workers));
    }
    files.keySet().forEach(name -> out().println(out.resolve(name)));
    out().flush();
    return ExitStatus.OK.code();
  }

  /** Parses a time such as 2017-10-07 01:12:09, with T or a time zone; empty if it is none. */
  static OptionalDouble seconds(String time) {
    try {
      String plain = time.strip().replace(' ', 'T');
      long seconds =
          plain.endsWith("Z")
              ? Instant.parse(plain).getEpochSecond()
              : LocalDateTime.parse(plain).toEpochSecond(ZoneOffset.UTC);
      return OptionalDouble.of((double) seconds);
    } catch (DateTimeParseException e) {
      return OptionalDouble.empty();
    }
  }

  /** Requires a value that is a job's team, or none. */
  static Optional<String> team(String name) {
    return name.isBlank() ? Optional.empty() : Optional.of(name);
  }

  /** Returns the name of the trace of one of several files: its own name without the ending. */
  static String traceName(Path file, List<Path> files, String ending) {
    String own = String.valueOf(file.getFileName());
    if (files.stream().filter(other -> other.endsWith(own)).count() > 1) {
      throw wrong(file, "has the name of another file; each becomes a trace of its name");
    }
    int length = own.length() - (own.endsWith(ending) ? ending.length() : 0);
    return files.size() == 1 ? Imported.TRACE : own.substring(0, length);
  }

  static InvalidInputException wrong(Path file, String what) {
    return new InvalidInputException("%s: %s".formatted(file, what));
  }
}
