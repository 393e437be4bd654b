package io.gavel.legacy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.input.ClusterSpec;
import io.gavel.input.ThroughputTableReader;
import io.gavel.input.TraceReader;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.policies.Allocation;
import io.gavel.policies.Certificate;
import io.gavel.policies.Policy;
import io.gavel.policies.Prices;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.queue.HeadOfLineFifo;
import io.gavel.simulator.JobOutcome;
import io.gavel.simulator.SimulationResult;
import io.gavel.simulator.SimulationSetup;
import io.gavel.simulator.Window;
import io.gavel.simulator.observe.SimulationObserver;
import io.gavel.workload.InvalidInputException;
import io.gavel.workload.JobKind;
import io.gavel.workload.ThroughputTable;
import io.gavel.workload.TraceJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

final class OriginalSimulationTest {

  private static final Path DATA = Path.of("..", "..", "..", "shared", "data");

  /** A run of which the original's figures are known. */
  private static SimulationResult reference(
      String workload,
      String table,
      String cluster,
      Policy policy,
      ZeroPriority zero,
      Window window) {
    Path jobs = DATA.resolve("sim-reference/jobs-%s.csv".formatted(workload));
    Path rates = DATA.resolve("gavel-throughputs/%s.json".formatted(table));
    Assumptions.assumeTrue(
        Files.exists(jobs) && Files.exists(rates), "the reference runs are not there; skipped");
    ThroughputTable known = ThroughputTableReader.read(rates);
    SimulationSetup setup =
        SimulationSetup.builder(
                OriginalLoop.numbered(ClusterSpec.parse(cluster, "").types()), known, policy)
            .rounds(new RoundOptions(360))
            .minResetSeconds(1920)
            .window(window)
            .build();
    boolean shuffled = policy instanceof OriginalIsolated;
    return OriginalSimulation.run(
        setup,
        zero,
        shuffled,
        0,
        TraceReader.read(jobs, known).iterator(),
        SimulationObserver.none(),
        LoopObserver.none());
  }

  private static void assertOutcomes(SimulationResult result, String workload, int column)
      throws IOException {
    List<String> lines =
        Files.readAllLines(DATA.resolve("sim-reference/outcomes-%s.csv".formatted(workload)));
    for (int i = 0; i < result.jobs().size(); i++) {
      String[] row = lines.get(i + 1).split(",", -1);
      JobOutcome job = result.jobs().get(i);
      assertEquals(row[0], job.id());
      assertEquals(row[column].isEmpty(), job.jctSeconds().isEmpty(), "job " + row[0]);
      if (!row[column].isEmpty()) {
        double jct = job.jctSeconds().orElseThrow();
        assertEquals(Double.parseDouble(row[column]), jct, 1e-6, "job " + row[0]);
      }
    }
  }

  @Test
  void run_staticTraceUnderIsolatedShares_isTheReference() throws IOException {
    String workload = "physical-minimize_makespan";
    SimulationResult run =
        reference(
            workload,
            "physical_cluster_throughputs",
            "v100=8,p100=16,k80=24",
            new OriginalIsolated(),
            ZeroPriority.SELECTED,
            Window.ALL);
    assertOutcomes(run, workload, 1);
    assertEquals(33184.720470637105, run.averageJctSeconds().orElseThrow(), 1e-6);
    assertEquals(80134.64886754888, run.makespanSeconds(), 1e-6);
    assertEquals(0.9034698195074132, run.utilization().orElseThrow(), 1e-9);
    assertEquals(321.8722505238312, run.cost(), 1e-6);
    assertEquals(224, run.rounds());
    assertEquals(32, run.recomputations());
    assertEquals(461, run.leaseExtensions());
    assertEquals(4974, run.leaseOpportunities());
  }

  @Test
  void run_windowUnderFifo_isTheReference() throws IOException {
    String workload = "continuous-single-s0-r1.2";
    SimulationResult run =
        reference(
            workload,
            "simulation_throughputs",
            "v100=12,p100=12,k80=12",
            HeadOfLineFifo.aware(),
            ZeroPriority.SKIPPED,
            new Window(100, 300));
    assertOutcomes(run, workload, 1);
    assertEquals(412, run.jobs().size());
    assertEquals(200, run.measured().size());
    assertEquals(46313.46257091155, run.averageJctSeconds().orElseThrow(), 1e-6);
    assertEquals(1240541.8059155825, run.makespanSeconds(), 1e-6);
    assertEquals(0.40703551651215125, run.utilization().orElseThrow(), 1e-9);
    assertEquals(3257.3305054105986, run.cost(), 1e-6);
    assertEquals(3447, run.rounds());
    assertEquals(477, run.recomputations());
    assertEquals(50231, run.leaseExtensions());
    assertEquals(50303, run.leaseOpportunities());
  }

  @Test
  void run_windowUnderMaxMinFairness_isNearTheReference() {
    SimulationResult run =
        reference(
            "continuous-single-s0-r1.2",
            "simulation_throughputs",
            "v100=12,p100=12,k80=12",
            MaxMinFairness.create(),
            ZeroPriority.SELECTED,
            new Window(100, 300));
    double average = run.averageJctSeconds().orElseThrow();
    assertEquals(1, average / 47025.81776030451, 0.01); // its optimum is not the only one
  }

  @Test
  void run_gangWithFewerStepsLeftThanWorkers_failsFiveTimesAndIsGivenUp() {
    JobKind gang = new JobKind("net", 4);
    ThroughputTable table = ThroughputTable.builder().alone("v100", gang, 1).build();
    SimulationSetup setup =
        SimulationSetup.builder(
                OriginalLoop.numbered(ClusterSpec.parse("v100=4", "").types()),
                table,
                new OriginalIsolated())
            .rounds(new RoundOptions(360))
            .build();
    TraceJob job = job("0", gang, 363);
    SimulationResult run =
        OriginalSimulation.run(
            setup,
            ZeroPriority.SELECTED,
            true,
            0,
            List.of(job).iterator(),
            SimulationObserver.none(),
            LoopObserver.none());
    assertTrue(run.jobs().get(0).completionSeconds().isEmpty());
    assertEquals(7, run.rounds()); // one useful, five failures, and the empty last one
  }

  /** The last worker of a job takes what is left of whole steps; on one worker that is all. */
  @Test
  void run_jobWithPartOfAStepLeft_completes() {
    JobKind alone = new JobKind("net", 1);
    ThroughputTable table = ThroughputTable.builder().alone("v100", alone, 1).build();
    SimulationSetup setup =
        new SimulationSetup(
            OriginalLoop.numbered(ClusterSpec.parse("v100=1", "").types()),
            table,
            new OriginalIsolated());
    SimulationResult run =
        OriginalSimulation.run(
            setup,
            ZeroPriority.SELECTED,
            true,
            0,
            List.of(job("0", alone, 360.25)).iterator(),
            SimulationObserver.none(),
            LoopObserver.none());
    assertEquals(360.25, run.jobs().get(0).completionSeconds().orElseThrow(), 1e-9);
  }

  @Test
  void run_elasticJobs_areRefused() {
    ThroughputTable table =
        ThroughputTable.builder().alone("v100", new JobKind("net", 1), 1).build();
    SimulationSetup elastic =
        SimulationSetup.builder(
                OriginalLoop.numbered(ClusterSpec.parse("v100=2", "").types()),
                table,
                new OriginalIsolated())
            .elasticWorkers(2)
            .build();
    InvalidInputException refusal =
        assertThrows(
            InvalidInputException.class,
            () ->
                OriginalSimulation.run(
                    elastic,
                    ZeroPriority.SELECTED,
                    true,
                    0,
                    Collections.emptyIterator(),
                    SimulationObserver.none(),
                    LoopObserver.none()));
    assertEquals(
        "the most workers of an elastic job are 2; they must be 0, the original has rigid jobs"
            + " only",
        refusal.getMessage());
  }

  @Test
  void run_jobLeftWhereItCannotRun_endsSaturated() {
    JobKind everywhere = new JobKind("everywhere", 1);
    JobKind fastOnly = new JobKind("fast only", 1);
    ThroughputTable table =
        ThroughputTable.builder()
            .alone("k80", everywhere, 1)
            .alone("v100", everywhere, 2)
            .alone("v100", fastOnly, 2)
            .build();
    Policy allOnK80 =
        problem -> {
          double[] x = new double[problem.groupCount() * 2];
          for (int m = 0; m < problem.jobCount(); m++) {
            x[m * 2] = 1;
          }
          return Allocation.of(problem, x, new Certificate(1, 1, 0, Prices.zero(problem)));
        };
    SimulationSetup setup =
        SimulationSetup.builder(
                OriginalLoop.numbered(ClusterSpec.parse("k80=1,v100=1", "").types()),
                table,
                allOnK80)
            .rounds(new RoundOptions(360))
            .build();
    List<TraceJob> jobs = List.of(job("0", everywhere, 100), job("1", fastOnly, 100));
    SimulationResult run =
        OriginalSimulation.run(
            setup,
            ZeroPriority.SKIPPED,
            false,
            0,
            jobs.iterator(),
            SimulationObserver.none(),
            LoopObserver.none());
    assertTrue(run.saturated());
    assertEquals(100, run.jobs().get(0).completionSeconds().orElseThrow(), 1e-6);
    assertTrue(run.jobs().get(1).completionSeconds().isEmpty());
  }

  private static TraceJob job(String id, JobKind kind, double steps) {
    return new TraceJob(id, 0, kind, steps, 1, OptionalDouble.empty(), OptionalDouble.empty());
  }
}
