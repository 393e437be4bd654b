package io.gavel.kubernetes.objects;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.gavel.kubernetes.plan.FlavorQuota;
import io.gavel.kubernetes.plan.Team;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Reads what administrators have set up. A queue that is wrong is left out, and its check says why.
 * For one reading. Mutable and not thread-safe.
 */
public final class SetupReader {

  /**
   * The annotation of a flavour with labels of its nodes, in addition to the labels that Kueue
   * selects.
   */
  public static final String SELECTOR = "gavel.io/node-selector";

  private final String controller;
  private final String resource;
  private final Map<String, Flavor> flavors = new TreeMap<>();
  private final Map<String, String> flavorFaults = new TreeMap<>();
  private final Map<String, String> faults = new TreeMap<>();

  /**
   * Creates a reader.
   *
   * @param controller the name of the controller whose checks are answered
   * @param resource the name of the resource that is counted, such as {@code nvidia.com/gpu}
   */
  public SetupReader(String controller, String resource) {
    this.controller = controller;
    this.resource = resource;
  }

  /**
   * Reads.
   *
   * @param objects of each kind
   * @param table the speeds of job types, as text
   * @return their contents
   */
  public Setup read(
      Map<KueueKind, Collection<GenericKubernetesResource>> objects, Map<String, String> table) {
    Set<String> checks = new TreeSet<>();
    for (GenericKubernetesResource check : requireNonNull(objects.get(KueueKind.ADMISSION_CHECK))) {
      if (Fields.text(check, "spec", "controllerName").equals(controller)) {
        checks.add(check.getMetadata().getName());
      }
    }
    requireNonNull(objects.get(KueueKind.RESOURCE_FLAVOR)).forEach(this::addFlavor);
    Map<String, Setup.Queue> queues = new TreeMap<>();
    Set<String> used = new TreeSet<>();
    for (GenericKubernetesResource object : requireNonNull(objects.get(KueueKind.CLUSTER_QUEUE))) {
      Map<String, Set<String>> own = checks(object);
      own.keySet().retainAll(checks);
      used.addAll(own.keySet());
      if (!own.isEmpty()) {
        String name = object.getMetadata().getName();
        try {
          queues.put(name, queue(object, flavors(own)));
        } catch (IllegalArgumentException | ArithmeticException e) {
          own.keySet()
              .forEach(check -> fault(check, "queue %s: %s".formatted(name, e.getMessage())));
        }
      }
    }
    for (String check : checks) {
      if (!used.contains(check)) {
        fault(check, "no cluster queue names this check");
      }
    }
    Map<String, String> localQueues = new TreeMap<>();
    for (GenericKubernetesResource object : requireNonNull(objects.get(KueueKind.LOCAL_QUEUE))) {
      localQueues.put(KueueKind.key(object), Fields.text(object, "spec", "clusterQueue"));
    }
    return new Setup(checks, flavors, queues, localQueues, table, faults);
  }

  private void fault(String check, String fault) {
    faults.merge(check, fault, (a, b) -> a + "; " + b);
  }

  private void addFlavor(GenericKubernetesResource object) {
    String name = object.getMetadata().getName();
    Map<String, String> labels = new LinkedHashMap<>();
    if (object.get("spec", "nodeLabels") instanceof Map<?, ?> nodeLabels) {
      nodeLabels.forEach((key, value) -> labels.put(key.toString(), value.toString()));
    }
    Map<String, String> selector = new LinkedHashMap<>(labels);
    Map<String, String> annotations = object.getMetadata().getAnnotations();
    String text = annotations == null ? "" : annotations.getOrDefault(SELECTOR, "");
    for (String label : text.isBlank() ? new String[0] : text.split(",", -1)) {
      String[] parts = label.split("=", -1);
      if (parts.length != 2 || parts[0].isBlank()) {
        flavorFaults.put(
            name,
            "annotation %s of flavour %s is \"%s\"; write \"label=value, label=value\""
                .formatted(SELECTOR, name, text));
        return;
      }
      selector.put(parts[0].strip(), parts[1].strip());
    }
    flavors.put(name, new Flavor(name, labels, selector));
  }

  /**
   * Returns the checks of a queue and the flavours to which each is restricted; all flavours if
   * empty. Other flavours of the queue are not decided here: Kueue does not ask the check.
   */
  private static Map<String, Set<String>> checks(GenericKubernetesResource queue) {
    Map<String, Set<String>> checks = new TreeMap<>();
    if (queue.get("spec", "admissionChecks") instanceof Collection<?> names) {
      names.forEach(name -> checks.put(name.toString(), Set.of()));
    }
    for (Map<?, ?> rule :
        Fields.objects(queue, "spec", "admissionChecksStrategy", "admissionChecks")) {
      Set<String> flavors = new TreeSet<>();
      if (rule.get("onFlavors") instanceof Collection<?> names) {
        names.forEach(name -> flavors.add(name.toString()));
      }
      checks.put(Fields.text(rule, "name"), flavors);
    }
    return checks;
  }

  /** Returns the flavours of any of the checks; all flavours if empty. */
  private static Set<String> flavors(Map<String, Set<String>> checks) {
    Set<String> flavors = new TreeSet<>();
    checks.values().forEach(flavors::addAll);
    return checks.containsValue(Set.of()) ? Set.of() : flavors;
  }

  /** Reads a queue; {@code only} restricts its flavours, unless it is empty. */
  private Setup.Queue queue(GenericKubernetesResource object, Set<String> only) {
    String name = object.getMetadata().getName();
    String later = Fields.text(object, "spec", "cohortName"); // v1beta2
    String cohort = later.isEmpty() ? Fields.text(object, "spec", "cohort") : later;
    Map<String, FlavorQuota> quotas = new LinkedHashMap<>();
    for (Map<?, ?> group : Fields.objects(object, "spec", "resourceGroups")) {
      for (Map<?, ?> flavor : Fields.objects(group, "flavors")) {
        String flavorName = Fields.text(flavor, "name");
        boolean isAsked = only.isEmpty() || only.contains(flavorName);
        for (Map<?, ?> quota : Fields.objects(flavor, "resources")) {
          if (isAsked && Fields.text(quota, "name").equals(resource)) {
            requireFlavor(flavorName);
            quotas.put(flavorName, quota(flavorName, quota, !cohort.isEmpty()));
          }
        }
      }
    }
    if (quotas.isEmpty()) {
      throw new IllegalArgumentException(
          "it has no quota of " + resource + (only.isEmpty() ? "" : " on " + only));
    }
    String weight = Fields.text(object, "spec", "fairSharing", "weight");
    double part = weight.isEmpty() ? 1 : SpeedText.positive(weight, "spec.fairSharing.weight");
    return new Setup.Queue(
        new Team(name, part, quotas),
        cohort.isEmpty() ? "queue " + name : "cohort " + cohort,
        quotas.keySet().stream().toList());
  }

  private void requireFlavor(String flavor) {
    if (flavorFaults.containsKey(flavor)) {
      throw new IllegalArgumentException(flavorFaults.get(flavor));
    }
    if (!flavors.containsKey(flavor)) {
      throw new IllegalArgumentException("there is no flavour \"%s\"".formatted(flavor));
    }
    if (flavors.get(flavor).selector().isEmpty()) {
      throw new IllegalArgumentException(
          "flavour %s does not name its nodes; it must have spec.nodeLabels or the annotation %s"
              .formatted(flavor, SELECTOR));
    }
  }

  private static FlavorQuota quota(String flavor, Map<?, ?> quota, boolean lends) {
    int nominal =
        Fields.count(quota, "nominalQuota", "nominalQuota of " + flavor)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "nominalQuota of %s is missing".formatted(flavor)));
    if (!lends) {
      return new FlavorQuota(nominal, nominal, 0);
    }
    int borrowed =
        Fields.count(quota, "borrowingLimit", "borrowingLimit of " + flavor)
            .orElse(Integer.MAX_VALUE - nominal);
    int lent = Fields.count(quota, "lendingLimit", "lendingLimit of " + flavor).orElse(nominal);
    return new FlavorQuota(
        nominal, Math.addExact(nominal, borrowed), nominal - Math.min(nominal, lent));
  }
}
