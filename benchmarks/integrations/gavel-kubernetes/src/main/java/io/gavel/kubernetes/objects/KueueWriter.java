package io.gavel.kubernetes.objects;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
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
 * Writes answers. Only the entry of its own check is changed, or its own condition, in the version
 * of the object that was read: if the object has changed meanwhile, the API server refuses.
 * Immutable.
 */
public final class KueueWriter {

  private final KubernetesClient client;

  /**
   * Creates a writer.
   *
   * @param client of the API server; not closed
   */
  public KueueWriter(KubernetesClient client) {
    this.client = client;
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
    List<Object> checks = new ArrayList<>();
    boolean differs = false;
    for (Map<?, ?> old : Fields.objects(workload, "status", "admissionChecks")) {
      if (Fields.text(old, "name").equals(check)) {
        Map<Object, Object> changed = merged(old, entry, "state", now);
        changed.keySet().removeIf(key -> key.equals("podSetUpdates") && !entry.containsKey(key));
        differs |= !changed.equals(old);
        checks.add(changed);
      } else {
        checks.add(old);
      }
    }
    return differs
        ? writeStatus(KueueKind.WORKLOAD, workload, "admissionChecks", checks)
        : workload;
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
    List<Object> conditions = new ArrayList<>();
    Map<?, ?> known = Map.of();
    for (Map<?, ?> old : Fields.objects(check, "status", "conditions")) {
      if (Fields.text(old, "type").equals("Active")) {
        known = old;
      } else {
        conditions.add(old);
      }
    }
    Map<Object, Object> changed = merged(known, condition, "status", now);
    conditions.add(changed);
    return changed.equals(known)
        ? check
        : writeStatus(KueueKind.ADMISSION_CHECK, check, "conditions", conditions);
  }

  private GenericKubernetesResource writeStatus(
      KueueKind kind, GenericKubernetesResource object, String field, Object value) {
    GenericKubernetesResource copy = Serialization.clone(object);
    Map<Object, Object> status = new LinkedHashMap<>();
    if (object.get("status") instanceof Map<?, ?> old) {
      status.putAll(old);
    }
    status.put(field, value);
    copy.setAdditionalProperty("status", status);
    return resource(kind, copy).updateStatus();
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
    return resource(KueueKind.WORKLOAD, workload)
        .patch(PatchContext.of(PatchType.JSON_MERGE), Serialization.asJson(patch));
  }

  private Resource<GenericKubernetesResource> resource(
      KueueKind kind, GenericKubernetesResource object) {
    String namespace = object.getMetadata().getNamespace();
    var all = client.genericKubernetesResources(kind.context());
    return namespace == null || namespace.isEmpty()
        ? all.resource(object)
        : all.inNamespace(namespace).resource(object);
  }
}
