package io.gavel.input;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.constraint.JobSelection;
import io.gavel.policies.program.Horizon;
import io.gavel.policies.program.Horizon.Slot;
import io.gavel.workload.InvalidInputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads the time ahead of a problem in JSON: {@code slots} with {@code seconds}, and optionally
 * {@code repeat}, {@code workers} by type and {@code costs} by resource and type; optionally {@code
 * arrivals_s} by job and {@code limits} of costs over all slots.
 */
public final class HorizonReader {

  private static final int MOST_SLOTS = 10_000;

  private HorizonReader() {}

  /**
   * Reads a file.
   *
   * @param file a JSON file
   * @param problem the jobs and the cluster
   * @return the problem over the slots
   * @throws InvalidInputException naming file, place, value and the allowed values
   */
  public static Horizon read(Path file, AllocationProblem problem) {
    Ahead ahead = InputKind.SLOTS.read(InputText.read(file), HorizonReader::ahead);
    try {
      Horizon horizon = Horizon.of(problem, ahead.slots).arriving(ahead.arrivals);
      for (Limit limit : ahead.limits) {
        horizon = horizon.withLimit(limit.name, limit.resource, limit.jobs, limit.most);
      }
      horizon.problem(); // fails here, with the name of the file
      return horizon;
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException("%s: %s".formatted(file, e.getMessage()));
    }
  }

  /** Returns the first mistake that does not depend on a problem. */
  static List<String> mistakes(InputText input) {
    try {
      ahead(input);
      return List.of();
    } catch (InvalidInputException e) {
      return List.of(e.getMessage());
    }
  }

  private record Limit(String name, String resource, JobSelection jobs, double most) {}

  private record Ahead(List<Slot> slots, Map<String, Double> arrivals, List<Limit> limits) {}

  private static Ahead ahead(InputText input) {
    JsonCursor root = JsonCursor.read(input).object(Set.of("slots", "arrivals_s", "limits"));
    List<Slot> slots = new ArrayList<>();
    for (JsonCursor slot : root.member("slots").list()) {
      slot.object(Set.of("seconds", "repeat", "workers", "costs"));
      int times = slot.optional("repeat").map(of -> of.integer(1, MOST_SLOTS)).orElse(1);
      slots.addAll(Collections.nCopies(times, slot(slot)));
    }
    Map<String, Double> arrivals = new HashMap<>();
    for (Map.Entry<String, JsonCursor> job : members(root, "arrivals_s")) {
      arrivals.put(job.getKey(), job.getValue().nonNegative());
    }
    List<Limit> limits = new ArrayList<>();
    for (JsonCursor limit : root.optional("limits").map(JsonCursor::list).orElse(List.of())) {
      limit.object(Set.of("name", "resource", "most", "jobs", "entity"));
      limits.add(
          new Limit(
              limit.member("name").text(),
              limit.member("resource").text(),
              jobs(limit),
              limit.member("most").nonNegative()));
    }
    return new Ahead(slots, arrivals, limits);
  }

  private static Slot slot(JsonCursor json) {
    Slot slot = Slot.of(json.member("seconds").positive());
    for (Map.Entry<String, JsonCursor> type : members(json, "workers")) {
      slot = slot.withWorkers(type.getKey(), type.getValue().integer(0, ClusterSpec.MOST_WORKERS));
    }
    for (Map.Entry<String, JsonCursor> resource : members(json, "costs")) {
      for (Map.Entry<String, JsonCursor> type : resource.getValue().members()) {
        slot = slot.withCost(resource.getKey(), type.getKey(), type.getValue().number());
      }
    }
    return slot;
  }

  private static List<Map.Entry<String, JsonCursor>> members(JsonCursor json, String key) {
    return json.optional(key).map(JsonCursor::members).orElse(List.of());
  }

  private static JobSelection jobs(JsonCursor limit) {
    Optional<JsonCursor> jobs = limit.optional("jobs");
    Optional<JsonCursor> entity = limit.optional("entity");
    if (jobs.isPresent() && entity.isPresent()) {
      throw limit.complaint("has jobs and an entity; it must have at most one of them");
    }
    if (jobs.isPresent()) {
      return new JobSelection.Ids(jobs.get().list().stream().map(JsonCursor::text).toList());
    }
    return entity.isPresent()
        ? new JobSelection.OfEntity(entity.get().text())
        : new JobSelection.All();
  }
}
