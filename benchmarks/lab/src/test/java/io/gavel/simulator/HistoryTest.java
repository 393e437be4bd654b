package io.gavel.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gavel.baselines.AttainedService;
import io.gavel.baselines.GangQueue;
import io.gavel.baselines.ServiceQueues;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.policies.Policy;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.throughput.MaxTotalThroughput;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.History;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
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

/** The simulator keeps what jobs have been through. */
final class HistoryTest {

  private static final Cluster ONE = Cluster.of(new WorkerType("gpu", 1));
  private static final JobKind NET = new JobKind("net", 1);
  private static final ThroughputTable TABLE =
      ThroughputTable.builder().alone("gpu", NET, 2).build();

  private static TraceJob job(String id, double arrival, double steps) {
    return new TraceJob(id, arrival, NET, steps, 1, OptionalDouble.empty(), OptionalDouble.empty());
  }

  private static SimulationSetup setup(Policy policy) {
    return SimulationSetup.builder(ONE, TABLE, policy)
        .rounds(new RoundOptions(100))
        .mostResetSeconds(100)
        .build();
  }

  @Test
  void run_leastServiceFirst_alternatesAndCounts() {
    List<List<Job>> seen = new ArrayList<>();
    GangQueue las = GangQueue.of(AttainedService.of(ServiceQueues.of(100, 200, 300)));
    SimulationSetup setup =
        setup(
            problem -> {
              seen.add(problem.jobs());
              return las.allocate(problem);
            });
    SimulationResult result =
        Simulator.run(
            setup, List.of(job("a", 0, 400), job("b", 0, 400)), SimulationObserver.none());
    // a, b, a: then a is done at 300 s, b at 400 s
    assertEquals(300, result.jobs().get(0).completionSeconds().orElseThrow());
    assertEquals(400, result.jobs().get(1).completionSeconds().orElseThrow());
    assertEquals(4, seen.size());
    Job a = seen.get(2).get(0);
    assertEquals(100, a.history().workerSeconds());
    assertEquals(200, a.history().stepsDone());
    assertEquals(400, a.history().contendedSeconds()); // two jobs for 200 s
    assertEquals(Optional.empty(), a.history().workerType());
    assertEquals(Optional.of("gpu"), seen.get(2).get(1).history().workerType());
    assertEquals(1, result.jobs().get(0).restarts());
    assertEquals(1, result.jobs().get(1).restarts());
    // a: 300 s, its work 200 s, two jobs throughout
    assertEquals(0.75, result.jobs().get(0).rho().orElseThrow(), 1e-12);
    // b: 400 s, work 200 s, (300 * 2 + 100) / 400 jobs on average
    assertEquals(400 / (200 * 1.75), result.jobs().get(1).rho().orElseThrow(), 1e-12);
  }

  @Test
  void run_arrivalDuringARound_isContendedFromItsArrival() {
    List<Job> last = new ArrayList<>();
    GangQueue fifo = GangQueue.of(AttainedService.of(ServiceQueues.of()));
    Simulator.run(
        setup(
            problem -> {
              last.clear();
              last.addAll(problem.jobs());
              return fifo.allocate(problem);
            }),
        List.of(job("a", 0, 600), job("b", 50, 100)),
        SimulationObserver.none());
    assertEquals(250 * 2, last.get(0).history().contendedSeconds()); // b, from 50 to 300 s
  }

  @Test
  void build_mostResetOfNoTime_isRefused() {
    SimulationSetup.Builder setup =
        setup(GangQueue.of(AttainedService.of(ServiceQueues.of()))).toBuilder().mostResetSeconds(0);
    assertThrows(InvalidInputException.class, setup::build);
  }

  private static final Cluster TWO = Cluster.of(new WorkerType("gpu", 2));
  private static final JobKind GANG = new JobKind("net", 2);
  private static final ThroughputTable ELASTIC =
      ThroughputTable.builder().alone("gpu", NET, 2).alone("gpu", GANG, 3).build();

  private static Policy recording(List<List<Job>> seen) {
    return problem -> {
      seen.add(problem.jobs());
      return MaxTotalThroughput.create().allocate(problem);
    };
  }

  /** Alone, the job holds both workers; beside another one, one of them. */
  @Test
  void run_elasticJob_countsTheWorkersOfItsConfiguration() {
    List<List<Job>> seen = new ArrayList<>();
    SimulationSetup setup =
        SimulationSetup.builder(TWO, ELASTIC, recording(seen))
            .rounds(new RoundOptions(100))
            .mostResetSeconds(100)
            .elasticWorkers(2)
            .build();
    Simulator.run(setup, List.of(job("a", 0, 1000), job("b", 200, 100)), SimulationObserver.none());
    History first = seen.get(1).get(0).history();
    assertEquals(Optional.of("gpu"), first.workerType());
    assertEquals(Optional.of("x2"), first.configuration());
    assertEquals(200, first.workerSeconds(), 1e-9);
    assertEquals(300, first.stepsDone(), 1e-9);
    History later = seen.get(3).get(0).history();
    assertEquals(Optional.empty(), later.configuration());
    assertEquals(500, later.workerSeconds(), 1e-9);
    assertEquals(800, later.stepsDone(), 1e-9);
    assertEquals(1, later.restarts());
  }

  @Test
  void run_fluid_countsTheWorkersHeldOnAverage() {
    List<List<Job>> seen = new ArrayList<>();
    SimulationSetup setup =
        new SimulationSetup(
            ONE,
            TABLE,
            problem -> {
              seen.add(problem.jobs());
              return MaxMinFairness.create().allocate(problem);
            });
    FluidSimulator.run(
        setup, List.of(job("a", 0, 400), job("b", 100, 800)).iterator(), SimulationObserver.none());
    // alone for 100 s, then half of the worker
    assertEquals(100, seen.get(1).get(0).history().workerSeconds(), 1e-6);
    assertEquals(100, seen.get(2).get(0).history().workerSeconds(), 1e-6, "b, for 200 s");
  }
}
