package io.gavel.input;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The mistakes of a JSON file, with line and column. Mutable. */
final class JsonMistakes {

  private final Set<String> messages = new LinkedHashSet<>();
  private final Map<String, JsonLocation> places = new HashMap<>();

  void add(String message) {
    messages.add(message);
  }

  List<String> messages() {
    return List.copyOf(messages);
  }

  /** Line and column of a value, for the beginning of a sentence. */
  String place(String path) {
    JsonLocation place = places.get(path);
    return place == null
        ? ""
        : "line %s column %s: ".formatted(place.getLineNr(), place.getColumnNr());
  }

  /** Notes where each value begins; the text is valid. */
  void locate(JsonParser parser) throws IOException {
    try (parser) {
      parser.nextToken();
      value(parser, "");
    }
  }

  private void value(JsonParser parser, String path) throws IOException {
    places.put(path, parser.currentTokenLocation());
    if (parser.currentToken() == JsonToken.START_OBJECT) {
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String key = parser.currentName();
        parser.nextToken();
        value(parser, path.isEmpty() ? key : path + "." + key);
      }
    } else if (parser.currentToken() == JsonToken.START_ARRAY) {
      for (int i = 0; parser.nextToken() != JsonToken.END_ARRAY; i++) {
        value(parser, path + "[" + i + "]");
      }
    }
  }
}
