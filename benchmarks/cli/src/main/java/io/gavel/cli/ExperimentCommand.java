package io.gavel.cli;

import io.gavel.cli.options.GavelCommand;
import io.gavel.cli.options.ParallelOptions;
import io.gavel.cli.options.SeedRange;
import io.gavel.cli.report.ExitStatus;
import io.gavel.cli.report.ExperimentReport;
import io.gavel.cli.report.Progress;
import io.gavel.cli.report.ReproductionPage;
import io.gavel.cli.report.ReproductionPage.Source;
import io.gavel.experiment.Experiment;
import io.gavel.experiment.ExperimentRunner;
import io.gavel.experiment.ExperimentScale;
import io.gavel.experiment.PublishedData;
import io.gavel.experiment.Results;
import io.gavel.experiment.RunFile;
import io.gavel.reproduction.ExperimentCatalog;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code gavel experiment}: reproduces published results. */
@Command(name = "experiment")
final class ExperimentCommand extends GavelCommand {

  @Parameters(
      arity = "0..1",
      paramLabel = "NAME",
      defaultValue = "",
      description = "Experiment to run, or \"all\". Lists them if omitted.")
  private String name = "";

  @Option(names = "--data", paramLabel = "FOLDER", defaultValue = "../shared/data")
  private Path data = Path.of("");

  @Option(names = "--seeds", paramLabel = "N[..M],...")
  private @Nullable String seeds;

  @Option(names = "--out", paramLabel = "FILE")
  private @Nullable Path out;

  @Option(names = "--docs", paramLabel = "FOLDER")
  private @Nullable Path docs;

  @Option(names = "--commit", paramLabel = "ID")
  private @Nullable String commit;

  @Option(names = "--reduced")
  private boolean reduced;

  @Mixin private ParallelOptions parallel = new ParallelOptions();

  @Option(names = "--json")
  private boolean json;

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter printer = out();
    ExperimentScale experimentScale = reduced ? ExperimentScale.REDUCED : ExperimentScale.FULL;
    if (name.isEmpty()) {
      ExperimentCatalog.all(experimentScale)
          .forEach(e -> printer.printf("%s: %s%n", e.name(), e.claim()));
      return ExitStatus.OK.code();
    }
    List<Experiment> chosen = seeded(ExperimentCatalog.named(name, experimentScale));
    if (docs != null) {
      ReproductionPage.prepare(docs, chosen); // fails before the simulations, not after them
    }
    PublishedData published = new PublishedData(data);
    RunFile runs =
        out == null ? RunFile.inMemory() : RunFile.open(out, GavelVersion.current(), published);
    runs.complaints().forEach(err()::println);
    ExperimentRunner runner = new ExperimentRunner(published, runs, parallel.threads());
    try (Progress bar = parallel.progress().of("runs", runner.missing(chosen))) {
      runner.run(chosen, done -> bar.step(done, ""));
    }
    Map<Experiment, Results> results = new LinkedHashMap<>();
    chosen.forEach(experiment -> results.put(experiment, runner.results(experiment)));
    results.forEach(
        (experiment, of) ->
            printer.print(
                json
                    ? ExperimentReport.json(experiment, of)
                    : ExperimentReport.text(experiment, of)));
    if (docs != null) {
      String origin = commit == null ? GavelVersion.current() : commit;
      String options = (reduced ? " --reduced" : "") + (seeds == null ? "" : " --seeds " + seeds);
      ReproductionPage.write(
          docs,
          ExperimentCatalog.all(ExperimentScale.FULL),
          results,
          new Source(origin, options, LocalDate.now(ZoneOffset.UTC)));
    }
    printer.flush();
    return ExitStatus.OK.code();
  }

  private List<Experiment> seeded(List<Experiment> experiments) {
    if (seeds == null) {
      return experiments;
    }
    List<Long> list = SeedRange.parse(seeds);
    return experiments.stream().map(experiment -> experiment.withSeeds(list)).toList();
  }
}
