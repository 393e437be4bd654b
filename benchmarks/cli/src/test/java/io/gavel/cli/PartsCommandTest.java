package io.gavel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class PartsCommandTest {

  private static final Path TABLE = MeasuredTable.path();

  private static CommandRun run(String... options) {
    Stream<String> command = Stream.of("experiment", "parts", "--throughputs=" + TABLE);
    return CommandRun.of(Stream.concat(command, Stream.of(options)).toArray());
  }

  @Test
  void parts_2048Jobs_fourPartsAreWithinAPerCentAndAHalf() {
    CommandRun run = run("--json", "--seeds=0..1", "--parts=1,4");
    assertEquals(0, run.status(), run.err());
    List<JsonNode> rows = run.json();
    assertEquals(5, rows.size()); // the whole, and both ways for 1 and 4
    for (JsonNode row : rows) {
      double least = row.path("level_least").asDouble();
      double loss = row.path("parts").asInt() == 1 ? 1e-5 : 0.015;
      assertTrue(least >= 1 - loss && least <= 1 + 1e-5, row.toString());
      assertTrue(row.path("level_mean").asDouble() >= least, row.toString());
      assertTrue(1 - row.path("gap_most").asDouble() <= least + 1e-5, row.toString());
    }
  }

  @Test
  void parts_gangs_areTabled() {
    CommandRun run = run("--jobs=200", "--gangs", "--seeds=3", "--parts=2");
    assertEquals(0, run.status(), run.err());
    assertTrue(run.out().contains("at random") && run.out().contains("by kind"), run.out());
  }

  @Test
  void parts_badOptions_areStatus2() {
    assertEquals(2, run("--jobs=3").status());
    assertEquals(2, run("--parts=2,0").status());
    assertEquals(2, run("--seeds=x").status());
  }
}
