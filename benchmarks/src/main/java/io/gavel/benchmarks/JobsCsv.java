package io.gavel.benchmarks;

import io.gavel.benchmarks.input.FileTrouble;
import io.gavel.benchmarks.simulation.JobOutcome;
import io.gavel.benchmarks.simulation.SimulationResult;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalDouble;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;

/**
 * What became of each job as CSV, a line a job in order of arrival; numbers are printed in full,
 * and what a job does not have is empty.
 */
final class JobsCsv {

  private static final CSVFormat FORMAT =
      CSVFormat.RFC4180
          .builder()
          .setRecordSeparator('\n')
          .setHeader(
              "job_id",
              "job_type",
              "scale_factor",
              "priority_weight",
              "arrival_s",
              "start_s",
              "completion_s",
              "jct_s",
              "rho",
              "restarts",
              "measured")
          .get();

  private JobsCsv() {}

  /** Writes a file. */
  static void write(Path file, SimulationResult result) {
    try (Writer text = Files.newBufferedWriter(file);
        CSVPrinter csv = new CSVPrinter(text, FORMAT)) {
      for (int i = 0; i < result.jobs().size(); i++) {
        JobOutcome job = result.jobs().get(i);
        csv.printRecord(
            job.id(),
            job.kind().jobType(),
            job.kind().scaleFactor(),
            job.weight(),
            job.arrivalSeconds(),
            number(job.startSeconds()),
            number(job.completionSeconds()),
            number(job.jctSeconds()),
            number(job.rho()),
            job.restarts(),
            result.window().contains(i) ? 1 : 0);
      }
    } catch (IOException e) {
      throw FileTrouble.unwritable(file, e);
    }
  }

  private static String number(OptionalDouble value) {
    return value.isPresent() ? Double.toString(value.getAsDouble()) : "";
  }
}
