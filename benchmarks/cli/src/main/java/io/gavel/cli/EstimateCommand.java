package io.gavel.cli;

import io.gavel.catalog.MethodCatalog;
import io.gavel.cli.options.ProgressOption;
import io.gavel.cli.report.EstimationReport;
import io.gavel.cli.report.EstimationRun;
import io.gavel.cli.report.ExitStatus;
import io.gavel.cli.report.Progress;
import io.gavel.cli.report.TextTable;
import io.gavel.estimator.table.ReferenceTable;
import io.gavel.input.ThroughputTableReader;
import io.gavel.workload.InvalidInputException;
import io.gavel.workload.NormalizedRates;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code gavel estimate}: how well throughputs are estimated from few measurements. */
@Command(
    name = "estimate",
    mixinStandardHelpOptions = true,
    description = {
      "Measures how well throughputs are estimated from few measurements.",
      "Of the job types on one worker some are references; the others are new, and",
      "some of their rates beside a partner are measured."
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {"0:done", "2:bad usage, unknown method, unreadable or invalid table"},
    footer = {
      "%nRates are fractions of the rate alone on the worker type. Errors and coverage count what"
          + " was not",
      "measured. RMSE (rmse in JSON) is a mean over rows, one a new job type and draw; RMSE,"
          + " pooled",
      "(rmse_pooled) is over all cells at once. Coverage is of 90 %% intervals. Worker types that"
          + " end in",
      "_unconsolidated are left out: they are for jobs on several workers."
    })
final class EstimateCommand implements Callable<Integer> {

  private static final int DRAWS = 20;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--table",
      paramLabel = "FILE",
      description = "JSON table of throughputs; required except for --method list.")
  private @Nullable Path file;

  @Option(
      names = "--profile",
      paramLabel = "P",
      defaultValue = "0.2",
      description = "Probability that a column is measured (default ${DEFAULT-VALUE}).")
  private double profile;

  @Option(
      names = "--references",
      paramLabel = "N",
      defaultValue = "16",
      description = "How many job types are references (default ${DEFAULT-VALUE}).")
  private int references;

  @Option(
      names = "--method",
      paramLabel = "NAME",
      defaultValue = "standard",
      description =
          "Method (default ${DEFAULT-VALUE}); list = tell the names; - and _ are the same.")
  private String method = "";

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "One draw of references; without, the mean of the seeds 0 to 19.")
  private @Nullable Long seed;

  @Mixin private ProgressOption progress = new ProgressOption();

  @Option(names = "--json", description = "One JSON object.")
  private boolean json;

  @Override
  public Integer call() {
    if (method.strip().equalsIgnoreCase(MethodCatalog.LIST)) {
      print(methods());
      return ExitStatus.OK.code();
    }
    MethodCatalog.Entry entry = MethodCatalog.entry("--method", method);
    EstimationRun.Setup setup = setup();
    long start = System.nanoTime();
    EstimationRun run;
    try (Progress bar = progress.of("draws", setup.seeds().size())) {
      run = EstimationRun.of(entry.method(), setup, done -> bar.step(done, entry.key()));
    }
    double wallMillis = (System.nanoTime() - start) / 1e6;
    print(
        json
            ? EstimationReport.json(entry.key(), setup, run, wallMillis) + "\n"
            : EstimationReport.text(entry.key(), setup, run, wallMillis));
    return ExitStatus.OK.code();
  }

  private static String methods() {
    TextTable table = new TextTable();
    MethodCatalog.entries()
        .forEach(entry -> table.cell(entry.key()).text(entry.summary()).endRow());
    return table.toString();
  }

  private EstimationRun.Setup setup() {
    if (file == null) {
      throw new InvalidInputException("--table is missing; must be a file of throughputs in JSON");
    }
    if (!(profile >= 0 && profile <= 1)) {
      throw new InvalidInputException("--profile is %s; must be from 0 to 1".formatted(profile));
    }
    ReferenceTable table = NormalizedRates.all(file.toString(), ThroughputTableReader.read(file));
    if (references < 1 || references >= table.size()) {
      throw new InvalidInputException(
          "--references is %d; must be at least 1 and less than the %d job types of %s"
              .formatted(references, table.size(), file));
    }
    List<Long> seeds = seed == null ? LongStream.range(0, DRAWS).boxed().toList() : List.of(seed);
    return new EstimationRun.Setup(table, references, profile, seeds);
  }

  private void print(String text) {
    spec.commandLine().getOut().print(text);
    spec.commandLine().getOut().flush();
  }
}
