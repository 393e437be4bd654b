package io.gavel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.gavel.workload.JobTemplate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code --placement} and {@code --shares} of simulations and sweeps. */
final class PlacementOptionTest {

  @TempDir private Path folder;
  private Path table = Path.of("");

  @BeforeEach
  void writeTable() throws IOException {
    String rates =
        JobTemplate.published().stream()
            .map(t -> "\"('%s', 1)\": {\"null\": 2}".formatted(t.jobType()))
            .collect(Collectors.joining(", "));
    table = folder.resolve("table.json");
    Files.writeString(table, "{\"v100\": {%s}}".formatted(rates));
  }

  private CommandRun run(String command, String... more) {
    List<Object> words =
        new ArrayList<>(
            List.of(
                command,
                "--throughputs=" + table,
                "--cluster=v100=4/4",
                "--policy=max_min_fairness",
                "--rate=0.5",
                "--jobs=20"));
    words.addAll(List.of(more));
    return CommandRun.of(words.toArray());
  }

  private JsonNode figures(String... more) {
    List<String> words = new ArrayList<>(List.of(more));
    words.add("--json");
    CommandRun run = run("simulate", words.toArray(String[]::new));
    assertEquals(0, run.status(), run.err());
    return run.json().get(0);
  }

  /** Spread shares leave a whole worker to fewer newcomers, so that more of them move. */
  @Test
  void simulate_placement_changesLeases() {
    JsonNode packed = figures("--shares", "--placement=bestfit");
    JsonNode spread = figures("--shares", "--placement=worstfit");
    assertEquals(20, packed.path("completed").asInt());
    assertEquals(20, spread.path("completed").asInt());
    assertNotEquals(
        packed.path("lease_extensions").asInt(-1), spread.path("lease_extensions").asInt(-1));
    assertEquals(20, figures("--shares", "--placement=FGD").path("completed").asInt());
  }

  @Test
  void simulate_shares_letMoreJobsRun() {
    double whole = figures("--duration=600").path("avg_jct_s").asDouble();
    double shares = figures("--duration=600", "--shares").path("avg_jct_s").asDouble();
    assertTrue(shares < whole, shares + " < " + whole);
  }

  @Test
  void simulate_placementThatCannotBe_isRefused() {
    for (List<String> refused :
        List.of(
            List.of("--placement=learning", "learning sees the tasks of one round only; use fgd"),
            List.of("--placement=best", "there is no placement \"best\"; known: fgd, bestfit"))) {
      CommandRun run = run("simulate", refused.get(0));
      assertEquals(2, run.status());
      assertTrue(run.err().contains("--placement: " + refused.get(1)), run.err());
    }
    CommandRun run = run("simulate", "--placement=fgd", "--faithful");
    assertEquals(2, run.status());
    assertTrue(run.err().contains("--placement: not available by the rules"), run.err());
  }

  @Test
  void sweep_placement_isPartOfTheSetting() throws IOException {
    Path out = folder.resolve("runs.jsonl");
    CommandRun run = run("sweep", "--seeds=0", "--placement=fgd", "--shares", "--out=" + out);
    assertEquals(0, run.status(), run.err());
    String line = Files.readString(out);
    assertTrue(line.contains("\"placement\":\"fgd\""), line);
    assertTrue(line.contains("\"shares\":true"), line);
  }
}
