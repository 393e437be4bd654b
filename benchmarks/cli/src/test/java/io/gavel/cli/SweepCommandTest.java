package io.gavel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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

final class SweepCommandTest {

  @TempDir private Path folder;
  private Path table;
  private Path out;

  @BeforeEach
  void writeTable() throws IOException {
    table = folder.resolve("table.json");
    out = folder.resolve("runs.jsonl");
    String rates =
        JobTemplate.published().stream()
            .map(t -> "\"('%s', 1)\": {\"null\": 2}".formatted(t.jobType()))
            .collect(Collectors.joining(", "));
    Files.writeString(table, "{\"v100\": {%s}}".formatted(rates));
  }

  private CommandRun sweep(String... more) {
    List<Object> words =
        new ArrayList<>(
            List.of(
                "sweep",
                "--throughputs=" + table,
                "--cluster=v100=2",
                "--policies=max_min_fairness,fifo_greedy",
                "--rates=0.05,0.1",
                "--seeds=0..1",
                "--jobs=5",
                "--out=" + out));
    words.addAll(List.of(more));
    return CommandRun.of(words.toArray());
  }

  @Test
  void sweep_baseline_isCheckedBeforeTheRuns() {
    assertComplains(
        sweep("--baseline=allox"),
        "--baseline is \"allox\"; it must be one of the policies, max_min_fairness, fifo_greedy");
    assertTrue(Files.notExists(out));
    CommandRun run = sweep("--baseline=FIFO-greedy");
    assertEquals(0, run.status(), run.err());
    assertTrue(run.out().contains("ratios are to fifo_greedy, paired"), run.out());
  }

  @Test
  void sweep_seedsOfATrace_areRefused() {
    assertComplains(
        CommandRun.of(
            "sweep",
            "--throughputs=" + table,
            "--cluster=v100=2",
            "--policies=isolated",
            "--trace=" + table,
            "--seeds=1",
            "--out=" + out),
        "--trace provides the jobs; --seeds is for generated jobs");
  }

  @Test
  void sweep_typeWithoutPrice_hasUnknownCosts() throws IOException {
    CommandRun run = sweep("--derive=t4=v100*0.5", "--cluster=v100=1,t4=1");
    assertEquals(0, run.status(), run.err());
    for (String line : Files.readAllLines(out)) {
      assertEquals(line.contains("t4=1"), line.contains("\"cost\":null"), line);
    }
  }

  @Test
  void sweep_everyCombination_oneLineInOrder() throws IOException {
    CommandRun run = sweep("--threads=3");
    assertEquals(0, run.status(), run.err());
    List<String> lines = Files.readAllLines(out);
    assertEquals(8, lines.size());
    assertTrue(lines.get(0).contains("\"policy\":\"max_min_fairness\""), lines.get(0));
    assertTrue(lines.get(7).contains("\"policy\":\"fifo_greedy\""), lines.get(7));
    assertTrue(lines.get(7).contains("\"completed\":5"), lines.get(7));
    Files.delete(out);
    assertEquals(0, sweep("--threads=1").status());
    assertEquals(lines, Files.readAllLines(out));
  }

  @Test
  void sweep_interrupted_continuesWithoutLoss() throws IOException {
    assertEquals(0, sweep().status());
    String whole = Files.readString(out);
    List<String> lines = whole.lines().toList();
    // The third run's line was being written, and runs had come out of order.
    Files.writeString(
        out, lines.get(5) + "\n" + lines.get(0) + "\n" + lines.get(2).substring(0, 40));
    CommandRun again = sweep();
    assertEquals(0, again.status(), again.err());
    assertTrue(again.out().contains("8 runs, 6 of them now"), again.out());
    assertEquals(whole, Files.readString(out));
  }

  @Test
  void sweep_badOptions_areStatus2BeforeAnyRun() throws IOException {
    assertComplains(sweep("--threads=0"), "--threads is 0; it must be from 1 to");
    assertComplains(sweep("--policies=fifo_lpp"), "\"fifo_lpp\" (did you mean fifo_lp, ");
    assertEquals(0, Files.exists(out) ? Files.size(out) : 0);
    out = folder.resolve("none").resolve("runs.jsonl");
    assertComplains(sweep(), "cannot be written: there is no such folder");
  }

  private static void assertComplains(CommandRun run, String what) {
    assertEquals(2, run.status(), run.err());
    assertTrue(run.err().contains(what), run.err());
    assertEquals(1, run.err().lines().count(), run.err());
  }

  @Test
  void sweep_fileOfOtherRuns_isRefusedAndKept() throws IOException {
    assertEquals(0, sweep().status());
    String whole = Files.readString(out);
    CommandRun other = sweep("--gangs");
    assertEquals(2, other.status());
    assertTrue(other.err().contains("line 1"), other.err());
    assertEquals(whole, Files.readString(out));
  }

  @Test
  void sweep_fileOfOtherText_isRefusedAndKept() throws IOException {
    for (String text : new String[] {"notes\nof mine\n", "{}\n", "12\n13\n"}) {
      Files.writeString(out, text);
      assertComplains(sweep(), "line 1 is not a run of this command; use another --out");
      assertEquals(text, Files.readString(out));
    }
  }

  private CommandRun search(String... more) {
    List<Object> words =
        new ArrayList<>(
            List.of(
                "sweep",
                "--throughputs=" + table,
                "--cluster=v100=2",
                "--policy=max_min_fairness",
                "--out=" + out));
    if (List.of(more).stream().noneMatch(word -> word.startsWith("--seeds"))) {
      words.add("--seeds=0");
    }
    words.addAll(List.of(more));
    return CommandRun.of(words.toArray());
  }

  /** The simulations at the two rates that a search found. */
  private List<JsonNode> aroundTheRate(String... more) throws IOException {
    JsonNode found = figures(Files.readString(out).strip());
    double low = found.path("sustained_jobs_per_hour").asDouble();
    double high = found.path("saturated_jobs_per_hour").asDouble();
    assertEquals(1.011, high / low, 1e-3);
    out = folder.resolve("around.jsonl");
    List<String> words = new ArrayList<>(List.of(more));
    words.add("--rate=" + low + "," + high);
    CommandRun run = search(words.toArray(String[]::new));
    assertEquals(0, run.status(), run.err());
    return Files.readAllLines(out).stream().map(SweepCommandTest::figures).toList();
  }

  private static JsonNode figures(String line) {
    return new CommandRun(0, line, "").json().get(0).path("figures");
  }

  @Test
  void sweep_rateAuto_findsWhereJobsPileUp() throws IOException {
    CommandRun run = search("--rate=auto", "--window=20..60");
    assertEquals(0, run.status(), run.err());
    assertTrue(run.out().contains("saturating rate, jobs/h"), run.out());
    List<JsonNode> around = aroundTheRate("--window=20..60");
    assertFalse(around.get(0).path("saturated").asBoolean());
    assertTrue(around.get(1).path("saturated").asBoolean());
  }

  @Test
  void sweep_rateAutoWithLimit_findsWhereJobsTakeLonger() throws IOException {
    CommandRun run = search("--rate=auto", "--jobs=20", "--jct-limit=40");
    assertEquals(0, run.status(), run.err());
    List<JsonNode> around = aroundTheRate("--jobs=20");
    assertTrue(around.get(0).path("avg_jct_s").asDouble() <= 40 * 3600, around.toString());
    assertTrue(around.get(1).path("avg_jct_s").asDouble() > 40 * 3600, around.toString());
  }

  @Test
  void sweep_rateAuto_isResumedAndComparedOverSeeds() throws IOException {
    String[] options = {
      "--rate=auto", "--window=20..60", "--policy=fifo_greedy", "--seeds=0..1", "--timeout=9"
    };
    assertEquals(0, search(options).status());
    String whole = Files.readString(out);
    List<String> lines = whole.lines().toList();
    assertEquals(4, lines.size());
    Files.writeString(out, lines.get(3) + "\n" + lines.get(0));
    CommandRun again = search(options);
    assertTrue(again.out().contains("4 runs, 2 of them now"), again.out());
    assertEquals(whole, Files.readString(out));
    assertTrue(again.out().contains("ratios are to max_min_fairness, paired"), again.out());
  }

  @Test
  void sweep_rateAuto_requiresSomethingThatEndsIt() {
    String wanted = "--rate auto requires --jct-limit HOURS, or --window FROM..TO";
    assertComplains(search("--rate=auto", "--jobs=5"), wanted);
    assertComplains(search("--rate=auto", "--window=20..60", "--faithful"), wanted);
    assertComplains(search("--rate=1", "--jobs=5", "--jct-limit=2"), "goes with --rate auto");
    assertComplains(
        search("--rate=auto", "--jobs=5", "--jct-limit=-1"),
        "--jct-limit is -1.0 hours; it must be finite and greater than 0");
    CommandRun never = search("--rate=auto", "--jobs=5", "--jct-limit=0.001");
    assertEquals(1, never.status());
    assertTrue(never.out().contains("1 of 1 runs failed: --rate auto: even"), never.out());
  }

  /** AlloX takes jobs of one worker only. */
  @Test
  void sweep_policyThatDoesNotTakeTheJobs_isARowWithTheReason() throws IOException {
    Files.writeString(table, "{\"v100\": {\"('mine', 2)\": {\"null\": 1}}}");
    Path trace = folder.resolve("gangs.csv");
    Files.writeString(trace, "job_id,arrival_s,job_type,total_steps,scale_factor\na,0,mine,90,2\n");
    List<Object> words =
        List.of("sweep", "--throughputs=" + table, "--cluster=v100=2", "--out=" + out);
    List<Object> all = new ArrayList<>(words);
    all.addAll(List.of("--policy=max_min_fairness,allox", "--trace=" + trace));
    CommandRun run = CommandRun.of(all.toArray());
    assertEquals(1, run.status(), run.err());
    assertTrue(
        run.err().startsWith("failed: {\"policy\":\"allox\",\"cluster\":\"v100=2\",\"trace\""),
        run.err());
    assertTrue(run.out().contains("1 of 1 runs failed: at 0.0 s, the policy does not"), run.out());
    assertTrue(run.out().contains("\nmax_min_fairness     1"), run.out());
    CommandRun again = CommandRun.of(all.toArray());
    assertTrue(again.out().contains("2 runs, 0 of them now"), again.out());
    assertTrue(again.out().contains("1 of 1 runs failed"), again.out());
  }

  @Test
  void sweep_prices_belongToTheSettings() throws IOException {
    Path prices = folder.resolve("prices.csv");
    Files.writeString(prices, "worker_type,usd_per_hour\nv100,2\n");
    String[] options = {"--rate=0.1", "--jobs=3", "--prices=" + prices};
    CommandRun run = search(options);
    assertEquals(0, run.status(), run.err());
    double cost = figures(Files.readString(out)).path("cost").asDouble();
    assertTrue(run.out().contains("prices prices.csv ("), run.out());
    Files.writeString(prices, "worker_type,usd_per_hour\nv100,4\n");
    assertComplains(search(options), "its prices_sha256 is ");
    Files.delete(out);
    assertEquals(0, search(options).status());
    assertEquals(2 * cost, figures(Files.readString(out)).path("cost").asDouble(), 1e-9);
    assertComplains(search("--rate=0.1", "--jobs=3", "--prices=v100=4"), "line 1 is not a run");
  }

  @Test
  void sweep_ownTable_generatesJobsOfItsTypes() throws IOException {
    Files.writeString(
        table,
        """
        {"a100": {"('mine', 1)": {"null": 4}, "('mine', 2)": {"null": 7}},
         "v100": {"('mine', 1)": {"null": 1}, "('yours', 1)": {"null": 2}},
         "t4": {"('mine', 1)": {"null": 1}, "('yours', 1)": {"null": 1}}}
        """);
    assertEquals(0, search("--rate=1", "--jobs=6", "--duration=60").status());
    // Alone on a v100, which runs both, each takes an hour.
    double seconds = figures(Files.readString(out)).path("avg_jct_s").asDouble();
    assertTrue(seconds >= 3600, "" + seconds);
    Files.writeString(table, "{\"v100\": {\"('mine', 1)\": {\"null\": 0}}}");
    Files.delete(out);
    assertComplains(search("--rate=1", "--jobs=6"), "no worker type of the throughput table runs");
  }

  @Test
  void sweep_listOfJobs_isADimension() throws IOException {
    CommandRun run = search("--rate=0.1", "--jobs=3,5");
    assertEquals(0, run.status(), run.err());
    List<String> lines = Files.readAllLines(out);
    assertEquals(2, lines.size());
    assertEquals(3, figures(lines.get(0)).path("completed").asInt());
    assertEquals(5, figures(lines.get(1)).path("completed").asInt());
    assertTrue(run.out().contains(", jobs 3,") && run.out().contains(", jobs 5,"), run.out());
    assertEquals(0, search("--rate=0.1", "--jobs=4").status());
    assertEquals(3, Files.readAllLines(out).size());
    assertComplains(search("--rate=0.1", "--jobs=3,0"), "--jobs is 0; it must be from 1 to");
    assertComplains(
        CommandRun.of(
            "simulate",
            "--throughputs=" + table,
            "--cluster=v100=2",
            "--policy=isolated",
            "--rate=1",
            "--jobs=3,5"),
        "--jobs has 2 numbers; a single run has one");
  }

  @Test
  void sweep_jobCsv_hasTheJobsOfAllRunsAlsoOfEarlierCommands() throws IOException {
    Path jobs = folder.resolve("jobs.csv");
    assertEquals(0, search("--rate=0.1", "--jobs=3", "--seeds=0").status());
    CommandRun run = search("--rate=0.1", "--jobs=3", "--seeds=0..1", "--job-csv=" + jobs);
    assertEquals(0, run.status(), run.err());
    assertTrue(run.err().contains("line 1 lacks figures; its run is repeated"), run.err());
    List<String> lines = Files.readAllLines(jobs);
    assertEquals(7, lines.size());
    assertTrue(
        lines.get(0).endsWith(",restarts,measured,wait_s,gpu_hours_v100,cost_usd"), lines.get(0));
    assertTrue(lines.get(0).contains(",policy,cluster,rate_jobs_per_hour,seed,"), lines.get(0));
    String text = Files.readString(jobs);
    CommandRun again = search("--rate=0.1", "--jobs=3", "--seeds=0..1", "--job-csv=" + jobs);
    assertTrue(again.out().contains("2 runs, 0 of them now"), again.out());
    assertEquals(text, Files.readString(jobs));
    assertEquals(0, CommandRun.of("sweep", "compare", out, "--job-csv=" + jobs).status());
    assertEquals(text, Files.readString(jobs));
  }

  @Test
  void sweep_conditionsOfSimulate_belongToTheSettings() throws IOException {
    String[] options = {
      "--rate=0.1",
      "--jobs=4",
      "--derive=fast=v100*2",
      "--cluster=fast=2",
      "--mtbf=20",
      "--repair=1",
      "--waits",
      "--most-active=50"
    };
    CommandRun run = search(options);
    assertEquals(0, run.status(), run.err());
    String text = Files.readString(out);
    for (String part :
        List.of(
            "\"derive\":\"fast=v100*2\"",
            "\"mtbf_h\":20.0,\"repair_h\":1.0",
            "\"most_active\":50",
            "\"fill\":true",
            "\"worker_failures\":")) {
      assertTrue(text.contains(part), text);
    }
    options[4] = "--mtbf=30";
    assertComplains(search(options), "its mtbf_h is 20.0, here it is 30.0");
  }

  /** A trace under failures depends on a seed. */
  @Test
  void sweep_failuresOnATrace_haveSeeds() throws IOException {
    Path trace = folder.resolve("jobs.csv");
    Files.writeString(
        trace,
        "job_id,arrival_s,job_type,total_steps,scale_factor\n"
            + "a,0,ResNet-18 (batch size 16),90000,1\n");
    CommandRun run = search("--trace=" + trace, "--mtbf=2", "--repair=1", "--seeds=0..2");
    assertEquals(0, run.status(), run.err());
    assertEquals(3, Files.readAllLines(out).size());
  }

  @Test
  void sweep_estimation_hasReferencesAndProfilesAsAxes() throws IOException {
    Files.writeString(
        table,
        """
        {"v100": {"('a', 1)": {"null": 2, "('a', 1)": [1.2, 1.2], "('b', 1)": [1.5, 1.0]},
                  "('b', 1)": {"null": 2, "('a', 1)": [1.0, 1.5], "('b', 1)": [1.2, 1.2]}}}
        """);
    String[] options = {
      "--policy=max_min_fairness_packed",
      "--rate=0.1",
      "--jobs=3",
      "--estimate=standard",
      "--references=1,2",
      "--profile=0.5,1"
    };
    List<Object> words =
        new ArrayList<>(
            List.of("sweep", "--throughputs=" + table, "--cluster=v100=2", "--out=" + out));
    words.addAll(List.of(options));
    words.add("--seeds=0");
    CommandRun run = CommandRun.of(words.toArray());
    assertEquals(0, run.status(), run.err());
    List<String> lines = Files.readAllLines(out);
    assertEquals(4, lines.size());
    assertTrue(lines.get(1).contains("\"references\":1,\"profile\":1.0,"), lines.get(1));
    assertTrue(run.out().contains(", references 2, profile 0.5,"), run.out());
  }

  @Test
  void sweep_ideal_isWithoutRounds() throws IOException {
    assertEquals(0, search("--rate=0.1", "--jobs=3", "--ideal").status());
    String line = Files.readString(out);
    assertTrue(line.contains("\"ideal\":true") && line.contains("\"rounds\":0"), line);
    assertComplains(search("--rate=0.1", "--jobs=3"), "its ideal is true, here it is not given");
  }

  @Test
  void sweep_loads_leavesOutRunsThatSaturate() throws IOException {
    assertEquals(0, search("--rate=auto", "--window=20..60").status());
    double rate =
        figures(Files.readString(out).strip()).path("saturating_rate_jobs_per_hour").asDouble();
    Path loads = out;
    out = folder.resolve("runs.jsonl");
    Files.move(loads, folder.resolve("loads.jsonl"));
    String[] options = {
      "--rate=" + rate / 2 + "," + rate * 2,
      "--window=20..60",
      "--loads=" + folder.resolve("loads.jsonl")
    };
    CommandRun run = search(options);
    assertEquals(0, run.status(), run.err());
    assertEquals("--loads: 1 runs would saturate the cluster; left out\n", run.err());
    assertEquals(1, Files.readAllLines(out).size());
    options[0] = "--rate=" + rate * 2;
    assertComplains(search(options), "--loads: every run would saturate the cluster");
    options[1] = "--window=20..60";
    assertComplains(
        search(options[0], options[1], options[2], "--gangs"),
        "a search is of other runs: its gangs is false, here it is true");
  }
}
