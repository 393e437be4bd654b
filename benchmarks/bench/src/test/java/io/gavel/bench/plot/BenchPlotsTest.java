package io.gavel.bench.plot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.workload.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class BenchPlotsTest {

  @TempDir private Path folder = Path.of(".");

  @Test
  void ofRivals_rivalWithoutTime_isLeftOutAtThatSize() throws IOException {
    Path lines =
        Files.writeString(
            folder.resolve("bench.jsonl"),
            """
            {"case": "max-min-2048", "ours_ms": 5.0, "rivals": {"glop": 200.0, "pdlp": null}}
            {"case": "max-min-16384", "ours_ms": 50.0, "rivals": {"glop": null, "pdlp": null}}
            {"case": "tree-5", "ours_ms": 5.0, "rivals": {}}
            """);
    Map<String, String> pictures = BenchPlots.ofReferenceSolvers(lines);
    assertEquals(Set.of("rivals.svg"), pictures.keySet());
    assertTrue(pictures.get("rivals.svg").contains("<svg"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`` | has no time of max-min fairness; it must be the output of gavel bench --json",
        "{\"case\": \"tree-5\", \"ours_ms\": 5} | has no time of max-min fairness",
        "{ | line 1: not valid JSON: ",
        "{\"case\": \"max-min-2048\", \"ours_ms\": 0} | line 1: ours_ms is 0; it must be a finite",
        "{\"case\": \"max-min-1\", \"rivals\": {\"glop\": \"x\"}} | rivals/glop is \"x\"; it must"
            + " be",
      })
  void ofReferenceSolvers_wrongFile_isRefused(String text, String complaint) throws IOException {
    Path lines = Files.writeString(folder.resolve("bench.jsonl"), text);
    assertRefused(complaint, () -> BenchPlots.ofReferenceSolvers(lines));
  }

  private static void assertRefused(String complaint, Executable drawing) {
    String message = assertThrows(InvalidInputException.class, drawing).getMessage();
    assertTrue(message.contains(complaint), message);
  }
}
