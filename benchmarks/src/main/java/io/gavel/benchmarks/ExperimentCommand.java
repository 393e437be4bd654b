package io.gavel.benchmarks;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gavel.benchmarks.experiment.Experiment;
import io.gavel.benchmarks.experiment.Finding;
import io.gavel.benchmarks.experiment.Results;
import io.gavel.benchmarks.input.ThroughputTable;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
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
    description = "Runs published simulations again, and sets the figures beside the published.",
    subcommands = SchedulersCommand.class,
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {"0:done", "1:a policy's solver ended without an answer", "2:bad usage"},
    footer = {
      "%nFigures are means over the seeds. \"As published\" runs follow the original's rules, faults",
      "included; \"default\" runs are right."
    })
final class ExperimentCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      arity = "0..1",
      paramLabel = "NAME",
      defaultValue = "",
      description = "Which; \"all\" for all. Without, lists them.")
  private String name = "";

  @Mixin private PublishedTable throughputs = new PublishedTable();

  @Option(
      names = "--seeds",
      paramLabel = "N[..M],...",
      defaultValue = "0..2",
      description = "Of the jobs (default ${DEFAULT-VALUE}, as published).")
  private String seeds = "";

  @Mixin private ParallelOptions parallel = new ParallelOptions();

  @Option(names = "--json", description = "One JSON object a figure.")
  private boolean json;

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    if (name.isEmpty()) {
      ExperimentCatalog.all().forEach(e -> out.printf("%s: %s%n", e.name(), e.claim()));
      return ExitStatus.OK.code();
    }
    List<Experiment> chosen =
        name.equals("all") ? ExperimentCatalog.all() : List.of(ExperimentCatalog.named(name));
    List<Long> seedList = SeedRange.parse(seeds);
    ThroughputTable table = throughputs.read();
    for (Experiment experiment : chosen) {
      int runs = experiment.arms().size() * seedList.size();
      Results results;
      try (Progress bar = parallel.progress().of(experiment.name(), runs)) {
        results = experiment.run(table, seedList, parallel.threads(), done -> bar.step(done, ""));
      }
      out.print(json ? json(experiment, results) : text(experiment, results));
      out.flush();
    }
    return ExitStatus.OK.code();
  }

  private static String text(Experiment experiment, Results results) {
    TextTable table = new TextTable();
    table.cell(experiment.name()).cell("published").cell("ours").cell("ratio").endRow();
    for (Finding finding : experiment.findings()) {
      double ours = finding.ours().applyAsDouble(results);
      table.cell(finding.what());
      table.cell(number(finding.published().orElse(Double.NaN)));
      table.cell(number(ours));
      table.cell(number(ours / finding.published().orElse(Double.NaN))).endRow();
    }
    StringBuilder saturated = new StringBuilder();
    for (String arm : results.byArm().keySet()) {
      if (results.isSaturated(arm)) {
        saturated.append(arm).append(": saturated, figures are of the jobs that were done\n");
      }
    }
    return experiment.claim() + "\n" + table + saturated + "\n";
  }

  private static String number(double value) {
    return Double.isNaN(value) ? "" : String.format(Locale.ROOT, "%.2f", value);
  }

  private static String json(Experiment experiment, Results results) {
    StringBuilder lines = new StringBuilder();
    for (Finding finding : experiment.findings()) {
      ObjectNode line = JsonNodeFactory.instance.objectNode();
      line.put("experiment", experiment.name());
      line.put("figure", finding.what());
      line.set("published", Json.number(finding.published()));
      line.set("ours", Json.number(finding.ours().applyAsDouble(results)));
      lines.append(Json.line(line)).append('\n');
    }
    return lines.toString();
  }
}
