package com.example;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Policy;
import io.gavel.policies.lp.catalog.Policies;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.WorkerType;
import io.gavel.simulator.SimulationSetup;
import io.gavel.simulator.Simulator;
import io.gavel.simulator.observe.SimulationObserver;
import io.gavel.workload.JobKind;
import io.gavel.workload.ThroughputTable;
import io.gavel.workload.TraceJob;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The policy against first in, first out, on the same jobs. */
class ComparisonTest {

  private static final JobKind BIG = new JobKind("big", 1);
  private static final JobKind SMALL = new JobKind("small", 1);

  private static final ThroughputTable TABLE =
      ThroughputTable.builder()
          .alone("new", BIG, 5)
          .alone("old", BIG, 1)
          .alone("new", SMALL, 2)
          .alone("old", SMALL, 1)
          .build();

  private static final Cluster CLUSTER =
      Cluster.of(new WorkerType("new", 2), new WorkerType("old", 4));

  private static List<TraceJob> jobs(long seed) {
    Random random = new Random(seed);
    List<TraceJob> jobs = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      JobKind kind = random.nextBoolean() ? BIG : SMALL;
      double steps = 1000 * Math.pow(10, 2 * random.nextDouble());
      OptionalDouble none = OptionalDouble.empty();
      jobs.add(new TraceJob("job-" + i, 900.0 * i, kind, steps, 1, none, none));
    }
    return jobs;
  }

  private static double averageHours(Policy policy, long seed) {
    SimulationSetup setup = new SimulationSetup(CLUSTER, TABLE, policy);
    return Simulator.run(setup, jobs(seed), SimulationObserver.none())
            .averageJctSeconds()
            .orElseThrow()
        / 3600;
  }

  @Test
  void leastWorkLeft_isFasterOnAverageThanFirstInFirstOut() {
    for (long seed = 0; seed < 3; seed++) {
      double own = averageHours(new LeastWorkLeft(), seed);
      double other = averageHours(Policies.standard().named("fifo_greedy"), seed);
      System.out.printf("seed %d: least work left %.2f h, fifo %.2f h%n", seed, own, other);
      assertTrue(own < other, own + " h against " + other + " h");
    }
  }
}
