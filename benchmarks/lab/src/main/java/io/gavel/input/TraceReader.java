package io.gavel.input;

import io.gavel.policies.model.Job;
import io.gavel.simulator.RunBudget;
import io.gavel.workload.InvalidInputException;
import io.gavel.workload.JobKind;
import io.gavel.workload.TraceJob;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.DoublePredicate;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/**
 * Reads job lists in CSV with a header line. Columns, in any order: {@code job_id}, {@code
 * arrival_s}, {@code job_type}, {@code total_steps}, {@code scale_factor}; optional {@code
 * gpu_milli} (thousandths of a worker, 1000 where absent; the throughput is then that of the job on
 * its share), {@code priority_weight} (1 where absent), {@code slo}, {@code duration_s} and {@code
 * in_throughput_table} (ignored).
 */
public final class TraceReader {

  private static final List<String> REQUIRED =
      List.of("job_id", "arrival_s", "job_type", "total_steps", "scale_factor");
  private static final List<String> OPTIONAL =
      List.of("gpu_milli", "priority_weight", "slo", "duration_s", "in_throughput_table");

  private final Path file;
  private final Consumer<InvalidInputException> mistakes;
  private long line = 1;

  private TraceReader(Path file, Consumer<InvalidInputException> mistakes) {
    this.file = file;
    this.mistakes = mistakes;
  }

  /**
   * Reads a trace.
   *
   * @param file a CSV file
   * @return its jobs in order of arrival, ties in the order of the file
   * @throws InvalidInputException naming file, line, value and what is allowed
   */
  public static List<TraceJob> read(Path file) {
    return new TraceReader(file, CsvFile::fail).jobs();
  }

  /**
   * Returns the mistakes of a trace, at most one a line.
   *
   * @param file a CSV file
   * @return messages with file, line, value and what is allowed; empty if the file is valid
   */
  public static List<String> mistakes(Path file) {
    return CsvFile.mistakes(mistakes -> new TraceReader(file, mistakes).jobs());
  }

  private List<TraceJob> jobs() {
    CSVFormat format = CSVFormat.RFC4180.builder().setHeader().setSkipHeaderRecord(true).get();
    List<TraceJob> jobs = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    try (CSVParser parser = CSVParser.parse(new StringReader(InputText.read(file)), format)) {
      requireColumns(parser.getHeaderNames());
      for (CSVRecord row : parser) {
        line = parser.getCurrentLineNumber();
        try {
          TraceJob job = job(row);
          if (!ids.add(job.id())) {
            throw wrong("job_id", job.id(), "an id that no other job has");
          }
          jobs.add(job);
        } catch (InvalidInputException e) {
          mistakes.accept(e);
        }
      }
    } catch (IOException e) {
      throw FileErrors.unreadable(file, e);
    } catch (UncheckedIOException
        | IllegalArgumentException e) { // broken quotes or duplicate column
      throw complaint("not valid CSV: " + e.getMessage());
    }
    if (jobs.isEmpty()) {
      throw complaint("the file has no jobs");
    }
    jobs.sort(Comparator.comparingDouble(TraceJob::arrivalSeconds));
    return List.copyOf(jobs);
  }

  private void requireColumns(List<String> header) {
    Set<String> names = new HashSet<>();
    for (String column : header) {
      if (!names.add(column)) {
        throw complaint("column %s is given twice".formatted(column));
      }
    }
    for (String column : REQUIRED) {
      if (!header.contains(column)) {
        throw complaint("column %s is missing; found %s".formatted(column, header));
      }
    }
    for (String column : header) {
      if (!REQUIRED.contains(column) && !OPTIONAL.contains(column)) {
        throw complaint(
            "column \"%s\" is unknown; allowed: %s, %s"
                .formatted(column, String.join(", ", REQUIRED), String.join(", ", OPTIONAL)));
      }
    }
  }

  private TraceJob job(CSVRecord row) {
    if (!row.isConsistent()) {
      throw complaint(
          "%s values; the header has %s columns"
              .formatted(row.size(), row.getParser().getHeaderNames().size()));
    }
    double scaleFactor =
        number(
            row,
            "scale_factor",
            s -> s >= 1 && s <= 1e6 && s == Math.rint(s),
            "a whole number of at least 1");
    int gpuMilli =
        scaleFactor > 1
            ? gpuMilli(row, Job.WHOLE_WORKER, ", because a gang takes whole workers")
            : gpuMilli(row, 1, "");
    return new TraceJob(
        name(row, "job_id"),
        number(
            row,
            "arrival_s",
            a -> a >= 0 && a <= RunBudget.MOST_SECONDS,
            "a number from 0 to " + RunBudget.MOST_SECONDS),
        new JobKind(name(row, "job_type"), (int) scaleFactor),
        gpuMilli,
        number(row, "total_steps", s -> s > 0, "a finite number greater than 0"),
        optional(row, "priority_weight").orElse(1),
        optional(row, "slo"),
        optional(row, "duration_s"));
  }

  private String name(CSVRecord row, String column) {
    if (row.get(column).isBlank()) {
      throw wrong(column, "blank", "a name");
    }
    return row.get(column);
  }

  private int gpuMilli(CSVRecord row, int least, String why) {
    return (int)
        optional(
                row,
                "gpu_milli",
                m -> m >= least && m <= Job.WHOLE_WORKER && m == Math.rint(m),
                "a whole number from %s to %s%s".formatted(least, Job.WHOLE_WORKER, why))
            .orElse(Job.WHOLE_WORKER);
  }

  private OptionalDouble optional(CSVRecord row, String column) {
    return optional(row, column, value -> value > 0, "a finite number greater than 0");
  }

  private OptionalDouble optional(
      CSVRecord row, String column, DoublePredicate fits, String allowed) {
    return !row.isMapped(column) || row.get(column).isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(number(row, column, fits, allowed));
  }

  private double number(CSVRecord row, String column, DoublePredicate fits, String allowed) {
    String text = row.get(column);
    double value;
    try {
      value = Decimal.parse(text);
    } catch (NumberFormatException e) {
      throw wrong(column, '"' + text + '"', allowed);
    }
    if (!fits.test(value) || !Double.isFinite(value)) {
      throw wrong(column, text, allowed);
    }
    return value;
  }

  private InvalidInputException wrong(String column, String value, String allowed) {
    return complaint("%s is %s; must be %s".formatted(column, value, allowed));
  }

  private InvalidInputException complaint(String what) {
    return new InvalidInputException("%s: line %s: %s".formatted(file, line, what));
  }
}
