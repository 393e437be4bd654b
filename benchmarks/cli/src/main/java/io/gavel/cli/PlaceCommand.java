package io.gavel.cli;

import io.gavel.catalog.PlacementCatalog;
import io.gavel.catalog.PlacementChoice;
import io.gavel.cli.options.ClasspathOption;
import io.gavel.cli.options.GavelCommand;
import io.gavel.cli.options.ProgressOption;
import io.gavel.cli.options.Range;
import io.gavel.cli.options.SeedRange;
import io.gavel.cli.report.ExitStatus;
import io.gavel.cli.report.PlaceReport;
import io.gavel.cli.report.Progress;
import io.gavel.cli.report.TextTable;
import io.gavel.experiment.placement.Inflation;
import io.gavel.experiment.placement.InflationResult;
import io.gavel.input.PlacementReader;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gavel place}: places tasks on servers until demand exceeds the GPUs. */
@Command(name = "place")
final class PlaceCommand extends GavelCommand {

  @Option(names = "--nodes", required = true, paramLabel = "FILE")
  private Path nodes = Path.of("");

  @Option(names = "--pods", required = true, paramLabel = "FILE")
  private Path pods = Path.of("");

  @Option(names = "--placement", required = true, split = ",", paramLabel = "NAME")
  private List<String> placements = List.of();

  @Option(names = "--seeds", paramLabel = "N..M", defaultValue = "42..51")
  private String seeds = "";

  @Option(names = "--window", paramLabel = "N", defaultValue = "1000")
  private int window;

  @Mixin private ClasspathOption own = new ClasspathOption();

  @Mixin private ProgressOption progress = new ProgressOption();

  @Option(names = "--json")
  private boolean json;

  @Override
  public Integer call() {
    Range.require(window >= 1, "--window", window, "at least 1");
    List<PlacementChoice> entries = entries();
    List<Long> draws = SeedRange.parse(seeds);
    Inflation inflation =
        new Inflation(PlacementReader.servers(nodes), PlacementReader.tasks(pods));
    PrintWriter out = out();
    TextTable table = new TextTable();
    PlaceReport.header(table);
    int done = 0;
    try (Progress bar = progress.of("runs", entries.size() * draws.size())) {
      for (PlacementChoice entry : entries) {
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

  private List<PlacementChoice> entries() {
    return placements.equals(List.of("all"))
        ? List.of(PlacementCatalog.values())
        : placements.stream().map(name -> PlacementChoice.of(name, own.classes())).toList();
  }
}
