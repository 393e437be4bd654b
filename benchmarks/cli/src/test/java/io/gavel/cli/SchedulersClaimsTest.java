package io.gavel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/**
 * What is published of the schedulers, as far as docs/results/schedulers.md says that it holds
 * here: with the page's five seeds in nightly builds, with one of them otherwise.
 */
final class SchedulersClaimsTest {

  private static final Path TABLE =
      Path.of(
          "..", "..", "..", "shared", "data", "gavel-throughputs", "simulation_throughputs.json");

  private static final String SEEDS = Boolean.getBoolean("gavel.nightly") ? "0..4" : "0";

  private static Map<String, JsonNode> scores(String policies, String... workload) {
    Assumptions.assumeTrue(Files.exists(TABLE), "the published throughputs are not there; skipped");
    Stream<String> command =
        Stream.of(
            "experiment",
            "schedulers",
            "--throughputs=" + TABLE,
            "--seeds=" + SEEDS,
            "--policies=" + policies,
            "--json");
    CommandRun run = CommandRun.of(Stream.concat(command, Stream.of(workload)).toArray());
    assertEquals(0, run.status(), run.err());
    Map<String, JsonNode> scores = new HashMap<>();
    run.json().forEach(score -> scores.put(score.path("scheduler").asText(), score));
    return scores;
  }

  private static double jct(Map<String, JsonNode> scores, String scheduler) {
    return scores.get(scheduler).path("jct_hours").asDouble();
  }

  private static double rho(Map<String, JsonNode> scores, String scheduler) {
    return scores.get(scheduler).path("max_contention_slowdown").asDouble();
  }

  @Test
  void themis_batchOfGangs_hasTheSmallestLargestRho() {
    Map<String, JsonNode> scores =
        scores(
            "themis_0,themis_0.4,themis_0.8,tiresias_las,tiresias_hours,gandiva_introspective,"
                + "optimus,slaq",
            "--rate=0",
            "--gangs",
            "--jobs=24",
            "--cluster=v100=8,k80=8");
    double themis = rho(scores, "themis_0.8");
    for (String rival :
        List.of("tiresias_las", "tiresias_hours", "gandiva_introspective", "optimus", "slaq")) {
      assertTrue(1.3 * themis < rho(scores, rival), scores.toString());
    }
    assertTrue(rho(scores, "themis_0") > rho(scores, "themis_0.4"), scores.toString());
    assertTrue(rho(scores, "themis_0.4") > themis, scores.toString());
  }

  @Test
  void singleWorkers_completionTimes_areInThePublishedOrder() {
    Map<String, JsonNode> scores =
        scores(
            "srtf,tiresias_las,tiresias_hours,fifo_greedy,allox,max_min_fairness,shockwave",
            "--rate=1.2",
            "--jobs=80");
    assertTrue(jct(scores, "allox") < jct(scores, "max_min_fairness"), scores.toString());
    assertTrue(jct(scores, "tiresias_hours") < 1.3 * jct(scores, "srtf"), scores.toString());
    assertTrue(jct(scores, "tiresias_hours") < jct(scores, "tiresias_las"), scores.toString());
    assertTrue(jct(scores, "tiresias_las") < jct(scores, "fifo_greedy"), scores.toString());
    double makespan = scores.get("shockwave").path("makespan_hours").asDouble();
    assertTrue(
        1.1 * makespan < scores.get("max_min_fairness").path("makespan_hours").asDouble(),
        scores.toString());
  }
}
