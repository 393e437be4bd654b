package io.gavel.cli.imports;

import io.gavel.cli.imports.Imported.ImportedJob;
import io.gavel.workload.InvalidInputException;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of commands that import published logs. */
final class TraceOptions {

  private static final Pattern RANGE = Pattern.compile("(\\d{1,9})\\.\\.(\\d{1,9})");

  @Option(names = "--type", paramLabel = "TYPE", defaultValue = "gpu")
  private String type = "";

  @Option(names = "--slice", paramLabel = "FROM..TO")
  private @Nullable String slice;

  /** Returns the worker type of logs that have only one. */
  String type() {
    return type;
  }

  /** Returns the requested jobs by order of arrival, with all else. */
  Imported slice(Imported all) {
    if (slice == null) {
      return all;
    }
    Matcher range = RANGE.matcher(slice);
    int from = range.matches() ? Integer.parseInt(range.group(1)) : 0;
    int to = range.matches() ? Integer.parseInt(range.group(2)) : 0;
    if (from >= to || from >= all.jobs().size()) {
      throw new InvalidInputException(
          "--slice is \"%s\"; must be FROM..TO with FROM less than TO and than the %s jobs"
              .formatted(slice, all.jobs().size()));
    }
    List<ImportedJob> ordered =
        all.jobs().stream()
            .sorted(Comparator.comparingDouble(ImportedJob::arrivalSeconds))
            .toList();
    all.jobs().retainAll(Set.copyOf(ordered.subList(from, Math.min(to, ordered.size()))));
    return all;
  }
}
