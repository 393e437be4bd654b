package io.gavel.input;

import io.gavel.workload.InvalidInputException;
import java.nio.file.Path;
import java.util.List;

/** Reads the durations and workers of jobs in CSV: {@code duration_s}, {@code num_gpus}. */
public final class ServiceReader {

  private static final int MOST_WORKERS = 1_000_000;

  private ServiceReader() {}

  /**
   * The service of a job.
   *
   * @param seconds finite and {@code > 0}
   * @param workers at least 1
   */
  public record Service(double seconds, int workers) {}

  /**
   * Reads a list.
   *
   * @param file a CSV file
   * @return a service for each line, at least one
   * @throws InvalidInputException naming file, line, value and what is allowed
   */
  public static List<Service> read(Path file) {
    List<String> columns = List.of("duration_s", "num_gpus");
    return new CsvFile(InputText.read(file), columns, List.of(), CsvFile::fail)
        .lines(
            row ->
                new Service(
                    row.positive("duration_s"), (int) row.number("num_gpus", 1, MOST_WORKERS)));
  }
}
