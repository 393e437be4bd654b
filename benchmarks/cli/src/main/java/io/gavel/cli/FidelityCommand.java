package io.gavel.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gavel.cli.options.ProgressOption;
import io.gavel.cli.report.ExitStatus;
import io.gavel.cli.report.Json;
import io.gavel.cli.report.Progress;
import io.gavel.cli.report.TextTable;
import io.gavel.legacy.fidelity.Fidelity;
import io.gavel.legacy.fidelity.Kind;
import io.gavel.legacy.fidelity.Lag;
import io.gavel.legacy.fidelity.RoundPlanner;
import io.gavel.workload.InvalidInputException;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code gavel fidelity}: measures how closely rounds follow allocations. */
@Command(
    name = "fidelity",
    mixinStandardHelpOptions = true,
    description =
        "Measures how far rounds lag behind random allocations, compared with the original"
            + " planner.",
    footer = {
      "%nEach allocation is the mean of up to eight random rounds, so some sequence of rounds"
          + " realises it. It is followed for 300 rounds. The lag of a group on a worker type is"
          + " its fraction times the elapsed time minus the time of its leases there, in rounds;"
          + " being ahead counts as 0.",
      "%nExample:%n  gavel fidelity --runs 2"
    })
final class FidelityCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = {"--runs", "--seeds"},
      paramLabel = "N",
      defaultValue = "100",
      description = "Number of allocations of each kind (default ${DEFAULT-VALUE}).")
  private int runs;

  @Mixin private ProgressOption progress = new ProgressOption();

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  @Override
  public Integer call() {
    if (runs < 1) {
      throw new InvalidInputException("--runs is %s; must be at least 1".formatted(runs));
    }
    Map<Kind, Lag> ours;
    Map<Kind, Lag> original;
    try (Progress bar = progress.of("planners", 2)) {
      bar.step(0, "gavel");
      ours = Fidelity.of(RoundPlanner::library, runs);
      bar.step(1, "original");
      original = Fidelity.of(RoundPlanner::original, runs);
    }
    spec.commandLine().getOut().print(json ? json(ours, original) : text(ours, original));
    spec.commandLine().getOut().flush();
    return ExitStatus.OK.code();
  }

  private String json(Map<Kind, Lag> ours, Map<Kind, Lag> original) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    put(object, Fidelity.all(ours), Fidelity.all(original));
    object.put("seeds", runs);
    ArrayNode kinds = object.putArray("kinds");
    for (Kind kind : Kind.values()) {
      ObjectNode row = kinds.addObject().put("kind", kind.title());
      put(row, lag(ours, kind), lag(original, kind));
    }
    return Json.line(object) + "\n";
  }

  private static void put(ObjectNode object, Lag ours, Lag original) {
    object.put("ours_max_lag_rounds", ours.largest());
    object.put("original_max_lag_rounds", original.largest());
    object.put("ours_mean_lag_rounds", ours.mean());
    object.put("original_mean_lag_rounds", original.mean());
  }

  private static String text(Map<Kind, Lag> ours, Map<Kind, Lag> original) {
    TextTable table = new TextTable();
    table.cell("lag in rounds").cell("gavel max").cell("original max");
    table.cell("gavel mean").cell("original mean").endRow();
    for (Kind kind : Kind.values()) {
      row(table, kind.title(), lag(ours, kind), lag(original, kind));
    }
    row(table, "all", Fidelity.all(ours), Fidelity.all(original));
    return table.toString();
  }

  private static Lag lag(Map<Kind, Lag> lags, Kind kind) {
    return Objects.requireNonNull(lags.get(kind));
  }

  private static void row(TextTable table, String name, Lag ours, Lag original) {
    table.cell(name);
    for (double value :
        new double[] {ours.largest(), original.largest(), ours.mean(), original.mean()}) {
      table.cell(String.format(Locale.ROOT, "%.3f", value));
    }
    table.endRow();
  }
}
