package io.gavel.simulator.failure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.WorkerType;
import io.gavel.simulator.RunConditions;
import io.gavel.simulator.SimulationResult;
import io.gavel.simulator.SimulationSetup;
import io.gavel.simulator.Simulator;
import io.gavel.simulator.observe.SimulationObserver;
import io.gavel.workload.InvalidInputException;
import io.gavel.workload.JobKind;
import io.gavel.workload.ThroughputTable;
import io.gavel.workload.TraceJob;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** Failures of workers, against what renewal theory says of them. Rounds of 100 s, 1 step/s. */
final class FailureModelTest {

  private static final double ROUND = 100;
  private static final JobKind NET = new JobKind("net", 1);
  private static final JobKind GANG = new JobKind("net", 2);
  private static final ThroughputTable TABLE =
      ThroughputTable.builder().alone("gpu", NET, 1).alone("gpu", GANG, 1).build();

  private static SimulationResult run(
      int workers, FailureModel often, double until, JobKind kind, double steps, int jobs) {
    SimulationSetup setup =
        SimulationSetup.builder(
                Cluster.of(new WorkerType("gpu", workers)), TABLE, MaxMinFairness.create())
            .rounds(new RoundOptions(ROUND))
            .conditions(RunConditions.NONE.until(until).with(often))
            .build();
    List<TraceJob> trace = new ArrayList<>();
    for (int m = 0; m < jobs; m++) {
      trace.add(
          new TraceJob(
              "job" + m, 0, kind, steps, 1, OptionalDouble.empty(), OptionalDouble.empty()));
    }
    return Simulator.run(setup, trace, SimulationObserver.none());
  }

  @Test
  void cost_workerStillOut_isOutUntilNow() {
    FailureInjector workers =
        new FailureInjector(
            Optional.of(new FailureModel(100, 1e9, 3)), Cluster.of(new WorkerType("gpu", 1)));
    double failed = workers.before(1e6).values().iterator().next();
    workers.deliver(1e6, event -> {});
    assertTrue(workers.anyOut());
    for (double now : new double[] {1e6, 3e6}) {
      BreakdownCost cost = workers.cost(now).orElseThrow();
      assertEquals(failed / now, cost.availability(), 1e-12);
      assertEquals(1, cost.failures());
    }
  }

  private static BreakdownCost cost(SimulationResult result) {
    return result.failureCost().orElseThrow();
  }

  @Test
  void run_manyFailures_availabilityIsServiceOverServiceAndRepair() {
    double until = 200_000;
    SimulationResult result = run(50, new FailureModel(1000, 250, 1), until, NET, 1e9, 1);
    assertEquals(0.8, cost(result).availability(), 0.004);
    assertEquals(
        50 * until / 1250, (double) cost(result).failures(), 4 * Math.sqrt(50 * until / 1250));
  }

  @Test
  void run_repairedAtOnce_eachRoundSucceedsUnlessItsWorkerFails() {
    // Service has no memory, so a round keeps its work with probability e^(-100/400); a lease that
    // is lost lasted 400 - 100 p / (1 - p) on average.
    int rounds = 2000;
    SimulationResult result = run(1, new FailureModel(400, 1e-6, 3), 1e9, NET, rounds * ROUND, 1);
    double p = Math.exp(-ROUND / 400);
    double needed = rounds / p;
    double deviation = Math.sqrt(rounds * (1 - p)) / p;
    assertEquals(needed, (double) result.rounds(), 4 * deviation);
    assertEquals(result.rounds() - rounds, cost(result).leasesLost());
    double each = cost(result).lostWorkerSeconds() / cost(result).leasesLost();
    assertEquals(400 - ROUND * p / (1 - p), each, 4 * 30 / Math.sqrt(needed - rounds));
    assertEquals(1, cost(result).availability(), 1e-6);
  }

  @Test
  void run_gangOfTwo_losesRoundsTwiceAsOften() {
    int rounds = 1000;
    SimulationResult result = run(2, new FailureModel(400, 1e-6, 3), 1e9, GANG, rounds * ROUND, 1);
    double p = Math.exp(-2 * ROUND / 400);
    assertEquals(rounds / p, (double) result.rounds(), 4 * Math.sqrt(rounds * (1 - p)) / p);
  }

  @Test
  void run_workersThatServeForAges_costNothing() {
    SimulationResult failing = run(2, new FailureModel(1e12, 1, 0), 1e9, NET, 1050, 3);
    assertEquals(new BreakdownCost(0, 0, 0, 1), cost(failing));
    assertEquals(3, failing.completed());
    assertEquals(
        3150 / (2 * failing.makespanSeconds()), failing.utilization().orElseThrow(), 1e-12);
  }

  @Test
  void run_sameSeed_sameFailuresWhateverRuns() {
    FailureModel often = new FailureModel(3000, 500, 7);
    SimulationResult once = run(5, often, 50_000, NET, 1e9, 9);
    assertEquals(once, run(5, often, 50_000, NET, 1e9, 9));
    assertEquals(
        cost(once).availability(), cost(run(5, often, 50_000, NET, 1e9, 1)).availability());
    assertNotEquals(cost(once), cost(run(5, new FailureModel(3000, 500, 8), 50_000, NET, 1e9, 9)));
  }

  @Test
  void run_allWorkersOutForLong_jobsWaitAndGoOn() {
    // One worker that is out far longer than it serves; the run does not give up meanwhile.
    SimulationResult result = run(1, new FailureModel(300, 1e6, 2), 1e9, NET, 1000, 1);
    assertEquals(1, result.completed());
    assertTrue(cost(result).availability() < 0.01, cost(result).toString());
  }

  @Test
  void run_roundsThatNeverLast_isRefused() {
    var error =
        assertThrows(
            InvalidInputException.class,
            () -> run(1, new FailureModel(1, 1e-6, 0), 1e9, NET, 1000, 1));
    assertEquals(
        "worker failures lost 1000 consecutive rounds of 100.0 s; jobs would never complete",
        error.getMessage());
  }
}
