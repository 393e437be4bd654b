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
 * A file with one JSON object per line, appended to while a program runs. A last line truncated by
 * an interruption is ignored. A file with any other content is rejected before it is overwritten.
 * Immutable.
 *
 * @param file the file; it need not exist
 */
public record JsonLines(Path file) {

  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  /**
   * Reads the objects of the file.
   *
   * @param member a member that each object must have
   * @return the objects in order; empty if there is no file
   * @throws InvalidInputException if the file cannot be read or has other lines
   */
  public List<JsonNode> read(String member) {
    List<JsonNode> nodes = new ArrayList<>();
    String[] lines = text().split("\n", -1);
    for (int i = 0; i < lines.length; i++) {
      JsonNode node = parse(lines[i]);
      if (node.has(member)) {
        nodes.add(node);
      } else if (i < lines.length - 1) { // the last is empty unless truncated
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
   * Replaces all lines atomically.
   *
   * @param lines the lines, each with its line feed
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
   * @param line the line with its line feed
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
