package io.gavel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
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

final class SimulateCommandTest {

  private static final Path DATA = Path.of("..", "..", "..", "shared", "data");

  @TempDir private Path folder;
  private Path table;
  private Path trace;

  @BeforeEach
  void writeFiles() throws IOException {
    table = folder.resolve("table.json");
    trace = folder.resolve("trace.csv");
    Files.writeString(
        table,
        """
        {"fast": {"('net', 1)": {"null": 4}, "('gan', 1)": {"null": 0}},
         "slow": {"('net', 1)": {"null": 1}, "('gan', 1)": {"null": 2}}}
        """);
    Files.writeString(
        trace,
        """
        job_id,arrival_s,job_type,total_steps,scale_factor
        0,0,net,400,1
        1,0,gan,300,1
        """);
  }

  private CommandRun simulate(String... more) {
    List<Object> words =
        new ArrayList<>(List.of("simulate", "--throughputs", table, "--trace", trace));
    words.addAll(List.of(more));
    return CommandRun.of(words.toArray());
  }

  private double cost(String prices) {
    CommandRun run =
        simulate(
            "--cluster=fast=1,slow=1", "--policy=max_min_fairness", "--prices=" + prices, "--json");
    assertEquals(0, run.status(), run.err());
    return run.json().get(0).path("cost").asDouble();
  }

  /** Red has three jobs, blue one; at equal shares of the teams, blue has half of the workers. */
  @Test
  void simulate_durationsAndTeams_shareByTeamAndByQuota() throws IOException {
    Files.writeString(
        table, "{\"assumed\": \"a guess\", \"gpu\": {\"('net', 1)\": {\"null\": 1}}}");
    Files.writeString(
        trace,
        """
        job_id,arrival_s,job_type,duration_s,scale_factor,entity
        0,0,net,36000,1,red
        1,0,net,36000,1,red
        2,0,net,36000,1,red
        3,0,net,36000,1,blue
        """);
    String[] words = {"--cluster=gpu=2", "--policy=max_min_entities", "--prices=gpu=1", "--json"};
    CommandRun run = simulate(words);
    assertEquals(0, run.status(), run.err());
    assertTrue(run.err().contains("table.json: throughputs are assumed: a guess"), run.err());
    assertEquals("a guess", run.json().get(0).path("assumed").asText());
    JsonNode jobs = run.json().get(0).path("jobs");
    assertEquals(36000, jobs.get(3).path("completion_s").asDouble(), 720);
    assertEquals(72000, jobs.get(0).path("completion_s").asDouble(), 1500);

    Path rules = folder.resolve("rules.json");
    String text =
        """
        {"schema": "gavel-problem-1", "name": "rules", "worker_types": ["gpu"],
         "num_workers": [2], "jobs": [],
         "entities": [{"id": "red", "weight": 1, "policy": "fairness", "limit": {"gpu": 1}}]}
        """;
    Files.writeString(rules, text);
    CommandRun limited =
        simulate(
            "--cluster=gpu=2",
            "--policy=max_min_fairness",
            "--prices=gpu=1",
            "--json",
            "--entities=" + rules);
    assertEquals(0, limited.status(), limited.err());
    JsonNode ends = limited.json().get(0).path("jobs");
    assertEquals(36000, ends.get(3).path("completion_s").asDouble(), 1);
    assertEquals(108000, ends.get(0).path("completion_s").asDouble(), 1500);

    Files.writeString(rules, text.replace("gpu", "tpu"));
    CommandRun other =
        simulate("--cluster=gpu=2", "--policy=max_min_fairness", "--entities=" + rules);
    assertEquals(2, other.status());
    assertTrue(other.err().contains("has the worker types [tpu]; the cluster must"), other.err());
  }

  @Test
  void simulate_pricesOfAFile_costWhatThoseOfTheLineCost() throws IOException {
    Path file = folder.resolve("prices.csv");
    Files.writeString(file, "worker_type,usd_per_hour\nother,9\nfast,3.6\nslow,0.36\n");
    assertEquals(cost("fast=3.6,slow=0.36"), cost(file.toString()));
    assertEquals(2 * cost("fast=3.6,slow=0.36"), cost("fast=7.2,slow=0.72"), 1e-12);
  }

  @Test
  void simulate_wrongPriceFile_isRefused() throws IOException {
    Path file = folder.resolve("prices.csv");
    Files.writeString(file, "worker_type,usd_per_hour\nfast,3.6\n");
    String[] line = {"--cluster=fast=1,slow=1", "--policy=max_min_fairness", "--prices=" + file};
    CommandRun run = simulate(line);
    assertEquals(2, run.status());
    assertEquals(
        "--prices: %s has no price of slow; it has those of fast\n".formatted(file), run.err());
    Files.delete(file);
    assertTrue(simulate(line).err().contains("there is no such file"));
  }

  @Test
  void simulate_json_hasExactlyTheKeysAndTheRightFigures() {
    CommandRun run =
        simulate(
            "--cluster=fast=1,slow=1",
            "--policy=max_min_fairness",
            "--prices=fast=3.6,slow=0.36",
            "--json");
    assertEquals(0, run.status(), run.err());
    assertEquals("", run.err());
    JsonNode json = run.json().get(0);
    assertEquals(
        List.of(
            "avg_jct_s",
            "makespan_s",
            "utilization",
            "cost",
            "completed",
            "recomputations",
            "rounds",
            "window_jobs",
            "slo_violations",
            "lease_extensions",
            "lease_opportunities",
            "saturated",
            "wall_ms",
            "jobs"),
        json.properties().stream().map(Map.Entry::getKey).toList());
    // Each job has a type to itself: 400 steps at 4 and 300 steps at 2 steps per second.
    assertEquals(125, json.path("avg_jct_s").asDouble());
    assertEquals(150, json.path("makespan_s").asDouble());
    assertEquals(250 / 300.0, json.path("utilization").asDouble(), 1e-12);
    assertEquals(0.1 + 0.015, json.path("cost").asDouble(), 1e-12);
    assertEquals(2, json.path("completed").asInt());
    assertEquals(1, json.path("rounds").asInt());
    assertEquals(
        "{\"id\":\"1\",\"arrival_s\":0.0,\"start_s\":0.0,\"completion_s\":150.0}",
        json.path("jobs").path(1).toString());
  }

  @Test
  void simulate_forPeople_printsTheFigures() {
    String out = simulate("--cluster=fast=1,slow=1", "--policy=isolated").out();
    assertTrue(out.contains("2 of 2"), out);
    assertTrue(out.contains("average JCT"), out);
  }

  @Test
  void simulate_typeWithoutPrice_hasAnUnknownCost() {
    CommandRun run = simulate("--cluster=fast=1,slow=1", "--policy=isolated", "--json");
    assertTrue(run.json().get(0).path("cost").isNull(), run.out());
    String text = simulate("--cluster=fast=1,slow=1", "--policy=isolated", "--prices=fast=2").out();
    assertTrue(text.contains("unknown; no price for slow (see --prices)"), text);
  }

  @Test
  void simulate_jobThatCanRunNowhere_isReportedAndLeft() {
    CommandRun run = simulate("--cluster=fast=1", "--policy=isolated", "--json");
    assertEquals(0, run.status(), run.err());
    assertTrue(run.err().contains("job \"1\" has throughput 0 on every worker type"), run.err());
    assertEquals(1, run.json().get(0).path("completed").asInt());
    assertTrue(run.json().get(0).path("jobs").path(1).path("completion_s").isNull());
  }

  @Test
  void simulate_jobThatTheTableLacks_stopsUnlessSkipped() throws IOException {
    Files.writeString(trace, Files.readString(trace) + "2,5,net,10,4\n3,5,net,10,4\n");
    CommandRun strict = simulate("--cluster=fast=1,slow=1", "--policy=isolated", "--json");
    assertEquals(2, strict.status());
    assertEquals("", strict.out());
    assertTrue(strict.err().contains("2 of 4 jobs are of a kind that"), strict.err());
    assertTrue(strict.err().contains("the first is job 2 (\"net\" on 4 workers)"), strict.err());
    CommandRun lenient =
        simulate("--cluster=fast=1,slow=1", "--policy=isolated", "--json", "--skip-unknown");
    assertEquals(0, lenient.status(), lenient.err());
    assertTrue(lenient.err().contains("2 of 4 jobs"), lenient.err());
    assertEquals(2, lenient.json().get(0).path("jobs").size());
  }

  @Test
  void simulate_badTraceLine_isStatus2AndOneLine() throws IOException {
    Files.writeString(trace, Files.readString(trace) + "2,x,net,10,1\n");
    CommandRun run = simulate("--cluster=fast=1", "--policy=isolated");
    assertEquals(2, run.status());
    assertEquals(1, run.err().lines().count(), run.err());
    assertTrue(run.err().contains("trace.csv: line 4: arrival_s is \"x\""), run.err());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--policy=nope",
        "--policy=all",
        "--policy=isolated --round=0",
        "--policy=isolated --min-reset=-1"
      })
  void simulate_badOption_isStatus2AndOneLine(String options) {
    List<String> words = new ArrayList<>(List.of(options.split(" ")));
    words.add("--cluster=fast=1");
    CommandRun run = simulate(words.toArray(String[]::new));
    assertEquals(2, run.status());
    assertEquals(1, run.err().lines().count(), run.err());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "artifact_evaluation",
        "debug",
        "debug_v2",
        "highmem_test",
        "max_min_fairness",
        "medium_test",
        "minimize_makespan",
        "small_test"
      })
  void simulate_physicalTrace_completesEveryJob(String name) throws IOException {
    Assumptions.assumeTrue(Files.isDirectory(DATA), "skipped: there is no " + DATA);
    Path jobs = DATA.resolve("gavel-traces").resolve("physical").resolve(name + ".csv");
    CommandRun run =
        CommandRun.of(
            "simulate",
            "--throughputs",
            DATA.resolve("gavel-throughputs").resolve("physical_cluster_throughputs.json"),
            "--trace",
            jobs,
            "--cluster=v100=8,p100=16,k80=24",
            "--policy=max_min_fairness",
            "--json");
    assertEquals(0, run.status(), run.err());
    JsonNode json = run.json().get(0);
    long lines = Files.readString(jobs).lines().count() - 1;
    assertEquals(lines, json.path("completed").asLong());
    assertEquals(lines, json.path("jobs").size());
    double utilization = json.path("utilization").asDouble();
    assertTrue(utilization > 0 && utilization <= 1, "utilisation " + utilization);
  }

  @Test
  void simulate_report_isAPageWithPicturesThatNeedsNoOtherFile() throws IOException {
    Path page = folder.resolve("run.html");
    String[] words = {
      "--cluster=fast=1,slow=1",
      "--policy=max_min_fairness",
      "--prices=fast=3.6,slow=0.36",
      "--checkpoint=5",
      "--report=" + page
    };
    assertEquals(0, simulate(words).status());
    String html = Files.readString(page);
    assertEquals(7, html.split("<svg", -1).length - 1, "pictures");
    assertTrue(html.contains("average JCT"), "figures");
    for (String reference : List.of("src=\"http", "href=\"http", "url(http", "<script")) {
      assertTrue(!html.contains(reference), reference);
    }
    assertEquals(0, simulate(words).status());
    assertEquals(html, Files.readString(page));
  }

  @Test
  void simulate_reportByTheRulesOfTheOriginal_isRefused() {
    CommandRun run =
        simulate("--cluster=fast=1", "--policy=isolated", "--faithful", "--report=run.html");
    assertEquals(2, run.status());
    assertTrue(run.err().contains("--report"), run.err());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--until=0 | --until is 0.0 hours; it must be finite and greater than 0",
        "--until=NaN | --until is NaN hours; it must be finite and greater than 0",
        "--until=1 --faithful | --until: not available by the rules of the original; omit"
            + " --faithful",
        "--mtbf=100 | --mtbf and --repair go together; --repair is missing",
        "--repair=1 | --mtbf and --repair go together; --mtbf is missing",
        "--mtbf=0 --repair=1 | --mtbf is 0.0 hours; it must be finite and greater than 0",
        "--mtbf=1 --repair=Infinity | --repair is Infinity hours; it must be finite and greater"
            + " than 0",
        "--mtbf=1 --repair=1 --faithful | --mtbf: not available by the rules of the original; omit"
            + " --faithful",
        "--mtbf=1e-9 --repair=1 | --mtbf, --repair: mean time of service of workers is"
            + " 3.6000000000000003E-6 s; it must be finite and at least 1.0",
        "--profile=0.1 | --references and --profile go with --estimate METHOD",
        "--estimate=standard | --estimate applies to jobs that share workers; policy isolated does"
            + " not share workers",
        "--estimate=standard --faithful | --estimate: not available by the rules of the original;"
            + " omit --faithful",
        "--derive=x | --derive: \"x\": must be like a100=v100*2",
      })
  void simulate_conditionsThatCannotBe_areNamed(String options, String message) {
    List<String> words = new ArrayList<>(List.of("--cluster=fast=1", "--policy=isolated"));
    words.addAll(List.of(options.split(" ")));
    CommandRun run = simulate(words.toArray(String[]::new));
    assertEquals(2, run.status());
    assertEquals(message, run.err().strip());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--estimate=magic | --estimate: there is no method \"magic\"; known: standard",
        "--estimate=ridge --references=0 | --estimate: references are 0; they must be at least 1",
        "--estimate=ridge --references=27 | references are 27; the throughput table has 26"
            + " single-worker job types",
        "--estimate=ridge --profile=1.5 | --estimate: profile is 1.5; it must be from 0 to 1",
      })
  void simulate_estimationThatCannotBe_isNamed(String options, String message) {
    Assumptions.assumeTrue(Files.isDirectory(DATA), "skipped: there is no " + DATA);
    List<Object> words =
        new ArrayList<>(
            List.of(
                "simulate",
                "--throughputs",
                DATA.resolve("gavel-throughputs").resolve("simulation_throughputs.json"),
                "--cluster=v100=1",
                "--policy=max_min_fairness_packed",
                "--rate=1",
                "--jobs=2"));
    words.addAll(List.of(options.split(" ")));
    CommandRun run = CommandRun.of(words.toArray());
    assertEquals(2, run.status(), run.err());
    assertTrue(run.err().startsWith(message), run.err());
    assertEquals(1, run.err().lines().count(), run.err());
  }

  @Test
  void simulate_derivedTypeUntilATime_countsWhatWasDoneByThen() {
    // net: 400 steps at 8 per second; gan: 300 steps at 2, of which 240 are done when it ends.
    CommandRun run =
        simulate(
            "--derive=faster=fast*2",
            "--cluster=faster=1,slow=1",
            "--policy=max_min_fairness",
            "--round=120",
            "--until=0.03",
            "--json");
    assertEquals(0, run.status(), run.err());
    JsonNode json = run.json().get(0);
    assertEquals(1, json.path("completed").asInt());
    assertEquals(50, json.path("avg_jct_s").asDouble());
    assertEquals((50 + 120) / 240.0, json.path("utilization").asDouble(), 1e-12);
  }

  @Test
  void simulate_csv_hasALineForEachJobWithNumbersInFull() throws IOException {
    Path jobs = folder.resolve("jobs.csv");
    CommandRun run =
        simulate("--cluster=fast=1", "--policy=max_min_fairness", "--window=0..1", "--csv=" + jobs);
    assertEquals(0, run.status(), run.err());
    assertEquals(
        """
        job_id,job_type,scale_factor,gpu_milli,priority_weight,arrival_s,start_s,completion_s,jct_s,contention_slowdown,restarts,measured,wait_s,gpu_hours_fast,cost_usd
        0,net,1,1000,1.0,0.0,0.0,100.0,100.0,1.0,0,1,0.0,0.027777777777777776,
        1,gan,1,1000,1.0,0.0,,,,,0,0,,0.0,0.0
        """,
        Files.readString(jobs));
    CommandRun nowhere =
        simulate("--cluster=fast=1", "--policy=isolated", "--csv=" + folder + "/no/jobs.csv");
    assertEquals(2, nowhere.status());
    assertTrue(nowhere.err().contains("no/jobs.csv"), nowhere.err());
  }

  @Test
  void simulate_jobThatArrivesWithinARound_startsAtOnceOnIdleWorkers() throws IOException {
    Files.writeString(
        trace,
        """
        job_id,arrival_s,job_type,total_steps,scale_factor
        a,0,net,4000,1
        b,10,net,2000,1
        """);
    String[] options = {"--cluster=fast=2", "--policy=max_min_fairness", "--json"};
    JsonNode filled = simulate(options).json().get(0).path("jobs").get(1);
    assertEquals(10, filled.path("start_s").asDouble());
    List<String> without = new ArrayList<>(List.of(options));
    without.add("--no-fill");
    JsonNode waited = simulate(without.toArray(String[]::new)).json().get(0).path("jobs").get(1);
    assertEquals(360, waited.path("start_s").asDouble());
    without.set(3, "--fill");
    without.add("--faithful");
    CommandRun run = simulate(without.toArray(String[]::new));
    assertEquals(
        "--fill: not available by the rules of the original; omit --faithful\n", run.err());
  }

  @Test
  void simulate_ideal_hasNoRounds() {
    String[] options = {"--cluster=fast=1", "--policy=max_min_fairness", "--ideal", "--json"};
    JsonNode json = simulate(options).json().get(0);
    assertEquals(0, json.path("rounds").asInt());
    assertEquals(1, json.path("completed").asInt());
    CommandRun run =
        simulate("--cluster=fast=1", "--policy=isolated", "--ideal", "--mtbf=1", "--repair=1");
    assertEquals("--mtbf: not available in a cluster without rounds; omit --ideal\n", run.err());
  }

  @Test
  void simulate_steady_findsTheClusterFull() throws IOException {
    Assumptions.assumeTrue(Files.isDirectory(DATA), "skipped: there is no " + DATA);
    List<Object> words =
        new ArrayList<>(
            List.of(
                "simulate",
                "--throughputs",
                DATA.resolve("gavel-throughputs").resolve("simulation_throughputs.json"),
                "--cluster=v100=3,k80=4",
                "--policy=max_min_fairness",
                "--rate=1",
                "--jobs=9",
                "--json"));
    JsonNode idle = CommandRun.of(words.toArray()).json().get(0);
    words.add("--steady");
    JsonNode full = CommandRun.of(words.toArray()).json().get(0);
    assertEquals(1, atTimeZero(idle));
    assertEquals(8, atTimeZero(full));
  }

  private static int atTimeZero(JsonNode run) {
    int count = 0;
    for (JsonNode job : run.path("jobs")) {
      count += job.path("arrival_s").asDouble() == 0 ? 1 : 0;
    }
    return count;
  }

  /** One job of 800 steps on two workers: 4 steps/s on one, 8 on both; it ends with its round. */
  /** On a worker each, the policy has no choice; the honest job does not suffer from the lie. */
  @Test
  void simulate_learning_runsAtTrueThroughputs() {
    String[] words = {"--cluster=fast=1", "--policy=max_min_fairness", "--json", "--skip-unknown"};
    JsonNode told = simulate(words).json().get(0);
    for (String more : List.of("--lie=0=10", "--drift=1000=2", "--explore=0.1")) {
      List<String> line = new ArrayList<>(List.of(words));
      line.addAll(List.of("--learn=0", "--references=1", more));
      CommandRun run = simulate(line.toArray(String[]::new));
      assertEquals(0, run.status(), run.err());
      JsonNode learnt = run.json().get(0);
      assertEquals(told.path("makespan_s"), learnt.path("makespan_s"), more);
    }
    List<String> slower = new ArrayList<>(List.of(words));
    slower.addAll(List.of("--learn=1", "--references=1", "--drift=0=0.5"));
    JsonNode drifted = simulate(slower.toArray(String[]::new)).json().get(0);
    double twice = 2 * told.path("makespan_s").asDouble();
    assertEquals(twice, drifted.path("makespan_s").asDouble(), 1e-6);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--explore=0.1 | --explore, --drift and --lie go with --learn N",
        "--lie=0=10 | --explore, --drift and --lie go with --learn N",
        "--learn=-1 --references=1 | --learn: number of measured worker types is -1; it must be at"
            + " least 0",
        "--learn=1 --explore=1 | --learn: share of time to explore is 1.0; it must be at least 0"
            + " and below 1",
        "--learn=1 --drift=1=2 --drift=2=2 | --drift has 2 values; it must be one",
        "--learn=1 --drift=-1=2 | --learn: time of a drift is -3600.0; it must be finite and ≥ 0",
        "--learn=1 --faithful | --learn: not available by the rules of the original; omit"
            + " --faithful",
        "--learn=1 --elastic=2 | throughputs are learnt of rigid jobs alone; jobs must not be"
            + " elastic or share workers",
      })
  void simulate_wrongLearning_isRefused(String options, String message) {
    List<String> line = new ArrayList<>(List.of("--cluster=fast=1", "--policy=max_min_fairness"));
    line.addAll(List.of(options.split(" ")));
    CommandRun run = simulate(line.toArray(String[]::new));
    assertEquals(2, run.status());
    assertEquals(message + "\n", run.err());
  }

  @Test
  void simulate_elastic_usesTheWaysOfTheTable() throws IOException {
    Files.writeString(
        table, "{\"fast\": {\"('net', 1)\": {\"null\": 4}, \"('net', 2)\": {\"null\": 8}}}");
    Files.writeString(trace, "job_id,arrival_s,job_type,total_steps,scale_factor\n0,0,net,800,1\n");
    assertEquals(200, seconds("max_sum_throughput"));
    assertEquals(200, seconds("max_sum_throughput", "--elastic=1"));
    assertEquals(100, seconds("max_sum_throughput", "--elastic=2"));
  }

  private double seconds(String policy, String... more) {
    List<String> words =
        new ArrayList<>(List.of("--cluster=fast=2", "--policy=" + policy, "--json"));
    words.addAll(List.of(more));
    return simulate(words.toArray(String[]::new)).json().get(0).path("makespan_s").asDouble();
  }

  @Test
  void simulate_elasticByRulesWithoutIt_isRefused() {
    String[] faithful = {"--cluster=fast=1", "--policy=fifo_greedy", "--faithful", "--elastic=2"};
    assertEquals(
        "--elastic: not available by the rules of the original; omit --faithful\n",
        simulate(faithful).err());
    assertEquals(
        "--elastic: policy allox runs each job on its own number of workers only\n",
        simulate("--cluster=fast=1", "--policy=allox", "--elastic=2").err());
    assertEquals(
        "--elastic is -1; it must be at least 0\n",
        simulate("--cluster=fast=1", "--policy=allox", "--elastic=-1").err());
  }
}
