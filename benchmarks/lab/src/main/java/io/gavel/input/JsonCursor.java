package io.gavel.input;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.PropertyNamingStrategies.NamingBase;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.gavel.policies.internal.Require;
import io.gavel.workload.InvalidInputException;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.DoublePredicate;
import java.util.stream.IntStream;

/** A value in a JSON file with its place, so that errors can name both. */
final class JsonCursor {

  private static final int LONGEST_VALUE = 60;

  private final Path file;
  private final String path;
  private final JsonNode node;
  private final Source source;

  /**
   * Locates values and receives mistakes.
   *
   * @param places of values by their paths; empty unless mistakes are collected
   * @param mistakes takes mistakes after which reading can go on, or throws them
   */
  private record Source(
      Map<String, JsonLocation> places, Consumer<InvalidInputException> mistakes) {

    private static final Source FAILING = new Source(Map.of(), CsvFile::fail);

    /** Line and column of a value, for the beginning of a sentence. */
    String place(String path) {
      JsonLocation place = places.get(path);
      return place == null
          ? ""
          : "line %s column %s: ".formatted(place.getLineNr(), place.getColumnNr());
    }

    /** Notes where each value begins. */
    void locate(JsonParser parser, String path) throws IOException {
      places.put(path, parser.currentTokenLocation());
      if (parser.currentToken() == JsonToken.START_OBJECT) {
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
          String key = parser.currentName();
          parser.nextToken();
          locate(parser, childPath(path, key));
        }
      } else if (parser.currentToken() == JsonToken.START_ARRAY) {
        for (int i = 0; parser.nextToken() != JsonToken.END_ARRAY; i++) {
          locate(parser, path + "[" + i + "]");
        }
      }
    }
  }

  private JsonCursor(Path file, String path, JsonNode node, Source source) {
    this.file = file;
    this.path = path;
    this.node = node;
    this.source = source;
  }

  private JsonCursor child(String childPath, JsonNode value) {
    return new JsonCursor(file, childPath, value, source);
  }

  /** Reads a file. The parser accepts NaN, so that it can be rejected with its place. */
  static JsonCursor read(InputText input) {
    return read(input, Source.FAILING);
  }

  /**
   * Reads a file, collecting mistakes: a value that is not allowed is noted and replaced by one
   * that is, so that reading goes on.
   */
  static JsonCursor read(InputText input, Consumer<InvalidInputException> mistakes) {
    return read(input, new Source(new HashMap<>(), mistakes));
  }

  @SuppressWarnings("ReferenceEquality") // one object stands for all readers that fail
  private static JsonCursor read(InputText input, Source source) {
    JsonMapper mapper =
        JsonMapper.builder()
            .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS) // 1e-400 is not 0
            .build();
    try (JsonParser parser = mapper.createParser(input.text());
        JsonParser again = mapper.createParser(input.text())) {
      JsonNode root = document(input.file(), mapper, parser);
      if (source != Source.FAILING) {
        again.nextToken();
        source.locate(again, "");
      }
      return new JsonCursor(input.file(), "", root, source);
    } catch (IOException e) {
      throw new IllegalStateException("a text is read without errors of the system", e);
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

  /** Returns the first line of the message, without the names of the parser's settings. */
  private static String reason(JsonProcessingException e) {
    return e.getOriginalMessage()
        .lines()
        .findFirst()
        .orElse("")
        .replaceAll(", from `[^`]*`", "")
        .replaceAll("\\[Source: [^;]*; line: (\\d+), column: (\\d+)]", "line $1 column $2");
  }

  private static InvalidInputException notJson(Path file, String place, String why) {
    return new InvalidInputException("%s: %s: not valid JSON: %s".formatted(file, place, why));
  }

  /** Reads a file with one value per line; places name the line. */
  static List<JsonCursor> readLines(InputText input) {
    JsonMapper mapper =
        JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();
    List<JsonCursor> places = new ArrayList<>();
    for (String line : input.text().lines().toList()) {
      String place = "line " + (places.size() + 1);
      try {
        places.add(new JsonCursor(input.file(), place, mapper.readTree(line), Source.FAILING));
      } catch (JsonProcessingException e) {
        throw notJson(input.file(), place, reason(e));
      }
    }
    return places;
  }

  /** Creates an exception for a value that is not allowed. */
  InvalidInputException mustBe(String allowed) {
    String value = node.isMissingNode() ? "empty" : node.toString();
    String shown =
        value.length() <= LONGEST_VALUE ? value : value.substring(0, LONGEST_VALUE) + "\u2026";
    return complaint("is %s; it must be %s".formatted(shown, allowed));
  }

  /** Creates an exception for this place. */
  InvalidInputException complaint(String what) {
    String place = path.isEmpty() ? "the document" : path;
    return new InvalidInputException(
        "%s: %s%s %s".formatted(file, source.place(path), place, what));
  }

  /** Notes a mistake and returns a value to go on with; throws unless mistakes are collected. */
  private <T> T wrong(InvalidInputException mistake, T substitute) {
    if (!node.isMissingNode() || path.isEmpty()) { // a missing member is noted already
      note(mistake);
    }
    return substitute;
  }

  /** Notes a mistake after which reading can go on; throws it unless mistakes are collected. */
  void note(InvalidInputException mistake) {
    source.mistakes.accept(mistake);
  }

  JsonCursor member(String key) {
    JsonNode value = node.get(key);
    if (value == null) {
      String line = source.place(path);
      InvalidInputException missing =
          new InvalidInputException(
              "%s: %s%s is missing".formatted(file, line, childPath(path, key)));
      return wrong(missing, child(childPath(path, key), MissingNode.getInstance()));
    }
    return child(childPath(path, key), value);
  }

  /** Returns an optional member. */
  Optional<JsonCursor> optional(String key) {
    return node.has(key) ? Optional.of(member(key)) : Optional.empty();
  }

  private static String childPath(String path, String key) {
    String shown = Require.escaped(key);
    return path.isEmpty() ? shown : path + "." + shown;
  }

  /** Requires an object with only these keys; {@link #member} checks that a key is present. */
  JsonCursor object(Set<String> keys) {
    for (Map.Entry<String, JsonCursor> member : members()) {
      if (!keys.contains(member.getKey())) {
        note(
            member
                .getValue()
                .complaint("is not a key of the schema; allowed: " + String.join(", ", keys)));
      }
    }
    return this;
  }

  /** Returns the members of an object, in the order of the file. */
  List<Map.Entry<String, JsonCursor>> members() {
    if (!node.isObject()) {
      return wrong(mustBe("an object"), List.of());
    }
    List<Map.Entry<String, JsonCursor>> members = new ArrayList<>();
    for (Map.Entry<String, JsonNode> member : node.properties()) {
      JsonCursor place = child(childPath(path, member.getKey()), member.getValue());
      members.add(Map.entry(member.getKey(), place));
    }
    return members;
  }

  List<JsonCursor> list() {
    if (!node.isArray()) {
      return wrong(mustBe("a list"), List.of());
    }
    List<JsonCursor> elements = new ArrayList<>();
    for (int i = 0; i < node.size(); i++) {
      elements.add(child(path + "[" + i + "]", node.get(i)));
    }
    return elements;
  }

  /** Returns a list of a required length; {@code what} describes its entries. */
  List<JsonCursor> list(int length, String what) {
    List<JsonCursor> elements = list();
    if (elements.size() == length) {
      return elements;
    }
    if (node.isArray()) { // another value is noted already
      note(
          complaint(
              "has length %s; it must have length %s, %s"
                  .formatted(elements.size(), length, what)));
    }
    return IntStream.range(0, length)
        .mapToObj(
            i ->
                i < elements.size()
                    ? elements.get(i)
                    : child(path + "[" + i + "]", MissingNode.getInstance()))
        .toList();
  }

  boolean isNull() {
    return node.isNull();
  }

  /** Returns whether it stands for a value that is missing, when mistakes are collected. */
  boolean isMissing() {
    return node.isMissingNode();
  }

  boolean isText() {
    return node.isTextual();
  }

  String text() {
    if (!node.isTextual() || node.textValue().isBlank()) {
      return wrong(mustBe("a text that is not blank"), "?" + path);
    }
    if (!Require.isPlain(node.textValue())) {
      return wrong(mustBe("a text without control characters"), "?" + path);
    }
    return node.textValue();
  }

  /** One of several texts. */
  String oneOf(Collection<String> allowed) {
    if (!node.isTextual() || !allowed.contains(node.textValue())) {
      return wrong(
          mustBe(String.join(" or ", allowed.stream().map(text -> '"' + text + '"').toList())),
          allowed.isEmpty() ? "?" : allowed.iterator().next());
    }
    return node.textValue();
  }

  int integer(int least, int most) {
    if (!node.isIntegralNumber()
        || !node.canConvertToInt()
        || node.intValue() < least
        || node.intValue() > most) {
      return wrong(
          mustBe(
              most == Integer.MAX_VALUE
                  ? "an integer of at least " + least
                  : "an integer from %s to %s".formatted(least, most)),
          least);
    }
    return node.intValue();
  }

  boolean flag() {
    if (!node.isBoolean()) {
      return wrong(mustBe("true or false"), false);
    }
    return node.booleanValue();
  }

  double number() {
    return number(value -> true, "a finite number");
  }

  double nonNegative() {
    return number(value -> value >= 0, "a finite number of at least 0");
  }

  double positive() {
    return number(value -> value > 0, "a finite number greater than 0");
  }

  private double number(DoublePredicate fits, String allowed) {
    double value = node.isNumber() ? node.doubleValue() : Double.NaN;
    if (value == 0 && node.decimalValue().signum() != 0) {
      return wrong(mustBe("0, or a number of at least " + Double.MIN_VALUE), 1.0);
    }
    return Double.isFinite(value) && fits.test(value) ? value : wrong(mustBe(allowed), 1.0);
  }

  /** Returns a record whose components are the members of this object, in snake case. */
  <T extends Record> T as(Class<T> type, JsonMapper mapper) {
    NamingBase naming = (NamingBase) PropertyNamingStrategies.SNAKE_CASE;
    for (RecordComponent component : type.getRecordComponents()) {
      member(naming.translate(component.getName()));
    }
    try {
      return mapper.treeToValue(node, type);
    } catch (JsonProcessingException e) {
      throw complaint("has other values than the format: " + reason(e));
    }
  }

  /** Returns a row of throughputs, one per worker type. */
  double[] throughputs(int typeCount) {
    return list(typeCount, "one entry a worker type").stream()
        .mapToDouble(JsonCursor::nonNegative)
        .toArray();
  }
}
