package io.gavel.experiment;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.gavel.input.FileErrors;
import io.gavel.workload.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * A file with a JSON object a line, to which lines are appended while a program runs. An
 * interruption may cut the last line short, which is then left out; whatever else is no such object
 * is somebody else's, and is refused before anything is overwritten. Immutable.
 *
 * @param file where; it need not exist
 */
public record JsonLines(Path file) {

  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  /**
   * The objects of the file.
   *
   * @param member what each of them has
   * @return in order; none if there is no file
   * @throws InvalidInputException if the file cannot be read, or has other lines
   */
  public List<JsonNode> read(String member) {
    List<JsonNode> nodes = new ArrayList<>();
    String[] lines = text().split("\n", -1);
    for (int i = 0; i < lines.length; i++) {
      JsonNode node = parse(lines[i]);
      if (node.has(member)) {
        nodes.add(node);
      } else if (i < lines.length - 1) { // the last is empty if nothing was cut short
        throw new InvalidInputException(
            "%s: line %d is not a run of this command; use another --out".formatted(file, i + 1));
      }
    }
    return nodes;
  }

  private String text() {
    try {
      return Files.exists(file) ? Files.readString(file) : "";
    } catch (IOException e) {
      throw FileErrors.unreadable(file, e);
    }
  }

  private static JsonNode parse(String line) {
    try {
      return MAPPER.readTree(line);
    } catch (JsonProcessingException cutShort) {
      return MAPPER.missingNode();
    }
  }

  /**
   * Replaces all lines, or none if that fails.
   *
   * @param lines each with its end of line
   * @throws InvalidInputException if the file cannot be written
   */
  public void replace(List<String> lines) {
    Path aside = file.resolveSibling(file.getFileName() + ".tmp");
    try {
      Files.writeString(aside, String.join("", lines));
      Files.move(aside, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw FileErrors.unwritable(file, e);
    }
  }

  /**
   * Appends a line.
   *
   * @param line with its end of line
   * @throws InvalidInputException if the file cannot be written
   */
  public void append(String line) {
    try {
      Files.writeString(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw FileErrors.unwritable(file, e);
    }
  }
}
