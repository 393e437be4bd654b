package io.gavel.slurm;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gavel.input.DurableFile;
import io.gavel.input.FileErrors;
import io.gavel.input.InputText;
import io.gavel.mechanism.snapshot.SchedulerSnapshot;
import io.gavel.mechanism.state.SchedulerState;
import io.gavel.policies.snapshot.SnapshotFormat.SnapshotFormatException;
import io.gavel.workload.InvalidInputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What is kept from one look at the cluster to the next, in one file. Immutable.
 *
 * @param notes what rounds changed of jobs, by id
 * @param scheduler the ledger; empty before the first round
 */
public record RoundState(Map<String, JobNote> notes, Optional<SchedulerState> scheduler) {

  private static final String FORMAT = "gavel-slurm-1";

  /** Copies the map. */
  public RoundState {
    notes = Collections.unmodifiableMap(new TreeMap<>(notes));
  }

  /** Returns the state before the first round. */
  public static RoundState none() {
    return new RoundState(Map.of(), Optional.empty());
  }

  /**
   * Reads a state.
   *
   * @param file may be missing
   * @throws InvalidInputException if the file has another content
   */
  public static RoundState read(Path file) {
    return Files.exists(file) ? parse(InputText.read(file)) : none();
  }

  static RoundState parse(InputText input) {
    try {
      JsonNode root = JsonMapper.builder().build().readTree(input.text());
      if (!root.path("format").asText().equals(FORMAT)) {
        throw new InvalidInputException(
            "%s: format is %s; it must be \"%s\""
                .formatted(input.file(), root.path("format"), FORMAT));
      }
      Map<String, JobNote> notes = new TreeMap<>();
      for (Map.Entry<String, JsonNode> job : root.path("jobs").properties()) {
        JsonNode note = job.getValue();
        notes.put(
            job.getKey(),
            new JobNote(
                note.path("features").asText(),
                note.path("delayed_until").asLong(),
                note.path("requeued_at").asLong(),
                note.path("leased_at").asLong(),
                note.path("raised").asBoolean()));
      }
      Optional<SchedulerState> scheduler =
          root.hasNonNull("scheduler")
              ? Optional.of(SchedulerSnapshot.parse(root.path("scheduler").asText()))
              : Optional.empty();
      return new RoundState(notes, scheduler);
    } catch (JsonProcessingException | SnapshotFormatException e) {
      throw new InvalidInputException("%s: %s".formatted(input.file(), e.getMessage()));
    }
  }

  String print() {
    ObjectNode root = JsonMapper.builder().build().createObjectNode();
    root.put("format", FORMAT);
    ObjectNode jobs = root.putObject("jobs");
    notes.forEach(
        (id, note) ->
            jobs.putObject(id)
                .put("features", note.features())
                .put("delayed_until", note.delayedUntil())
                .put("requeued_at", note.requeuedAt())
                .put("leased_at", note.leasedAt())
                .put("raised", note.raised()));
    scheduler.ifPresent(state -> root.put("scheduler", SchedulerSnapshot.print(state)));
    return root.toPrettyString() + "\n";
  }

  /**
   * Replaces a file in one step.
   *
   * @throws InvalidInputException if it cannot be written
   */
  public void write(Path file) {
    try {
      DurableFile.replace(file.toAbsolutePath(), print().getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw FileErrors.unwritable(file, e);
    }
  }
}
