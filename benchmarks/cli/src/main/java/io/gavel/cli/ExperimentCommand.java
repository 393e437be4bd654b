package io.gavel.cli;

import io.gavel.cli.options.ParallelOptions;
import io.gavel.cli.options.SeedRange;
import io.gavel.cli.report.ExitStatus;
import io.gavel.cli.report.ExperimentReport;
import io.gavel.cli.report.Progress;
import io.gavel.cli.report.ReproductionPage;
import io.gavel.experiment.Experiment;
import io.gavel.experiment.ExperimentRunner;
import io.gavel.experiment.ExperimentScale;
import io.gavel.experiment.PublishedData;
import io.gavel.experiment.Results;
import io.gavel.experiment.RunFile;
import io.gavel.input.FileErrors;
import io.gavel.reproduction.ExperimentCatalog;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code gavel experiment}: published results, run again. */
@Command(
    name = "experiment",
    mixinStandardHelpOptions = true,
    description = "Runs published experiments again, and sets the figures beside the published.",
    subcommands = {SchedulersCommand.class, PartsCommand.class},
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {"0:done", "1:a policy's solver ended without an answer", "2:bad usage"},
    footer = {
      "%nFigures are means over the seeds, beside those of the lowest and the highest seed."
          + " Simulations",
      "follow the original's rules, faults included, where nothing else is said; \"default\" runs"
          + " are",
      "right, and ideal ones have no rounds."
    })
final class ExperimentCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      arity = "0..1",
      paramLabel = "NAME",
      defaultValue = "",
      description = "Which; \"all\" for all. Without, lists them.")
  private String name = "";

  @Option(
      names = "--data",
      paramLabel = "FOLDER",
      defaultValue = "../shared/data",
      description = "Published throughputs, traces and task lists (default ${DEFAULT-VALUE}).")
  private Path data = Path.of("");

  @Option(
      names = "--seeds",
      paramLabel = "N[..M],...",
      description = "What is drawn (default: of each experiment its own, most of them 0..2).")
  private @Nullable String seeds;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Keeps runs, so that an interrupted command goes on where it was.")
  private @Nullable Path out;

  @Option(
      names = "--docs",
      paramLabel = "FOLDER",
      description = "Writes results/reproduction.md, its pages and pictures there.")
  private @Nullable Path docs;

  @Option(names = "--reduced", description = "Fewer jobs and seeds, to see that all of it runs.")
  private boolean reduced;

  @Mixin private ParallelOptions parallel = new ParallelOptions();

  @Option(names = "--json", description = "One JSON object a figure.")
  private boolean json;

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter printer = spec.commandLine().getOut();
    ExperimentScale experimentScale = reduced ? ExperimentScale.REDUCED : ExperimentScale.FULL;
    if (name.isEmpty()) {
      ExperimentCatalog.all(experimentScale)
          .forEach(e -> printer.printf("%s: %s%n", e.name(), e.claim()));
      return ExitStatus.OK.code();
    }
    List<Experiment> chosen = seeded(ExperimentCatalog.named(name, experimentScale));
    if (docs != null) {
      prepare(docs); // complains before the simulations, not after
    }
    RunFile runs = out == null ? RunFile.inMemory() : RunFile.open(out);
    ExperimentRunner runner =
        new ExperimentRunner(new PublishedData(data), runs, parallel.threads());
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
      write(docs, results);
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

  private static void prepare(Path folder) {
    try {
      ReproductionPage.prepare(folder);
    } catch (IOException e) {
      throw FileErrors.unwritable(folder, e);
    }
  }

  private static void write(Path folder, Map<Experiment, Results> results) {
    try {
      ReproductionPage.write(folder, results);
    } catch (IOException e) {
      throw FileErrors.unwritable(folder, e);
    }
  }
}
