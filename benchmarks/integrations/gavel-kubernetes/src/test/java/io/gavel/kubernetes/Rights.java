package io.gavel.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What the manifests allow the controller to do. */
final class Rights {

  static final Path MANIFESTS = Path.of("manifests", "gavel-kubernetes.yaml");

  /** A request as an API server authorizes it; {@code resource} with its subresource. */
  record Asked(String verb, String group, String resource, String namespace, String name) {}

  private final List<JsonNode> roles = new ArrayList<>();
  private final Set<String> unused = new TreeSet<>();

  Rights() throws IOException {
    for (JsonNode manifest : manifests()) {
      if (manifest.path("kind").asText().endsWith("Role")) {
        roles.add(manifest);
        for (JsonNode rule : manifest.path("rules")) {
          for (JsonNode resource : rule.path("resources")) {
            rule.path("verbs").forEach(verb -> unused.add(verb.asText() + " " + resource.asText()));
          }
        }
      }
    }
  }

  static List<JsonNode> manifests() throws IOException {
    return Arrays.stream(Files.readString(MANIFESTS).split("(?m)^---$"))
        .map(text -> Serialization.unmarshal(text, JsonNode.class))
        .toList();
  }

  synchronized boolean allow(Asked asked) {
    boolean isAllowed =
        roles.stream()
            .filter(role -> isIn(role, asked.namespace()))
            .flatMap(role -> role.path("rules").findParents("verbs").stream())
            .anyMatch(
                rule ->
                    has(rule.path("verbs"), asked.verb())
                        && has(rule.path("apiGroups"), asked.group())
                        && has(rule.path("resources"), asked.resource())
                        && (!rule.has("resourceNames")
                            || has(rule.path("resourceNames"), asked.name())));
    if (isAllowed) {
      unused.remove(asked.verb() + " " + asked.resource());
    }
    return isAllowed;
  }

  private static boolean isIn(JsonNode role, String namespace) {
    return role.path("kind").asText().equals("ClusterRole")
        || role.path("metadata").path("namespace").asText().equals(namespace);
  }

  private static boolean has(JsonNode list, String value) {
    for (JsonNode each : list) {
      if (each.asText().equals(value)) {
        return true;
      }
    }
    return false;
  }

  /** The verbs and resources of the manifests that nothing has used yet. */
  synchronized Set<String> unused() {
    return new TreeSet<>(unused);
  }
}
