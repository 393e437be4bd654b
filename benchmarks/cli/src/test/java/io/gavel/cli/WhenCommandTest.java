package io.gavel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code gavel when}. */
final class WhenCommandTest {

  @TempDir private Path folder;
  private Path problem;
  private Path slots;

  /** One worker, a job of three hours and one of one hour. */
  @BeforeEach
  void writeInputs() throws IOException {
    problem = folder.resolve("problem.json");
    Files.writeString(
        problem,
        """
        {"schema": "gavel-problem-1", "name": "two", "worker_types": ["gpu"], "num_workers": [1],
         "jobs": [{"id": "long", "throughput": [1], "steps_remaining": 10800},
                  {"id": "short", "throughput": [1], "steps_remaining": 3600}]}
        """);
    slots = folder.resolve("slots.json");
  }

  private CommandRun slots(String text, Object... more) throws IOException {
    Files.writeString(slots, text);
    Object[] args = new Object[4 + more.length];
    args[0] = "when";
    args[1] = problem;
    args[2] = "--slots=" + slots;
    args[3] = "--json";
    System.arraycopy(more, 0, args, 4, more.length);
    return CommandRun.of(args);
  }

  @Test
  void when_hours_listsPlannedAndEarliestTimes() {
    CommandRun run = CommandRun.of("when", problem, "--hours=4");
    assertEquals(0, run.status(), run.err());
    assertTrue(run.out().startsWith("2 of 2 jobs complete within 4.00 h"), run.out());
    assertTrue(run.out().contains("long    4.00 h          3.00 h"), run.out());
    assertTrue(run.out().contains("short   1.00 h          1.00 h"), run.out());
  }

  @Test
  void when_explainedSlot_namesTheRowsThatLimitIt() {
    Path certificate = folder.resolve("plan.txt");
    CommandRun run =
        CommandRun.of(
            "when", problem, "--hours=4", "--explain=long@0", "--certificate=" + certificate);
    assertEquals(0, run.status(), run.err());
    assertTrue(run.out().contains("long@0"), run.out());
    assertTrue(Files.exists(certificate));
    CommandRun unknown = CommandRun.of("when", problem, "--explain=none@0");
    assertEquals(2, unknown.status());
    assertTrue(unknown.err().contains("--explain: "), unknown.err());
    assertEquals("", unknown.out());
  }

  @Test
  void check_slots_readsThemWithoutAProblem() throws IOException {
    Files.writeString(slots, "{\"slots\": [{\"seconds\": 3600, \"repeat\": 4}]}");
    assertEquals(slots + ": valid list of slots\n", CommandRun.of("check", slots).out());
    Files.writeString(slots, "{\"slots\": [{\"seconds\": 0}]}");
    CommandRun wrong = CommandRun.of("check", slots);
    assertEquals(2, wrong.status());
    assertTrue(wrong.err().contains("slots[0].seconds"), wrong.err());
  }

  @Test
  void when_planInterruptsAJobTooSoon_namesIt() throws IOException {
    String rigid = Files.readString(problem).replace("10800", "10800, \"min_run_seconds\": 7200");
    Files.writeString(problem, rigid);
    String later =
        "{\"slots\": [{\"seconds\": 3600, \"repeat\": 4}], \"arrivals_s\": {\"short\": 3600}}";
    CommandRun run = slots(later);
    assertEquals(1, run.json().get(0).path("jobs").get(0).path("interruptions").asInt(), run.err());
    String text = CommandRun.of("when", problem, "--slots=" + slots).out();
    assertTrue(text.endsWith("minimum run time, which rounds keep: long\n"), text);
  }

  @Test
  void when_tooFewHours_saysLater() {
    CommandRun run = CommandRun.of("when", problem, "--hours=2");
    assertTrue(run.out().contains("long     later           later"), run.out());
  }

  @Test
  void when_cheapLateSlots_areUsedAtTheLeastCost() throws IOException {
    CommandRun run =
        slots(
            """
            {"slots": [{"seconds": 3600, "costs": {"USD": {"gpu": 5}}},
                       {"seconds": 3600, "repeat": 4, "costs": {"USD": {"gpu": 1}}}]}
            """,
            "--minimize=USD");
    assertEquals(0, run.status(), run.err());
    JsonNode json = run.json().get(0);
    assertEquals(4, json.path("cost").asDouble(), 1e-9);
    assertEquals(0, json.path("jobs").get(0).path("steps_by_slot").get(0).asDouble(), 1e-3);
    assertEquals(18_000, json.path("jobs").get(0).path("planned_s").asDouble());
    assertEquals(7_200, json.path("jobs").get(1).path("planned_s").asDouble());
  }

  @Test
  void when_costsOf0_areNamed() throws IOException {
    CommandRun run =
        slots(
            "{\"slots\": [{\"seconds\": 3600, \"costs\": {\"USD\": {\"gpu\": 0}}}]}",
            "--minimize=USD");
    assertEquals(2, run.status());
    assertTrue(run.err().contains("no slot has a cost other than 0 in \"USD\""), run.err());
  }

  @Test
  void when_limitThatNothingKeeps_isNamed() throws IOException {
    CommandRun run =
        slots(
            """
            {"slots": [{"seconds": 3600, "repeat": 4, "costs": {"USD": {"gpu": 1}}}],
             "limits": [{"name": "day", "resource": "USD", "most": 2}]}
            """,
            "--minimize=USD");
    assertEquals(3, run.status());
    assertTrue(run.err().contains("\"day\""), run.err());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"slots\": []} | number of slots",
        "{\"slots\": [{\"seconds\": 0}]} | slots[0].seconds",
        "{\"slots\": [{\"seconds\": 60, \"workers\": {\"tpu\": 1}}]} | tpu",
        "{\"slots\": [{\"seconds\": 60}], \"arrivals_s\": {\"no\": 1}} | no",
        "{\"slots\": [{\"seconds\": 60}], \"budget\": 1} | budget",
      })
  void when_wrongSlots_areRefusedByName(String text, String named) throws IOException {
    CommandRun run = slots(text);
    assertEquals(2, run.status(), run.out());
    assertTrue(run.err().contains(named), run.err());
    assertTrue(run.err().startsWith(slots + ": "), run.err());
  }

  @Test
  void when_jobWithoutSteps_isRefusedByName() throws IOException {
    Files.writeString(
        problem,
        """
        {"schema": "gavel-problem-1", "name": "one", "worker_types": ["gpu"], "num_workers": [1],
         "jobs": [{"id": "a", "throughput": [1]}]}
        """);
    CommandRun run = CommandRun.of("when", problem);
    assertEquals(2, run.status());
    assertEquals(problem + ": job \"a\" has no steps remaining; a horizon needs them\n", run.err());
  }
}
