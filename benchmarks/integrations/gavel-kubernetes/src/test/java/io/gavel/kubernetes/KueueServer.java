package io.gavel.kubernetes;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.server.mock.KubernetesCrudDispatcher;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.fabric8.mockwebserver.Context;
import io.fabric8.mockwebserver.MockWebServer;
import io.fabric8.mockwebserver.http.Buffer;
import io.fabric8.mockwebserver.http.MockResponse;
import io.fabric8.mockwebserver.http.RecordedRequest;
import io.gavel.kubernetes.objects.KueueKind;
import io.gavel.kubernetes.objects.SetupReader;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** An API server with Kueue's objects, and what Kueue does with them. */
final class KueueServer implements AutoCloseable {

  static final Instant START = Instant.parse("2026-11-23T08:00:00Z");

  /** Like an API server, and unlike its base, it also refuses statuses of an old version. */
  private final class Versioned extends KubernetesCrudDispatcher {
    private final Map<String, String> versions = new HashMap<>();

    @Override
    public MockResponse dispatch(RecordedRequest request) {
      if (request.getMethod().equals("GET")) {
        return super.dispatch(request);
      }
      String path = request.getPath().replaceFirst("/status$", "");
      synchronized (writes) {
        writes.add(request.getMethod() + " " + request.getPath());
        if (!errors.isEmpty() && request.getPath().endsWith("/status")) {
          return new MockResponse().setResponseCode(errors.remove(0)).setBody("");
        }
        String sent = object(request.getBody()).getMetadata().getResourceVersion();
        if (sent != null && !sent.equals(versions.getOrDefault(path, sent))) {
          refused.add(request.getMethod() + " " + request.getPath());
          return new MockResponse().setResponseCode(HttpURLConnection.HTTP_CONFLICT).setBody("");
        }
        MockResponse response = super.dispatch(request);
        if (response.code() < HttpURLConnection.HTTP_MULT_CHOICE) {
          ObjectMeta now = object(response.getBody()).getMetadata();
          boolean created = request.getMethod().equals("POST");
          versions.put(created ? path + "/" + now.getName() : path, now.getResourceVersion());
        }
        return response;
      }
    }

    private GenericKubernetesResource object(Buffer body) {
      String json = new String(body.getBytes(), StandardCharsets.UTF_8); // read again by the base
      return Serialization.unmarshal(json, GenericKubernetesResource.class);
    }
  }

  final List<String> writes = new ArrayList<>();

  /** Writes of an older version than the server has. */
  final List<String> refused = new ArrayList<>();

  final List<Integer> errors = new ArrayList<>();
  private final KubernetesMockServer server =
      new KubernetesMockServer(
          new Context(), new MockWebServer(), new HashMap<>(), new Versioned(), false);
  final KubernetesClient client;

  KueueServer() {
    server.init();
    try (KubernetesClient own = server.createClient()) {
      client = AdmissionMain.client(own.getConfiguration());
    }
  }

  Resource<GenericKubernetesResource> resource(KueueKind kind, GenericKubernetesResource object) {
    var all = client.genericKubernetesResources(kind.context());
    String namespace = object.getMetadata().getNamespace();
    return namespace == null ? all.resource(object) : all.inNamespace(namespace).resource(object);
  }

  GenericKubernetesResource create(
      KueueKind kind,
      String namespace,
      String name,
      Map<String, String> annotations,
      Map<String, ?> spec,
      Map<String, ?> status) {
    GenericKubernetesResource object =
        new GenericKubernetesResourceBuilder()
            .withApiVersion("kueue.x-k8s.io/v1beta1")
            .withKind(kind.context().getKind())
            .withNewMetadata()
            .withName(name)
            .withNamespace(namespace)
            .withAnnotations(annotations)
            .withCreationTimestamp(START.toString())
            .endMetadata()
            .build();
    object.setAdditionalProperty("spec", spec);
    if (!status.isEmpty()) {
      object.setAdditionalProperty("status", status);
    }
    return resource(kind, object).create();
  }

  void check(String name, String controller) {
    create(
        KueueKind.ADMISSION_CHECK,
        null,
        name,
        Map.of(),
        Map.of("controllerName", controller),
        Map.of());
  }

  /** A flavour whose nodes Kueue does not select, so that it only counts them. */
  void flavor(String name) {
    create(
        KueueKind.RESOURCE_FLAVOR,
        null,
        name,
        Map.of(SetupReader.SELECTOR, "gpu=" + name),
        Map.of(),
        Map.of());
  }

  /** A flavour whose nodes Kueue selects. */
  void labelledFlavor(String name) {
    create(
        KueueKind.RESOURCE_FLAVOR,
        null,
        name,
        Map.of(),
        Map.of("nodeLabels", Map.of("gpu", name)),
        Map.of());
  }

  /** A cluster queue with a local queue of the same name in namespace {@code ml}. */
  void queue(String name, Map<String, Integer> quotas) {
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
    create(
        KueueKind.CLUSTER_QUEUE,
        null,
        name,
        Map.of(),
        Map.of(
            "cohort",
            "all",
            "admissionChecks",
            List.of("gavel"),
            "resourceGroups",
            List.of(Map.of("coveredResources", List.of("nvidia.com/gpu"), "flavors", flavors))),
        Map.of());
    create(KueueKind.LOCAL_QUEUE, "ml", name, Map.of(), Map.of("clusterQueue", name), Map.of());
  }

  /** A workload of one pod for each worker, for which Kueue has reserved quota. */
  GenericKubernetesResource workload(
      String name, String queue, int workers, Map<String, String> annotations, String reserved) {
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
    return create(
        KueueKind.WORKLOAD,
        "ml",
        name,
        annotations,
        Map.of("queueName", queue, "podSets", List.of(podSet)),
        status(queue, workers, reserved));
  }

  private static Map<String, Object> status(String queue, int workers, String reserved) {
    Map<String, Object> status = new LinkedHashMap<>();
    status.put(
        "admissionChecks",
        List.of(
            Map.of("name", "other", "state", "Ready"),
            Map.of(
                "name",
                "gavel",
                "state",
                "Pending",
                "message",
                "",
                "lastTransitionTime",
                START.toString())));
    if (!reserved.isEmpty()) {
      reserve(status, queue, workers, reserved);
    }
    return status;
  }

  private static void reserve(
      Map<String, Object> status, String queue, int workers, String reserved) {
    status.put("conditions", List.of(Map.of("type", "QuotaReserved", "status", "True")));
    status.put(
        "admission",
        Map.of(
            "clusterQueue",
            queue,
            "podSetAssignments",
            List.of(
                Map.of(
                    "name",
                    "main",
                    "count",
                    workers,
                    "flavors",
                    Map.of("nvidia.com/gpu", reserved)))));
  }

  GenericKubernetesResource get(String name) {
    return client
        .genericKubernetesResources(KueueKind.WORKLOAD.context())
        .inNamespace("ml")
        .withName(name)
        .get();
  }

  /** Edits a status, as another controller does. */
  void editStatus(String name, UnaryOperator<Map<String, Object>> edit) {
    GenericKubernetesResource object = get(name);
    object.getMetadata().setResourceVersion(null); // in whatever version it is
    object.setAdditionalProperty("status", edit.apply(statusOf(object)));
    resource(KueueKind.WORKLOAD, object).updateStatus();
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> statusOf(GenericKubernetesResource object) {
    return new LinkedHashMap<>((Map<String, Object>) object.get("status"));
  }

  /** Kueue stops a workload whose check wants it, or that it preempts, and queues it again. */
  void evict(String name, String queue, int workers) {
    editStatus(name, old -> status(queue, workers, ""));
  }

  /** Kueue reserves quota. */
  void reserve(String name, String queue, int workers, String flavor) {
    editStatus(
        name,
        status -> {
          reserve(status, queue, workers, flavor);
          return status;
        });
  }

  void finish(String name) {
    editStatus(
        name,
        status -> {
          status.put("conditions", List.of(Map.of("type", "Finished", "status", "True")));
          return status;
        });
  }

  /** The objects of a list; none if it is missing. */
  static List<Map<?, ?>> objects(Object list) {
    return list == null
        ? List.of()
        : ((List<?>) list).stream().<Map<?, ?>>map(entry -> (Map<?, ?>) entry).toList();
  }

  /** The entry of the check that is answered. */
  Map<?, ?> answer(String name) {
    return objects(get(name).get("status", "admissionChecks")).stream()
        .filter(entry -> "gavel".equals(entry.get("name")))
        .findFirst()
        .orElseThrow();
  }

  String state(String name) {
    return String.valueOf(answer(name).get("state"));
  }

  String message(String name) {
    return String.valueOf(answer(name).get("message"));
  }

  /** The flavour that was answered; empty if none was. */
  String chosen(String name) {
    return objects(answer(name).get("podSetUpdates")).stream()
        .map(update -> String.valueOf(((Map<?, ?>) update.get("nodeSelector")).get("gpu")))
        .findFirst()
        .orElse("");
  }

  /** The condition of the check, as status and message. */
  String active() {
    GenericKubernetesResource check =
        client
            .genericKubernetesResources(KueueKind.ADMISSION_CHECK.context())
            .withName("gavel")
            .get();
    return objects(check.get("status", "conditions")).stream()
        .map(entry -> entry.get("status") + ": " + entry.get("message"))
        .findFirst()
        .orElse("");
  }

  @Override
  public void close() {
    client.close();
    server.destroy();
  }
}
