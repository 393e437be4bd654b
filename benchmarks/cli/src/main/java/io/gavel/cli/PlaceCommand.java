package io.gavel.cli;

import io.gavel.catalog.PlacementCatalog;
import io.gavel.cli.options.ProgressOption;
import io.gavel.cli.options.SeedRange;
import io.gavel.cli.report.ExitStatus;
import io.gavel.cli.report.PlaceReport;
import io.gavel.cli.report.Progress;
import io.gavel.cli.report.TextTable;
import io.gavel.experiment.placement.Inflation;
import io.gavel.experiment.placement.InflationResult;
import io.gavel.input.PlacementReader;
import io.gavel.workload.InvalidInputException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code gavel place}: tasks on servers until more GPUs are asked for than there are. */
@Command(
    name = "place",
    mixinStandardHelpOptions = true,
    description = "Places tasks on servers until 130 %% of the GPUs are asked for.",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:every placement was measured",
      "2:unknown placement, unreadable or invalid input"
    },
    footer = {
      "%nAll tasks arrive in a random order, then more of them, drawn with replacement; none"
          + " leaves, and",
      "one that fits nowhere is dropped. Allocation and fragmentation are per cent of all GPUs,"
          + " means",
      "over the seeds; wall_ms is the mean time of one run. fgd knows the tasks beforehand (the"
          + " kinds",
      "that make up 95 %%), learning knows the last of them, the others know nothing."
    })
final class PlaceCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(names = "--nodes", required = true, paramLabel = "FILE", description = "Servers in CSV.")
  private Path nodes = Path.of("");

  @Option(names = "--pods", required = true, paramLabel = "FILE", description = "Tasks in CSV.")
  private Path pods = Path.of("");

  @Option(
      names = "--placement",
      required = true,
      split = ",",
      paramLabel = "NAME",
      description = {
        "Separated by commas: fgd, bestfit, packing, clustering, dotprod, random, firstfit,",
        "worstfit, strided, learning; all = each of them."
      })
  private List<String> placements = List.of();

  @Option(
      names = "--seeds",
      paramLabel = "N..M",
      defaultValue = "42..51",
      description = "One run for each of these (default ${DEFAULT-VALUE}).")
  private String seeds = "";

  @Option(
      names = "--window",
      paramLabel = "N",
      defaultValue = "1000",
      description = "How many tasks learning looks back on (default ${DEFAULT-VALUE}).")
  private int window;

  @Mixin private ProgressOption progress = new ProgressOption();

  @Option(names = "--json", description = "One JSON object a line for each placement.")
  private boolean json;

  @Override
  public Integer call() {
    if (window < 1) {
      throw new InvalidInputException("--window is %d; must be at least 1".formatted(window));
    }
    List<PlacementCatalog> entries = entries();
    List<Long> draws = SeedRange.parse(seeds);
    Inflation inflation =
        new Inflation(PlacementReader.servers(nodes), PlacementReader.tasks(pods));
    PrintWriter out = spec.commandLine().getOut();
    TextTable table = new TextTable();
    PlaceReport.header(table);
    int done = 0;
    try (Progress bar = progress.of("runs", entries.size() * draws.size())) {
      for (PlacementCatalog entry : entries) {
        List<InflationResult> runs = new ArrayList<>();
        for (long seed : draws) {
          runs.add(inflation.run(entry.strategy(inflation.mix(), window, seed), seed));
          bar.step(++done, entry.key());
        }
        if (json) {
          out.println(PlaceReport.json(entry.key(), runs));
          out.flush();
        } else {
          PlaceReport.row(table, entry.key(), runs);
        }
      }
    }
    if (!json) {
      out.print(table);
      out.flush();
    }
    return ExitStatus.OK.code();
  }

  private List<PlacementCatalog> entries() {
    return placements.equals(List.of("all"))
        ? List.of(PlacementCatalog.values())
        : placements.stream().map(PlacementCatalog::of).toList();
  }
}
