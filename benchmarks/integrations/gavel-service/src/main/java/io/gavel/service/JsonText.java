package io.gavel.service;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Converts values to JSON and back; rejects unexpected content. */
final class JsonText {

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(
              DeserializationFeature.FAIL_ON_TRAILING_TOKENS,
              DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .build();

  private static final Map<Class<?>, String> WORDS =
      Map.of(
          int.class, "a whole number",
          Integer.class, "a whole number",
          long.class, "a whole number",
          double.class, "a number",
          Double.class, "a number",
          String.class, "a text");

  private JsonText() {}

  static String print(Object value) {
    try {
      return MAPPER.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException("not a value of this program: " + value, e);
    }
  }

  /**
   * Reads a value.
   *
   * @throws IllegalArgumentException naming the place, the field and the allowed values
   */
  static <T> T parse(String text, Class<T> type) {
    try {
      return MAPPER.readValue(text, type);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(place(e) + message(e), e);
    }
  }

  private static String place(JsonProcessingException e) {
    return e.getLocation() == null || e.getLocation().getLineNr() < 1
        ? ""
        : "line %s, column %s: "
            .formatted(e.getLocation().getLineNr(), e.getLocation().getColumnNr());
  }

  private static String message(JsonProcessingException e) {
    if (e instanceof UnrecognizedPropertyException unknown) {
      List<String> known =
          unknown.getKnownPropertyIds().stream().map(String::valueOf).sorted().toList();
      return "there is no field \"%s\"; known: %s"
          .formatted(unknown.getPropertyName(), String.join(", ", known));
    }
    if (e instanceof MismatchedInputException mismatch) {
      return "%s must be %s".formatted(field(mismatch), word(mismatch.getTargetType()));
    }
    return e.getCause() instanceof IllegalArgumentException refused
        ? String.valueOf(refused.getMessage())
        : e.getOriginalMessage().replaceFirst("(?s) ?\\(start marker.*|\\n.*", "");
  }

  private static String field(JsonMappingException e) {
    String path =
        e.getPath().stream()
            .map(JsonMappingException.Reference::getFieldName)
            .map(String::valueOf)
            .collect(Collectors.joining("."));
    return path.isEmpty() ? "the body" : path;
  }

  private static String word(@Nullable Class<?> type) {
    return type == null ? "something else" : WORDS.getOrDefault(type, "an object");
  }
}
