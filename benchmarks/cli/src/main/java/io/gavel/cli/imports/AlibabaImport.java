package io.gavel.cli.imports;

import io.gavel.cli.imports.Imported.ImportedJob;
import io.gavel.policies.model.Holding;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code gavel import alibaba}: the tasks of the cluster openb of 2023 as a trace. */
@Command(name = "alibaba")
final class AlibabaImport extends ImportingCommand {

  @Parameters(paramLabel = "TASKS.csv", description = "A file openb_pod_list_*.csv.")
  private Path tasks = Path.of("");

  @Option(names = "--nodes", paramLabel = "FILE.csv", required = true)
  private Path nodes = Path.of("");

  @Mixin private SpeedOptions assumed = new SpeedOptions();

  @Mixin private TraceOptions trace = new TraceOptions();

  @Override
  public Integer call() {
    Imported imported = new Imported();
    CsvTable servers = CsvTable.read(nodes, ',', "gpu", "model");
    for (CsvTable.Row row : servers.rows()) {
      int gpus = row.count("gpu").orElseThrow(() -> row.wrong("gpu", "a whole number"));
      if (gpus > 0) {
        imported.add(row.text("model"), gpus, gpus);
      }
    }
    CsvTable table =
        CsvTable.read(
            tasks,
            ',',
            "name",
            "num_gpu",
            "gpu_milli",
            "creation_time",
            "deletion_time",
            "scheduled_time");
    for (CsvTable.Row row : table.rows()) {
      add(row, imported);
    }
    imported.note(
        "the log does not name the GPUs that a task had; its duration counts on the fastest that"
            + " it accepts");
    trace.slice(imported);
    return write(assumed.files("alibaba", imported).trace().cluster().files(), imported);
  }

  private static void add(CsvTable.Row row, Imported imported) {
    int gpus = row.count("num_gpu").orElseThrow(() -> row.wrong("num_gpu", "a whole number"));
    OptionalDouble created = row.number("creation_time");
    OptionalDouble scheduled = row.number("scheduled_time");
    OptionalDouble deleted = row.number("deletion_time");
    Set<String> models = new TreeSet<>();
    if (!row.text("gpu_spec").isEmpty()) {
      models.addAll(List.of(row.text("gpu_spec").split("\\|", -1)));
    }
    if (gpus == 0) {
      imported.leaveOut("of tasks without GPU");
    } else if (scheduled.isEmpty()) {
      imported.leaveOut("of tasks that never started");
    } else if (created.isEmpty() || deleted.isEmpty()) {
      imported.leaveOut("of tasks without creation_time or deletion_time");
    } else if (deleted.getAsDouble() <= scheduled.getAsDouble()) {
      imported.leaveOut("of tasks that ran for 0 s");
    } else if (!imported.workers().keySet().containsAll(models)) {
      imported.leaveOut("of tasks for models that --nodes lacks");
    } else {
      imported.add(
          new ImportedJob(
              row.text("name"),
              Optional.empty(),
              models.isEmpty() ? "any" : "on " + String.join(" or ", models),
              gpus > 1
                  ? Holding.of(gpus)
                  : Holding.share(
                      row.count("gpu_milli")
                          .orElseThrow(() -> row.wrong("gpu_milli", "a whole number"))),
              created.getAsDouble(),
              OptionalDouble.of(deleted.getAsDouble() - scheduled.getAsDouble()),
              Optional.empty(),
              OptionalDouble.empty(),
              OptionalDouble.empty(),
              Map.of(),
              models,
              1));
    }
  }
}
