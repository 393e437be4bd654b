package io.gavel.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gavel.catalog.PolicyEntry;
import io.gavel.catalog.Schedulers;
import io.gavel.cli.options.ClasspathOption;
import io.gavel.cli.options.ParallelOptions;
import io.gavel.cli.options.PublishedTable;
import io.gavel.cli.options.Range;
import io.gavel.cli.options.SeedRange;
import io.gavel.cli.options.WorkloadOptions;
import io.gavel.cli.report.ExitStatus;
import io.gavel.cli.report.Json;
import io.gavel.cli.report.Messages;
import io.gavel.cli.report.Progress;
import io.gavel.cli.report.TextTable;
import io.gavel.experiment.PolicyChoice;
import io.gavel.experiment.schedulers.SchedulerComparison;
import io.gavel.experiment.schedulers.Score;
import io.gavel.input.ClusterSpec;
import io.gavel.workload.InvalidInputException;
import io.gavel.workload.ThroughputTable;
import io.gavel.workload.Workload;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code gavel experiment schedulers}: compares published schedulers. */
@Command(
    name = "schedulers",
    mixinStandardHelpOptions = true,
    description = "Compares published schedulers on the same jobs, cluster and rounds.",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:success",
      "1:a solver stopped without a certified allocation",
      "2:invalid usage"
    },
    footer = {
      "%nFigures are means over the seeds. The slowdown is by contention, as Themis defines it: the"
          + " time in the cluster divided by the time with a fair share under average contention. A"
          + " restart is a move of a job to other workers; it costs no time here. The time of a"
          + " decision is processor time.",
      "%nExample:%n  gavel experiment schedulers --throughputs sample/throughputs.json --cluster"
          + " v100=4,k80=4 --rate 0.4 --jobs 50 --policy tiresias,allox"
    })
final class SchedulersCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private ClasspathOption own = new ClasspathOption();

  @Mixin private PublishedTable throughputs = new PublishedTable();

  @Option(
      names = "--seeds",
      paramLabel = "N[..M],...",
      defaultValue = "0..4",
      description = "Seeds of the jobs (default ${DEFAULT-VALUE}).")
  private String seeds = "";

  @Option(
      names = "--cluster",
      paramLabel = "TYPE=N,...",
      defaultValue = "v100=4,p100=4,k80=4",
      description = "Workers of each type (default ${DEFAULT-VALUE}).")
  private String cluster = "";

  @Option(
      names = "--rate",
      paramLabel = "JOBS",
      defaultValue = "0.6",
      description =
          "Mean arrival rate in jobs per hour (default ${DEFAULT-VALUE}); 0 = all at time 0.")
  private double rate;

  @Option(
      names = "--jobs",
      paramLabel = "N",
      defaultValue = "120",
      description = "Number of jobs (default ${DEFAULT-VALUE}).")
  private int jobs;

  @Option(names = "--gangs", description = "Generate jobs on 1, 2, 4 and 8 workers.")
  private boolean gangs;

  @Option(
      names = "--ask",
      paramLabel = "SECONDS",
      defaultValue = "720",
      description = "Maximum time between two decisions (default ${DEFAULT-VALUE}).")
  private double ask;

  @Option(
      names = "--lease",
      paramLabel = "SECONDS",
      defaultValue = "720",
      description = "Lease time of workers under Themis (default ${DEFAULT-VALUE}).")
  private double lease;

  @Option(
      names = {"--policy", "--policies"},
      paramLabel = "NAME,...",
      split = ",",
      description = {
        "Policies as listed by gavel policies, tiresias_hours (queues cut at 1, 4, 16 and 64"
            + " worker-hours), or themis_F for fairness knob F (default: all published schedulers)."
      })
  private @Nullable List<String> policies;

  @Mixin private ParallelOptions parallel = new ParallelOptions();

  @Option(names = "--json", description = "Print one JSON object per scheduler.")
  private boolean json;

  @Override
  public Integer call() throws InterruptedException {
    Range.require(
        jobs >= 1 && jobs <= WorkloadOptions.MOST_JOBS,
        "--jobs",
        jobs,
        "from 1 to " + WorkloadOptions.MOST_JOBS);
    Range.require(Range.isNonNegative(lease), "--lease", lease, "finite and at least 0");
    Range.require(ask > 0, "--ask", ask, "greater than 0");
    ThroughputTable table = throughputs.read();
    SchedulerComparison comparison =
        new SchedulerComparison(
            ClusterSpec.parse(cluster, ""), table, workload(), jobs, ask, lease);
    List<PolicyChoice> chosen = chosen();
    List<Long> seedList = SeedRange.parse(seeds);
    List<Score> scores;
    try (Progress bar = parallel.progress().of("schedulers", chosen.size() * seedList.size())) {
      scores = comparison.run(chosen, seedList, parallel.threads(), done -> bar.step(done, ""));
    }
    PrintWriter out = spec.commandLine().getOut();
    out.print(json ? json(scores) : text(scores));
    return ExitStatus.OK.code();
  }

  private Workload workload() {
    try {
      Workload single = Workload.published(rate);
      return gangs ? single.withGangs() : single;
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException("--rate: " + Messages.oneLine(e));
    }
  }

  private List<PolicyChoice> chosen() {
    return policies != null
        ? policies.stream().map(this::chosen).toList()
        : Stream.concat(
                Schedulers.compared(gangs).stream().map(this::chosen),
                Schedulers.variants().stream())
            .toList();
  }

  private PolicyChoice chosen(String name) {
    return Schedulers.variant(name).orElseGet(() -> listed(name));
  }

  private PolicyChoice listed(String name) {
    PolicyEntry entry = own.policy(name);
    if (gangs && entry.needs().contains(PolicyEntry.Need.SINGLE_WORKERS)) {
      throw new InvalidInputException(
          "policy %s needs %s; omit either the policy or --gangs"
              .formatted(entry.key(), PolicyEntry.Need.SINGLE_WORKERS));
    }
    return entry.choice(0);
  }

  private static String text(List<Score> scores) {
    TextTable table = new TextTable();
    table.cell("scheduler").cell("JCT h").cell("p99 h").cell("makespan h").cell("mean slowdown");
    table.cell("max slowdown").cell("busy").cell("restarts").cell("ms/decision").endRow();
    for (Score score : scores) {
      table.cell(score.scheduler());
      for (double figure :
          new double[] {
            score.jctHours(),
            score.p99JctHours(),
            score.makespanHours(),
            score.meanSlowdown(),
            score.maxSlowdown(),
            score.utilization(),
            score.restarts(),
            score.decisionMillis()
          }) {
        table.cell(number(figure));
      }
      table.endRow();
    }
    return table.toString();
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }

  private static String json(List<Score> scores) {
    StringBuilder lines = new StringBuilder();
    for (Score score : scores) {
      ObjectNode line = JsonNodeFactory.instance.objectNode();
      line.put("scheduler", score.scheduler());
      line.put("jct_hours", score.jctHours());
      line.put("jct_hours_least", score.leastJctHours());
      line.put("jct_hours_most", score.mostJctHours());
      line.put("p99_jct_hours", score.p99JctHours());
      line.put("makespan_hours", score.makespanHours());
      line.put("mean_contention_slowdown", score.meanSlowdown());
      line.put("max_contention_slowdown", score.maxSlowdown());
      line.put("utilization", score.utilization());
      line.put("restarts_per_job", score.restarts());
      line.put("decision_millis", score.decisionMillis());
      lines.append(Json.line(line)).append('\n');
    }
    return lines.toString();
  }
}
