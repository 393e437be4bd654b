package io.gavel.cli.imports;

import io.gavel.cli.imports.Imported.ImportedJob;
import io.gavel.input.InputText;
import io.gavel.policies.model.Holding;
import io.gavel.policies.model.Job;
import io.gavel.slurm.Reading;
import io.gavel.slurm.SlurmJob;
import io.gavel.slurm.SlurmJob.State;
import io.gavel.slurm.SlurmJson;
import io.gavel.slurm.SlurmNode;
import io.gavel.workload.InvalidInputException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gavel import slurm}: the queue of a cluster as a problem, its accounting as a trace. */
@Command(name = "slurm")
final class SlurmImport extends ImportingCommand {

  @Option(names = "--squeue", paramLabel = "FILE.json")
  private @Nullable Path squeue;

  @Option(names = "--sinfo", paramLabel = "FILE.json")
  private @Nullable Path sinfo;

  @Option(names = "--sacct", paramLabel = "FILE")
  private @Nullable Path sacct;

  @Mixin private SpeedOptions assumed = new SpeedOptions();

  @Override
  public Integer call() {
    if (squeue == null && sacct == null) {
      throw new InvalidInputException(
          "--squeue is required for a problem, and --sacct for a trace; give one or both");
    }
    if (squeue != null && sinfo == null) {
      throw new InvalidInputException("--squeue requires --sinfo, which has the GPUs");
    }
    Map<String, SlurmNode> nodes = sinfo == null ? Map.of() : read(sinfo, SlurmJson::nodes);
    Map<String, String> files = new LinkedHashMap<>();
    Imported queue = new Imported();
    Imported history = new Imported();
    if (squeue != null) {
      addWorkers(nodes, queue, true);
      long now = read(squeue, SlurmJson::printedAt);
      queue(new Reading(now, read(squeue, SlurmJson::jobs), nodes, Optional.empty()), queue);
      files.putAll(assumed.files("slurm", queue).problem((double) now).cluster().files());
    }
    if (sacct != null) {
      addWorkers(nodes, history, false);
      CsvTable table = CsvTable.read(sacct, '|', "Submit", "Start", "End", "State", "AllocTRES");
      table.rows().forEach(row -> addRun(row, nodes, history));
      files.putAll(assumed.files("slurm", history).trace().cluster().files());
    }
    return squeue != null && sacct != null
        ? write(files, queue, history)
        : write(files, squeue != null ? queue : history);
  }

  /** Reads a file; errors name it. */
  private static <T> T read(Path file, Function<String, T> reading) {
    String text = InputText.read(file).text();
    try {
      return reading.apply(text);
    } catch (InvalidInputException e) {
      throw new InvalidInputException("%s: %s".formatted(file, e.getMessage()));
    }
  }

  private static void addWorkers(
      Map<String, SlurmNode> nodes, Imported imported, boolean usableOnly) {
    for (SlurmNode node : nodes.values()) {
      if (node.usable() || !usableOnly) {
        node.gpus().forEach((type, count) -> imported.add(type, count, count));
      } else if (!node.gpus().isEmpty()) {
        imported.leaveOut("of nodes that are down, drained or reserved");
      }
    }
  }

  /** Running jobs first, then the queue by priority. */
  private static void queue(Reading reading, Imported imported) {
    Comparator<SlurmJob> order =
        Comparator.<SlurmJob, Boolean>comparing(job -> !holds(job))
            .thenComparing(job -> holds(job) ? job.startTime() : -job.priority())
            .thenComparing(SlurmJob::submitTime);
    for (SlurmJob job : reading.jobs().stream().sorted(order).toList()) {
      Optional<String> reason = obstacle(job, reading);
      reason.ifPresentOrElse(
          imported::leaveOut, () -> imported.add(queued(job, reading, imported)));
    }
  }

  private static boolean holds(SlurmJob job) {
    return job.state() == State.RUNNING || job.state() == State.SUSPENDED;
  }

  /** Returns why a job of the queue is left out. */
  private static Optional<String> obstacle(SlurmJob job, Reading reading) {
    boolean drained =
        job.nodes().stream()
            .map(reading.nodes()::get)
            .anyMatch(node -> node == null || !node.usable());
    if (job.gpus() == 0) {
      return Optional.of("of jobs without GPU");
    } else if (holds(job)) {
      return drained
          ? Optional.of("of jobs on nodes that are down, drained, reserved or not in --sinfo")
          : job.held().size() > 1 && !job.held().keySet().equals(job.requested().keySet())
              ? Optional.of("of jobs that hold GPUs of several types, but name none or one")
              : heldType(job, reading.nodes()).isEmpty()
                  ? Optional.of("of jobs that hold GPUs of a type that squeue does not name")
                  : Optional.empty();
    } else if (job.state() != State.PENDING) {
      return Optional.of("of jobs that end");
    } else if (job.isCoGang() && job.requested().containsKey(SlurmJob.ANY_TYPE)) {
      return Optional.of("of jobs that name the types of only some of their GPUs");
    } else if (job.priority() == 0 || job.reason().startsWith("JobHeld")) {
      return Optional.of("of held jobs");
    } else if (job.reason().startsWith("Dependency")) {
      return Optional.of("of jobs that wait for other jobs");
    } else if (!job.reservation().isEmpty()) {
      return Optional.of("of jobs that wait for a reservation");
    } else if (job.eligibleTime() > reading.nowSeconds() + 1) {
      return Optional.of("of jobs that are to start later");
    }
    return reading.typesFor(job, job.features()).isEmpty()
        ? Optional.of("of jobs that no usable node suits")
        : Optional.empty();
  }

  private static ImportedJob queued(SlurmJob job, Reading reading, Imported imported) {
    Set<String> types = new TreeSet<>(reading.typesFor(job, job.features()));
    Optional<String> held = Optional.empty();
    if (holds(job)) {
      held = heldType(job, reading.nodes());
      types.addAll(held.stream().toList());
    }
    OptionalDouble left = job.secondsLeft(reading.nowSeconds());
    if (left.isPresent()) {
      imported.note(
          "seconds_left is the remaining time limit, on the type that a job holds or asks for,"
              + " else on its fastest");
    } else {
      imported.note("jobs without time limit have no seconds_left");
    }
    Optional<String> on = held.or(job::requestedType);
    return new ImportedJob(
        job.id(),
        team(job.account()),
        job.name(),
        job.isCoGang() ? coGang(job) : Holding.of(job.gpus()),
        job.submitTime(),
        left,
        on,
        types);
  }

  private static Holding coGang(SlurmJob job) {
    String main = job.requestedType().orElseThrow();
    int gpus = job.requested().getOrDefault(main, 0);
    return new Holding(gpus, Job.WHOLE_WORKER, job.alongside(main));
  }

  /** Returns the type of the GPUs that a job holds; squeue need not say it. */
  private static Optional<String> heldType(SlurmJob job, Map<String, SlurmNode> nodes) {
    if (job.isCoGang()) {
      return job.requestedType();
    }
    String type = job.held().keySet().iterator().next();
    return type.equals(SlurmJob.ANY_TYPE) ? typeOf(job.nodes(), nodes) : Optional.of(type);
  }

  /** Returns the only type of GPU of some nodes. */
  private static Optional<String> typeOf(List<String> names, Map<String, SlurmNode> nodes) {
    Set<String> types = new TreeSet<>();
    for (String name : names) {
      SlurmNode node = nodes.get(name);
      types.addAll(node == null ? Set.of() : node.gpus().keySet());
    }
    return types.size() == 1 ? types.stream().findFirst() : Optional.empty();
  }

  /** Adds a job of the accounting data. */
  private static void addRun(CsvTable.Row row, Map<String, SlurmNode> nodes, Imported imported) {
    String id = row.text("JobID").isEmpty() ? row.text("JobIDRaw") : row.text("JobID");
    OptionalDouble submitted = seconds(row.text("Submit"));
    OptionalDouble started = seconds(row.text("Start"));
    OptionalDouble ended = seconds(row.text("End"));
    Map<String, Integer> gpus = gpus(row.text("AllocTRES"));
    if (id.isEmpty()) {
      throw row.wrong("JobID", "given, or else JobIDRaw");
    } else if (id.contains(".")) {
      imported.leaveOut("of steps of jobs");
    } else if (started.isEmpty()) {
      imported.leaveOut("of jobs that never started");
    } else if (ended.isEmpty()) {
      imported.leaveOut("of jobs that still run");
    } else if (submitted.isEmpty()) {
      throw row.wrong("Submit", "a time like 2026-11-27T17:05:39");
    } else if (gpus.isEmpty()) {
      imported.leaveOut("of jobs without GPU");
    } else if (gpus.size() > 1) {
      imported.leaveOut("of jobs that held GPUs of several types");
    } else if (ended.getAsDouble() <= started.getAsDouble()) {
      imported.leaveOut("of jobs that ran for 0 s");
    } else {
      String type = gpus.keySet().iterator().next();
      if (type.equals(SlurmJob.ANY_TYPE)) {
        type = typeOf(SlurmJson.nodeNames(row.text("NodeList")), nodes).orElse(type);
      }
      if (!nodes.isEmpty() && !imported.workers().containsKey(type)) {
        imported.leaveOut(
            "of jobs whose type of GPU is not in --sinfo; sacct needs the field NodeList");
        return;
      }
      if (id.contains("+")) {
        imported.note("components of heterogeneous jobs count as jobs of their own");
      }
      boolean bound = gpus(row.text("ReqTRES")).keySet().contains(type);
      imported.add(
          new ImportedJob(
              id,
              team(row.text("Account")),
              bound ? "on " + type : "any",
              Holding.of(gpus.values().iterator().next()),
              submitted.getAsDouble(),
              OptionalDouble.of(ended.getAsDouble() - started.getAsDouble()),
              Optional.of(type),
              bound ? Set.of(type) : Set.of()));
    }
  }

  /** Reads GPUs by type; a count without type is the sum of the other ones. */
  private static Map<String, Integer> gpus(String tres) {
    Map<String, Integer> gpus = SlurmJson.gpus(tres);
    if (gpus.size() > 1) {
      gpus.remove(SlurmJob.ANY_TYPE);
    }
    return gpus;
  }
}
