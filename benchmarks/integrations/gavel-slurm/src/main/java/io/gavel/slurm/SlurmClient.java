package io.gavel.slurm;

import io.gavel.slurm.Reading.JobRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Runs Slurm's own commands. Not thread-safe. */
public final class SlurmClient {

  private static final long TIMEOUT_SECONDS = 60;

  private Optional<Boolean> accounting = Optional.empty();

  /** A command of Slurm did not succeed; the next one may. */
  public static final class SlurmException extends Exception {
    private static final long serialVersionUID = 1;

    SlurmException(String message) {
      super(message);
    }
  }

  private record Output(int status, String out, List<String> errors) {}

  /** Creates a client; it finds the cluster as Slurm's commands do. */
  public SlurmClient() {}

  /**
   * Reads the cluster.
   *
   * @param runsSince the moment from which runs are asked for; empty for none
   * @return jobs, nodes and, if the cluster has accounting, runs
   * @throws SlurmException if Slurm does not answer
   */
  public Reading read(Optional<Double> runsSince) throws SlurmException {
    List<SlurmJob> jobs = SlurmJson.jobs(succeed("squeue", "--json"));
    Map<String, SlurmNode> nodes = SlurmJson.nodes(succeed("sinfo", "--json"));
    Optional<List<JobRun>> runs =
        runsSince.isPresent() && hasAccounting()
            ? Optional.of(runs(runsSince.get()))
            : Optional.empty();
    return new Reading(System.currentTimeMillis() / 1e3, jobs, nodes, runs);
  }

  /**
   * Returns whether the runs of jobs are recorded, so that their time is measured and not
   * estimated.
   *
   * @throws SlurmException if Slurm does not answer
   */
  public boolean hasAccounting() throws SlurmException {
    if (accounting.isEmpty()) {
      String configuration = succeed("scontrol", "show", "config");
      accounting =
          Optional.of(
              configuration
                  .lines()
                  .anyMatch(
                      line ->
                          line.startsWith("AccountingStorageType")
                              && line.endsWith("accounting_storage/slurmdbd")));
    }
    return accounting.get();
  }

  private List<JobRun> runs(double since) throws SlurmException {
    String from = String.format(Locale.ROOT, "--starttime=uts%d", (long) since);
    return runs(
        succeed("sacct", "-D", "-X", "-a", "-n", "-P", from, "--format=JobID,Start,End,NodeList"));
  }

  /**
   * Reads lines {@code id|start|end|nodes} with times in seconds. The components of a heterogeneous
   * job, {@code id+0} and so on, are one run on all their nodes.
   */
  static List<JobRun> runs(String lines) {
    Map<String, JobRun> runs = new LinkedHashMap<>();
    for (String line : lines.lines().toList()) {
      String[] cells = line.split("\\|", -1);
      if (cells.length == 4 && cells[1].matches("\\d+")) {
        double end = cells[2].matches("\\d+") ? Double.parseDouble(cells[2]) : Double.MAX_VALUE;
        List<String> nodes = SlurmJson.nodeNames(cells[3]);
        String id = cells[0].replaceFirst("\\+.*", "");
        JobRun run = new JobRun(id, Double.parseDouble(cells[1]), end, nodes);
        runs.merge(id + "@" + cells[1], run, JobRun::with);
      }
    }
    return List.copyOf(runs.values());
  }

  /**
   * Passes commands to one process of {@code scontrol}.
   *
   * @param commands in this order; none runs no process
   * @return its error messages; a job may have started or ended in the meantime
   * @throws SlurmException if it cannot be run
   */
  public List<String> apply(List<String> commands) throws SlurmException {
    return commands.isEmpty()
        ? List.of()
        : run(String.join("\n", commands) + "\nquit\n", "scontrol").errors();
  }

  private String succeed(String... command) throws SlurmException {
    Output output = run("", command);
    if (output.status() != 0) {
      String why = output.errors().isEmpty() ? "" : ": " + output.errors().get(0);
      throw new SlurmException(
          "%s ended with status %s%s".formatted(command[0], output.status(), why));
    }
    return output.out();
  }

  private static Output run(String input, String... command) throws SlurmException {
    Path folder;
    try {
      folder = Files.createTempDirectory("gavel-slurm");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Path in = folder.resolve("in");
    Path out = folder.resolve("out");
    Path errors = folder.resolve("errors");
    try {
      Files.writeString(in, input);
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .redirectInput(in.toFile())
              .redirectOutput(out.toFile())
              .redirectError(errors.toFile());
      builder.environment().put("SLURM_TIME_FORMAT", "%s");
      Process process = builder.start();
      if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new SlurmException(
            "%s did not answer within %s s".formatted(command[0], TIMEOUT_SECONDS));
      }
      List<String> complaints =
          Files.readAllLines(errors, StandardCharsets.UTF_8).stream()
              .filter(line -> !line.isBlank())
              .toList();
      return new Output(process.exitValue(), Files.readString(out), complaints);
    } catch (IOException e) {
      throw new SlurmException("%s: %s".formatted(command[0], e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SlurmException(command[0] + " was interrupted");
    } finally {
      delete(in, out, errors, folder);
    }
  }

  private static void delete(Path... paths) {
    try {
      for (Path path : paths) {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
