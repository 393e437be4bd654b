package io.gavel.cli.slurm;

import io.gavel.cli.options.GavelCommand;
import io.gavel.cli.report.ExitStatus;
import io.gavel.cli.report.TextTable;
import io.gavel.input.InputText;
import io.gavel.policies.AllocationException;
import io.gavel.slurm.CompletionPlan;
import io.gavel.slurm.JobAdvice;
import io.gavel.slurm.Reading;
import io.gavel.slurm.RoundState;
import io.gavel.slurm.SlurmClient;
import io.gavel.slurm.SlurmClient.SlurmException;
import io.gavel.slurm.SlurmJob;
import io.gavel.slurm.SlurmJson;
import io.gavel.slurm.SlurmRound;
import io.gavel.workload.InvalidInputException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gavel slurm advise}: the allocation recommended for each job; changes nothing. */
@Command(name = "advise")
final class AdviseCommand extends GavelCommand {

  private static final double POLL_SECONDS = 10;

  @Mixin private RoundSettings round = new RoundSettings();

  @Option(names = "--squeue", paramLabel = "FILE.json")
  private @Nullable Path squeue;

  @Option(names = "--sinfo", paramLabel = "FILE.json")
  private @Nullable Path sinfo;

  @Override
  public Integer call() {
    Reading reading = reading();
    SlurmRound.Settings settings = round.settings(POLL_SECONDS);
    SlurmRound advice = SlurmRound.next(RoundState.none(), reading, settings);
    Map<String, OptionalDouble> ends = Map.of();
    try {
      ends = CompletionPlan.of(reading, settings);
    } catch (IllegalArgumentException | AllocationException e) {
      err().println("no completion times: " + e.getMessage());
    }
    print(out(), advice, ends);
    return ExitStatus.OK.code();
  }

  private Reading reading() {
    if (squeue == null && sinfo == null) {
      try {
        return new SlurmClient().read(Optional.empty());
      } catch (SlurmException e) {
        throw new InvalidInputException(String.valueOf(e.getMessage()));
      }
    } else if (squeue == null || sinfo == null) {
      throw new InvalidInputException("--squeue and --sinfo go together; give both or none");
    }
    String queue = InputText.read(squeue).text();
    return new Reading(
        SlurmJson.printedAt(queue),
        SlurmJson.jobs(queue),
        SlurmJson.nodes(InputText.read(sinfo).text()),
        Optional.empty());
  }

  /** Prints the recommended allocation of each job, when a plan completes it, and the commands. */
  static void print(PrintWriter out, SlurmRound round, Map<String, OptionalDouble> ends) {
    TextTable table = new TextTable();
    table.cell("job").text("name").cell("GPUs").text("now").text("next").text("share of time");
    table.text("planned").text("why").endRow();
    for (JobAdvice advice : round.advice()) {
      SlurmJob job = advice.job();
      if (job.gpus() > 0 && job.state() != SlurmJob.State.ENDED) {
        table.cell(job.id()).text(job.name()).cell(Integer.toString(job.gpus())).text(now(job));
        table
            .text(advice.next().map(type -> joined(job.gpusOn(type))).orElse("-"))
            .text(shares(advice));
        table.text(hours(ends, job)).text(advice.reason()).endRow();
      }
    }
    out.print(table);
    out.println();
    if (round.commands().isEmpty()) {
      out.println("Nothing is to be changed.");
    } else {
      out.println("scontrol would be told:");
      round.commands().forEach(command -> out.println("  " + command));
    }
    out.flush();
  }

  private static String hours(Map<String, OptionalDouble> ends, SlurmJob job) {
    OptionalDouble end = ends.get(job.id());
    return end == null
        ? ""
        : end.isEmpty() ? "later" : String.format(Locale.ROOT, "%.2f h", end.getAsDouble() / 3600);
  }

  private static String now(SlurmJob job) {
    return job.state() == SlurmJob.State.PENDING ? "waits" : joined(job.held());
  }

  private static String joined(Map<String, Integer> gpus) {
    return String.join("+", new TreeSet<>(gpus.keySet()));
  }

  private static String shares(JobAdvice advice) {
    return advice.shares().entrySet().stream()
        .map(
            share ->
                String.format(Locale.ROOT, "%s %.0f %%", share.getKey(), 100 * share.getValue()))
        .collect(Collectors.joining(", "));
  }
}
