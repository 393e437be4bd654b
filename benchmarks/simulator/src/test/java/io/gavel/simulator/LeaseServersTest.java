package io.gavel.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.policies.Policy;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.throughput.MaxTotalThroughput;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.simulator.observe.SimulationObserver;
import io.gavel.workload.InvalidInputException;
import io.gavel.workload.JobKind;
import io.gavel.workload.ThroughputTable;
import io.gavel.workload.TraceJob;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** The servers and the minimum length of leases, as they reach throughputs and policies. */
final class LeaseServersTest {

  private static final JobKind NET = new JobKind("net", 1);
  private static final JobKind GANG = new JobKind("net", 2);
  private static final JobKind OTHER = new JobKind("other", 2);
  private static final ThroughputTable TABLE =
      ThroughputTable.builder()
          .alone("gpu", NET, 2)
          .alone("gpu", GANG, 3)
          .alone("gpu", OTHER, 3)
          .alone("gpu_unconsolidated", GANG, 1.5)
          .build();

  private static TraceJob job(String id, JobKind kind, double steps) {
    return new TraceJob(id, 0, kind, steps, 1, OptionalDouble.empty(), OptionalDouble.empty());
  }

  private static double completion(int perServer, RunConditions conditions, JobKind kind) {
    WorkerType type = new WorkerType("gpu", 2).withWorkersPerServer(perServer);
    SimulationSetup setup =
        SimulationSetup.builder(Cluster.of(type), TABLE, MaxTotalThroughput.create())
            .rounds(new RoundOptions(100))
            .conditions(conditions)
            .build();
    return Simulator.run(setup, List.of(job("a", kind, 300)), SimulationObserver.none())
        .jobs()
        .get(0)
        .completionSeconds()
        .orElseThrow();
  }

  @Test
  void run_speedByServers_isThatOfTheGangsServers() {
    RunConditions byServers = RunConditions.NONE.withSpeedByServers();
    assertEquals(100, completion(2, byServers, GANG), 1e-9, "on one server, at 3 steps/s");
    assertEquals(200, completion(1, byServers, GANG), 1e-9, "on two, at 1.5 steps/s");
    assertEquals(100, completion(1, RunConditions.NONE, GANG), 1e-9);
    assertEquals(150, completion(1, byServers, NET), 1e-9, "one worker has one server");
    assertEquals(100, completion(2, byServers, OTHER), 1e-9);
  }

  @Test
  void run_speedByServersThatTheTableLacks_isRefused() {
    InvalidInputException refused =
        assertThrows(
            InvalidInputException.class,
            () -> completion(1, RunConditions.NONE.withSpeedByServers(), OTHER));
    assertTrue(refused.getMessage().contains("\"gpu_unconsolidated\""), refused.getMessage());
    SimulationSetup.Builder shared =
        SimulationSetup.builder(
                Cluster.of(new WorkerType("gpu", 2)), TABLE, MaxMinFairness.create())
            .packed(true)
            .conditions(RunConditions.NONE.withSpeedByServers());
    assertThrows(InvalidInputException.class, shared::build);
  }

  /** A lease of at least 250 s in rounds of 100 s: what is left of it at each allocation. */
  @Test
  void run_minimumRunTime_policiesSeeWhatIsLeft() {
    List<Double> left = new ArrayList<>();
    Policy policy =
        problem -> {
          left.add(
              problem.jobs().stream()
                  .map(Job::history)
                  .mapToDouble(history -> history.leaseSecondsLeft())
                  .sum());
          return MaxMinFairness.create().allocate(problem);
        };
    SimulationSetup setup =
        SimulationSetup.builder(Cluster.of(new WorkerType("gpu", 1)), TABLE, policy)
            .rounds(new RoundOptions(100).withMinRunSeconds(250))
            .mostResetSeconds(100)
            .build();
    List<TraceJob> jobs = List.of(job("a", NET, 1000), job("b", NET, 1000));
    Simulator.run(setup, jobs, SimulationObserver.none());
    // The first runs for three rounds, then the second.
    assertEquals(List.of(0.0, 150.0, 50.0, 0.0, 150.0, 50.0, 0.0), left.subList(0, 7));
  }
}
