package io.gavel.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The schemas of Kueue's custom resource definitions. Like an API server with strict field
 * validation, they refuse unknown fields. Rules in CEL are not checked.
 */
final class KueueSchemas {

  static final Path FOLDER = Path.of("..", "..", "..", "..", "shared", "kueue-crds");

  private static Optional<KueueSchemas> known = Optional.empty();

  private final Map<String, JsonNode> schemas = new HashMap<>();

  private KueueSchemas(List<Path> files) throws IOException {
    for (Path file : files) {
      JsonNode definition =
          Serialization.unmarshal(Files.readString(file), JsonNode.class).path("spec");
      String plural = definition.path("names").path("plural").asText();
      for (JsonNode version : definition.path("versions")) {
        schemas.put(
            version.path("name").asText() + "/" + plural,
            version.path("schema").path("openAPIV3Schema"));
      }
    }
  }

  /** Returns the schemas; empty if their folder is missing. */
  static synchronized Optional<KueueSchemas> read() {
    if (known.isEmpty() && Files.isDirectory(FOLDER)) {
      try (Stream<Path> files = Files.list(FOLDER)) {
        known =
            Optional.of(
                new KueueSchemas(
                    files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList()));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return known;
  }

  /** Returns what is wrong with an object, by path; empty if it is valid. */
  List<String> faults(String version, String plural, JsonNode object) {
    JsonNode schema = schemas.get(version + "/" + plural);
    if (schema == null) {
      return List.of("there is no schema of " + plural + " in " + version);
    }
    List<String> faults = new ArrayList<>();
    object
        .properties()
        .forEach(
            field -> {
              if (!field.getKey().equals("metadata")) {
                check(
                    schema.path("properties").path(field.getKey()),
                    field.getValue(),
                    field.getKey(),
                    faults);
              }
            });
    return faults;
  }

  private static void check(JsonNode schema, JsonNode value, String path, List<String> faults) {
    if (schema.isMissingNode()) {
      faults.add(path + " is unknown");
    } else if (schema.path("x-kubernetes-int-or-string").asBoolean()) {
      require(value.isInt() || value.isTextual(), path, "must be a number or text", faults);
    } else {
      switch (schema.path("type").asText()) {
        case "object" -> object(schema, value, path, faults);
        case "array" -> array(schema, value, path, faults);
        case "string" -> text(schema, value, path, faults);
        case "integer" -> {
          require(value.isIntegralNumber(), path, "must be a whole number", faults);
          require(
              value.asLong() >= schema.path("minimum").asLong(Long.MIN_VALUE)
                  && value.asLong() <= schema.path("maximum").asLong(Long.MAX_VALUE),
              path,
              "is out of range",
              faults);
        }
        case "boolean" -> require(value.isBoolean(), path, "must be true or false", faults);
        default -> require(schema.has("x-kubernetes-preserve-unknown-fields"), path, "?", faults);
      }
    }
  }

  private static void object(JsonNode schema, JsonNode value, String path, List<String> faults) {
    require(value.isObject(), path, "must be an object", faults);
    for (JsonNode name : schema.path("required")) {
      require(value.has(name.asText()), path + "." + name.asText(), "is missing", faults);
    }
    boolean isOpen = schema.path("x-kubernetes-preserve-unknown-fields").asBoolean();
    JsonNode other =
        isOpen ? JsonNodeFactory.instance.objectNode() : schema.path("additionalProperties");
    value
        .properties()
        .forEach(
            field -> {
              JsonNode property = schema.path("properties").path(field.getKey());
              if (!isOpen || !property.isMissingNode()) {
                check(
                    property.isMissingNode() ? other : property,
                    field.getValue(),
                    path + "." + field.getKey(),
                    faults);
              }
            });
  }

  private static void array(JsonNode schema, JsonNode value, String path, List<String> faults) {
    require(value.isArray(), path, "must be a list", faults);
    length(schema, value.size(), "Items", path, faults);
    List<List<JsonNode>> keys = new ArrayList<>();
    for (int i = 0; i < value.size(); i++) {
      check(schema.path("items"), value.get(i), path + "[" + i + "]", faults);
      List<JsonNode> key = new ArrayList<>();
      for (JsonNode name : schema.path("x-kubernetes-list-map-keys")) {
        key.add(value.get(i).path(name.asText()));
      }
      require(key.isEmpty() || !keys.contains(key), path, "has an entry twice: " + key, faults);
      keys.add(key);
    }
  }

  private static void text(JsonNode schema, JsonNode value, String path, List<String> faults) {
    require(value.isTextual(), path, "must be text", faults);
    length(schema, value.asText().length(), "Length", path, faults);
    JsonNode pattern = schema.path("pattern");
    require(
        pattern.isMissingNode() || value.asText().matches(pattern.asText()),
        path,
        "must match " + pattern,
        faults);
    List<String> allowed = new ArrayList<>();
    schema.path("enum").forEach(word -> allowed.add(word.asText()));
    require(
        allowed.isEmpty() || allowed.contains(value.asText()),
        path,
        "must be one of " + allowed,
        faults);
    if (schema.path("format").asText().equals("date-time")) {
      try {
        OffsetDateTime.parse(value.asText());
      } catch (DateTimeParseException e) {
        faults.add(path + " must be a time");
      }
    }
  }

  private static void length(
      JsonNode schema, int length, String of, String path, List<String> faults) {
    require(
        length >= schema.path("min" + of).asInt()
            && length <= schema.path("max" + of).asInt(Integer.MAX_VALUE),
        path,
        "has length " + length,
        faults);
  }

  private static void require(boolean holds, String path, String fault, List<String> faults) {
    if (!holds) {
      faults.add(path + " " + fault);
    }
  }
}
