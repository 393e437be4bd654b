package io.gavel.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gavel.baselines.Partitioned;
import io.gavel.cli.options.ProgressOption;
import io.gavel.cli.options.PublishedTable;
import io.gavel.cli.options.Range;
import io.gavel.cli.options.SeedRange;
import io.gavel.cli.options.WorkloadOptions;
import io.gavel.cli.report.ExitStatus;
import io.gavel.cli.report.Json;
import io.gavel.cli.report.Progress;
import io.gavel.cli.report.TextTable;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Policy;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.workload.InvalidInputException;
import io.gavel.workload.JobGenerator;
import io.gavel.workload.JobKind;
import io.gavel.workload.ThroughputTable;
import io.gavel.workload.Workload;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.apache.commons.math3.stat.descriptive.SummaryStatistics;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code gavel experiment parts}: the loss of max-min fairness when solved in parts. */
@Command(
    name = "parts",
    mixinStandardHelpOptions = true,
    description =
        "Measures the loss of max-min fairness when the problem is solved in parts (POP).",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:success",
      "1:a solver stopped without a certified allocation",
      "2:invalid usage"
    },
    footer = {
      "%nJobs are assigned to parts at random or by kind. The least and the mean level over the"
          + " seeds are fractions of the exact level. The gap is the largest in any certificate."
          + " Seconds are the least processor time of a seed, with all parts solved one after the"
          + " other.",
      "%nExample:%n  gavel experiment parts --throughputs sample/throughputs.json"
    })
final class PartsCommand implements Callable<Integer> {

  private static final String BY_KIND = "by kind";

  private static final List<String> TYPES = List.of("v100", "p100", "k80");

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private PublishedTable throughputs = new PublishedTable();

  @Option(
      names = "--jobs",
      paramLabel = "N",
      defaultValue = "2048",
      description =
          "Number of jobs (default ${DEFAULT-VALUE}); the cluster has N/4 workers of each of three"
              + " types.")
  private int jobs;

  @Option(names = "--gangs", description = "Generate jobs on 1, 2, 4 and 8 workers.")
  private boolean gangs;

  @Option(
      names = "--parts",
      paramLabel = "K,...",
      split = ",",
      defaultValue = "2,4,8",
      description = "Numbers of parts (default ${DEFAULT-VALUE}).")
  private List<Integer> parts = List.of();

  @Option(
      names = "--seeds",
      paramLabel = "N[..M],...",
      defaultValue = "0..4",
      description =
          "Seeds of the jobs and of their assignment to parts (default ${DEFAULT-VALUE}).")
  private String seeds = "";

  @Mixin private ProgressOption progress = new ProgressOption();

  @Option(names = "--json", description = "Print one JSON object per row.")
  private boolean json;

  /** The figures of one way of assigning jobs to parts, over the seeds. */
  private record Row(
      int parts,
      String dealt,
      SummaryStatistics level,
      SummaryStatistics gap,
      SummaryStatistics seconds) {

    static Row of(int parts, String dealt) {
      return new Row(
          parts, dealt, new SummaryStatistics(), new SummaryStatistics(), new SummaryStatistics());
    }
  }

  @Override
  public Integer call() {
    Range.require(
        jobs >= 4 && jobs <= WorkloadOptions.MOST_JOBS,
        "--jobs",
        jobs,
        "from 4 to " + WorkloadOptions.MOST_JOBS);
    Row whole = Row.of(1, "whole");
    List<Row> rows = new ArrayList<>();
    for (int k : parts) {
      if (k < 1) {
        throw new InvalidInputException("--parts has %s; must be at least 1".formatted(k));
      }
      rows.add(Row.of(k, "at random"));
      rows.add(Row.of(k, BY_KIND));
    }
    ThroughputTable table = throughputs.read();
    List<Long> draws = SeedRange.parse(seeds);
    int done = 0;
    try (Progress bar = progress.of("solves", draws.size() * (1 + rows.size()))) {
      for (long seed : draws) {
        AllocationProblem problem = problem(table, seed);
        double exact = measure(whole, MaxMinFairness.create(), problem, Double.NaN);
        bar.step(++done, "whole");
        for (Row row : rows) {
          Partitioned random = Partitioned.maxMinFairness(row.parts()).withSeed(seed);
          measure(row, row.dealt().equals(BY_KIND) ? random.stratified() : random, problem, exact);
          bar.step(++done, "%s parts".formatted(row.parts()));
        }
      }
    }
    rows.add(0, whole);
    PrintWriter out = spec.commandLine().getOut();
    out.print(json ? json(rows) : text(rows));
    return ExitStatus.OK.code();
  }

  /**
   * Solves, records the level relative to {@code exact} (NaN if this is the exact solve), returns
   * it.
   */
  private static double measure(Row row, Policy policy, AllocationProblem problem, double exact) {
    long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    Certificate certificate = policy.allocate(problem).certificate();
    row.seconds()
        .addValue((ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start) / 1e9);
    double level = certificate.objective();
    row.level().addValue(Double.isNaN(exact) ? 1 : level / exact);
    row.gap().addValue(certificate.relativeGap());
    return level;
  }

  private AllocationProblem problem(ThroughputTable table, long seed) {
    Workload workload = gangs ? Workload.published(0).withGangs() : Workload.published(0);
    JobGenerator generator = new JobGenerator(workload, table, seed);
    Cluster cluster =
        Cluster.of(
            TYPES.stream()
                .map(name -> new WorkerType(name, Math.floorDiv(jobs, 4)))
                .toArray(WorkerType[]::new));
    AllocationProblem.Builder problem = AllocationProblem.builder(cluster);
    for (int m = 0; m < jobs; m++) {
      JobKind kind = generator.next().kind();
      problem.job(
          Job.builder(Integer.toString(m))
              .type(kind.jobType())
              .scaleFactor(kind.scaleFactor())
              .build(),
          table.alone(cluster, kind));
    }
    return problem.build();
  }

  private static String text(List<Row> rows) {
    TextTable table = new TextTable();
    table
        .cell("parts")
        .cell("dealt")
        .cell("least level")
        .cell("mean level")
        .cell("gap")
        .cell("seconds")
        .endRow();
    for (Row row : rows) {
      table.cell(Integer.toString(row.parts())).cell(row.dealt());
      table.cell(number(row.level().getMin())).cell(number(row.level().getMean()));
      table.cell(number(row.gap().getMax())).cell(number(row.seconds().getMin())).endRow();
    }
    return table.toString();
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.4f", value);
  }

  private static String json(List<Row> rows) {
    StringBuilder lines = new StringBuilder();
    for (Row row : rows) {
      ObjectNode line = JsonNodeFactory.instance.objectNode();
      line.put("parts", row.parts());
      line.put("dealt", row.dealt());
      line.put("level_least", row.level().getMin());
      line.put("level_mean", row.level().getMean());
      line.put("gap_most", row.gap().getMax());
      line.put("seconds_least", row.seconds().getMin());
      lines.append(Json.line(line)).append('\n');
    }
    return lines.toString();
  }
}
