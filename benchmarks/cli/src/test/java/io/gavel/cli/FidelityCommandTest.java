package io.gavel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;

final class FidelityCommandTest {

  @Test
  void fidelity_json_oursIsCloserThanTheOriginal() {
    CommandRun run = CommandRun.of("fidelity", "--seeds", 20, "--json");
    assertEquals(0, run.status(), run.err());
    JsonNode json = run.json().get(0);
    assertEquals(3, json.path("kinds").size());
    JsonNode oneWorker = json.path("kinds").path(0);
    double ours = oneWorker.path("ours_max_lag_rounds").asDouble(-1);
    assertTrue(ours > 0 && ours <= 2, run.out());
    for (JsonNode kind : json.path("kinds")) { // gangs and pairs, where some rounds realise it
      assertTrue(kind.path("ours_max_lag_rounds").asDouble(9e9) <= 5, run.out());
    }
    for (String what : new String[] {"max", "mean"}) {
      double closer = json.path("ours_" + what + "_lag_rounds").asDouble(9e9);
      double original = json.path("original_" + what + "_lag_rounds").asDouble(-1);
      assertTrue(closer < original / 5, run.out());
    }
    assertEquals(run.out(), CommandRun.of("fidelity", "--seeds", 20, "--json").out());
  }

  @Test
  void fidelity_forPeople_isATable() {
    CommandRun run = CommandRun.of("fidelity", "--seeds", 1);
    assertEquals(5, run.out().lines().count(), run.out());
  }

  @Test
  void fidelity_noSeeds_isRefused() {
    CommandRun run = CommandRun.of("fidelity", "--runs", 0);
    assertEquals(2, run.status());
    assertTrue(run.err().contains("--runs is 0; must be at least 1"), run.err());
  }
}
