package io.gavel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.gavel.cli.operate.WhatIfReport;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.explain.WhatIf;
import io.gavel.policies.lp.catalog.Policies;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
  void why_waitingInAQueue_saysWhoHoldsTheWorkersAndForHowLong() {
    CommandRun run = CommandRun.of("why", "c", problem, "--policy=fifo_greedy");
    assertEquals(0, run.status(), run.err());
    List<String> lines = run.out().lines().toList();
    assertEquals(
        "c waits: 2 other jobs hold workers that it could use; b is the first to end, in 500 s.",
        lines.get(0));
    assertEquals("position 3 of 3 in order of the problem", lines.get(1));
    assertTrue(lines.get(3).matches(" *b +k80 +1.00 +500 s"), run.out());
    assertTrue(lines.get(4).matches(" *a +v100 +1.00 +1000 s"), run.out());
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
    assertEquals(2, json.path("price_of_one_worker").size());
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
      assertTrue(WhatIfReport.json(near).contains("\"same\""), WhatIfReport.json(near));
      assertTrue(WhatIfReport.text(near).contains(" same "), WhatIfReport.text(near));
    }
    WhatIf gain = new WhatIf(x, x, List.of(new WhatIf.Change("a", 1, 1.1)));
    assertTrue(WhatIfReport.text(gain).startsWith("1 of 1 jobs gain, 0 lose"));
  }

  /** Two more v100: all three jobs run on one all the time. */
  @Test
  void whatIf_moreWorkers_saysWhoGains() {
    CommandRun run =
        CommandRun.of("what-if", problem, "--policy=max_min_fairness", "--workers=v100=+2");
    assertEquals(0, run.status(), run.err());
    assertTrue(run.out().startsWith("3 of 3 jobs gain, 0 lose; objective"), run.out());
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
        "--json | nothing changes",
      })
  void whatIf_wrongChange_isRefused(String option, String complaint) {
    CommandRun run = CommandRun.of("what-if", problem, "--policy=isolated", option);
    assertEquals(2, run.status());
    assertEquals(1, run.err().lines().count(), run.err());
    assertTrue(run.err().contains(complaint), run.err());
  }
}
