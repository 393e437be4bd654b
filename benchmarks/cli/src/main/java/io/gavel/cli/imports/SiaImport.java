package io.gavel.cli.imports;

import io.gavel.cli.imports.Imported.ImportedJob;
import io.gavel.policies.model.Holding;
import io.gavel.workload.InvalidInputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code gavel import sia}: a workload of Sia's simulator with its measured step times. */
@Command(name = "sia")
final class SiaImport extends ImportingCommand {

  @Parameters(
      arity = "1..*",
      paramLabel = "WORKLOAD.csv",
      description = "Files workloads/*/workload-*.csv; each becomes a trace.")
  private List<Path> workloads = List.of();

  @Option(names = "--profiles", paramLabel = "FOLDER", required = true)
  private Path profiles = Path.of("");

  /** The profiles of applications that the workload has. */
  private final Map<String, Application> applications = new HashMap<>();

  /**
   * Measurements of an application.
   *
   * @param steps of the complete training by batch size
   * @param placements by worker type
   */
  private record Application(Map<Integer, Double> steps, Map<String, Placements> placements) {}

  /**
   * Step times by local batch size, on the fewest servers of each number of GPUs.
   *
   * @param servers the number of servers by GPUs
   * @param times by GPUs
   */
  private record Placements(
      Map<Integer, Integer> servers, Map<Integer, TreeMap<Integer, StepTime>> times) {}

  /** Seconds of a step, and the part of them that exchanges gradients. */
  private record StepTime(double step, double sync) {}

  @Override
  public Integer call() {
    Imported imported = new Imported();
    for (Path workload : workloads) {
      String trace = traceName(workload, workloads, ".csv");
      CsvTable table =
          CsvTable.read(workload, ',', "name", "time", "application", "num_replicas", "batch_size");
      for (CsvTable.Row row : table.rows()) {
        add(trace, row, imported);
      }
    }
    return write(
        new ImportedFiles("sia", imported, RelativeSpeeds.of(Optional.empty())).trace().files(),
        imported);
  }

  private void add(String trace, CsvTable.Row row, Imported imported) {
    String name = row.text("application");
    int gpus =
        row.count("num_replicas").orElseThrow(() -> row.wrong("num_replicas", "a whole number"));
    int batch =
        row.count("batch_size").orElseThrow(() -> row.wrong("batch_size", "a whole number"));
    double arrival = row.number("time").orElseThrow(() -> row.wrong("time", "a number of seconds"));
    Application application = applications.computeIfAbsent(name, this::application);
    Double steps = application.steps().get(batch);
    Map<String, Double> rates = new TreeMap<>();
    application
        .placements()
        .forEach(
            (type, placements) ->
                seconds(placements, gpus, batch).ifPresent(s -> rates.put(type, 1 / s)));
    if (application.placements().isEmpty()) {
      imported.leaveOut("of applications that --profiles lacks, such as " + name);
    } else if (steps == null) {
      imported.leaveOut("with a batch size that no validation-*.csv has");
    } else if (rates.isEmpty()) {
      imported.leaveOut("without a step time for their GPUs and batch size");
    } else {
      double fastest = rates.values().stream().mapToDouble(rate -> rate).max().orElseThrow();
      imported.add(
          trace,
          new ImportedJob(
              row.text("name"),
              Optional.empty(),
              "%s (batch size %s)".formatted(name, batch),
              Holding.of(gpus),
              arrival,
              OptionalDouble.of(steps / fastest),
              Optional.empty(),
              OptionalDouble.empty(),
              OptionalDouble.empty(),
              rates,
              Set.of(),
              1));
    }
  }

  private Application application(String name) {
    Path folder = profiles.resolve(name);
    Application application = new Application(new HashMap<>(), new TreeMap<>());
    if (!Files.isDirectory(profiles)) {
      throw wrong(profiles, "is no folder; --profiles is sia-simulator/traces of Sia's artifact");
    }
    List<Path> files = new ArrayList<>();
    try (Stream<Path> all = Files.isDirectory(folder) ? Files.list(folder) : Stream.of()) {
      all.sorted().forEach(files::add);
    } catch (IOException | UncheckedIOException e) {
      throw new InvalidInputException("%s: cannot be read: %s".formatted(folder, e.getMessage()));
    }
    for (Path file : files) {
      String[] words = file.getFileName().toString().replace(".csv", "").split("-", 2);
      if (words.length == 2 && words[0].equals("validation")) {
        List<CsvTable.Row> rows = CsvTable.read(file, ',', "iteration").rows();
        if (words[1].matches("\\d{1,6}") && !rows.isEmpty()) {
          CsvTable.Row last = rows.get(rows.size() - 1);
          application
              .steps()
              .put(
                  Integer.parseInt(words[1]),
                  1
                      + last.number("iteration")
                          .orElseThrow(() -> last.wrong("iteration", "a number")));
        }
      } else if (words.length == 2 && words[0].equals("placements")) {
        application.placements().put(words[1], placements(file));
      }
    }
    return application;
  }

  /** Reads step times; a placement has one digit for each server, the GPUs used there. */
  private static Placements placements(Path file) {
    Placements placements = new Placements(new HashMap<>(), new HashMap<>());
    CsvTable table = CsvTable.read(file, ',', "placement", "local_bsz", "step_time", "sync_time");
    for (CsvTable.Row row : table.rows()) {
      String placement = row.text("placement");
      if (!placement.matches("[1-9]{1,64}")) {
        throw row.wrong("placement", "one digit for each server");
      }
      int gpus = placement.chars().map(digit -> digit - '0').sum();
      int servers = placement.length();
      int best = placements.servers().getOrDefault(gpus, Integer.MAX_VALUE);
      if (servers < best) {
        placements.servers().put(gpus, servers);
        placements.times().put(gpus, new TreeMap<>());
      }
      if (servers <= best) {
        placements
            .times()
            .getOrDefault(gpus, new TreeMap<>())
            .putIfAbsent(
                (int) row.number("local_bsz").orElseThrow(() -> row.wrong("local_bsz", "a number")),
                new StepTime(
                    row.number("step_time").orElseThrow(() -> row.wrong("step_time", "a number")),
                    row.number("sync_time").orElseThrow(() -> row.wrong("sync_time", "a number"))));
      }
    }
    return placements;
  }

  /**
   * Returns the seconds of a step as Sia's simulator does: linear between measured local batch
   * sizes; larger ones accumulate gradients. Empty for smaller ones and for placements without
   * measurement, where Sia extrapolates.
   */
  private static OptionalDouble seconds(Placements placements, int gpus, int batch) {
    TreeMap<Integer, StepTime> times = placements.times().get(gpus);
    if (times == null || gpus == 0) {
      return OptionalDouble.empty();
    }
    int local = (batch + gpus - 1) / gpus;
    int parts = (local + times.lastKey() - 1) / times.lastKey();
    int each = (local + parts - 1) / parts;
    if (each < times.firstKey()) {
      return OptionalDouble.empty();
    }
    Map.Entry<Integer, StepTime> below = times.floorEntry(each);
    Map.Entry<Integer, StepTime> above = times.ceilingEntry(each);
    double width = above.getKey() - below.getKey();
    double part = width == 0 ? 0 : (each - below.getKey()) / width;
    double step = (1 - part) * below.getValue().step() + part * above.getValue().step();
    double sync = (1 - part) * below.getValue().sync() + part * above.getValue().sync();
    return OptionalDouble.of(step + (parts - 1) * (step - sync));
  }
}
