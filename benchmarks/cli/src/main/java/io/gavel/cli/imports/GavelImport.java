package io.gavel.cli.imports;

import io.gavel.cli.imports.Imported.ImportedJob;
import io.gavel.input.InputText;
import io.gavel.policies.model.Holding;
import io.gavel.simulator.RunBudget;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * {@code gavel import gavel}: traces of the simulators of Gavel (10 columns) and Shockwave (12).
 */
@Command(name = "gavel")
final class GavelImport extends ImportingCommand {

  private static final String[] GAVEL = {
    "job_type",
    "command",
    "working_directory",
    "num_steps_arg",
    "needs_data_dir",
    "total_steps",
    "scale_factor",
    "priority_weight",
    "SLO",
    "arrival_time"
  };
  private static final String[] SHOCKWAVE = {
    "job_type", "command", "working_directory", "num_steps_arg", "needs_data_dir", "total_steps",
    "scale_factor", "mode", "priority_weight", "SLO", "duration", "arrival_time"
  };

  private static final String ABOVE_0 = "a number greater than 0";

  @Parameters(arity = "1..*", paramLabel = "FILE.trace", description = "Each becomes a trace.")
  private List<Path> traces = List.of();

  @Override
  public Integer call() {
    Imported imported = new Imported();
    for (Path trace : traces) {
      InputText input = InputText.read(trace);
      long columns = input.text().lines().findFirst().orElse("").split("\t", -1).length;
      if (columns != GAVEL.length && columns != SHOCKWAVE.length) {
        throw wrong(
            trace,
            "line 1 must have 10 or 12 columns, divided by tabs; it has %s".formatted(columns));
      }
      String name = traceName(trace, traces, ".trace");
      int job = 0;
      for (CsvTable.Row row :
          CsvTable.withoutHeader(input, '\t', columns == GAVEL.length ? GAVEL : SHOCKWAVE).rows()) {
        imported.add(name, job(Integer.toString(job), row));
        job++;
        if (!Set.of("", "static").contains(row.text("mode"))) {
          imported.note("batch sizes that change during a run stay as they are at its beginning");
        }
      }
    }
    return write(
        new ImportedFiles("gavel", imported, RelativeSpeeds.of(Optional.empty())).jobs().files(),
        imported);
  }

  private static ImportedJob job(String id, CsvTable.Row row) {
    if (row.text("job_type").isEmpty()) {
      throw row.wrong("job_type", "a name");
    }
    double slo = row.number("SLO", any -> true, "a number; below 0 for none");
    return new ImportedJob(
        id,
        Optional.empty(),
        row.text("job_type"),
        Holding.of(
            row.count("scale_factor")
                .filter(workers -> workers > 0)
                .orElseThrow(() -> row.wrong("scale_factor", "a whole number of at least 1"))),
        row.number(
            "arrival_time",
            a -> a >= 0 && a <= RunBudget.MOST_SECONDS,
            "a number from 0 to " + RunBudget.MOST_SECONDS),
        OptionalDouble.empty(),
        Optional.empty(),
        OptionalDouble.of(row.number("total_steps", s -> s > 0, ABOVE_0)),
        slo > 0 ? OptionalDouble.of(slo) : OptionalDouble.empty(),
        Map.of(),
        Set.of(),
        row.number("priority_weight", w -> w > 0, ABOVE_0));
  }
}
