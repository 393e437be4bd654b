package io.gavel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
  void call_reachOfAnUnknownTask_isBadUsage() {
    CommandRun run = CommandRun.of("bench", "--reach", "nonsense");
    assertEquals(2, run.status());
    assertTrue(
        run.err().contains("\"nonsense\"; must be all or one of elastic-max-min"), run.err());
  }

  @Test
  void call_measureATaskOfGivenSize_givesItsObjective() {
    CommandRun ours = CommandRun.of("bench", "--case", "quota@16", "--measure", "ojalgo");
    assertTrue(ours.json().get(0).path("objective").asDouble() > 0, ours.out());
  }

  @Test
  void call_measureWhatIsNoProgram_tellsWhyNot() {
    CommandRun run = CommandRun.of("bench", "--case", "tree-5", "--measure", "glop");
    assertEquals("is not one linear program", run.json().get(0).path("reason").asText());
  }
}
