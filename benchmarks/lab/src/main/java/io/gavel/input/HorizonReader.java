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
    JsonCursor root =
        JsonCursor.read(InputText.read(file)).object(Set.of("slots", "arrivals_s", "limits"));
    try {
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
      Horizon horizon = Horizon.of(problem, slots).arriving(arrivals);
      for (JsonCursor limit : root.optional("limits").map(JsonCursor::list).orElse(List.of())) {
        limit.object(Set.of("name", "resource", "most", "jobs", "entity"));
        horizon =
            horizon.withLimit(
                limit.member("name").text(),
                limit.member("resource").text(),
                jobs(limit),
                limit.member("most").nonNegative());
      }
      horizon.problem(); // fails here, with the name of the file
      return horizon;
    } catch (InvalidInputException named) {
      throw named;
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException("%s: %s".formatted(file, e.getMessage()));
    }
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
      throw limit.complaint("has jobs and an entity; must have at most one of them");
    }
    if (jobs.isPresent()) {
      return new JobSelection.Ids(jobs.get().list().stream().map(JsonCursor::text).toList());
    }
    return entity.isPresent()
        ? new JobSelection.OfEntity(entity.get().text())
        : new JobSelection.All();
  }
}
