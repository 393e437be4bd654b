package io.gavel.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SchedulersCommandTest {

  private static final Path TABLE =
      Path.of("..", "..", "shared", "data", "gavel-throughputs", "simulation_throughputs.json");

  private static List<JsonNode> scores(String... more) {
    Assumptions.assumeTrue(Files.exists(TABLE), "the published throughputs are not there; skipped");
    Object[] words = new Object[7 + more.length];
    List<String> fixed =
        List.of(
            "experiment",
            "schedulers",
            "--throughputs=" + TABLE,
            "--seeds=0..1",
            "--rate=0",
            "--cluster=v100=2,k80=2",
            "--json");
    for (int i = 0; i < words.length; i++) {
      words[i] = i < 7 ? fixed.get(i) : more[i - 7];
    }
    CommandRun run = CommandRun.of(words);
    assertEquals(0, run.status(), run.err());
    return run.json();
  }

  @Test
  void schedulers_oneBatch_oraclesLeadAndThreadsDoNotMatter() {
    String[] some = {"--jobs=12", "--policies=srtf,tiresias-las,fifo_greedy", "--threads=1"};
    List<JsonNode> one = scores(some);
    some[2] = "--threads=3";
    List<JsonNode> three = scores(some);
    for (int i = 0; i < 3; i++) {
      ((ObjectNode) one.get(i)).remove("decision_millis");
      ((ObjectNode) three.get(i)).remove("decision_millis");
    }
    assertEquals(one, three);
    assertEquals("srtf", one.get(0).path("scheduler").asText());
    double oracle = one.get(0).path("jct_hours").asDouble();
    assertTrue(oracle < one.get(2).path("jct_hours").asDouble(), one.toString());
    for (JsonNode score : one) {
      assertTrue(score.path("utilization").asDouble() <= 1);
      assertTrue(score.path("max_rho").asDouble() >= score.path("mean_rho").asDouble());
      assertTrue(score.path("p99_jct_hours").asDouble() >= score.path("jct_hours").asDouble());
      assertTrue(score.path("jct_hours_most").asDouble() >= score.path("jct_hours").asDouble());
    }
  }

  @Test
  void schedulers_allOfThem_answerAndAreDrawn(@TempDir Path folder) throws IOException {
    Path svg = folder.resolve("scores.svg");
    List<JsonNode> all = scores("--jobs=6", "--svg=" + svg);
    assertEquals(Schedulers.compared(false).size() + Schedulers.variants().size(), all.size());
    String picture = Files.readString(svg);
    for (JsonNode score : all) {
      assertTrue(score.path("jct_hours").asDouble() > 0, score.toString());
      assertTrue(picture.contains(">" + score.path("scheduler").asText() + "<"));
    }
  }

  @Test
  void schedulers_badOptions_areStatus2() {
    assertEquals(2, CommandRun.of("experiment", "schedulers", "--jobs=0").status());
    assertEquals(2, CommandRun.of("experiment", "schedulers", "--seeds=x").status());
  }
}
