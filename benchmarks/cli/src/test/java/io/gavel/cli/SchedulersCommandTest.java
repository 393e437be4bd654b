package io.gavel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gavel.catalog.Schedulers;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class SchedulersCommandTest {

  private static final Path TABLE = MeasuredTable.path();

  private static List<JsonNode> scores(String... more) {
    CommandRun run = CommandRun.of(words(more, "--rate=0", "--cluster=v100=2,k80=2", "--json"));
    assertEquals(0, run.status(), run.err());
    return run.json();
  }

  private static Object[] words(String[] more, String... fixed) {
    Stream<String> command = Stream.of("experiment", "schedulers", "--throughputs=" + TABLE);
    return Stream.of(command, Stream.of(fixed), Stream.of(more)).flatMap(all -> all).toArray();
  }

  @Test
  void schedulers_oneBatch_oraclesLeadAndThreadsDoNotMatter() {
    String[] some = {
      "--jobs=12", "--policies=srtf,tiresias-las,fifo_greedy", "--threads=1", "--seeds=0..1"
    };
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
      assertTrue(
          score.path("max_contention_slowdown").asDouble()
              >= score.path("mean_contention_slowdown").asDouble());
      assertTrue(score.path("p99_jct_hours").asDouble() >= score.path("jct_hours").asDouble());
      assertTrue(score.path("jct_hours_most").asDouble() >= score.path("jct_hours").asDouble());
    }
  }

  @Test
  void schedulers_allOfThem_answer() {
    List<JsonNode> all = scores("--jobs=5", "--seeds=0");
    assertEquals(Schedulers.compared(false).size() + Schedulers.variants().size(), all.size());
    for (JsonNode score : all) {
      assertTrue(score.path("jct_hours").asDouble() > 0, score.toString());
    }
  }

  @Test
  void schedulers_variants_areNamedAndFreeOfTheCatalogue() {
    List<JsonNode> some =
        scores("--jobs=4", "--seeds=0", "--policies=tiresias_hours,themis_0.35,themis");
    assertEquals("tiresias_hours", some.get(0).path("scheduler").asText());
    assertEquals("themis_0.35", some.get(1).path("scheduler").asText());
    assertEquals("themis", some.get(2).path("scheduler").asText());
  }

  @Test
  void schedulers_badOptions_areStatus2() {
    assertRefused("--jobs is 0", "--jobs=0");
    assertRefused("--seeds is \"x\"", "--seeds=x");
    assertRefused("there is no policy \"nobody\"", "--policies=nobody");
    assertRefused("--policy cannot be \"all\"", "--policies=all");
    assertRefused("policy \"themis_2\": themis_ must be followed", "--policies=themis_2");
    assertRefused("policy allox needs scale factors", "--gangs", "--policies=srtf,allox");
    assertRefused("--lease is Infinity; must be finite and at least 0", "--lease=Infinity");
    assertRefused("--ask is 0.0; must be greater than 0", "--ask=0");
    assertRefused("--rate: rate is -1.0 jobs per hour; must be", "--rate=-1");
  }

  private static void assertRefused(String message, String... options) {
    CommandRun run = CommandRun.of(words(options));
    assertEquals(2, run.status(), run.err());
    assertTrue(run.err().contains(message), run.err());
  }

  @Test
  void schedulers_jobThatRunsNowhere_isNoScore() {
    assertRefused(
        "of the 40 jobs of seed 0 cannot run anywhere: job",
        "--gangs",
        "--seeds=0",
        "--jobs=40",
        "--cluster=v100=1",
        "--policies=srtf");
  }
}
