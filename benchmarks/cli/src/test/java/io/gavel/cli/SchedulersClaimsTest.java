package io.gavel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Published claims on schedulers that hold here, with one of the seeds of the result pages. */
final class SchedulersClaimsTest {

  private static final Path DATA = Path.of("..", "..", "..", "shared", "data");

  private static Map<String, Double> figures(String experiment) {
    Assumptions.assumeTrue(
        Files.exists(DATA.resolve("gavel-throughputs").resolve("simulation_throughputs.json")),
        "the published throughputs are not there; skipped");
    CommandRun run =
        CommandRun.of("experiment", experiment, "--data=" + DATA, "--seeds=0", "--json");
    assertEquals(0, run.status(), run.err());
    Map<String, Double> figures = new HashMap<>();
    for (JsonNode row : run.json()) {
      figures.put(row.path("figure").asText(), row.path("ours").asDouble());
    }
    return figures;
  }

  @Test
  void themis_batchOfGangs_hasTheSmallestLargestRho() {
    Map<String, Double> figures = figures("schedulers_batch");
    for (String rival :
        List.of(
            "tiresias_las",
            "tiresias_las, queues of hours",
            "gandiva_introspective",
            "optimus",
            "slaq")) {
      double ratio = figures.get(rival + ", largest ρ over that of themis, f = 0.8");
      assertTrue(ratio > 1.3, figures.toString());
    }
    double[] knobs =
        List.of("0", "0.4", "0.8").stream()
            .mapToDouble(f -> figures.get("themis, f = %s, largest ρ".formatted(f)))
            .toArray();
    assertTrue(knobs[0] > knobs[1] && knobs[1] > knobs[2], figures.toString());
  }

  @Test
  void singleWorkers_completionTimes_areInThePublishedOrder() {
    Map<String, Double> figures = figures("schedulers");
    double hours = jct(figures, "tiresias_las, queues of hours");
    assertTrue(jct(figures, "allox") < jct(figures, "max_min_fairness"), figures.toString());
    assertTrue(hours < 1.3 * jct(figures, "srtf"), figures.toString());
    assertTrue(hours < jct(figures, "tiresias_las"), figures.toString());
    assertTrue(jct(figures, "tiresias_las") < jct(figures, "fifo_greedy"), figures.toString());
    double makespan = figures.get("max_min_fairness over shockwave, makespan");
    assertTrue(makespan > 1.05, figures.toString());
  }

  private static double jct(Map<String, Double> figures, String policy) {
    return figures.get(policy + ", average JCT, h");
  }
}
