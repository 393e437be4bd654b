package io.gavel.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gavel.kubernetes.objects.KueueKind;
import io.gavel.kubernetes.objects.SetupReader;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/** Kueue's objects on an API server, and what Kueue does with them. */
class Kueue {

  static final Instant START = Instant.parse("2026-11-23T08:00:00Z");

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Map<KueueKind, String> PLURALS = new LinkedHashMap<>();

  static {
    for (KueueKind kind : KueueKind.values()) {
      PLURALS.put(kind, kind.context("").getPlural());
    }
  }

  private final ClusterObjects objects;
  private final String version;

  Kueue(ClusterObjects objects, String version) {
    this.objects = objects;
    this.version = version;
  }

  private void create(
      KueueKind kind,
      String namespace,
      String name,
      Map<String, String> annotations,
      Map<String, ?> spec,
      Map<String, ?> status) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("apiVersion", FakeApiServer.GROUP + "/" + version);
    object.put("kind", kind.context(version).getKind());
    object.put(
        "metadata", Map.of("annotations", annotations, "creationTimestamp", START.toString()));
    object.put("spec", spec);
    if (!status.isEmpty()) {
      object.put("status", status);
    }
    objects.put(PLURALS.get(kind), namespace, name, JSON.valueToTree(object));
  }

  /** Creates an object of a manifest. */
  void create(JsonNode manifest) {
    KueueKind kind =
        PLURALS.keySet().stream()
            .filter(known -> known.context(version).getKind().equals(manifest.get("kind").asText()))
            .findFirst()
            .orElseThrow();
    JsonNode metadata = manifest.get("metadata");
    objects.put(
        PLURALS.get(kind),
        metadata.path("namespace").asText(),
        metadata.get("name").asText(),
        manifest.deepCopy());
  }

  void check(String name, String controller) {
    Map<String, String> spec = Map.of("controllerName", controller);
    create(KueueKind.ADMISSION_CHECK, "", name, Map.of(), spec, Map.of());
  }

  /** A flavour whose nodes Kueue does not select, so that it only counts them. */
  void flavor(String name) {
    Map<String, String> annotations = Map.of(SetupReader.SELECTOR, "gpu=" + name);
    create(KueueKind.RESOURCE_FLAVOR, "", name, annotations, Map.of(), Map.of());
  }

  /** A flavour whose nodes Kueue selects. */
  void labelledFlavor(String name) {
    Map<String, ?> spec = Map.of("nodeLabels", Map.of("gpu", name));
    create(KueueKind.RESOURCE_FLAVOR, "", name, Map.of(), spec, Map.of());
  }

  /** A cluster queue with a local queue of the same name in namespace {@code ml}. */
  void queue(String name, Map<String, Integer> quotas) {
    queue(name, quotas, List.of());
  }

  /** A queue that asks the check only for workloads of some flavours; of all flavours if empty. */
  void queue(String name, Map<String, Integer> quotas, List<String> onFlavors) {
    List<Map<String, ?>> flavors = new ArrayList<>();
    new TreeMap<>(quotas)
        .forEach(
            (flavor, workers) ->
                flavors.add(
                    Map.of(
                        "name",
                        flavor,
                        "resources",
                        List.of(Map.of("name", "nvidia.com/gpu", "nominalQuota", "" + workers)))));
    Map<String, Object> spec = new LinkedHashMap<>();
    spec.put(version.equals("v1beta1") ? "cohort" : "cohortName", "all");
    if (version.equals("v1beta1") && onFlavors.isEmpty()) {
      spec.put("admissionChecks", List.of("gavel"));
    } else {
      Map<String, ?> rule = Map.of("name", "gavel", "onFlavors", onFlavors);
      spec.put("admissionChecksStrategy", Map.of("admissionChecks", List.of(rule)));
    }
    spec.put(
        "resourceGroups",
        List.of(Map.of("coveredResources", List.of("nvidia.com/gpu"), "flavors", flavors)));
    create(KueueKind.CLUSTER_QUEUE, "", name, Map.of(), spec, Map.of());
    Map<String, String> local = Map.of("clusterQueue", name);
    create(KueueKind.LOCAL_QUEUE, "ml", name, Map.of(), local, Map.of());
  }

  /** A workload of one pod for each worker, for which Kueue has reserved quota. */
  void workload(
      String name, String queue, int workers, Map<String, String> annotations, String reserved) {
    workload(name, queue, workers, annotations, reserved, Map.of());
  }

  /** A workload with further fields of its {@code spec}. */
  void workload(
      String name,
      String queue,
      int workers,
      Map<String, String> annotations,
      String reserved,
      Map<String, ?> more) {
    Map<String, Object> container =
        Map.of("name", "c", "resources", Map.of("requests", Map.of("nvidia.com/gpu", "1")));
    Map<String, Object> podSet =
        Map.of(
            "name",
            "main",
            "count",
            workers,
            "template",
            Map.of("spec", Map.of("containers", List.of(container))));
    Map<String, Object> spec = new LinkedHashMap<>(more);
    spec.put("queueName", queue);
    spec.put("podSets", List.of(podSet));
    create(KueueKind.WORKLOAD, "ml", name, annotations, spec, status(queue, workers, reserved));
  }

  private static Map<String, Object> status(String queue, int workers, String reserved) {
    Map<String, Object> status = new LinkedHashMap<>();
    status.put("admissionChecks", List.of(entry("other", "Ready"), entry("gavel", "Pending")));
    if (!reserved.isEmpty()) {
      reserve(status, queue, workers, reserved);
    }
    return status;
  }

  private static Map<String, String> entry(String check, String state) {
    return Map.of(
        "name", check, "state", state, "message", "", "lastTransitionTime", START.toString());
  }

  private static Map<String, String> condition(String type) {
    return Map.of(
        "type",
        type,
        "status",
        "True",
        "reason",
        type,
        "message",
        "",
        "lastTransitionTime",
        START.toString());
  }

  private static void reserve(
      Map<String, Object> status, String queue, int workers, String reserved) {
    status.put("conditions", List.of(condition("QuotaReserved")));
    Map<String, ?> assignment =
        Map.of("name", "main", "count", workers, "flavors", Map.of("nvidia.com/gpu", reserved));
    status.put(
        "admission", Map.of("clusterQueue", queue, "podSetAssignments", List.of(assignment)));
  }

  JsonNode get(String name) {
    return objects.get("workloads", "ml", name);
  }

  /** Edits a status, as another controller does. */
  void editStatus(String name, Consumer<ObjectNode> edit) {
    objects.edit(
        "workloads",
        "ml",
        name,
        object -> {
          edit.accept((ObjectNode) object.get("status"));
          return object;
        });
  }

  private void replace(String name, Map<String, Object> by) {
    editStatus(name, status -> status.setAll(JSON.<ObjectNode>valueToTree(by)));
  }

  /** Kueue stops a workload whose check wants it, or that it preempts, and queues it again. */
  void evict(String name, String queue, int workers) {
    editStatus(name, status -> status.removeAll().setAll(tree(status(queue, workers, ""))));
  }

  private static ObjectNode tree(Map<String, Object> object) {
    return JSON.valueToTree(object);
  }

  /** Kueue reserves quota. */
  void reserve(String name, String queue, int workers, String flavor) {
    Map<String, Object> by = new LinkedHashMap<>();
    reserve(by, queue, workers, flavor);
    replace(name, by);
  }

  void finish(String name) {
    replace(name, Map.of("conditions", List.of(condition("Finished"))));
  }

  /** A workload that the controller started long ago. */
  void run(String name, String flavor) {
    Map<String, Object> entry = new LinkedHashMap<>(entry("gavel", "Ready"));
    Map<String, ?> update =
        Map.of(
            "name",
            "main",
            "annotations",
            Map.of("gavel.io/flavor", flavor),
            "nodeSelector",
            Map.of("gpu", flavor));
    entry.put("podSetUpdates", List.of(update));
    replace(name, Map.of("admissionChecks", List.of(entry("other", "Ready"), entry)));
  }

  /** Writes the table of speeds. */
  void table(Map<String, String> speeds) {
    Map<String, ?> table = Map.of("apiVersion", "v1", "kind", "ConfigMap", "data", speeds);
    objects.put("configmaps", "gavel-system", "speeds", JSON.valueToTree(table));
  }

  /** Waits until a controller has seen all objects as they are. */
  void awaitSeen(AdmissionController controller) {
    long end = System.nanoTime() + 30_000_000_000L;
    while (!isSeen(controller)) {
      if (System.nanoTime() > end) {
        throw new AssertionError("the controller does not see all changes");
      }
      try {
        Thread.sleep(2);
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }

  private boolean isSeen(AdmissionController controller) {
    for (Map.Entry<KueueKind, String> kind : PLURALS.entrySet()) {
      Map<String, Long> seen = new TreeMap<>();
      controller
          .view()
          .all(kind.getKey())
          .forEach(
              object ->
                  seen.put(
                      KueueKind.key(object),
                      Long.parseLong(object.getMetadata().getResourceVersion())));
      Map<String, Long> real = new TreeMap<>();
      objects
          .all(kind.getValue())
          .forEach((key, object) -> real.put(key, object.at("/metadata/resourceVersion").asLong()));
      if (!seen.equals(real)) {
        return false;
      }
    }
    return true;
  }

  /** The entry of the check that is answered. */
  JsonNode answer(String name) {
    for (JsonNode entry : get(name).at("/status/admissionChecks")) {
      if (entry.path("name").asText().equals("gavel")) {
        return entry;
      }
    }
    throw new AssertionError("no entry: " + get(name));
  }

  String state(String name) {
    return answer(name).path("state").asText();
  }

  String message(String name) {
    return answer(name).path("message").asText();
  }

  /** The names of the workloads that have a message. */
  TreeSet<String> told() {
    TreeSet<String> told = new TreeSet<>();
    objects.all("workloads").keySet().stream()
        .map(key -> key.replaceFirst("ml/", ""))
        .filter(name -> !message(name).isEmpty())
        .forEach(told::add);
    return told;
  }

  /** The flavour that was answered; empty if none was. */
  String chosen(String name) {
    return answer(name).at("/podSetUpdates/0/nodeSelector/gpu").asText();
  }

  String annotation(String name, String annotation) {
    return get(name).path("metadata").path("annotations").path(annotation).asText();
  }

  /** The condition of the check, as status and message. */
  String active() {
    JsonNode condition =
        objects.get("admissionchecks", "", "gavel").path("status").path("conditions").path(0);
    return condition.isMissingNode()
        ? ""
        : condition.path("status").asText() + ": " + condition.path("message").asText();
  }
}
