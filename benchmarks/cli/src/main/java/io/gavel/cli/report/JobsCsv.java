package io.gavel.cli.report;

import io.gavel.simulator.JobOutcome;
import io.gavel.simulator.SimulationResult;
import java.nio.file.Path;
import java.util.OptionalDouble;

/**
 * Writes the outcome of each job as CSV, one line per job in order of arrival. Numbers have full
 * precision; values that a job does not have are empty.
 */
public final class JobsCsv {

  private static final Object[] HEADER = {
    "job_id",
    "job_type",
    "scale_factor",
    "gpu_milli",
    "priority_weight",
    "arrival_s",
    "start_s",
    "completion_s",
    "jct_s",
    "contention_slowdown",
    "restarts",
    "measured"
  };

  private JobsCsv() {}

  /** Writes the file. */
  public static void write(Path file, SimulationResult result) {
    StringBuilder text = new StringBuilder(CsvLine.of(HEADER));
    for (int i = 0; i < result.jobs().size(); i++) {
      text.append(line(result.jobs().get(i), result.window().contains(i)));
    }
    OutputFile.write(file, text.toString());
  }

  private static String line(JobOutcome job, boolean measured) {
    return CsvLine.of(
        job.id(),
        job.kind().jobType(),
        job.kind().scaleFactor(),
        job.gpuMilli(),
        job.weight(),
        job.arrivalSeconds(),
        number(job.startSeconds()),
        number(job.completionSeconds()),
        number(job.jctSeconds()),
        number(job.rho()),
        job.restarts(),
        measured ? 1 : 0);
  }

  private static String number(OptionalDouble value) {
    return value.isPresent() ? Double.toString(value.getAsDouble()) : "";
  }
}
