package io.gavel.cli.imports;

import io.gavel.cli.imports.Imported.ImportedJob;
import io.gavel.workload.InvalidInputException;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/** Options of commands that import published logs. */
final class TraceOptions {

  private static final Pattern RANGE = Pattern.compile("(\\d{1,9})\\.\\.(\\d{1,9})");

  @Option(names = "--type", paramLabel = "TYPE", defaultValue = "gpu")
  private String type = "";

  @Option(names = "--slice", split = ",", paramLabel = "FROM..TO")
  private List<String> slices = List.of();

  /** Returns the worker type of logs that have only one. */
  String type() {
    return type;
  }

  /** Keeps the requested jobs, by order of arrival; several slices are several traces. */
  void slice(Imported imported) {
    List<ImportedJob> ordered =
        imported.jobs().stream()
            .sorted(Comparator.comparingDouble(ImportedJob::arrivalSeconds))
            .toList();
    if (!slices.isEmpty()) {
      imported.traces().clear();
    }
    for (String slice : slices) {
      Matcher range = RANGE.matcher(slice);
      int from = range.matches() ? Integer.parseInt(range.group(1)) : 0;
      int to = range.matches() ? Integer.parseInt(range.group(2)) : 0;
      if (from >= to || from >= ordered.size()) {
        throw new InvalidInputException(
            "--slice is \"%s\"; it must be FROM..TO with FROM less than TO and than the %s jobs"
                .formatted(slice, ordered.size()));
      }
      imported
          .traces()
          .put(
              slices.size() == 1 ? Imported.TRACE : "trace-%s-%s".formatted(from, to),
              ordered.subList(from, Math.min(to, ordered.size())));
    }
  }
}
