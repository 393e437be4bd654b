package io.gavel.service;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Runs the commands of leases as processes, one for each worker of a job, on the workers of this
 * machine. A process whose lease is over gets TERM, and is killed if it has not ended {@link
 * #GRACE_SECONDS} later. Without the service, processes run until their leases end.
 *
 * <p>A process gets its job's folder, job, type, worker and rank in {@code GAVEL_FOLDER}, {@code
 * GAVEL_JOB}, {@code GAVEL_TYPE}, {@code GAVEL_WORKER} and {@code GAVEL_RANK}. Its lines {@code
 * steps N} and {@code saved N} report progress, {@code finished} that the job is done; only lines
 * of rank 0 count. Its errors go to a log in the folder. Mutable and not thread-safe.
 */
final class Agent implements AutoCloseable {

  static final double GRACE_SECONDS = 10;
  private static final System.Logger LOG = System.getLogger(Agent.class.getName());

  /** A worker of the cluster. */
  private record Slot(String type, int worker) {}

  /** A process and what its output says. */
  private static final class Running {
    final String job;
    final List<Slot> gang;
    final boolean isFirst;
    final Process process;
    final Thread reader;
    long lease;
    Instant end;
    @Nullable Instant stopped;
    private @Nullable String report;
    private boolean isFinished;

    Running(
        String job, List<Slot> gang, boolean isFirst, Process process, long lease, Instant end) {
      this.job = job;
      this.gang = gang;
      this.isFirst = isFirst;
      this.process = process;
      this.lease = lease;
      this.end = end;
      reader = new Thread(this::read, "output of " + job);
      reader.setDaemon(true);
      reader.start();
    }

    private void read() {
      try (BufferedReader lines = process.inputReader()) {
        lines.lines().forEach(this::read);
      } catch (IOException e) {
        LOG.log(System.Logger.Level.WARNING, "the output of " + job + " ends early", e);
      }
    }

    private synchronized void read(String line) {
      isFinished |= line.equals("finished");
      if (line.matches("steps \\d{1,15}")) {
        report = "{\"lease\": %s, \"steps\": %s}".formatted("%s", line.substring(6));
      } else if (line.matches("saved \\d{1,15}")) {
        report =
            "{\"lease\": %s, \"steps\": %s, \"saved_until\": \"%s\"}"
                .formatted("%s", line.substring(6), Instant.now());
      }
    }

    /** Returns the newest report that was not sent, as a format of the lease; null without one. */
    synchronized @Nullable String report() {
      return report;
    }

    synchronized void sent(String sent) {
      report = sent.equals(report) ? null : report;
    }

    synchronized boolean isFinished() {
      return isFinished;
    }
  }

  private final ServiceClient service;
  private final Set<Slot> slots = new HashSet<>();
  private final Path folder;
  private final Map<Slot, Running> running = new HashMap<>();
  private String seen = "";

  /**
   * Creates an agent.
   *
   * @param service whose leases it carries out
   * @param workers indices of this machine's workers, by type
   * @param folder with a folder for each job
   */
  Agent(ServiceClient service, Map<String, List<Integer>> workers, Path folder) {
    this.service = service;
    this.folder = folder;
    workers.forEach((type, indices) -> indices.forEach(index -> slots.add(new Slot(type, index))));
  }

  /** Asks for leases once, then starts, stops and reports processes accordingly. */
  void step(int waitSeconds) throws InterruptedException {
    try {
      report();
      JsonNode reply = service.send("GET", "/leases?wait=" + waitSeconds + "&unless=" + seen, "");
      boolean isDone = carryOut(reply.path("leases"));
      seen = isDone ? reply.path("seen").asText() : "";
    } catch (IOException e) {
      LOG.log(System.Logger.Level.WARNING, "the service does not answer: {0}", e.getMessage());
      Instant now = Instant.now();
      running.values().stream().filter(each -> each.end.isBefore(now)).forEach(this::stop);
      TimeUnit.SECONDS.sleep(1);
    }
    killLate();
  }

  /** Stops and starts processes; returns whether all leases are carried out. */
  private boolean carryOut(JsonNode leases) throws IOException {
    Set<Running> kept = new HashSet<>();
    List<JsonNode> fresh = new ArrayList<>();
    for (JsonNode lease : leases) {
      List<Running> same =
          running.values().stream()
              .filter(each -> each.job.equals(job(lease)) && each.gang.equals(gang(lease)))
              .toList();
      for (Running each : same) {
        each.lease = lease.path("lease").asLong();
        each.end = end(lease);
      }
      kept.addAll(same);
      boolean isOurs = gang(lease).stream().anyMatch(slots::contains);
      if (same.isEmpty() && isOurs && lease.has("command")) {
        fresh.add(lease);
      }
    }
    running.values().stream().filter(each -> !kept.contains(each)).forEach(this::stop);
    boolean isDone = true;
    for (JsonNode lease : fresh) {
      List<Slot> gang = gang(lease);
      boolean isFree =
          running.values().stream().noneMatch(each -> each.job.equals(job(lease)))
              && gang.stream().noneMatch(running::containsKey);
      for (int rank = 0; isFree && rank < gang.size(); rank++) {
        if (slots.contains(gang.get(rank))) {
          start(lease, gang, rank);
        }
      }
      isDone &= isFree;
    }
    return isDone;
  }

  private static String job(JsonNode lease) {
    return lease.path("jobs").path(0).asText();
  }

  private static Instant end(JsonNode lease) {
    return Instant.parse(lease.path("ends_at").asText());
  }

  private static List<Slot> gang(JsonNode lease) {
    List<Slot> gang = new ArrayList<>();
    lease
        .path("workers")
        .forEach(index -> gang.add(new Slot(lease.path("type").asText(), index.asInt())));
    return gang;
  }

  private void start(JsonNode lease, List<Slot> gang, int rank) throws IOException {
    String job = job(lease);
    Slot slot = gang.get(rank);
    Path own = Files.createDirectories(folder.resolve(ServiceClient.encoded(job)));
    List<String> command = new ArrayList<>();
    lease.path("command").forEach(part -> command.add(part.asText()));
    File log = own.resolve("log").toFile();
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.appendTo(log));
    builder.environment().put("GAVEL_FOLDER", own.toAbsolutePath().toString());
    builder.environment().put("GAVEL_JOB", job);
    builder.environment().put("GAVEL_TYPE", slot.type());
    builder.environment().put("GAVEL_WORKER", "" + slot.worker());
    builder.environment().put("GAVEL_RANK", "" + rank);
    long number = lease.path("lease").asLong();
    try {
      Process process = builder.start();
      running.put(slot, new Running(job, gang, rank == 0, process, number, end(lease)));
      LOG.log(System.Logger.Level.INFO, "{0} starts on {1}", job, slot);
    } catch (IOException e) {
      LOG.log(System.Logger.Level.WARNING, "{0} does not start: {1}", job, e.getMessage());
      service.send(
          "POST",
          "/jobs/" + ServiceClient.encoded(job) + "/failure",
          "{\"lease\": " + number + "}");
    }
  }

  private void stop(Running each) {
    if (each.stopped == null) {
      LOG.log(System.Logger.Level.INFO, "{0} is told to stop", each.job);
      each.stopped = Instant.now();
      each.process.toHandle().destroy(); // unlike that of the process, this keeps its output open
    }
  }

  private void killLate() {
    for (Running each : running.values()) {
      if (each.stopped != null
          && Instant.now().isAfter(each.stopped.plusSeconds((long) GRACE_SECONDS))) {
        LOG.log(System.Logger.Level.WARNING, "{0} is killed", each.job);
        each.process.destroyForcibly();
      }
    }
  }

  /** Reports progress, and the processes that have ended. What cannot be sent is sent later. */
  private void report() throws IOException, InterruptedException {
    for (Map.Entry<Slot, Running> entry : List.copyOf(running.entrySet())) {
      Running each = entry.getValue();
      boolean isOver = !each.process.isAlive();
      if (isOver) {
        each.reader.join();
      }
      String path = "/jobs/" + ServiceClient.encoded(each.job);
      String report = each.report();
      if (each.isFirst && report != null) {
        service.send("POST", path + "/progress", report.formatted(each.lease));
        each.sent(report);
      }
      if (isOver) {
        if (each.isFirst && each.isFinished()) {
          service.send("DELETE", path, "");
        } else if (each.stopped == null && (each.isFirst || each.process.exitValue() != 0)) {
          service.send("POST", path + "/failure", "{\"lease\": " + each.lease + "}");
        }
        LOG.log(System.Logger.Level.INFO, "{0} has ended", each.job);
        running.remove(entry.getKey());
      }
    }
  }

  /** Stops all processes and reports their saved steps. */
  @Override
  public void close() {
    running.values().forEach(this::stop);
    try {
      for (Running each : running.values()) {
        if (!each.process.waitFor((long) GRACE_SECONDS, TimeUnit.SECONDS)) {
          each.process.destroyForcibly().waitFor();
        }
      }
      report();
    } catch (IOException e) {
      LOG.log(System.Logger.Level.WARNING, "the last reports are lost: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
