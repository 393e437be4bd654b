package io.gavel.reproduction;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Map;
import java.util.Set;

/** Helpers for the members of JSON specifications. */
final class Members {

  private Members() {}

  /**
   * Requires that an object has only the named members.
   *
   * @param names separated by a comma and a space
   */
  static void require(JsonNode node, String names) {
    Set<String> known = Set.of(names.split(", "));
    for (Map.Entry<String, JsonNode> member : node.properties()) {
      if (!known.contains(member.getKey())) {
        throw new IllegalArgumentException(
            "%s has a member \"%s\"; known: %s".formatted(node, member.getKey(), names));
      }
    }
  }

  /**
   * Returns a copy in which {@code {NAME}} is replaced by the value of a variable. A text that
   * consists of a variable alone becomes the value itself.
   */
  static JsonNode substitute(JsonNode node, Map<String, JsonNode> values) {
    if (node.isTextual()) {
      String text = node.asText();
      for (Map.Entry<String, JsonNode> value : values.entrySet()) {
        String variable = "{%s}".formatted(value.getKey());
        if (text.equals(variable)) {
          return value.getValue();
        }
        text = text.replace(variable, value.getValue().asText());
      }
      return TextNode.valueOf(text);
    }
    if (node.isArray()) {
      ArrayNode copy = JsonNodeFactory.instance.arrayNode();
      node.forEach(element -> copy.add(substitute(element, values)));
      return copy;
    }
    if (node.isObject()) {
      ObjectNode copy = JsonNodeFactory.instance.objectNode();
      for (Map.Entry<String, JsonNode> member : node.properties()) {
        String name = substitute(TextNode.valueOf(member.getKey()), values).asText();
        copy.set(name, substitute(member.getValue(), values));
      }
      return copy;
    }
    return node;
  }

  /**
   * Returns the members of an object, replaced by members of a second object with the same name.
   */
  static ObjectNode merged(JsonNode defaults, JsonNode node) {
    ObjectNode merged = JsonNodeFactory.instance.objectNode();
    defaults.properties().forEach(member -> merged.set(member.getKey(), member.getValue()));
    node.properties().forEach(member -> merged.set(member.getKey(), member.getValue()));
    return merged;
  }
}
