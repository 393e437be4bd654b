package io.gavel.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.workload.InvalidInputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JsonLinesTest {

  private static final String FIRST = "{\"run\":{\"name\":\"é\"},\"figures\":1}\n";
  private static final String SECOND = "{\"run\":{\"name\":\"b\"},\"figures\":2}\n";

  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void nameFile() {
    file = folder.resolve("runs.jsonl");
  }

  private List<Integer> figures() {
    return new JsonLines(file, "run")
        .read().lines().stream().map(line -> line.node().path("figures").asInt()).toList();
  }

  /** A process that dies while it appends, after any byte. */
  @Test
  void append_endsAfterAnyByte_losesTheLineInFlightOnly() throws IOException {
    byte[] all = (FIRST + SECOND).getBytes(StandardCharsets.UTF_8);
    int first = FIRST.getBytes(StandardCharsets.UTF_8).length;
    for (int cut = first; cut <= all.length; cut++) {
      Files.write(file, Arrays.copyOf(all, cut));
      boolean whole = cut >= all.length - 1; // only the line feed may be missing
      JsonLines.Content left = new JsonLines(file, "run").read();
      assertEquals(whole ? 2 : 1, left.lines().size(), () -> "of " + left);
      assertEquals(whole || cut == first ? 0 : 1, left.complaints().size());
      new JsonLines(file, "run").append("{\"run\":{},\"figures\":3}\n");
      assertEquals(whole ? List.of(1, 2, 3) : List.of(1, 3), figures());
    }
  }

  @Test
  void replace_changed_writesAllAndLeavesNothingBeside() throws IOException {
    Files.writeString(file, FIRST + SECOND.strip());
    new JsonLines(file, "run").replace(lines -> List.of(SECOND, FIRST));
    assertEquals(SECOND + FIRST, Files.readString(file));
    try (Stream<Path> files = Files.list(folder)) {
      assertEquals(List.of(file), files.toList());
    }
  }

  @Test
  void replace_refused_keepsTheFile() throws IOException {
    Files.writeString(file, FIRST + "notes of somebody\n");
    JsonLines lines = new JsonLines(file, "run");
    InvalidInputException refused =
        assertThrows(InvalidInputException.class, () -> lines.replace(all -> List.of(SECOND)));
    assertTrue(refused.getMessage().contains("line 2 is not a run"), refused.getMessage());
    assertEquals(FIRST + "notes of somebody\n", Files.readString(file));
  }
}
