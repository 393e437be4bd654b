package io.gavel.input;

import io.gavel.policies.model.Job;
import io.gavel.simulator.JobOutcome;
import io.gavel.workload.InvalidInputException;
import io.gavel.workload.JobKind;
import io.gavel.workload.TraceJob;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;

/** Reads lists of jobs as others publish them: Philly's durations and the files of Tiresias. */
public final class ServiceReader {

  private static final long MOST_SECONDS = 1_000_000_000;

  private ServiceReader() {}

  /**
   * The service of a job.
   *
   * @param seconds finite and {@code > 0}
   * @param workers at least 1
   */
  public record Service(double seconds, int workers) {}

  /**
   * Reads durations and workers: {@code duration_s}, {@code num_gpus}.
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
                    row.positive("duration_s"),
                    (int) row.number("num_gpus", 1, ClusterSpec.MOST_WORKERS)));
  }

  /**
   * Reads a trace of Tiresias' simulator. A step takes one second, since the simulator knows
   * durations and no rates.
   *
   * @param file a CSV file
   * @return the jobs, in the order of the file
   * @throws InvalidInputException naming file, line, value and what is allowed
   */
  public static List<TraceJob> tiresiasJobs(Path file) {
    List<String> columns = List.of("job_id", "num_gpu", "submit_time", "model_name", "duration");
    return new CsvFile(
            InputText.read(file), columns, List.of("iterations", "interval"), CsvFile::fail)
        .rows(
            row -> {
              double seconds = row.positive("duration");
              return new TraceJob(
                  row.name(),
                  row.number("submit_time", MOST_SECONDS),
                  kind(row, row.name("model_name")),
                  seconds,
                  1,
                  OptionalDouble.empty(),
                  OptionalDouble.of(seconds));
            });
  }

  /**
   * Reads the outcomes of Tiresias' simulator.
   *
   * @param file a CSV file
   * @return when each job started and completed, in the order of the file
   * @throws InvalidInputException naming file, line, value and what is allowed
   */
  public static List<JobOutcome> tiresiasOutcomes(Path file) {
    List<String> columns = List.of("job_id", "num_gpu", "submit_time", "start_time", "end_time");
    List<String> unused =
        List.of(
            "time",
            "executed_time",
            "JCT",
            "duration",
            "pending_time",
            "preempt",
            "resume",
            "promote");
    return new CsvFile(InputText.read(file), columns, unused, CsvFile::fail)
        .rows(
            row ->
                new JobOutcome(
                    row.name(),
                    kind(row, "any"),
                    Job.WHOLE_WORKER,
                    1,
                    row.number("submit_time", MOST_SECONDS),
                    OptionalDouble.of((double) row.number("start_time", MOST_SECONDS)),
                    OptionalDouble.of((double) row.number("end_time", MOST_SECONDS))));
  }

  /**
   * Reads the sampled service of jobs on YARN, from which Tiresias takes its Gittins index.
   *
   * @param file a CSV file with the column {@code duration}
   * @return the total service of each job, worker-seconds, {@code [job]}, at least one
   * @throws InvalidInputException naming file, line, value and what is allowed
   */
  public static double[] tiresiasService(Path file) {
    return new CsvFile(InputText.read(file), List.of("duration"), List.of(), CsvFile::fail)
        .lines(row -> row.positive("duration")).stream().mapToDouble(Double::doubleValue).toArray();
  }

  private static JobKind kind(CsvFile.Row row, String type) {
    return new JobKind(type, (int) row.number("num_gpu", 1, ClusterSpec.MOST_WORKERS));
  }
}
