package io.gavel.kubernetes.objects;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.gavel.kubernetes.plan.WorkloadAnswer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Writes answers by JSON patches of the controller's own check entry or own condition. A patch
 * states the version of the object that was read: if the object has changed since, the API server
 * refuses. Immutable.
 */
public final class KueueWriter {

  private final KueueApi api;

  /**
   * Creates a writer.
   *
   * @param api Kueue's objects
   */
  public KueueWriter(KueueApi api) {
    this.api = api;
  }

  /**
   * Writes an answer to a workload's check, if it differs.
   *
   * @param workload as it was read
   * @param check the name of the check
   * @param answer to the check
   * @param selector the labels of the flavour's nodes
   * @param podSets the pod sets that get the selector
   * @param now the time
   * @return the object as it is now
   */
  public GenericKubernetesResource answer(
      GenericKubernetesResource workload,
      String check,
      WorkloadAnswer answer,
      Map<String, String> selector,
      Iterable<String> podSets,
      Instant now) {
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("name", check);
    entry.put("state", answer.state().word());
    entry.put("message", answer.message());
    if (answer.state() == WorkloadAnswer.State.READY && answer.flavor().isPresent()) {
      List<Map<String, Object>> updates = new ArrayList<>();
      for (String podSet : podSets) {
        Map<String, String> mark = Map.of(WorkloadReader.FLAVOR, answer.flavor().get());
        Map<String, Object> update = new LinkedHashMap<>();
        update.put("name", podSet);
        update.put("annotations", mark);
        update.put("nodeSelector", new TreeMap<>(selector));
        updates.add(update);
      }
      entry.put("podSetUpdates", updates);
    }
    List<Map<?, ?>> checks = Fields.objects(workload, "status", "admissionChecks");
    for (int i = 0; i < checks.size(); i++) {
      Map<?, ?> old = checks.get(i);
      if (Fields.text(old, "name").equals(check)) {
        Map<Object, Object> changed = merged(old, entry, "state", now);
        changed.keySet().removeIf(key -> key.equals("podSetUpdates") && !entry.containsKey(key));
        return changed.equals(old)
            ? workload
            : patchStatus(
                KueueKind.WORKLOAD,
                workload,
                List.of(operation("replace", "/status/admissionChecks/" + i, changed)));
      }
    }
    return workload;
  }

  /** Returns the old entry with other values; if the value of a key changes, that was now. */
  private static Map<Object, Object> merged(
      Map<?, ?> old, Map<String, Object> values, String key, Instant now) {
    Map<Object, Object> changed = new LinkedHashMap<>(old);
    changed.putAll(values);
    if (!requireNonNull(values.get(key)).equals(old.get(key))) {
      changed.put("lastTransitionTime", now.toString());
    }
    return changed;
  }

  /**
   * Writes whether a check is in order, if it differs.
   *
   * @param check as it was read
   * @param active whether it is
   * @param message in sentences
   * @param now the time
   * @return the object as it is now
   */
  public GenericKubernetesResource condition(
      GenericKubernetesResource check, boolean active, String message, Instant now) {
    Map<String, Object> condition = new LinkedHashMap<>();
    condition.put("type", "Active");
    condition.put("status", active ? "True" : "False");
    condition.put("reason", active ? "Answered" : "Misconfigured");
    condition.put("message", message);
    List<Map<?, ?>> conditions = Fields.objects(check, "status", "conditions");
    int index = 0;
    while (index < conditions.size()
        && !Fields.text(conditions.get(index), "type").equals("Active")) {
      index++;
    }
    boolean isNew = index == conditions.size();
    Map<?, ?> old = isNew ? Map.of() : conditions.get(index);
    Map<Object, Object> changed = merged(old, condition, "status", now);
    if (changed.equals(old)) {
      return check;
    }
    List<Map<String, Object>> operations = new ArrayList<>();
    if (check.get("status") == null) {
      operations.add(operation("add", "/status", Map.of()));
    }
    if (conditions.isEmpty()) {
      operations.add(operation("add", "/status/conditions", List.of()));
    }
    operations.add(operation(isNew ? "add" : "replace", "/status/conditions/" + index, changed));
    return patchStatus(KueueKind.ADMISSION_CHECK, check, operations);
  }

  private static Map<String, Object> operation(String name, String path, Object value) {
    return Map.of("op", name, "path", path, "value", value);
  }

  private GenericKubernetesResource patchStatus(
      KueueKind kind, GenericKubernetesResource object, List<Map<String, Object>> operations) {
    List<Map<String, Object>> patch = new ArrayList<>();
    String version = object.getMetadata().getResourceVersion();
    patch.add(operation("replace", "/metadata/resourceVersion", version));
    patch.addAll(operations);
    return api.known(kind, object)
        .subresource("status")
        .patch(PatchContext.of(PatchType.JSON), Serialization.asJson(patch));
  }

  /**
   * Notes a move at the workload, before it is asked to stop.
   *
   * @param workload as it was read
   * @param flavor to which it moves
   * @param now the time
   * @return the object as it is now
   */
  public GenericKubernetesResource noteMove(
      GenericKubernetesResource workload, String flavor, Instant now) {
    String text = WorkloadReader.annotations(workload).getOrDefault(WorkloadReader.MOVES, "");
    Map<String, Instant> moves = WorkloadReader.moves(text);
    moves.put(flavor, now);
    List<String> entries = new ArrayList<>();
    moves.forEach((to, at) -> entries.add(to + "@" + at));
    Map<String, Object> patch =
        Map.of(
            "metadata",
            Map.of(
                "resourceVersion",
                workload.getMetadata().getResourceVersion(),
                "annotations",
                Map.of(WorkloadReader.MOVES, String.join(",", entries))));
    return api.known(KueueKind.WORKLOAD, workload)
        .patch(PatchContext.of(PatchType.JSON_MERGE), Serialization.asJson(patch));
  }
}
