package io.gavel.input;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.gavel.workload.InvalidInputException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A value in a JSON file with its place, so that errors can name both. */
final class JsonCursor {

  private static final int LONGEST_VALUE = 60;

  private final Path file;
  private final String path;
  private final JsonNode node;

  private JsonCursor(Path file, String path, JsonNode node) {
    this.file = file;
    this.path = path;
    this.node = node;
  }

  /** Reads a whole file. The parser accepts NaN, so that it can be rejected with its place. */
  static JsonCursor read(Path file) {
    JsonMapper mapper =
        JsonMapper.builder()
            .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .build();
    try (JsonParser parser = mapper.createParser(InputText.read(file))) {
      return new JsonCursor(file, "", document(file, mapper, parser));
    } catch (IOException e) { // a text is read without
      throw new IllegalStateException(e);
    }
  }

  private static JsonNode document(Path file, JsonMapper mapper, JsonParser parser)
      throws IOException {
    try {
      JsonNode document = mapper.readTree(parser);
      if (document != null && parser.nextToken() != null) {
        throw notJson(file, place(parser), "there is more text after the document");
      }
      return document == null ? mapper.missingNode() : document;
    } catch (JsonProcessingException e) {
      throw notJson(file, place(parser), reason(e));
    }
  }

  private static String place(JsonParser parser) {
    JsonLocation place = parser.currentLocation();
    return "line %s column %s".formatted(place.getLineNr(), place.getColumnNr());
  }

  /** The first line of the message, without the name of the setting that limits sizes. */
  private static String reason(JsonProcessingException e) {
    return e.getOriginalMessage().lines().findFirst().orElse("").replaceAll(", from `[^`]*`", "");
  }

  private static InvalidInputException notJson(Path file, String place, String why) {
    return new InvalidInputException("%s: %s: not valid JSON: %s".formatted(file, place, why));
  }

  /** Reads a file with one value per line; places name the line. */
  static List<JsonCursor> readLines(Path file) {
    JsonMapper mapper =
        JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();
    List<JsonCursor> places = new ArrayList<>();
    for (String line : InputText.read(file).lines().toList()) {
      String place = "line " + (places.size() + 1);
      try {
        places.add(new JsonCursor(file, place, mapper.readTree(line)));
      } catch (JsonProcessingException e) {
        throw notJson(file, place, reason(e));
      }
    }
    return places;
  }

  /** Creates an exception for a value that is not allowed. */
  InvalidInputException mustBe(String allowed) {
    String value = node.isMissingNode() ? "empty" : node.toString();
    String shown =
        value.length() <= LONGEST_VALUE ? value : value.substring(0, LONGEST_VALUE) + "\u2026";
    return complaint("is %s; must be %s".formatted(shown, allowed));
  }

  /** Creates an exception for this place. */
  InvalidInputException complaint(String what) {
    return new InvalidInputException(
        "%s: %s %s".formatted(file, path.isEmpty() ? "the document" : path, what));
  }

  JsonCursor member(String key) {
    JsonNode value = node.get(key);
    if (value == null) {
      throw new InvalidInputException("%s: %s is missing".formatted(file, childPath(key)));
    }
    return new JsonCursor(file, childPath(key), value);
  }

  /** An optional member. */
  Optional<JsonCursor> optional(String key) {
    return node.has(key) ? Optional.of(member(key)) : Optional.empty();
  }

  private String childPath(String key) {
    return path.isEmpty() ? key : path + "." + key;
  }

  /** Requires an object with only these keys; {@link #member} checks that a key is present. */
  JsonCursor object(Set<String> keys) {
    for (Map.Entry<String, JsonCursor> member : members()) {
      if (!keys.contains(member.getKey())) {
        throw member
            .getValue()
            .complaint("is not a key of the schema; allowed: " + String.join(", ", keys));
      }
    }
    return this;
  }

  /** The members of an object, in the order of the file. */
  List<Map.Entry<String, JsonCursor>> members() {
    if (!node.isObject()) {
      throw mustBe("an object");
    }
    List<Map.Entry<String, JsonCursor>> members = new ArrayList<>();
    for (Map.Entry<String, JsonNode> member : node.properties()) {
      JsonCursor place = new JsonCursor(file, childPath(member.getKey()), member.getValue());
      members.add(Map.entry(member.getKey(), place));
    }
    return members;
  }

  List<JsonCursor> list() {
    if (!node.isArray()) {
      throw mustBe("a list");
    }
    List<JsonCursor> elements = new ArrayList<>();
    for (int i = 0; i < node.size(); i++) {
      elements.add(new JsonCursor(file, path + "[" + i + "]", node.get(i)));
    }
    return elements;
  }

  /** A list of a required length; {@code what} describes its entries. */
  List<JsonCursor> list(int length, String what) {
    List<JsonCursor> elements = list();
    if (elements.size() != length) {
      throw complaint(
          "has length %s; must have length %s, %s".formatted(elements.size(), length, what));
    }
    return elements;
  }

  boolean isNull() {
    return node.isNull();
  }

  boolean isText() {
    return node.isTextual();
  }

  String text() {
    if (!node.isTextual() || node.textValue().isBlank()) {
      throw mustBe("a text that is not blank");
    }
    return node.textValue();
  }

  /** One of several texts. */
  String oneOf(Collection<String> allowed) {
    if (!node.isTextual() || !allowed.contains(node.textValue())) {
      throw mustBe(String.join(" or ", allowed.stream().map(text -> '"' + text + '"').toList()));
    }
    return node.textValue();
  }

  int integer(int least, int most) {
    if (!node.isIntegralNumber()
        || !node.canConvertToInt()
        || node.intValue() < least
        || node.intValue() > most) {
      throw mustBe(
          most == Integer.MAX_VALUE
              ? "an integer of at least " + least
              : "an integer from %s to %s".formatted(least, most));
    }
    return node.intValue();
  }

  boolean flag() {
    if (!node.isBoolean()) {
      throw mustBe("true or false");
    }
    return node.booleanValue();
  }

  double number() {
    if (!node.isNumber() || !Double.isFinite(node.doubleValue())) {
      throw mustBe("a finite number");
    }
    return node.doubleValue();
  }

  double nonNegative() {
    if (!node.isNumber() || !(node.doubleValue() >= 0) || Double.isInfinite(node.doubleValue())) {
      throw mustBe("a finite number of at least 0");
    }
    return node.doubleValue();
  }

  double positive() {
    if (!node.isNumber() || !(node.doubleValue() > 0) || Double.isInfinite(node.doubleValue())) {
      throw mustBe("a finite number greater than 0");
    }
    return node.doubleValue();
  }

  /** A row of throughputs, one per worker type. */
  double[] throughputs(int typeCount) {
    return list(typeCount, "one entry a worker type").stream()
        .mapToDouble(JsonCursor::nonNegative)
        .toArray();
  }
}
