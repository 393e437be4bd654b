package io.gavel.cli;

import io.gavel.catalog.MethodCatalog;
import io.gavel.cli.operate.WhatNextReport;
import io.gavel.cli.options.ClasspathOption;
import io.gavel.cli.options.GavelCommand;
import io.gavel.cli.options.ProgressOption;
import io.gavel.cli.options.Range;
import io.gavel.cli.report.EstimationReport;
import io.gavel.cli.report.EstimationRun;
import io.gavel.cli.report.ExitStatus;
import io.gavel.cli.report.Progress;
import io.gavel.cli.report.TextTable;
import io.gavel.estimator.table.ReferenceTable;
import io.gavel.input.ProblemReader;
import io.gavel.input.ThroughputTableReader;
import io.gavel.workload.InvalidInputException;
import io.gavel.workload.NormalizedRates;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gavel estimate}: measures the accuracy of throughput estimation. */
@Command(name = "estimate")
final class EstimateCommand extends GavelCommand {

  private static final int DRAWS = 20;

  @Option(
      names = {"--throughputs", "--table"},
      paramLabel = "FILE")
  private @Nullable Path file;

  @Option(names = "--profile", paramLabel = "P", defaultValue = "0.2")
  private double profile;

  @Option(names = "--references", paramLabel = "N", defaultValue = "16")
  private int references;

  @Option(names = "--method", paramLabel = "NAME", defaultValue = "standard")
  private String method = "";

  @Option(names = "--seed", paramLabel = "N")
  private @Nullable Long seed;

  @Option(names = "--what-next", paramLabel = "PROBLEM")
  private @Nullable Path whatNext;

  @Option(names = "--policy", paramLabel = "NAME", defaultValue = "max_min_fairness")
  private String policy = "";

  @Mixin private ClasspathOption own = new ClasspathOption();

  @Mixin private ProgressOption progress = new ProgressOption();

  @Option(names = "--json")
  private boolean json;

  @Override
  public Integer call() {
    if (whatNext != null) {
      if (file != null) {
        throw new InvalidInputException("--what-next reads a problem and no --throughputs");
      }
      WhatNextReport report = WhatNextReport.of(own.policy(policy), ProblemReader.read(whatNext));
      out().print(json ? report.json() + "\n" : report.text());
      return ExitStatus.OK.code();
    }
    if (method.strip().equalsIgnoreCase(MethodCatalog.LIST)) {
      out().print(methods());
      return ExitStatus.OK.code();
    }
    MethodCatalog.Entry entry = MethodCatalog.entry("--method", method, own.classes());
    EstimationRun.Setup setup = setup();
    long start = System.nanoTime();
    EstimationRun run;
    try (Progress bar = progress.of("draws", setup.seeds().size())) {
      run = EstimationRun.of(entry.method(), setup, done -> bar.step(done, entry.key()));
    }
    double wallMillis = (System.nanoTime() - start) / 1e6;
    out()
        .print(
            json
                ? EstimationReport.json(entry.key(), setup, run, wallMillis) + "\n"
                : EstimationReport.text(entry.key(), setup, run, wallMillis));
    return ExitStatus.OK.code();
  }

  private String methods() {
    TextTable table = new TextTable();
    MethodCatalog.entries(own.classes())
        .forEach(entry -> table.cell(entry.key()).text(entry.summary()).endRow());
    return table.toString();
  }

  private EstimationRun.Setup setup() {
    if (file == null) {
      throw new InvalidInputException(
          "--throughputs is missing; it must be a throughput table in JSON");
    }
    Range.require(profile >= 0 && profile <= 1, "--profile", profile, "from 0 to 1");
    ReferenceTable table = NormalizedRates.all(file.toString(), ThroughputTableReader.read(file));
    if (references < 1 || references >= table.size()) {
      throw new InvalidInputException(
          "--references is %s; it must be at least 1 and less than the %s job types of %s"
              .formatted(references, table.size(), file));
    }
    List<Long> seeds = seed == null ? LongStream.range(0, DRAWS).boxed().toList() : List.of(seed);
    return new EstimationRun.Setup(table, references, profile, seeds);
  }
}
