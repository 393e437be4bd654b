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

  @Test
  void ofMicroBenchmark_twoLoads_areTwoPictures() throws IOException {
    String result =
        """
        {"params": {"jobs": "%s", "workerTypes": "3", "rows": "DISTINCT", "load": "%s"},
         "primaryMetric": {"scorePercentiles": {"50.0": %s}}}
        """;
    Path results =
        Files.writeString(
            folder.resolve("jmh.json"),
            "["
                + String.join(
                    ",",
                    result.formatted(64, "IDLE", 1),
                    result.formatted(64, "CONTENDED", 2),
                    result.formatted(1024, "CONTENDED", 9))
                + "]");
    assertEquals(
        Set.of("max-min-contended.svg", "max-min-idle.svg"),
        BenchPlots.ofMicroBenchmark(results).keySet());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`` | has no time of max-min fairness; must be the output of gavel bench --json",
        "{\"case\": \"tree-5\", \"ours_ms\": 5} | has no time of max-min fairness",
        "{ | line 1: not valid JSON: ",
        "{\"case\": \"max-min-2048\", \"ours_ms\": 0} | line 1: ours_ms is 0; must be a finite",
        "{\"case\": \"max-min-1\", \"rivals\": {\"glop\": \"x\"}} | rivals/glop is \"x\"; must be",
      })
  void ofReferenceSolvers_wrongFile_isRefused(String text, String complaint) throws IOException {
    Path lines = Files.writeString(folder.resolve("bench.jsonl"), text);
    assertRefused(complaint, () -> BenchPlots.ofReferenceSolvers(lines));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[] | has no results; must be those of MaxMinBenchmark in JSON",
        "[{}] | result 1: params/workerTypes is missing; must be a finite number greater than 0",
        "{\"a\": 1} | result 1: params/workerTypes is missing",
        "[{\"params\": {\"workerTypes\": \"3\", \"load\": \"../x\"}}] | load is \"../x\"; must be a word",
        "[1] 2 | not valid JSON: ",
      })
  void ofMicroBenchmark_wrongFile_isRefused(String text, String complaint) throws IOException {
    Path results = Files.writeString(folder.resolve("jmh.json"), text);
    assertRefused(complaint, () -> BenchPlots.ofMicroBenchmark(results));
  }

  private static void assertRefused(String complaint, Executable drawing) {
    String message = assertThrows(InvalidInputException.class, drawing).getMessage();
    assertTrue(message.contains(complaint), message);
  }
}
