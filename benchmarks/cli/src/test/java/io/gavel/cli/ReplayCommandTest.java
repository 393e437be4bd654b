package io.gavel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ReplayCommandTest {

  private static final Path DATA = Path.of("..", "..", "..", "shared", "data");
  private static final Path GOLDEN = DATA.resolve("sim-reference").resolve("golden");

  @TempDir private Path folder;

  private static Path golden(String name) {
    Path file = GOLDEN.resolve(name);
    Assumptions.assumeTrue(Files.exists(file), () -> file + " is absent");
    return file;
  }

  @ParameterizedTest
  @CsvSource({"single, 35", "multi, 59", "packed, 34"})
  void replay_recordedRun_agreesToAMillionth(String name, int rounds) {
    CommandRun run =
        CommandRun.of(
            "replay", golden(name + "-jobs.csv"), golden(name + "-rounds.jsonl"), "--json");
    assertEquals("", run.err());
    assertEquals(0, run.status());
    JsonNode json = run.json().get(0);
    assertEquals(rounds, json.path("rounds").asInt());
    assertTrue(json.path("max_deviation").asDouble(1) <= 1e-6, run.out());
  }

  /** Its name does not say that it lists pairs, and most pairs of its allocations get nothing. */
  @Test
  void replay_gandiva_listsPairsWithoutTime() {
    Path folder = Path.of("src", "test", "resources", "replay");
    CommandRun run =
        CommandRun.of(
            "replay",
            folder.resolve("gandiva-jobs.csv"),
            folder.resolve("gandiva-rounds.jsonl"),
            "--json");
    assertEquals("", run.err());
    assertEquals("{\"rounds\":8,\"max_deviation\":0.0}\n", run.out());
  }

  @ParameterizedTest
  @CsvSource({
    "'\"deficit\": {\"k80\": {\"0\": 359.89', '\"deficit\": {\"k80\": {\"0\": 358.89', 1",
    "'\"steps\": [353]', '\"steps\": [355]', 2",
    "'\"assignment\": {\"1\": [0]', '\"assignment\": {\"1\": [2]', null"
  })
  void replay_recordThatWasChanged_isCaught(String from, String to, String deviation)
      throws IOException {
    Path jobs = golden("multi-jobs.csv");
    String text = Files.readString(golden("multi-rounds.jsonl"));
    assertTrue(text.contains(from), "the record has " + from);
    Path changed = Files.writeString(folder.resolve("r.jsonl"), text.replace(from, to));
    Path table = DATA.resolve("gavel-throughputs").resolve("simulation_throughputs.json");
    CommandRun run = CommandRun.of("replay", jobs, changed, "--throughputs", table, "--json");
    assertEquals(1, run.status());
    JsonNode found = run.json().get(0).path("max_deviation");
    assertEquals(deviation, found.isNull() ? "null" : "" + Math.round(found.asDouble()));
    assertTrue(run.err().startsWith("round "), run.err());
  }

  private static final String SMALL =
      """
      {"header": true, "policy": "max_min_fairness_perf", "cluster": {"v100": 1}, "gpus_per_server": {"v100": 1}, "round_s": 10, "min_reset_s": 20, "throughputs": "t.json"}
      {"now": 0.0, "active_jobs": ["0"], "time_received_before": {"v100": {"0": 5}}, "worker_time_before": {"v100": 0}, "worker_type_order": ["v100"], "recomputed": true, "allocation": {"0": {"v100": 0.5}}, "priority": {"v100": {"0": 0.5}}, "deficit": {"v100": {"0": 0}}, "selected": {"v100": [["0", 1]]}, "assignment": {"0": [0]}, "tasks": [{"combination": "0", "accelerator": "v100", "steps": [5], "finish": 5}]}
      {"footer": true, "jct": {}, "lease_extensions": 0}
      """;

  /** A job of one second a step on the only worker: worked by hand, for where data is absent. */
  private CommandRun replaySmall(String rounds) throws IOException {
    Files.writeString(folder.resolve("t.json"), "{\"v100\": {\"('net', 1)\": {\"null\": 1}}}");
    Path jobs =
        Files.writeString(
            folder.resolve("jobs.csv"),
            "job_id,arrival_s,job_type,total_steps,scale_factor\n0,0,net,5,1\n");
    return CommandRun.of("replay", jobs, Files.writeString(folder.resolve("rounds.jsonl"), rounds));
  }

  @Test
  void replay_smallRecord_agrees() throws IOException {
    CommandRun run = replaySmall(SMALL);
    assertEquals("", run.err());
    assertTrue(run.out().contains("largest deviation"), run.out());
    assertEquals(0, run.status());
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '~',
      value = {
        "{\"v100\": 1}~{}~line 1.cluster is {}; it must be numbers of workers by the name of their"
            + " type",
        "{\"v100\": 1}~{\"\": 1}~line 1.cluster is {\"\":1}; it must be numbers of workers by the"
            + " name of their type",
        "[\"v100\"]~[\"k80\"]~line 2.worker_type_order is [\"k80\"]; it must be each of the types"
            + " [v100] once",
        "[\"v100\"]~[]~line 2.worker_type_order is []; it must be each of the types [v100] once",
        "[\"v100\"]~[\"v100\", \"v100\"]~line 2.worker_type_order is [\"v100\",\"v100\"]; it must"
            + " be each of the types [v100] once",
        "t.json~../t.json~line 1.throughputs is \"../t.json\"; it must be the name of a file,"
            + " without its folder",
        "t.json~\\u0000~line 1.throughputs is \"\\u0000\"; it must be a text without control"
            + " characters"
      })
  void replay_wrongNames_areRefusedByTheirPlace(String from, String to, String what)
      throws IOException {
    CommandRun run =
        replaySmall(SMALL.replaceFirst(Pattern.quote(from), Matcher.quoteReplacement(to)));
    assertEquals(2, run.status());
    assertTrue(run.err().endsWith("rounds.jsonl: " + what + "\n"), run.err());
    assertEquals(1, run.err().lines().count());
  }

  @Test
  void replay_brokenRecord_isRefusedByItsPlace() throws IOException {
    Path rounds =
        Files.writeString(
            folder.resolve("rounds.jsonl"),
            """
            {"policy": "p", "cluster": {"v100": 1}, "gpus_per_server": {"v100": 1}, "round_s": 10, "min_reset_s": 20, "throughputs": "nowhere to be found.json"}
            {"now": "late"}
            {"jct": {}, "lease_extensions": 0}
            """);
    CommandRun run = CommandRun.of("replay", rounds, rounds);
    assertEquals(2, run.status());
    assertTrue(run.err().contains("line 2.active_jobs is missing"), run.err());
  }

  @Test
  void replay_sampleRecord_agreesExactly() {
    assertEquals(0, CommandRun.of("init", folder.resolve("sample")).status());
    CommandRun run = replayed("recorded-jobs.csv", folder.resolve("sample/recorded-rounds.jsonl"));
    assertEquals("", run.err());
    assertEquals(51, run.json().get(0).path("rounds").asInt());
    assertEquals(0, run.json().get(0).path("max_deviation").asDouble(1));
  }

  private CommandRun replayed(String jobs, Path rounds) {
    Path sample = folder.resolve("sample");
    Path table = sample.resolve("throughputs.json");
    return CommandRun.of("replay", sample.resolve(jobs), rounds, "--throughputs", table, "--json");
  }

  /** Random orders of types, priorities of 0, gangs and pairs are all in the record. */
  @ParameterizedTest
  @ValueSource(
      strings = {"fifo_greedy_agnostic", "fifo_greedy", "max_min_fairness_packed", "isolated"})
  void replay_ownRecord_agreesExactly(String policy) throws IOException {
    assertEquals(0, CommandRun.of("init", folder.resolve("sample")).status());
    Path rounds = folder.resolve("rounds.jsonl");
    assertEquals(0, record(policy, rounds, "--faithful").status());
    CommandRun run = replayed("recorded-jobs.csv", rounds);
    assertEquals("", run.err());
    assertEquals(0, run.json().get(0).path("max_deviation").asDouble(1));
    String text = Files.readString(rounds);
    String extensions = text.substring(text.lastIndexOf("lease_extensions"));
    Files.writeString(rounds, text.replace(extensions, "lease_extensions\":99999}\n"));
    assertEquals(1, replayed("recorded-jobs.csv", rounds).status());
  }

  private CommandRun record(String policy, Path rounds, String... more) {
    Path sample = folder.resolve("sample");
    List<Object> words =
        new ArrayList<>(
            List.of("simulate", "--policy", policy, "--cluster", "v100=2,p100=3,k80=2"));
    words.addAll(List.of("--throughputs", sample.resolve("throughputs.json")));
    words.addAll(List.of("--trace", sample.resolve("recorded-jobs.csv"), "--round", 7200));
    words.addAll(List.of("--record", rounds));
    words.addAll(List.of(more));
    return CommandRun.of(words.toArray());
  }

  @Test
  void simulate_recordByDefaultRules_isRefused() {
    assertEquals(0, CommandRun.of("init", folder.resolve("sample")).status());
    Path rounds = folder.resolve("rounds.jsonl");
    CommandRun run = record("isolated", rounds);
    assertEquals(2, run.status());
    assertTrue(run.err().contains("requires --faithful and --trace"), run.err());
    Path table = folder.resolve("sample/throughputs.json");
    assertEquals(2, record("isolated", table, "--faithful").status(), "never over an input");
    assertEquals(2, record("isolated", rounds, "--faithful", "--csv", "" + rounds).status());
  }
}
