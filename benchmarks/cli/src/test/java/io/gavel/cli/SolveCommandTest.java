package io.gavel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.gavel.catalog.PolicyCatalog;
import io.gavel.catalog.PolicyEntry;
import io.gavel.cli.report.ExitStatus;
import io.gavel.cli.report.Json;
import io.gavel.cli.report.SolveJson;
import io.gavel.cli.report.SolveOutcome;
import io.gavel.input.ProblemFile;
import io.gavel.input.ProblemReader;
import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.Policy;
import io.gavel.policies.SolveFailedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SolveCommandTest {

  private static final List<String> KEYS =
      List.of(
          "problem",
          "policy",
          "status",
          "objective",
          "bound",
          "relative_gap",
          "max_violation",
          "prices",
          "named_prices",
          "worker_types",
          "rows",
          "allocation",
          "throughput",
          "normalized_throughput",
          "wall_ms",
          "message");

  @TempDir private Path folder;

  /** One worker, two jobs of 10 steps; the first has waited for 20 s: it gets √(2/3) of it. */
  @Test
  void solve_entityThatDividesByFinishTime_givesTheLateJobMore() throws IOException {
    Path file = folder.resolve("late.json");
    String job =
        """
        {"id": %s, "throughput": [1], "scale_factor": 1, "weight": 1, "steps_remaining": %s,
        "seconds_since_start": %s, "isolated_seconds_so_far": %s, "slo_seconds": null,
        "entity": "team"}
        """;
    Files.writeString(
        file,
        """
        {"schema": "cluster-scheduling-golden-1", "name": "late", "note": "",
        "worker_types": ["v100"], "num_workers": [1], "cost": [1], "reference_type": null,
        "jobs": [%s, %s], "pairs": [],
        "entities": [{"id": "team", "weight": 1, "policy": "finish_time_fairness"}],
        "expected": {}}
        """
            .formatted(job.formatted(0, 10, 20, 0), job.formatted(1, 5, 5, 10)));
    CommandRun run = CommandRun.of("solve", "--policy", "hierarchical", "--json", file.toString());
    assertEquals(0, run.status(), run.err());
    JsonNode throughput = run.json().get(0).path("throughput");
    assertEquals(Math.sqrt(2.0 / 3), throughput.path(0).asDouble(), 1e-8);
    assertEquals(1 - Math.sqrt(2.0 / 3), throughput.path(1).asDouble(), 1e-8);
  }

  /** Both jobs may make 4 on fast, but the second is sure of 1 only; it gets the slow type. */
  @Test
  void solve_promise_decidesAtTheLowerEnds() throws IOException {
    Path file = folder.resolve("uncertain.json");
    Files.writeString(
        file,
        """
        {"schema": "cluster-scheduling-golden-2", "name": "uncertain",
         "worker_types": ["fast", "slow"], "num_workers": [1, 1],
         "jobs": [{"id": "known", "throughput": [4, 1]},
                  {"id": "new", "throughput": [4, 1], "low": [1, 1], "high": [9, 1]}]}
        """);
    String[] words = {"solve", "--policy=max_sum_throughput", "--json", file.toString()};
    assertEquals(5, objective(words), 1e-5);
    List<String> more = new ArrayList<>(List.of(words));
    more.add("--promise");
    JsonNode line = CommandRun.of(more.toArray()).json().get(0);
    assertEquals(5, line.path("objective").asDouble(), 1e-5);
    assertEquals(4, line.path("throughput").path(0).asDouble(), 1e-5, line.toString());
    assertEquals(1, line.path("throughput").path(1).asDouble(), 1e-5, line.toString());
  }

  private static double objective(String... words) {
    return CommandRun.of((Object[]) words).json().get(0).path("objective").asDouble();
  }

  @Test
  void solve_explainAndAudit_sayWhyAndWhatHolds() {
    CommandRun run =
        CommandRun.of(
            "solve", "--policy=water_filling", "--explain=0", "--audit", CommandRun.golden("g05"));
    assertEquals(0, run.status(), run.err());
    assertTrue(run.out().contains("\n0: "), run.out());
    assertTrue(run.out().contains("(fastest type)"), run.out());
    assertTrue(run.out().contains("\nPareto efficiency: holds\n"), run.out());
    assertTrue(run.out().contains("\nproportionality: "), run.out());
  }

  @Test
  void solve_explainOfAnUnknownJobOrWithJson_isAUsageError() {
    CommandRun unknown =
        CommandRun.of("solve", "--policy=isolated", "--explain=x", CommandRun.golden("g05"));
    assertEquals(2, unknown.status());
    assertTrue(unknown.err().startsWith("--explain: there is no job \"x\""), unknown.err());
    CommandRun json =
        CommandRun.of("solve", "--policy=isolated", "--json", "--audit", CommandRun.golden("g05"));
    assertEquals(2, json.status());
    assertEquals("--explain and --audit print text; omit --json\n", json.err());
  }

  @Test
  void solve_json_printsOneObjectForEachProblemAndPolicyInOrder() {
    CommandRun run =
        CommandRun.of(
            "solve",
            "--policy",
            "max-min-fairness,isolated",
            "--json",
            CommandRun.golden("g05"),
            CommandRun.golden("g03"));
    assertEquals(0, run.status(), run.err());
    assertEquals("", run.err());
    assertEquals(
        List.of("g05 max_min_fairness", "g05 isolated", "g03 max_min_fairness", "g03 isolated"),
        run.json().stream()
            .map(j -> j.path("problem").asText() + " " + j.path("policy").asText())
            .toList());
    for (JsonNode line : run.json()) {
      assertEquals(KEYS, line.properties().stream().map(Map.Entry::getKey).toList());
      String proved = line.path("policy").asText().equals("isolated") ? "solved" : "optimal";
      assertEquals(proved, line.path("status").asText());
      assertTrue(line.path("message").isNull());
    }
  }

  @Test
  void solve_oneJobOnTheSlowTypeOnly_reachesTheKnownOptimum() {
    JsonNode json =
        CommandRun.of("solve", "--policy=max_min_fairness", "--json", CommandRun.golden("g05"))
            .json()
            .get(0);
    // Each job has a type to itself: 5 of 3.5 and 3 of 1.5 steps per second.
    assertEquals(5 / 3.5, json.path("objective").asDouble(), 1e-8);
    assertEquals(5, json.path("throughput").path(0).asDouble(), 1e-8);
    assertEquals(3, json.path("throughput").path(1).asDouble(), 1e-8);
    assertEquals(2, json.path("normalized_throughput").path(1).asDouble(), 1e-8);
    assertEquals(0, json.path("max_violation").asDouble());
    assertEquals(2, json.path("prices").size());
  }

  @Test
  void solve_all_runsWhatTheDataAllow() {
    List<JsonNode> plain =
        CommandRun.of("solve", "--policy=all", "--json", CommandRun.golden("g05")).json();
    List<JsonNode> paired =
        CommandRun.of("solve", "--policy=all", "--json", CommandRun.golden("g08")).json();
    assertEquals(List.of(), keys(plain).filter(key -> key.endsWith("_packed")).toList());
    List<String> packed =
        PolicyCatalog.keys().stream().filter(key -> key.equals("max_min_fairness_packed")).toList();
    assertEquals(packed, keys(paired).filter(key -> key.startsWith("max_min_fairness_p")).toList());
  }

  private static Stream<String> keys(List<JsonNode> lines) {
    return lines.stream().map(line -> line.path("policy").asText());
  }

  @Test
  void solve_pairs_haveRowsForEveryPolicy() {
    List<JsonNode> lines =
        CommandRun.of("solve", "--policy=all", "--json", CommandRun.golden("g08")).json();
    for (JsonNode line : lines) {
      assertEquals(3, line.path("allocation").size(), line.toString());
      assertEquals("[\"0\",\"1\",\"0 + 1\"]", line.path("rows").toString());
      assertEquals("[\"type0\"]", line.path("worker_types").toString());
      double ofPair = line.path("allocation").path(2).path(0).asDouble();
      boolean packed = PolicyCatalog.entry(line.path("policy").asText()).packed();
      assertEquals(packed, ofPair > 0, line.toString());
    }
  }

  @Test
  void solve_equalShare_reportsEqualShareThroughputAndSaysSo() {
    JsonNode json =
        CommandRun.of("solve", "--policy=equal-share", "--json", CommandRun.golden("g08"))
            .json()
            .get(0);
    // Two jobs on one worker: full time would be 10 and 20 steps per second, each gets half.
    assertEquals(10, json.path("throughput").path(0).asDouble());
    assertEquals(0.5, json.path("normalized_throughput").path(0).asDouble());
    assertEquals(0.5, json.path("objective").asDouble());
    assertEquals(0.5, json.path("allocation").path(0).path(0).asDouble());
    assertTrue(json.path("message").asText().contains("full-time equal share"));
  }

  /** Only one pool is short: the other has room, and a price of rounding errors is 0. */
  @Test
  void solve_pricesThatTheCertificateCannotTell_areZeroOrNone() throws IOException {
    Path file = folder.resolve("room.json");
    Files.writeString(
        file,
        """
        {"schema": "gavel-problem-1", "name": "room", "worker_types": ["v100", "k80"],
         "num_workers": [1, 9],
         "jobs": [{"id": "a", "throughput": [4, 1]}, {"id": "b", "throughput": [3, 2]},
                  {"id": "c", "throughput": [7, 3]}]}
        """);
    JsonNode json =
        CommandRun.of("solve", "--policy=max_min_fairness", "--json", file).json().get(0);
    assertTrue(json.path("prices").get(0).asDouble() > 0, json.toString());
    assertEquals(0, json.path("prices").get(1).asDouble());
    JsonNode rule = CommandRun.of("solve", "--policy=fifo_greedy", "--json", file).json().get(0);
    assertTrue(rule.path("prices").isNull(), rule.toString());
    assertEquals(0, rule.path("named_prices").size());
    String text = CommandRun.of("solve", "--policy=fifo_greedy", file).out();
    assertTrue(!text.contains("price"), text);
  }

  @Test
  void solve_forPeople_printsTheFigures() {
    String out =
        CommandRun.of("solve", "--policy=max_min_fairness", CommandRun.golden("g05")).out();
    assertTrue(out.contains("objective 1.4285714"), out);
    assertTrue(out.contains("100.00 %"), out);
    assertTrue(out.contains("price"), out);
  }

  @Test
  void solve_unknownPolicy_isStatus2AndOneLineAndTheRestIsSolved() {
    CommandRun run =
        CommandRun.of("solve", "--policy=nope,isolated", "--json", CommandRun.golden("g05"));
    assertEquals(2, run.status());
    assertEquals(1, run.err().lines().count(), run.err());
    assertTrue(
        run.err().contains("there is no policy \"nope\"; gavel policies lists all"), run.err());
    assertEquals("error", run.json().get(0).path("status").asText());
    assertTrue(run.json().get(0).path("objective").isNull());
    assertEquals("solved", run.json().get(1).path("status").asText());
  }

  @Test
  void solve_nameOfGavels_isTakenWithPrefixOnly() {
    CommandRun run =
        CommandRun.of("solve", "--policy", "gavel:max-min-fairness-perf", CommandRun.golden("g03"));
    assertEquals(0, run.status());
    assertTrue(run.out().contains("max_min_fairness"), run.out());
    run = CommandRun.of("solve", "--policy", "min_total_duration", CommandRun.golden("g03"));
    assertEquals(2, run.status());
    assertTrue(
        run.err()
            .contains(
                "it is a name of Gavel's, written gavel:min_total_duration, and is"
                    + " makespan_agnostic here"),
        run.err());
    run = CommandRun.of("solve", "--policy", "gavel:nash", CommandRun.golden("g03"));
    assertEquals(2, run.status());
    assertTrue(run.err().contains("Gavel has no policy \"gavel:nash\"; it has allox"), run.err());
  }

  @Test
  void solve_missingFile_isStatus2AndTheRestIsSolved() {
    CommandRun run =
        CommandRun.of(
            "solve",
            "--policy=isolated",
            "--json",
            folder.resolve("none.json"),
            CommandRun.golden("g05"));
    assertEquals(2, run.status());
    assertEquals(1, run.err().lines().count(), run.err());
    assertTrue(run.err().contains("none.json: cannot be read: there is no such file"), run.err());
    assertEquals(
        List.of("error", "solved"),
        run.json().stream().map(j -> j.path("status").asText()).toList());
  }

  @Test
  void solve_policyWithoutItsData_isAnErrorThatSaysWhatIsMissing() {
    CommandRun run =
        CommandRun.of(
            "solve", "--policy=max_min_fairness_packed", "--json", CommandRun.golden("g05"));
    assertEquals(2, run.status());
    assertTrue(run.err().contains("needs pairs, which the problem lacks"), run.err());
  }

  @Test
  void solve_noPolicy_isStatus2AndOneLine() {
    CommandRun run = CommandRun.of("solve", CommandRun.golden("g05"));
    assertEquals(2, run.status());
    assertEquals(1, run.err().lines().count(), run.err());
    assertTrue(run.err().contains("'--policy=NAME'"), run.err());
  }

  @Test
  void solve_emptyProblem_isSolved() throws IOException {
    Path file = folder.resolve("empty.json");
    String text = Files.readString(CommandRun.golden("g05"));
    int start = text.indexOf("\"jobs\": [") + 9;
    Files.writeString(
        file, text.substring(0, start) + text.substring(text.indexOf("],\n\"pairs\"")));
    CommandRun run = CommandRun.of("solve", "--policy=all", "--json", file);
    for (JsonNode line : run.json()) {
      String status = line.path("status").asText();
      assertTrue(status.equals("optimal") || status.equals("solved"), line.toString());
      assertEquals(0, line.path("throughput").size());
    }
    assertEquals(0, run.status(), run.err());
  }

  @Test
  void attempt_infeasible_isItsOwnStatus() {
    SolveOutcome outcome =
        attempt(
            problem -> {
              throw new InfeasibleProblemException(
                  "jobs 0 and 1 need twice the cluster", List.of("0"));
            });
    assertEquals(SolveOutcome.Status.INFEASIBLE, outcome.status());
    assertEquals(3, outcome.exit().code());
    assertTrue(SolveJson.line(outcome).contains("\"status\":\"infeasible\""));
    assertTrue(SolveJson.line(outcome).contains("\"objective\":null"));
    assertTrue(SolveJson.line(outcome).contains("twice the cluster"));
  }

  @Test
  void attempt_solverGivesUp_isAnErrorWithStatus1() {
    SolveOutcome outcome =
        attempt(
            problem -> {
              throw new SolveFailedException("no certified answer");
            });
    assertEquals(SolveOutcome.Status.ERROR, outcome.status());
    assertEquals(1, outcome.exit().code());
  }

  private static SolveOutcome attempt(Policy policy) {
    ProblemFile file = ProblemReader.read(CommandRun.golden("g05"));
    return SolveCommand.attempt(PolicyEntry.of("made_up", "fails", r -> policy), file);
  }

  @Test
  void exitStatus_several_inputErrorsWinThenFailures() {
    assertEquals(ExitStatus.USAGE, ExitStatus.INFEASIBLE.worseOf(ExitStatus.USAGE));
    assertEquals(ExitStatus.USAGE, ExitStatus.USAGE.worseOf(ExitStatus.FAILED));
    assertEquals(ExitStatus.FAILED, ExitStatus.INFEASIBLE.worseOf(ExitStatus.FAILED));
    assertEquals(ExitStatus.INFEASIBLE, ExitStatus.OK.worseOf(ExitStatus.INFEASIBLE));
  }

  @Test
  void numbers_notFinite_areNull() {
    assertEquals("[1.5,null,null]", Json.line(Json.numbers(List.of(1.5, Double.NaN, 1 / 0.0))));
  }
}
