package io.gavel.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.policies.Policy;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.simulator.observe.SimulationObserver;
import io.gavel.workload.JobKind;
import io.gavel.workload.ThroughputTable;
import io.gavel.workload.TraceJob;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** The minimum length of leases, as it reaches policies. */
final class MinimumLeaseTest {

  private static final JobKind NET = new JobKind("net", 1);
  private static final ThroughputTable TABLE =
      ThroughputTable.builder().alone("gpu", NET, 2).build();

  private static TraceJob job(String id, JobKind kind, double steps) {
    return new TraceJob(id, 0, kind, steps, 1, OptionalDouble.empty(), OptionalDouble.empty());
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
