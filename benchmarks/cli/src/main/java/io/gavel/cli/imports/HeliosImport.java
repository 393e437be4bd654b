package io.gavel.cli.imports;

import io.gavel.cli.imports.Imported.ImportedJob;
import io.gavel.policies.model.Holding;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code gavel import helios}: the job log of a Helios cluster as a trace. */
@Command(name = "helios")
final class HeliosImport extends ImportingCommand {

  @Parameters(paramLabel = "JOB_LOG.csv", description = "The file cluster_log.csv of a cluster.")
  private Path log = Path.of("");

  @Option(names = "--gpus", paramLabel = "FILE.csv")
  private @Nullable Path gpus;

  @Mixin private SpeedOptions assumed = new SpeedOptions();

  @Mixin private TraceOptions trace = new TraceOptions();

  @Override
  public Integer call() {
    CsvTable table =
        CsvTable.read(log, ',', "job_id", "vc", "gpu_num", "node_num", "submit_time", "duration");
    Imported imported = new Imported();
    int ofServer = 1;
    for (CsvTable.Row row : table.rows()) {
      int workers = row.count("gpu_num").orElseThrow(() -> row.wrong("gpu_num", "a whole number"));
      OptionalDouble submitted = seconds(row.text("submit_time"));
      OptionalDouble duration = row.number("duration");
      if (workers == 0) {
        imported.leaveOut("of jobs without GPU");
      } else if (submitted.isEmpty()) {
        imported.leaveOut("of jobs without submit_time");
      } else if (!(duration.orElse(0) > 0)) {
        imported.leaveOut("of jobs that ran for 0 s");
      } else {
        int nodes = Math.max(1, row.count("node_num").orElse(1));
        ofServer = Math.max(ofServer, (workers + nodes - 1) / nodes);
        imported.add(
            new ImportedJob(
                row.text("job_id"),
                team(row.text("vc")),
                "any",
                Holding.of(workers),
                submitted.getAsDouble(),
                duration,
                Optional.of(trace.type()),
                Set.of()));
      }
    }
    if (gpus != null) {
      addCluster(gpus, ofServer, imported);
    }
    trace.slice(imported);
    return write(assumed.files("helios", imported).trace().cluster().files(), imported);
  }

  /** Adds the workers and quotas of the last day; servers are as large as a job fills them. */
  private void addCluster(Path file, int ofServer, Imported imported) {
    CsvTable table = CsvTable.read(file, ',', "date", "total");
    if (table.rows().isEmpty()) {
      throw wrong(file, "has no day");
    }
    CsvTable.Row last = table.rows().get(table.rows().size() - 1);
    for (String column : table.columns()) {
      if (!column.equals("date")) {
        int count = last.count(column).orElseThrow(() -> last.wrong(column, "a whole number"));
        if (column.equals("total")) {
          imported.add(trace.type(), count, ofServer);
        } else if (count > 0) {
          imported.add(column, 1, Map.of(trace.type(), count));
        }
      }
    }
    imported.note("workers and quotas are those of %s".formatted(last.text("date")));
  }
}
