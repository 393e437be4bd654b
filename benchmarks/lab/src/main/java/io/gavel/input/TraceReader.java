package io.gavel.input;

import io.gavel.policies.model.Job;
import io.gavel.simulator.RunBudget;
import io.gavel.workload.InvalidInputException;
import io.gavel.workload.JobKind;
import io.gavel.workload.ThroughputTable;
import io.gavel.workload.TraceJob;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads job lists in CSV with a header line. Columns, in any order: {@code job_id}, {@code
 * arrival_s}, {@code job_type}, {@code scale_factor}, and {@code total_steps} or {@code
 * duration_s}; optional {@code duration_on} (the worker type of the duration, the job's fastest
 * where absent), {@code gpu_milli} (thousandths of a worker, 1000 where absent; the throughput is
 * then that of the job on its share), {@code priority_weight} (1 where absent), {@code slo}, {@code
 * entity}, {@code alongside} (workers of further types that the job holds at the same time), {@code
 * min_run_s} (0 where absent) and {@code in_throughput_table} (ignored).
 */
public final class TraceReader {

  private static final List<String> REQUIRED =
      List.of("job_id", "arrival_s", "job_type", "scale_factor");
  private static final List<String> OPTIONAL =
      List.of(
          "total_steps",
          "duration_s",
          "duration_on",
          "gpu_milli",
          "priority_weight",
          "slo",
          "entity",
          "alongside",
          "min_run_s",
          "in_throughput_table");

  private static final Pattern ALONGSIDE = Pattern.compile("([^=]+)=([1-9][0-9]{0,5})");

  private final Optional<ThroughputTable> table;

  private TraceReader(Optional<ThroughputTable> table) {
    this.table = table;
  }

  /**
   * Reads a trace.
   *
   * @param file a CSV file
   * @param table the throughputs by which durations become steps. A job whose type and size it
   *     lacks has no rate; its duration is converted at 1 step per second
   * @return its jobs in order of arrival, ties in the order of the file
   * @throws InvalidInputException naming file, line, value and the allowed values
   */
  public static List<TraceJob> read(Path file, ThroughputTable table) {
    TraceReader reader = new TraceReader(Optional.of(table));
    return InputKind.TRACE.read(InputText.read(file), input -> reader.jobs(input, CsvFile::fail));
  }

  /**
   * Returns the mistakes of a trace, at most one a line.
   *
   * @param input the text of a CSV file
   * @return messages with file, line, value and the allowed values; empty if the file is valid
   */
  static List<String> mistakes(InputText input) {
    return CsvFile.mistakes(mistakes -> new TraceReader(Optional.empty()).jobs(input, mistakes));
  }

  private List<TraceJob> jobs(InputText input, Consumer<InvalidInputException> mistakes) {
    return new CsvFile(input, REQUIRED, OPTIONAL, mistakes)
        .rows(this::job).stream()
            .sorted(Comparator.comparingDouble(TraceJob::arrivalSeconds))
            .toList();
  }

  private TraceJob job(CsvFile.Row row) {
    double scaleFactor =
        row.number(
            "scale_factor",
            s -> s >= 1 && s <= 1e6 && s == Math.rint(s),
            "a whole number of at least 1");
    int gpuMilli =
        scaleFactor > 1
            ? gpuMilli(row, Job.WHOLE_WORKER, ", because a gang takes whole workers")
            : gpuMilli(row, 1, "");
    JobKind kind = new JobKind(row.name("job_type"), (int) scaleFactor);
    return new TraceJob(
        row.name(),
        row.number(
            "arrival_s",
            a -> a >= 0 && a <= RunBudget.MOST_SECONDS,
            "a number from 0 to " + RunBudget.MOST_SECONDS),
        kind,
        gpuMilli,
        totalSteps(row, kind),
        optional(row, "priority_weight").orElse(1),
        optional(row, "slo"),
        optional(row, "duration_s"),
        Optional.of(row.text("entity")).filter(entity -> !entity.isEmpty()),
        alongside(row, gpuMilli),
        row.text("min_run_s").isEmpty()
            ? 0
            : row.number(
                "min_run_s",
                s -> s >= 0 && s <= RunBudget.MOST_SECONDS,
                "a number from 0 to " + RunBudget.MOST_SECONDS));
  }

  /** Returns the workers of further types that a co-gang holds, such as {@code h100=2|cpu=8}. */
  private static SortedMap<String, Integer> alongside(CsvFile.Row row, int gpuMilli) {
    SortedMap<String, Integer> workers = new TreeMap<>();
    String text = row.text("alongside");
    for (String part : text.isEmpty() ? List.<String>of() : List.of(text.split("\\|", -1))) {
      Matcher matcher = ALONGSIDE.matcher(part);
      boolean isNew = matcher.matches() && !workers.containsKey(matcher.group(1));
      if (!isNew || gpuMilli < Job.WHOLE_WORKER) {
        throw row.wrong(
            "alongside",
            text,
            "TYPE=WORKERS, such as h100=2, of different types separated by |, of a job on whole"
                + " workers");
      }
      workers.put(matcher.group(1), Integer.parseInt(matcher.group(2)));
    }
    return workers;
  }

  private double totalSteps(CsvFile.Row row, JobKind kind) {
    String on = row.text("duration_on");
    OptionalDouble duration = optional(row, "duration_s");
    if (duration.isEmpty() || !row.text("total_steps").isEmpty()) {
      if (!on.isEmpty()) {
        throw row.wrong("duration_on", on, "empty where total_steps are given");
      }
      if (row.text("total_steps").isEmpty()) {
        throw row.wrong("total_steps", "empty", "given, or else duration_s");
      }
      return row.positive("total_steps");
    }
    return duration.getAsDouble() * table.map(rates -> rate(row, rates, kind, on)).orElse(1.0);
  }

  /** Returns the rate of a job on its worker type, by default the fastest. */
  private static double rate(CsvFile.Row row, ThroughputTable table, JobKind kind, String on) {
    if (!on.isEmpty() && !table.workerTypes().contains(on)) {
      throw row.wrong(
          "duration_on",
          on,
          "a worker type of the table: " + String.join(", ", table.workerTypes()));
    }
    if (!table.kinds().contains(kind)) {
      return 1;
    }
    double rate =
        table.workerTypes().stream()
            .filter(type -> on.isEmpty() || type.equals(on))
            .mapToDouble(type -> table.stepsPerSecond(type, kind).orElse(0))
            .max()
            .orElse(0);
    if (rate == 0) {
      throw row.wrong("duration_on", on, "a worker type with a throughput of " + kind);
    }
    return rate;
  }

  private static int gpuMilli(CsvFile.Row row, int least, String why) {
    return row.text("gpu_milli").isEmpty()
        ? Job.WHOLE_WORKER
        : (int)
            row.number(
                "gpu_milli",
                m -> m >= least && m <= Job.WHOLE_WORKER && m == Math.rint(m),
                "a whole number from %s to %s%s".formatted(least, Job.WHOLE_WORKER, why));
  }

  private static OptionalDouble optional(CsvFile.Row row, String column) {
    return row.text(column).isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(row.positive(column));
  }
}
