package io.gavel.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gavel.mechanism.plan.Overhead;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.WorkerType;
import io.gavel.simulator.observe.SimulationObserver;
import io.gavel.workload.JobKind;
import io.gavel.workload.ThroughputTable;
import io.gavel.workload.TraceJob;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

final class FluidSimulatorTest {

  private static final JobKind KIND = new JobKind("a", 1);
  private static final SimulationSetup ONE_WORKER =
      new SimulationSetup(
          Cluster.of(new WorkerType("v100", 1)),
          ThroughputTable.builder().alone("v100", KIND, 1).build(),
          MaxMinFairness.create());

  private static TraceJob job(String id, double arrival, double steps) {
    return new TraceJob(
        id, arrival, KIND, steps, 1, OptionalDouble.empty(), OptionalDouble.empty());
  }

  @Test
  void run_twoJobsOnOneWorker_shareItUntilOneIsDone() {
    List<TraceJob> jobs = List.of(job("short", 0, 1000), job("long", 500, 1500));
    SimulationResult result =
        FluidSimulator.run(ONE_WORKER, jobs.iterator(), SimulationObserver.none());
    // Half of the short job alone, the rest at half speed; then the long one alone.
    assertEquals(1500, result.jobs().get(0).completionSeconds().getAsDouble(), 1e-3);
    assertEquals(2500, result.jobs().get(1).completionSeconds().getAsDouble(), 1e-3);
    assertEquals(1, result.utilization().getAsDouble(), 1e-6);
    assertEquals(3, result.recomputations());
  }

  /** What is left of the second job when the first is done takes less than the clock can tell. */
  @Test
  void run_restShorterThanTheClockCanTell_ends() {
    List<TraceJob> jobs = List.of(job("a", 1e9, 1000), job("b", 1e9, 1000 + 1e-8));
    SimulationResult result =
        FluidSimulator.run(ONE_WORKER, jobs.iterator(), SimulationObserver.none());
    assertEquals(2000, result.makespanSeconds(), 1e-3);
  }

  /** Two jobs take turns on one worker: each resumption costs the 100 seconds of a restore. */
  @Test
  void simulator_overhead_isTakenFromLeases() {
    List<TraceJob> jobs = List.of(job("a", 0, 720), job("b", 0, 720));
    SimulationSetup costly =
        ONE_WORKER.toBuilder()
            .rounds(RoundOptions.defaults().withOverhead(new Overhead(0, 100)))
            .build();
    SimulationResult free = Simulator.run(ONE_WORKER, jobs, SimulationObserver.none());
    SimulationResult paid = Simulator.run(costly, jobs, SimulationObserver.none());
    assertEquals(0, free.overhead());
    assertEquals(1440, free.makespanSeconds(), 1e-6);
    double lost = paid.overhead() * paid.utilization().getAsDouble() * paid.makespanSeconds();
    assertEquals(0, lost % 100, 1e-6);
    assertEquals(1440 + lost, paid.utilization().getAsDouble() * paid.makespanSeconds(), 1e-6);
  }
}
