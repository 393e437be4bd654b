package io.gavel.cli.report;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SweepFileTest {

  private static final List<ObjectNode> SETTINGS =
      IntStream.range(0, 2)
          .mapToObj(
              i -> JsonNodeFactory.instance.objectNode().put("cluster", "é=1").put("seed", i * 10))
          .toList();

  private static final ObjectNode FIGURES = figures();

  @TempDir private Path folder;

  private static ObjectNode figures() {
    ObjectNode figures = JsonNodeFactory.instance.objectNode();
    SweepFile.NUMBERS.forEach(name -> figures.put(name, 1));
    return figures.put("saturated", false);
  }

  private static byte[] complete(Path file) throws IOException {
    SweepFile sweep = SweepFile.open(file, SETTINGS, List.of(0, 1), false, false);
    for (int i : sweep.open()) {
      sweep.append(i, FIGURES);
    }
    sweep.finish();
    return Files.readAllBytes(file);
  }

  @Test
  void open_cutAtAnyByte_losesAtMostTheLastLine() throws IOException {
    Path file = folder.resolve("runs.jsonl");
    byte[] whole = complete(file);
    assertEquals(2, Files.readAllLines(file).size());
    for (int length = 0; length < whole.length; length++) {
      Files.write(file, Arrays.copyOf(whole, length));
      int ended = new String(whole, 0, length, StandardCharsets.ISO_8859_1).split("\n", -1).length;
      boolean onlyLineFeedMissing = whole[length] == '\n';
      SweepFile sweep = SweepFile.open(file, SETTINGS, List.of(0, 1), false, false);
      int kept = ended - (onlyLineFeedMissing ? 0 : 1);
      assertEquals(2 - kept, sweep.open().size(), "cut at " + length);
      assertArrayEquals(whole, complete(file), "cut at " + length);
    }
  }

  @Test
  void append_behindAnIncompleteLine_doesNotContinueIt() throws IOException {
    Path file = folder.resolve("runs.jsonl");
    byte[] whole = complete(file);
    Files.delete(file);
    SweepFile sweep = SweepFile.open(file, SETTINGS, List.of(0, 1), false, false);
    for (int i = 0; i < 2; i++) {
      byte[] before = Files.readAllBytes(file);
      byte[] cut = Arrays.copyOf(before, before.length + 9); // by another process that ended
      System.arraycopy(whole, 0, cut, before.length, 9);
      Files.write(file, cut);
      sweep.append(i, FIGURES);
    }
    sweep.finish();
    assertArrayEquals(whole, Files.readAllBytes(file));
  }
}
