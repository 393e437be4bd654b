package io.gavel.input;

import io.gavel.policies.model.Job;
import io.gavel.simulator.RunBudget;
import io.gavel.workload.InvalidInputException;
import io.gavel.workload.JobKind;
import io.gavel.workload.TraceJob;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Consumer;

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

  private TraceReader() {}

  /**
   * Reads a trace.
   *
   * @param file a CSV file
   * @return its jobs in order of arrival, ties in the order of the file
   * @throws InvalidInputException naming file, line, value and the allowed values
   */
  public static List<TraceJob> read(Path file) {
    return InputKind.TRACE.read(InputText.read(file), input -> jobs(input, CsvFile::fail));
  }

  /**
   * Returns the mistakes of a trace, at most one a line.
   *
   * @param input the text of a CSV file
   * @return messages with file, line, value and the allowed values; empty if the file is valid
   */
  static List<String> mistakes(InputText input) {
    return CsvFile.mistakes(mistakes -> jobs(input, mistakes));
  }

  private static List<TraceJob> jobs(InputText input, Consumer<InvalidInputException> mistakes) {
    return new CsvFile(input, REQUIRED, OPTIONAL, mistakes)
        .rows(TraceReader::job).stream()
            .sorted(Comparator.comparingDouble(TraceJob::arrivalSeconds))
            .toList();
  }

  private static TraceJob job(CsvFile.Row row) {
    double scaleFactor =
        row.number(
            "scale_factor",
            s -> s >= 1 && s <= 1e6 && s == Math.rint(s),
            "a whole number of at least 1");
    int gpuMilli =
        scaleFactor > 1
            ? gpuMilli(row, Job.WHOLE_WORKER, ", because a gang takes whole workers")
            : gpuMilli(row, 1, "");
    return new TraceJob(
        row.name(),
        row.number(
            "arrival_s",
            a -> a >= 0 && a <= RunBudget.MOST_SECONDS,
            "a number from 0 to " + RunBudget.MOST_SECONDS),
        new JobKind(row.name("job_type"), (int) scaleFactor),
        gpuMilli,
        row.positive("total_steps"),
        optional(row, "priority_weight").orElse(1),
        optional(row, "slo"),
        optional(row, "duration_s"));
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
