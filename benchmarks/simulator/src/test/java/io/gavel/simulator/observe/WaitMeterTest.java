package io.gavel.simulator.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.mechanism.state.WaitingJob;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.WorkerType;
import io.gavel.simulator.SimulationSetup;
import io.gavel.simulator.Simulator;
import io.gavel.workload.JobKind;
import io.gavel.workload.ThroughputTable;
import io.gavel.workload.TraceJob;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

final class WaitMeterTest {

  private static final JobKind NET = new JobKind("net", 1);
  private static final ThroughputTable TABLE =
      ThroughputTable.builder().alone("gpu", NET, 2).build();

  private static TraceJob job(String id, int gpuMilli, double steps) {
    return new TraceJob(
        id,
        0,
        NET,
        gpuMilli,
        steps,
        1,
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        Optional.empty(),
        Collections.emptySortedMap(),
        0);
  }

  private static Map<WaitingJob.Reason, Double> waits(int workers, TraceJob... jobs) {
    WaitMeter meter = new WaitMeter();
    SimulationSetup setup =
        SimulationSetup.builder(
                Cluster.of(new WorkerType("gpu", workers)), TABLE, MaxMinFairness.create())
            .rounds(new RoundOptions(100))
            .build();
    // What the group forwards is what a member sees.
    Simulator.run(setup, List.of(jobs), SimulationObserver.of(SimulationObserver.none(), meter));
    return meter.jobSeconds();
  }

  @Test
  void jobSeconds_threeJobsOfARoundEach_areThreeRounds() {
    assertEquals(
        Map.of(WaitingJob.Reason.TOO_FEW_WORKERS, 300.0),
        waits(1, job("a", 1000, 200), job("b", 1000, 200), job("c", 1000, 200)));
    assertEquals(Map.of(), waits(2, job("a", 1000, 200), job("b", 1000, 200)));
  }

  /** Two workers with 400 thousandths left each have no room for 600. */
  @Test
  void jobSeconds_shareThatFitsNowhere_isFragmented() {
    assertEquals(
        Map.of(WaitingJob.Reason.FRAGMENTED, 100.0),
        waits(2, job("a", 600, 200), job("b", 600, 200), job("c", 600, 200)));
  }
}
