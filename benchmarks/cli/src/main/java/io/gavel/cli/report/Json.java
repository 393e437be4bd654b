package io.gavel.cli.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import java.util.OptionalDouble;

/** Builds JSON; a number that is not finite becomes {@code null}. */
public final class Json {

  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private Json() {}

  public static JsonNode number(double value) {
    JsonNodeFactory factory = JsonNodeFactory.instance;
    return Double.isFinite(value) ? factory.numberNode(value) : factory.nullNode();
  }

  public static JsonNode number(OptionalDouble value) {
    return number(value.orElse(Double.NaN));
  }

  public static ArrayNode numbers(List<Double> values) {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    values.forEach(value -> array.add(number(value)));
    return array;
  }

  /** Renders the value on one line. */
  public static String line(JsonNode value) {
    try {
      return MAPPER.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of JSON nodes can always be written", e);
    }
  }
}
