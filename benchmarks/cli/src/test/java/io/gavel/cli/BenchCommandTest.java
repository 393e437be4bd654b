package io.gavel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;

final class BenchCommandTest {

  @Test
  void call_list_namesEveryCaseOnce() {
    CommandRun run = CommandRun.of("bench", "--list");
    assertEquals(0, run.status());
    assertEquals(run.out().lines().count(), run.out().lines().distinct().count());
    assertTrue(run.out().contains("max-min-2048"), run.out());
  }

  @Test
  void call_unknownCase_isBadUsage() {
    CommandRun run = CommandRun.of("bench", "--case", "nonsense");
    assertEquals(2, run.status());
    assertTrue(run.err().contains("\"nonsense\""), run.err());
  }

  @Test
  void call_measureByAReferenceSolver_givesTheObjective() {
    CommandRun ours = CommandRun.of("bench", "--case", "quota-600", "--measure", "ojalgo");
    assertTrue(ours.json().get(0).path("objective").asDouble() > 0, ours.out());
  }

  @Test
  void call_measureWhatIsNoProgram_tellsWhyNot() {
    CommandRun run = CommandRun.of("bench", "--case", "tree-5", "--measure", "glop");
    assertEquals("is not one linear program", run.json().get(0).path("reason").asText());
  }

  @Test
  void call_scalingOfOnePolicy_givesACellForEachSize() {
    CommandRun run =
        CommandRun.of(
            "bench", "--scaling", "equal-share", "--jobs", "16,8", "--types", "2", "--json");
    assertEquals(0, run.status(), run.err());
    assertEquals(
        "[8, 16]", run.json().stream().map(c -> c.path("jobs").asInt()).toList().toString());
    run.json().forEach(cell -> assertEquals("answered", cell.path("status").asText(), run.out()));
    run.json().forEach(cell -> assertTrue(cell.path("ms").asDouble() > 0, run.out()));
  }

  @Test
  void call_scalingOfAFamily_isBesideOtherSolvers() {
    CommandRun run =
        CommandRun.of(
            "bench",
            "--scaling",
            "makespan",
            "--family",
            "caps",
            "--jobs",
            "8",
            "--types",
            "2",
            "--json");
    JsonNode cell = run.json().get(0);
    assertEquals("caps", cell.path("family").asText());
    assertEquals(cell.path("faults").isEmpty() ? 0 : 1, run.status(), run.out());
    assertTrue(cell.path("rivals").path("glop").asDouble() > 0, run.out());
    assertTrue(cell.path("stop_ms").asDouble() < 200, run.out());
  }

  @Test
  void call_scalingWithWrongValues_isBadUsage() {
    for (String[] wrong :
        new String[][] {
          {"nonsense", "--jobs", "8", "there is no policy \"nonsense\""},
          {"nash", "--jobs", "0", "--jobs is 0; it must be at least 1"},
          {"nash", "--types", "-3", "--types is -3; it must be at least 1"},
          {"nash", "--limit", "0", "--limit is 0; it must be at least 1"},
          {
            "nash",
            "--family",
            "odd",
            "--family: there is no family \"odd\"; it must be one of distinct"
          }
        }) {
      CommandRun run = CommandRun.of("bench", "--scaling", wrong[0], wrong[1], wrong[2]);
      assertEquals(2, run.status());
      assertTrue(run.err().contains(wrong[3]), run.err());
    }
  }
}
