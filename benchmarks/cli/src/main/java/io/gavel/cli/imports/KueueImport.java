package io.gavel.cli.imports;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.gavel.cli.imports.Imported.ImportedJob;
import io.gavel.input.InputText;
import io.gavel.policies.model.Holding;
import io.gavel.workload.InvalidInputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code gavel import kueue}: the workloads and queues of a Kubernetes cluster as a problem. */
@Command(name = "kueue")
final class KueueImport extends ImportingCommand {

  private static final String SPEEDS = "gavel.io/speeds";
  private static final String WEIGHT = "gavel.io/weight";

  @Parameters(
      arity = "1..*",
      paramLabel = "OBJECTS.json",
      description = "What kubectl get -o json prints.")
  private List<Path> files = List.of();

  @Option(names = "--resource", paramLabel = "NAME", defaultValue = "nvidia.com/gpu")
  private String resource = "";

  private final Map<String, List<JsonNode>> objects = new HashMap<>();

  /** The flavours of each cluster queue. */
  private final Map<String, Set<String>> flavorsOf = new HashMap<>();

  /** The cluster queue of each local queue, by namespace and name. */
  private final Map<String, String> queueOf = new HashMap<>();

  private double now;

  @Mixin private SpeedOptions assumed = new SpeedOptions();

  @Override
  public Integer call() {
    for (Path file : files) {
      try {
        collect(JsonMapper.builder().build().readTree(InputText.read(file).text()), file);
      } catch (JsonProcessingException e) {
        throw wrong(file, "is not valid JSON: " + e.getOriginalMessage());
      }
    }
    for (String kind : List.of("Workload", "LocalQueue", "ClusterQueue")) {
      if (!objects.containsKey(kind)) {
        throw new InvalidInputException(
            "no %s is among the objects; kubectl get workloads,localqueues,clusterqueues,"
                    .formatted(kind)
                + "resourceflavors,nodes -A -o json prints all that is needed");
      }
    }
    Imported imported = new Imported();
    for (JsonNode queue : objects("ClusterQueue")) {
      addQueue(queue, imported);
    }
    for (JsonNode queue : objects("LocalQueue")) {
      queueOf.put(key(queue, name(queue)), queue.path("spec").path("clusterQueue").asText());
    }
    objects("Workload")
        .forEach(workload -> now = Math.max(now, Math.max(created(workload), admitted(workload))));
    List<JsonNode> workloads = new ArrayList<>(objects("Workload"));
    workloads.sort(
        Comparator.<JsonNode, Boolean>comparing(workload -> admitted(workload) == 0)
            .thenComparing(workload -> -workload.path("spec").path("priority").asLong())
            .thenComparing(KueueImport::created));
    for (JsonNode workload : workloads) {
      addWorkload(workload, imported);
    }
    return write(assumed.files("kueue", imported).problem(now).cluster().files(), imported);
  }

  /** Lists may contain lists. */
  private void collect(JsonNode node, Path file) {
    if (node.path("items").isArray()) {
      node.path("items").forEach(item -> collect(item, file));
    } else if (node.path("kind").isTextual()) {
      objects.computeIfAbsent(node.path("kind").asText(), kind -> new ArrayList<>()).add(node);
    } else {
      throw wrong(file, "has an object without kind; it must be what kubectl get -o json prints");
    }
  }

  private List<JsonNode> objects(String kind) {
    return objects.getOrDefault(kind, List.of());
  }

  private static String name(JsonNode object) {
    return object.path("metadata").path("name").asText();
  }

  private static String key(JsonNode object, String name) {
    return object.path("metadata").path("namespace").asText() + "/" + name;
  }

  private static double created(JsonNode object) {
    return seconds(object.path("metadata").path("creationTimestamp").asText()).orElse(0);
  }

  /** Returns since when a workload has its quota; 0 if it waits. */
  private static double admitted(JsonNode workload) {
    return condition(workload, "Admitted")
        .or(() -> condition(workload, "QuotaReserved"))
        .map(node -> seconds(node.path("lastTransitionTime").asText()).orElse(0))
        .orElse(0.0);
  }

  /** Returns a condition that holds. */
  private static Optional<JsonNode> condition(JsonNode workload, String type) {
    for (JsonNode condition : workload.path("status").path("conditions")) {
      if (condition.path("type").asText().equals(type)
          && condition.path("status").asText().equals("True")) {
        return Optional.of(condition);
      }
    }
    return Optional.empty();
  }

  /** Adds a queue as a team; its nominal quotas are workers. */
  private void addQueue(JsonNode queue, Imported imported) {
    JsonNode spec = queue.path("spec");
    boolean inCohort = spec.hasNonNull("cohort") || spec.hasNonNull("cohortName");
    Map<String, Integer> limit = new LinkedHashMap<>();
    Set<String> flavors = flavorsOf.computeIfAbsent(name(queue), name -> new TreeSet<>());
    for (JsonNode group : spec.path("resourceGroups")) {
      for (JsonNode flavor : group.path("flavors")) {
        for (JsonNode quota : flavor.path("resources")) {
          if (quota.path("name").asText().equals(resource)) {
            String type = flavor.path("name").asText();
            int nominal = count(quota, "nominalQuota", queue);
            imported.add(type, nominal, serverSize(type));
            flavors.add(type);
            if (!inCohort) {
              limit.put(type, nominal);
            } else if (quota.hasNonNull("borrowingLimit")) {
              limit.put(type, nominal + count(quota, "borrowingLimit", queue));
            }
            if (quota.hasNonNull("lendingLimit")) {
              imported.note("lendingLimit is ignored: all workers of a cohort can be lent");
            }
          }
        }
      }
    }
    if (flavors.isEmpty()) {
      imported.leaveOut("of cluster queues without %s".formatted(resource));
      return;
    }
    String weight = spec.path("fairSharing").path("weight").asText("1");
    imported.add(name(queue), positive(weight, "fairSharing.weight", queue), limit);
  }

  /** Returns the GPUs of the smallest node of a flavour; 1 if its nodes are unknown. */
  private int serverSize(String flavor) {
    int size = 0;
    for (JsonNode object : objects("ResourceFlavor")) {
      JsonNode labels = object.path("spec").path("nodeLabels");
      for (JsonNode node : objects("Node")) {
        JsonNode of = node.path("metadata").path("labels");
        boolean selected = name(object).equals(flavor) && !labels.isEmpty();
        for (Map.Entry<String, JsonNode> label : labels.properties()) {
          selected &= label.getValue().equals(of.path(label.getKey()));
        }
        int gpus = node.path("status").path("allocatable").path(resource).asInt();
        if (selected && gpus > 0) {
          size = size == 0 ? gpus : Math.min(size, gpus);
        }
      }
    }
    return Math.max(1, size);
  }

  private static int count(JsonNode object, String key, JsonNode owner) {
    String text = object.path(key).asText("0");
    if (!text.matches("\\d{1,6}")) {
      throw new InvalidInputException(
          "%s %s: %s is \"%s\"; it must be a whole number"
              .formatted(owner.path("kind").asText(), name(owner), key, text));
    }
    return Integer.parseInt(text);
  }

  private static double positive(String text, String key, JsonNode owner) {
    try {
      double value = Double.parseDouble(text);
      if (value > 0 && Double.isFinite(value)) {
        return value;
      }
    } catch (NumberFormatException e) {
      // falls through to the exception
    }
    throw new InvalidInputException(
        "%s %s: %s is \"%s\"; it must be a number greater than 0"
            .formatted(owner.path("kind").asText(), name(owner), key, text));
  }

  private void addWorkload(JsonNode workload, Imported imported) {
    JsonNode spec = workload.path("spec");
    String queue = queueOf.getOrDefault(key(workload, spec.path("queueName").asText()), "");
    Set<String> flavors = flavorsOf.getOrDefault(queue, Set.of());
    Set<String> held = heldFlavors(workload);
    int gpus = 0;
    for (JsonNode pods : spec.path("podSets")) {
      gpus += Math.max(1, pods.path("count").asInt(1)) * gpusOfPod(pods, workload);
    }
    if (condition(workload, "Finished").isPresent()) {
      imported.leaveOut("of finished workloads");
    } else if (!spec.path("active").asBoolean(true)) {
      imported.leaveOut("of workloads that are not active");
    } else if (gpus == 0) {
      imported.leaveOut("of workloads without %s".formatted(resource));
    } else if (flavors.isEmpty()) {
      imported.leaveOut("of workloads whose queue has no %s or is not there".formatted(resource));
    } else if (held.size() > 1) {
      imported.leaveOut("of workloads on several flavours");
    } else {
      Map<String, Double> speeds = speeds(workload, flavors);
      String weight = workload.path("metadata").path("annotations").path(WEIGHT).asText("1");
      imported.add(
          new ImportedJob(
              key(workload, name(workload)),
              Optional.of(queue),
              name(workload),
              Holding.of(gpus),
              created(workload),
              secondsLeft(workload, imported),
              held.stream().findFirst(),
              OptionalDouble.empty(),
              OptionalDouble.empty(),
              speeds,
              flavors,
              positive(weight, WEIGHT, workload)));
    }
  }

  private int gpusOfPod(JsonNode pods, JsonNode workload) {
    int gpus = 0;
    for (JsonNode container : pods.path("template").path("spec").path("containers")) {
      JsonNode resources = container.path("resources");
      gpus +=
          resources.path("requests").has(resource)
              ? count(resources.path("requests"), resource, workload)
              : count(resources.path("limits"), resource, workload);
    }
    return gpus;
  }

  private Set<String> heldFlavors(JsonNode workload) {
    Set<String> held = new TreeSet<>();
    JsonNode admission = workload.path("status").path("admission");
    for (JsonNode assignment : admission.path("podSetAssignments")) {
      String flavor = assignment.path("flavors").path(resource).asText();
      if (!flavor.isEmpty()) {
        held.add(flavor);
      }
    }
    return held;
  }

  /** Reads speeds like {@code h100=3.2, a10=1}; a flavour that is left out cannot be used. */
  private static Map<String, Double> speeds(JsonNode workload, Set<String> flavors) {
    Map<String, Double> speeds = new TreeMap<>();
    String text = workload.path("metadata").path("annotations").path(SPEEDS).asText();
    for (String entry : text.isEmpty() ? List.<String>of() : List.of(text.split(",", -1))) {
      String[] words = entry.strip().split("=", 2);
      if (words.length == 2 && flavors.contains(words[0].strip())) {
        speeds.put(words[0].strip(), positive(words[1].strip(), SPEEDS, workload));
      }
    }
    return speeds;
  }

  private OptionalDouble secondsLeft(JsonNode workload, Imported imported) {
    double limit = workload.path("spec").path("maximumExecutionTimeSeconds").asDouble();
    if (!(limit > 0)) {
      imported.note("workloads without maximumExecutionTimeSeconds have no seconds_left");
      return OptionalDouble.empty();
    }
    double since = admitted(workload);
    return OptionalDouble.of(Math.max(0, limit - (since == 0 ? 0 : now - since)));
  }
}
