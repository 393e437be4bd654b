package io.gavel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gavel.catalog.MethodCatalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class EstimateCommandTest {

  private static final boolean NIGHTLY = Boolean.getBoolean("gavel.nightly");

  private static final Path GAVEL =
      Path.of(
          "..", "..", "..", "shared", "data", "gavel-throughputs", "simulation_throughputs.json");

  @TempDir private Path folder;
  private Path table;

  /** Eight job types, in pairs of twins, on two worker types; and what is to be left out. */
  @BeforeEach
  void writeTable() throws IOException {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    for (String workerType : List.of("slow", "fast", "fast_unconsolidated")) {
      ObjectNode rows = json.putObject(workerType);
      for (int a = 0; a < 8; a++) {
        double alone = workerType.equals("slow") ? 1 + a : 10 + 5 * a;
        ObjectNode row = rows.putObject("('job%s', 1)".formatted(a));
        row.put("null", alone);
        for (int b = 0; b < 8; b++) {
          row.putArray("('job%s', 1)".formatted(b)).add(alone * rate(a, b)).add(0);
        }
      }
      rows.putObject("('job0', 2)").put("null", 3);
    }
    table = folder.resolve("table.json");
    Files.writeString(table, json.toString());
  }

  private static double rate(int a, int b) {
    int pair = a / 2;
    return 1 / (1 + 0.4 * pair * (1 + b % 3) / 3.0);
  }

  private CommandRun estimate(Object... more) {
    List<Object> words = new ArrayList<>(List.of("estimate", "--table", table));
    words.addAll(List.of(more));
    return CommandRun.of(words.toArray());
  }

  private static void assertRefused(CommandRun run, String message) {
    assertEquals(2, run.status(), run.err());
    assertEquals("", run.out());
    assertEquals(1, run.err().lines().count(), run.err());
    assertTrue(run.err().contains(message), run.err());
  }

  @Test
  void estimate_json_hasTheKeysAndTheRightFigures() {
    CommandRun run =
        estimate("--references=7", "--profile=0.5", "--method=nearest", "--seed=4", "--json");
    assertEquals(0, run.status(), run.err());
    assertEquals("", run.err());
    JsonNode json = run.json().get(0);
    assertEquals(
        List.of(
            "method",
            "rmse",
            "rmse_pooled",
            "coverage",
            "cells",
            "profile",
            "references",
            "job_types",
            "columns",
            "seeds",
            "wall_ms",
            "new_types"),
        json.properties().stream().map(Map.Entry::getKey).toList());
    assertEquals("nearest", json.path("method").asText());
    assertEquals(8, json.path("job_types").asInt());
    assertEquals(2 * 8, json.path("columns").asInt(), "jobs on one worker, on slow and fast");
    assertEquals("[4]", json.path("seeds").toString());
    int cells = json.path("cells").asInt();
    assertTrue(cells > 0 && cells < 16, "cells " + cells);
    // The twin of the one new type is a reference.
    JsonNode type = json.path("new_types").path(0);
    int job = type.path("job_type").asText().charAt(3) - '0';
    JsonNode closest = type.path("closest");
    assertEquals(1, json.path("new_types").size());
    assertEquals("job" + (job ^ 1), closest.path(0).path("reference").asText());
    assertEquals(3, closest.size());
    assertTrue(closest.path(0).path("distance").asDouble() < 1e-3, closest::toString);
    assertEquals(type.path("rmse"), json.path("rmse"));
    assertEquals(type.path("rmse").asDouble(), json.path("rmse_pooled").asDouble(), 1e-12);
  }

  @Test
  void estimate_withoutSeedOrMethod_isTheStandardOverTwentyDraws() {
    JsonNode json = estimate("--references=5", "--json").json().get(0);
    assertEquals("standard", json.path("method").asText());
    assertEquals(20, json.path("seeds").size());
    assertEquals(0.2, json.path("profile").asDouble());
    double sum = 0;
    for (int seed = 0; seed < 20; seed++) {
      JsonNode one = estimate("--references=5", "--json", "--seed=" + seed).json().get(0);
      sum += one.path("rmse").asDouble();
    }
    assertEquals(sum / 20, json.path("rmse").asDouble(), 1e-12);
  }

  @Test
  void estimate_sameCall_sameFigures() {
    String first = estimate("--references=5", "--json").json().get(0).path("rmse").toString();
    assertEquals(first, estimate("--references=5", "--json").json().get(0).path("rmse").toString());
  }

  @Test
  void estimate_everythingMeasured_hasNoErrorToTell() {
    JsonNode json = estimate("--references=5", "--profile=1", "--json").json().get(0);
    assertTrue(json.path("rmse").isNull() && json.path("coverage").isNull(), json::toString);
    assertEquals(0, json.path("cells").asInt());
  }

  @Test
  void estimate_forPeople_printsBothErrorsAndTheClosestReferences() {
    String out = estimate("--references=7", "--method=Feasibility-Ridge", "--seed=4").out();
    for (String word :
        List.of(
            "feasibility_ridge\n",
            "slow, fast\n",
            "RMSE          0.",
            "mean over rows",
            "RMSE, pooled  0.",
            "over all cells",
            "closest references")) {
      assertTrue(out.contains(word), () -> word + " is not in " + out);
    }
    assertFalse(out.lines().anyMatch(line -> line.endsWith(" ")), out);
  }

  @Test
  void estimate_methodList_namesThemAll() {
    CommandRun run = CommandRun.of("estimate", "--method", "list");
    assertEquals(0, run.status(), run.err());
    assertEquals(
        MethodCatalog.keys(),
        run.out().lines().map(line -> line.substring(0, line.indexOf(' '))).toList());
  }

  @Test
  void estimate_everyMethod_runs() {
    for (String key : MethodCatalog.keys()) {
      JsonNode json =
          estimate("--references=5", "--seed=1", "--method=" + key, "--json").json().get(0);
      assertTrue(json.path("rmse").asDouble() < 0.5, json::toString);
    }
  }

  @Test
  void estimate_unknownMethod_isStatus2AndListsTheNames() {
    assertRefused(
        estimate("--method=nope"), "no method \"nope\"; known: standard, gaussian, ridge");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--profile=-0.1|--profile is -0.1; it must be from 0 to 1",
        "--profile=1.5|--profile is 1.5; it must be from 0 to 1",
        "--profile=NaN|--profile is NaN; it must be from 0 to 1",
        "--profile=x|--profile",
        "--references=0|--references is 0; it must be at least 1 and less than the 8 job types",
        "--references=8|--references is 8; it must be at least 1 and less than the 8 job types",
        "--references=27|--references is 27; it must be at least 1",
        "--seed=x|--seed",
        "--nonsense|--nonsense",
      })
  void estimate_badOption_isStatus2AndOneLine(String option, String message) {
    assertRefused(estimate(option), message);
  }

  @Test
  void estimate_noTable_isStatus2AndOneLine() {
    assertRefused(CommandRun.of("estimate"), "--throughputs is missing");
    assertRefused(
        CommandRun.of("estimate", "--table", folder.resolve("no.json")), "there is no such file");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"w\": }|not valid JSON",
        "[]|must be an object",
        "{}|has no throughput of a single-worker job",
        "{\"w\": {\"('a', 2)\": {\"null\": 1}}}|has no throughput of a single-worker job",
        "{\"w\": {\"('a', 1)\": {\"null\": 1}}}|w: throughput of \"a\" on 1 with \"a\" on 1 is",
        "{\"w\": {\"('a', 1)\": {\"null\": 1, \"('a', 1)\": [1, 1]}}, \"v\": {\"('a', 2)\":"
            + " {\"null\": 1}}}|v: throughput of \"a\" on 1 alone is missing",
        "{\"w\": {\"('a', 1)\": {\"null\": 0, \"('a', 1)\": [1, 1]}}}|has a throughput with \"a\""
            + " on 1 but none alone",
        "{\"w\": {\"('a', 1)\": {\"null\": -1}}}|must be a finite number of at least 0",
        "{\" \": {\"('a', 1)\": {\"null\": 1, \"('a', 1)\": [1, 1]}}}|is blank",
      })
  void estimate_badTable_isStatus2AndOneLine(String text, String message) throws IOException {
    Files.writeString(table, text);
    assertRefused(estimate(), message);
  }

  @Test
  void estimate_jobThatDoesNotRunSomewhere_sharesNothingThere() throws IOException {
    ObjectNode json = (ObjectNode) JsonMapper.builder().build().readTree(table.toFile());
    ObjectNode row = (ObjectNode) json.path("slow").path("('job3', 1)");
    for (int b = 0; b < 8; b++) {
      row.putArray("('job%s', 1)".formatted(b)).add(0).add(0);
    }
    row.put("null", 0);
    Files.writeString(table, json.toString());
    CommandRun run = estimate("--references=5", "--json");
    assertEquals(0, run.status(), run.err());
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.1, 0.2, 0.5})
  void estimate_gavelTable_keepsItsAccuracy(double profile) {
    Assumptions.assumeTrue(Files.exists(GAVEL), "skipped: there is no " + GAVEL);
    List<Object> words =
        new ArrayList<>(List.of("estimate", "--table", GAVEL, "--profile", profile, "--json"));
    if (!NIGHTLY) {
      words.add("--seed=0"); // a sample: one choice of references, and a hard one
    }
    CommandRun run = CommandRun.of(words.toArray());
    JsonNode json = run.json().get(0);
    assertEquals(26, json.path("job_types").asInt());
    assertEquals(78, json.path("columns").asInt());
    double allowed = profile < 0.15 ? 0.125 : profile < 0.3 ? 0.115 : 0.105;
    assertTrue(json.path("rmse").asDouble() <= (NIGHTLY ? allowed : 1.15 * allowed), run::out);
    double coverage = json.path("coverage").asDouble();
    assertTrue(coverage >= 0.85 && coverage <= 0.95, run::out);
  }

  /** Two jobs on one worker of each type; what the second gains on the fast one is not known. */
  private Path uncertain() throws IOException {
    return Files.writeString(
        folder.resolve("problem.json"),
        """
        {"schema": "cluster-scheduling-golden-2", "name": "uncertain",
         "worker_types": ["fast", "slow"], "num_workers": [1, 1],
         "jobs": [{"id": "known", "throughput": [3, 1]},
                  {"id": "new", "throughput": [4, 1], "low": [1, 1], "high": [9, 1]},
                  {"id": "sure", "throughput": [2, 1], "low": [2, 1], "high": [2, 1.0001]}]}
        """);
  }

  @Test
  void whatNext_listsUncertainRates_thatOfTheLargestWorthFirst() throws IOException {
    CommandRun run = CommandRun.of("estimate", "--what-next", uncertain());
    assertEquals(0, run.status(), run.err());
    assertTrue(run.out().startsWith("max_min_fairness: measure new on fast next\n"), run.out());
    JsonNode json = CommandRun.of("estimate", "--what-next", uncertain(), "--json").json().get(0);
    JsonNode first = json.path("measurements").path(0);
    assertEquals("new", first.path("job").asText());
    assertEquals("fast", first.path("worker_type").asText());
    assertEquals(1, first.path("low_steps_per_s").asDouble());
    assertTrue(first.path("worth").asDouble() > 0.01, first.toString());
    assertEquals(2, json.path("measurements").size());
    assertTrue(json.path("measurements").path(1).path("worth").asDouble() < 1e-3);
  }

  @Test
  void whatNext_withoutIntervalsOrStatements_isRefused() throws IOException {
    Path certain =
        Files.writeString(
            folder.resolve("certain.json"),
            Files.readString(uncertain()).replaceAll("(?s), \"low\": [^}]*}", "}"));
    assertRefused(CommandRun.of("estimate", "--what-next", certain), "every throughput is certain");
    assertRefused(
        CommandRun.of("estimate", "--what-next", uncertain(), "--policy", "fifo_greedy"),
        "policy fifo_greedy: the certificate states nothing");
    assertRefused(estimate("--what-next", uncertain()), "reads a problem and no --throughputs");
  }
}
