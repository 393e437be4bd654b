package io.gavel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.gavel.catalog.ObjectiveName;
import io.gavel.catalog.PolicyCatalog;
import io.gavel.cli.operate.WhatIfReport;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.explain.WhatIf;
import io.gavel.policies.lp.catalog.Policies;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.snapshot.ProblemSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code gavel why} and {@code gavel what-if}. */
final class OperateCommandsTest {

  @TempDir private Path folder;
  private Path problem;

  /** Under first in, first out, "a" and "b" hold the two workers and "c" waits. */
  @BeforeEach
  void writeProblem() throws IOException {
    problem = folder.resolve("queue.json");
    Files.writeString(
        problem,
        """
        {"schema": "cluster-scheduling-golden-1", "name": "queue",
         "worker_types": ["v100", "k80"], "num_workers": [1, 1],
         "jobs": [
           {"id": "a", "throughput": [4, 1], "steps_remaining": 4000},
           {"id": "b", "throughput": [4, 1], "steps_remaining": 500},
           {"id": "c", "throughput": [4, 1], "steps_remaining": 100}
         ]}
        """);
  }

  @Test
  void why_waitingInAQueue_saysWhatItWaitsForAndWhatWouldChangeIt() {
    assertEquals(
        """
        c waits: it needs 1 worker; free now: 0 of v100, 0 of k80.
        Earliest start: in 8.3 min on k80, when b has released workers.
        Jobs ahead: none that waits; it is job 3 of 3 in the file.
        What binds: the only v100 is taken, the only k80 is taken.
        What would change it: with 1 more worker of v100 it would run at 1 steps/s (gavel what-if ... --workers v100=+1).
        """,
        why("c", problem, "fifo_greedy"));
  }

  /** "a" and "b" leave no a100 and one h100 to a co-gang of 2 a100, 2 h100 and 4 cpu. */
  @Test
  void why_coGang_namesEveryPoolThatIsShort() throws IOException {
    String text =
        """
        {"schema": "gavel-problem-1", "name": "co-gang",
         "worker_types": ["a100", "h100", "cpu"], "num_workers": [4, 3, 8],
         "jobs": [
           {"id": "a", "throughput": [4, 0, 0], "scale_factor": 4, "steps_remaining": 4000},
           {"id": "b", "throughput": [0, 4, 0], "scale_factor": 2, "steps_remaining": 500},
           {"id": "c", "throughput": [4, 0, 0], "scale_factor": 2, "steps_remaining": 100,
            "alongside": {"h100": 2, "cpu": 4}}
         ]}
        """;
    Files.writeString(problem, text);
    assertEquals(
        """
        c waits: it needs 2 of a100 and 2 of h100 and 4 of cpu at once; free now: 0 of a100, 1 of h100, 8 of cpu.
        Earliest start: in 16.7 min on a100, when b and a have released workers.
        Jobs ahead: none that waits; it is job 3 of 3 in the file.
        What binds: all 4 of a100 are taken, h100 lacks 1.
        What would change it: with 2 more workers of a100 and 1 more worker of h100 it would run at 4 steps/s (gavel what-if ... --workers a100=+2,h100=+1).
        """,
        why("c", problem, "fifo_strict"));
    String twoCoGangs =
        text.replace(
            "\"scale_factor\": 4, \"steps_remaining\": 4000",
            "\"scale_factor\": 2, \"alongside\": {\"h100\": 2}");
    Files.writeString(problem, twoCoGangs);
    String shared = why("c", problem, "max_min_fairness", "--all");
    assertTrue(shared.contains("While it runs it holds 2 of a100 and 2 of h100 and 4 of"), shared);
    assertTrue(shared.contains("What binds: all 3 of h100 are taken."), shared);
    Files.writeString(problem, text.replace("\"h100\": 2", "\"h100\": 4"));
    String large = why("c", problem, "fifo_strict");
    assertEquals("c cannot run here: it needs 4 workers of h100 at once; there are 3.\n", large);
    CommandRun unsupported = CommandRun.of("why", "c", problem, "--policy", "fifo_greedy");
    assertEquals(2, unsupported.status());
    assertTrue(unsupported.err().contains("does not support co-gangs; \"c\""), unsupported.err());
  }

  /**
   * With three workers for three jobs, one more is worth nothing and one fewer costs a job; with
   * guarantees of all workers, one fewer is infeasible.
   */
  @Test
  void whatIf_noChange_boundsThePriceOfEachPool() throws IOException {
    Files.writeString(
        problem,
        """
        {"schema": "gavel-problem-1", "name": "kink", "worker_types": ["v100", "k80", "none"],
         "num_workers": [1, 1, 0],
         "jobs": [
           {"id": "a", "throughput": [4, 1, 1], "steps_remaining": 1},
           {"id": "b", "throughput": [4, 1, 1], "steps_remaining": 1},
           {"id": "c", "throughput": [4, 1, 1], "steps_remaining": 1}
         ]}
        """);
    assertEquals(
        """
        objective (sum of throughputs, in steps/s): 5.00000; changes by
                workers  price  one fewer  one more
          v100        1  4.000     -4.000    +4.000
          k80         1  1.000     -1.000    +1.000
          none        0      -          -    +1.000
        """,
        CommandRun.of("what-if", problem, "--policy=max_sum_throughput").out());
    String rule = CommandRun.of("what-if", problem, "--policy=fifo_greedy").out();
    assertTrue(rule.contains("k80         1      -     -1.000    +1.000"), rule);

    Files.writeString(problem, Files.readString(problem).replace("[1, 1, 0]", "[1, 2, 0]"));
    JsonNode kink =
        CommandRun.of("what-if", problem, "--policy=max_sum_throughput", "--json").json().get(0);
    for (JsonNode pool : kink.path("pools")) {
      double price = pool.path("price").asDouble();
      assertTrue(pool.path("change_with_one_more").asDouble() <= price + 1e-6, kink.toString());
      JsonNode fewer = pool.path("change_with_one_fewer");
      assertTrue(fewer.isNull() || price <= 1e-6 - fewer.asDouble(), kink.toString());
    }
    assertEquals(0, kink.path("pools").get(1).path("change_with_one_more").asDouble());
    assertEquals(-1, kink.path("pools").get(1).path("change_with_one_fewer").asDouble(), 1e-6);

    Files.writeString(
        problem,
        """
        {"schema": "gavel-problem-1", "name": "promised", "worker_types": ["gpu"],
         "num_workers": [2],
         "jobs": [{"id": "a0", "throughput": [1], "entity": "A"},
                  {"id": "a1", "throughput": [1], "entity": "A"},
                  {"id": "b", "throughput": [1], "entity": "B"}],
         "entities": [{"id": "A", "weight": 1, "policy": "fairness", "guaranteed": {"gpu": 1}},
                      {"id": "B", "weight": 1, "policy": "fairness", "guaranteed": {"gpu": 1}}]}
        """);
    JsonNode json =
        CommandRun.of("what-if", problem, "--policy=max_sum_throughput", "--json").json().get(0);
    JsonNode gpu = json.path("pools").get(0);
    assertTrue(gpu.path("change_with_one_fewer").isNull(), json.toString());
    assertEquals(1, gpu.path("change_with_one_more").asDouble(), 1e-6);
  }

  private static String why(String job, Path file, String policy, String... options) {
    List<Object> words = new ArrayList<>(List.of("why", job, file, "--policy", policy));
    words.addAll(List.of(options));
    CommandRun run = CommandRun.of(words.toArray());
    assertEquals(0, run.status(), run.err());
    return run.out();
  }

  /**
   * On 200 workers, a gang of 16 behind 15 jobs: holders of 1 + 8 + 2 + 8 workers of a100 end in
   * 6.8 hours, while v100 has 6 free workers and 8 more in 1.9 hours. The first holder ends in 36
   * minutes, but has one worker.
   */
  @Test
  void why_gangBehindOthers_waitsForAllItsWorkersAtOnce() {
    Path present = Path.of("..", "..", "docs", "tutorial", "data", "cluster.json");
    assertEquals(
        """
        4758_llm waits: it needs 16 workers of one type at once; free now: 0 of a100, 6 of v100, 1 of a40.
        Earliest start: in 6.8 h on a100, when 4718_bert, 4721_rec, 4712_llm and 4716_llm have released workers.
        Jobs ahead: 15 wait and go first under fifo_greedy; it is job 48 of 60 in the file.
        What binds: all 64 of a100 are taken, v100 lacks 10, a40 lacks 15.
        What would change it: with 10 more workers of v100 it would not run; with 160 more workers of v100 it would run at 16 steps/s (gavel what-if ... --workers v100=+160).
        """,
        why("4758_llm", present, "fifo_greedy"));
    JsonNode json =
        CommandRun.of("why", "4758_llm", present, "--policy=fifo_greedy", "--json").json().get(0);
    assertEquals(16, json.path("workers_needed").asDouble());
    assertEquals(6, json.path("workers_free").path("v100").asInt());
    assertEquals(24362.89, json.path("earliest_start_s").asDouble(), 0.01);
    assertEquals("a100", json.path("earliest_start_on").asText());
    assertEquals(15, json.path("ahead").size());
    assertEquals("4743_llm", json.path("ahead").get(0).asText());
    assertEquals(0, json.path("changes").get(0).path("throughput_steps_per_s").asDouble());
    assertTrue(json.path("price_of_one_worker").isNull(), json.toString());
    assertTrue(json.path("reasons").get(1).asText().endsWith("it needs 16 at once"));

    String shared = why("4758_llm", present, "max_min_fairness");
    assertTrue(shared.startsWith("4758_llm runs 3.28 % of the time on a100"), shared);
    assertTrue(shared.contains("holds 16 workers at once"), shared);
    assertEquals(5, shared.lines().count());
    String all = why("4758_llm", present, "fifo_greedy", "--all");
    assertTrue(all.contains("Ahead of it: 4743_llm, 4744_bench, "), all);
    assertEquals(31, all.lines().filter(line -> line.startsWith("  47")).count());
  }

  /** The shortest of the waiting jobs is served first; the queue of arrivals is another. */
  @Test
  void why_orderOfThePolicy_decidesWhoIsAhead() throws IOException {
    Files.writeString(
        problem,
        """
        {"schema": "gavel-problem-1", "name": "queue", "worker_types": ["v100"],
         "num_workers": [1],
         "jobs": [
           {"id": "runs", "throughput": [4], "steps_remaining": 40},
           {"id": "long", "throughput": [4], "steps_remaining": 4000},
           {"id": "short", "throughput": [4], "steps_remaining": 500}
         ]}
        """);
    assertEquals(List.of("short"), ahead("long", "srtf"));
    assertEquals(List.of(), ahead("short", "srtf"));
    assertEquals(List.of("long"), ahead("short", "fifo_greedy"));
    assertEquals(List.of(), ahead("long", "fifo_greedy"));
  }

  private List<String> ahead(String job, String policy) {
    JsonNode json = CommandRun.of("why", job, problem, "--policy", policy, "--json").json().get(0);
    List<String> ids = new ArrayList<>();
    json.path("ahead").forEach(id -> ids.add(id.asText()));
    return ids;
  }

  /** Team red may hold one worker, which the faster of its jobs has. */
  @Test
  void why_limitOfATeam_isNamedAndLifted() throws IOException {
    Files.writeString(
        problem,
        """
        {"schema": "gavel-problem-1", "name": "teams", "worker_types": ["v100"],
         "num_workers": [3],
         "jobs": [
           {"id": "a", "throughput": [4], "steps_remaining": 7200, "entity": "red"},
           {"id": "b", "throughput": [2], "steps_remaining": 7200, "entity": "red"},
           {"id": "c", "throughput": [1], "steps_remaining": 7200, "entity": "blue"}
         ],
         "entities": [
           {"id": "red", "weight": 1, "policy": "fairness", "limit": {"v100": 1}},
           {"id": "blue", "weight": 1, "policy": "fairness"}
         ]}
        """);
    assertEquals(
        """
        b waits: it needs 1 worker; free now: 1 of v100.
        Earliest start: in 30.0 min on v100; its limit has no room before a job ends.
        Jobs ahead: none that waits; it is job 2 of 3 in the file.
        What binds: limit "limit:red:v100".
        What would change it: without "limit:red:v100" it would run at 2 steps/s (gavel what-if ... --lift limit:red:v100).
        """,
        why("b", problem, "max_sum_throughput"));
    String all = why("b", problem, "max_sum_throughput", "--all");
    assertTrue(all.contains("red, 1 job"), all);
    assertTrue(all.contains("blue, 1 job"), all);
  }

  /** Two types are two ways to use the same workers; the command that is offered can be given. */
  @Test
  void why_typesOfOnePool_changeTogether() throws IOException {
    Path snapshot = folder.resolve("pool.txt");
    Cluster cluster =
        Cluster.of(
            new WorkerType("near", 1).withPool("gpu"), new WorkerType("far", 1).withPool("gpu"));
    AllocationProblem two =
        AllocationProblem.builder(cluster)
            .job(Job.builder("a").stepsRemaining(60).build(), 2, 1)
            .job(Job.builder("b").stepsRemaining(60).build(), 2, 1)
            .build();
    Files.writeString(snapshot, ProblemSnapshot.print(two));
    String why = why("b", snapshot, "fifo_greedy");
    assertTrue(why.contains("Earliest start: in 30 s on gpu, when a has released workers."), why);
    String option = "--workers near=+1,far=+1";
    assertTrue(why.contains("gavel what-if ... " + option), why);
    CommandRun run =
        CommandRun.of("what-if", snapshot, "--policy=fifo_greedy", option.replace(' ', '='));
    assertTrue(run.out().startsWith("1 of 2 jobs gains"), run.err());
  }

  @Test
  void why_jobWithAllItsTimeOrNone_hasOneLine() throws IOException {
    assertEquals(
        "a runs all the time on v100, at 4 steps/s, its fastest.\n",
        why("a", problem, "fifo_greedy"));
    Files.writeString(
        problem,
        """
        {"schema": "gavel-problem-1", "name": "never", "worker_types": ["v100"],
         "num_workers": [1],
         "jobs": [{"id": "a", "throughput": [4]}, {"id": "b", "throughput": [4], "scale_factor": 2}]}
        """);
    assertEquals(
        "b cannot run here: it needs 2 workers at once; the largest pool it can use has 1.\n",
        why("b", problem, "fifo_greedy"));
  }

  /** No job says how long it runs. */
  @Test
  void why_unknownWork_hasNoEarliestStart() throws IOException {
    Files.writeString(
        problem,
        """
        {"schema": "gavel-problem-1", "name": "unknown", "worker_types": ["v100"],
         "num_workers": [1],
         "jobs": [{"id": "a", "throughput": [4]}, {"id": "b", "throughput": [4]}]}
        """);
    assertTrue(
        why("b", problem, "fifo_greedy").contains("Earliest start: unknown"),
        () -> why("b", problem, "fifo_greedy"));
  }

  /** Half a worker is free: too little for a whole one, and for three quarters. */
  @Test
  void why_shareInAConfiguration_countsAsTheSmallestWay() throws IOException {
    Files.writeString(
        problem,
        """
        {"schema": "gavel-problem-1", "name": "ways", "worker_types": ["v100"],
         "num_workers": [1],
         "jobs": [
          {"id": "a", "throughput": [1], "gpu_milli": 500},
          {"id": "b", "throughput": [1], "configurations": [
            {"name": "part", "workers": 1, "gpu_milli": 750, "throughput": [0.5]}]}]}
        """);
    String text = why("b", problem, "tiresias_las");
    assertTrue(
        text.startsWith(
            "b waits: it needs 750 thousandths of one worker to 1 worker; free now: 0 of v100."),
        text);
    JsonNode json =
        CommandRun.of("why", "b", problem, "--policy=tiresias_las", "--json").json().get(0);
    assertEquals(0.75, json.path("workers_needed").asDouble());
  }

  @Test
  void why_unknownJob_namesThose() {
    CommandRun run = CommandRun.of("why", "d", problem, "--policy=fifo_greedy");
    assertEquals(2, run.status());
    assertEquals(problem + ": there is no job \"d\"; known: a, b, c\n", run.err());
  }

  @Test
  void why_json_hasNamesAndUnits() {
    JsonNode json =
        CommandRun.of("why", "c", problem, "--policy=fifo_greedy", "--json").json().get(0);
    assertEquals("c", json.path("job").asText());
    assertEquals(500, json.path("holders").get(0).path("released_in_s").asDouble(), 1e-9);
    assertEquals(0, json.path("throughput_steps_per_s").asDouble());
    assertTrue(json.path("price_of_one_worker").isNull(), json.toString());
    JsonNode priced =
        CommandRun.of("why", "c", problem, "--policy=max_min_fairness", "--json").json().get(0);
    assertEquals(2, priced.path("price_of_one_worker").size());
  }

  @Test
  void why_certifiedPolicy_hasNoRoundingAsNews() {
    CommandRun run = CommandRun.of("why", "a", problem, "--policy=max_min_fairness");
    assertEquals(0, run.status(), run.err());
    assertTrue(!run.out().matches("(?s).*\\de-\\d.*"), run.out());
  }

  /** The pair of a and b, and a configuration of a job on two workers. */
  @Test
  void why_pairsAndConfigurations_holdWorkersToo() throws IOException {
    Files.writeString(
        problem,
        """
        {"schema": "cluster-scheduling-golden-2", "name": "groups",
         "worker_types": ["v100", "k80"], "num_workers": [1, 2],
         "jobs": [
           {"id": "a", "throughput": [4, 0]},
           {"id": "b", "throughput": [4, 0]},
           {"id": "c", "throughput": [0, 1],
            "configurations": [{"name": "x2", "workers": 2, "throughput": [0, 4]}]},
           {"id": "d", "throughput": [0, 1]}
         ],
         "pairs": [{"jobs": ["a", "b"], "throughput": [[3, 3], [0, 0]]}]}
        """);
    String policy = "--policy=max_min_fairness_packed";
    JsonNode ofA = CommandRun.of("why", "a", problem, policy, "--json").json().get(0);
    assertEquals(1, ofA.path("holders").size());
    assertEquals("b", ofA.path("holders").get(0).path("job").asText());
    assertEquals(0.5, ofA.path("holders").get(0).path("workers").asDouble(), 1e-6);
    JsonNode ofD = CommandRun.of("why", "d", problem, policy, "--json").json().get(0);
    double held = ofD.path("holders").get(0).path("workers").asDouble();
    assertEquals(2, held + ofD.path("time_fraction").asDouble(), 1e-5);
  }

  /** A change that is within the tolerance of certificates is none. */
  @Test
  void whatIfReport_smallChange_isTheSame() {
    AllocationProblem one =
        AllocationProblem.builder(Cluster.of(new WorkerType("gpu", 1))).job(Job.of("a"), 1).build();
    Allocation x = Policies.standard().named("isolated").allocate(one);
    for (double after : new double[] {1 - 5e-6, 1 + 5e-6}) {
      WhatIf near = new WhatIf(x, x, List.of(new WhatIf.Change("a", 1, after)));
      WhatIfReport report = new WhatIfReport(near, Optional.empty());
      assertTrue(report.json().contains("\"same\""), report.json());
      assertEquals(
          "0 of 1 jobs gain, 0 lose, 1 stays the same\nobjective (of the policy): 1.00000, then"
              + " 1.00000\n",
          report.text());
    }
    WhatIf gain = new WhatIf(x, x, List.of(new WhatIf.Change("a", 1, 1.1)));
    String text = new WhatIfReport(gain, ObjectiveName.of("isolated")).text();
    assertTrue(text.startsWith("1 of 1 jobs gains, 0 lose, 0 stay the same\n"), text);
    assertTrue(text.contains("objective (isolated share that every job has, in isolated shares)"));
  }

  /** Two more v100: all three jobs run on one all the time. */
  @Test
  void whatIf_moreWorkers_saysWhoGains() {
    CommandRun run =
        CommandRun.of("what-if", problem, "--policy=max_min_fairness", "--workers=v100=+2");
    assertEquals(0, run.status(), run.err());
    assertTrue(run.out().startsWith("3 of 3 jobs gain, 0 lose, 0 stay the same\n"), run.out());
    assertTrue(
        run.out()
            .contains(
                "objective (lowest normalised throughput by weight, in equal shares of one worker):"
                    + " "),
        run.out());
    JsonNode json =
        CommandRun.of(
                "what-if",
                problem,
                "--policy=max_min_fairness",
                "--workers=v100=3,k80=-1",
                "--weight=c=2",
                "--json")
            .json()
            .get(0);
    for (JsonNode job : json.path("jobs")) {
      assertEquals("gains", job.path("change").asText());
      assertEquals(5 / 3.0, job.path("before_steps_per_s").asDouble(), 1e-6);
      assertEquals(4, job.path("after_steps_per_s").asDouble(), 1e-6);
    }
  }

  /** One of three jobs waits; the two that run keep their workers. */
  @Test
  void whatIf_jobsThatStayTheSame_areCountedAndNotListed() {
    CommandRun run = CommandRun.of("what-if", problem, "--policy=fifo_greedy", "--workers=k80=+1");
    assertEquals(
        """
        1 of 3 jobs gains, 0 lose, 2 stay the same
        objective (jobs that run, in jobs): 2.00000, then 3.00000
          job  steps/s   then         equal shares    then
          c      0.000  1.000  gains         0.000  0.5000
        equal shares: throughput over that of all time on an equal mix of the workers
        """,
        run.out());
  }

  @Test
  void objectives_ofAllPolicies_haveNames() {
    for (String policy : PolicyCatalog.keys()) {
      assertTrue(ObjectiveName.of(policy).isPresent(), policy);
    }
    assertEquals("", ObjectiveName.of("shockwave").orElseThrow().unit());
    assertEquals(Optional.empty(), ObjectiveName.of("my_policy"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--workers=t4=1 | must be TYPE=N, TYPE=+N or TYPE=-N with a type of [v100, k80]",
        "--workers=k80=+99999999999 | there are 1, and there must be from 0 to 2147483647",
        "--weight=c=-1 | must be JOB=WEIGHT with a weight greater than 0, such as bert=2",
        "--workers=k80=-2 | there are 1, and there must be from 0 to 2147483647",
        "--weight=c | must be JOB=WEIGHT",
        "--weight=z=2 | z",
        "--lift=quota | quota",
        "--workers=k80=+0 | nothing changes",
      })
  void whatIf_wrongChange_isRefused(String option, String complaint) {
    CommandRun run = CommandRun.of("what-if", problem, "--policy=isolated", option);
    assertEquals(2, run.status());
    assertEquals(1, run.err().lines().count(), run.err());
    assertTrue(run.err().contains(complaint), run.err());
  }
}
