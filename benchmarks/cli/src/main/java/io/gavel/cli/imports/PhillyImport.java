package io.gavel.cli.imports;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.gavel.cli.imports.Imported.ImportedJob;
import io.gavel.input.InputText;
import io.gavel.policies.model.Holding;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code gavel import philly}: the job log of Microsoft's Philly clusters as a trace. */
@Command(name = "philly")
final class PhillyImport extends ImportingCommand {

  @Parameters(paramLabel = "JOB_LOG", description = "The file cluster_job_log.")
  private Path log = Path.of("");

  @Option(names = "--machines", paramLabel = "FILE.csv")
  private @Nullable Path machines;

  @Mixin private SpeedOptions assumed = new SpeedOptions();

  @Mixin private TraceOptions trace = new TraceOptions();

  @Override
  public Integer call() {
    JsonNode jobs;
    try {
      jobs = JsonMapper.builder().build().readTree(InputText.read(log).text());
    } catch (JsonProcessingException e) {
      throw wrong(log, "is not valid JSON: " + e.getOriginalMessage());
    }
    if (!jobs.isArray()) {
      throw wrong(log, "is no list of jobs, as cluster_job_log is");
    }
    Imported imported = new Imported();
    Map<String, String> typeOf = machines(imported);
    for (JsonNode job : jobs) {
      add(job, typeOf, imported);
    }
    trace.slice(imported);
    return write(assumed.files("philly", imported).trace().cluster().files(), imported);
  }

  /** Returns the worker type of each machine: its GPUs are told apart by their memory. */
  private Map<String, String> machines(Imported imported) {
    Map<String, String> typeOf = new HashMap<>();
    if (machines != null) {
      CsvTable table =
          CsvTable.read(machines, ',', "machineId", "number of GPUs", "single GPU mem");
      for (CsvTable.Row row : table.rows()) {
        String type = "gpu-" + row.text("single GPU mem").toLowerCase(Locale.ROOT).strip();
        int gpus =
            row.count("number of GPUs")
                .orElseThrow(() -> row.wrong("number of GPUs", "a whole number"));
        typeOf.put(row.text("machineId"), type);
        imported.add(type, gpus, gpus);
      }
    }
    return typeOf;
  }

  /** A job ran for as long as all its attempts, on the GPUs of the last one. */
  private void add(JsonNode job, Map<String, String> typeOf, Imported imported) {
    double ran = 0;
    int gpus = 0;
    Set<String> types = new HashSet<>();
    for (JsonNode attempt : job.path("attempts")) {
      OptionalDouble start = seconds(attempt.path("start_time").asText());
      OptionalDouble end = seconds(attempt.path("end_time").asText());
      if (start.isEmpty() || end.isEmpty()) {
        imported.leaveOut("of jobs with an attempt without start_time or end_time");
        return;
      }
      ran += end.getAsDouble() - start.getAsDouble();
      gpus = 0;
      types.clear();
      for (JsonNode machine : attempt.path("detail")) {
        gpus += machine.path("gpus").size();
        types.add(
            machines == null ? trace.type() : typeOf.getOrDefault(machine.path("ip").asText(), ""));
      }
    }
    OptionalDouble submitted = seconds(job.path("submitted_time").asText());
    if (job.path("attempts").isEmpty()) {
      imported.leaveOut("of jobs that never started");
    } else if (submitted.isEmpty()) {
      imported.leaveOut("of jobs without submitted_time");
    } else if (gpus == 0) {
      imported.leaveOut("of jobs without GPU");
    } else if (ran <= 0) {
      imported.leaveOut("of jobs that ran for 0 s");
    } else if (types.contains("")) {
      imported.leaveOut("of jobs on machines that --machines lacks");
    } else if (types.size() > 1) {
      imported.leaveOut("of jobs that held GPUs of several types");
    } else {
      imported.add(
          new ImportedJob(
              job.path("jobid").asText(),
              team(job.path("vc").asText()),
              "any",
              Holding.of(gpus),
              submitted.getAsDouble(),
              OptionalDouble.of(ran),
              Optional.of(types.iterator().next()),
              Set.of()));
    }
  }
}
