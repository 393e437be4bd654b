package io.gavel.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.util.List;

/** What a command line printed and how it ended. */
record CommandRun(int status, String out, String err) {

  static CommandRun of(Object... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    String[] words = List.of(args).stream().map(Object::toString).toArray(String[]::new);
    int status = GavelMain.run(out, err, words);
    return new CommandRun(status, out.toString(UTF_8), err.toString(UTF_8));
  }

  List<JsonNode> json() {
    return out.lines().map(CommandRun::parse).toList();
  }

  private static JsonNode parse(String line) {
    try {
      return JsonMapper.builder().build().readTree(line);
    } catch (JsonProcessingException e) {
      throw new AssertionError(line, e);
    }
  }

  /** A problem of the test resources. */
  static Path golden(String name) {
    return Path.of("src", "test", "resources", "golden", name + ".json");
  }
}
