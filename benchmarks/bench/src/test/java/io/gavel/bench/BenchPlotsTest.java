package io.gavel.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
    assertTrue(Files.readString(BenchPlots.ofReferenceSolvers(lines, folder)).contains("<svg"));
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
    List<Path> files = BenchPlots.ofMicroBenchmark(results, folder);
    assertEquals(
        List.of("max-min-contended.svg", "max-min-idle.svg"),
        files.stream().map(file -> file.getFileName().toString()).toList());
  }
}
