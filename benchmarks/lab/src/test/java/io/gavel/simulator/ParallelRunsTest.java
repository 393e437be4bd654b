package io.gavel.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.estimator.method.EstimationMethods;
import io.gavel.experiment.Parallel;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.WorkerType;
import io.gavel.simulator.failure.FailureModel;
import io.gavel.simulator.observe.SimulationObserver;
import io.gavel.workload.JobGenerator;
import io.gavel.workload.JobKind;
import io.gavel.workload.JobTemplate;
import io.gavel.workload.ThroughputTable;
import io.gavel.workload.ThroughputTable.PairRates;
import io.gavel.workload.TraceJob;
import io.gavel.workload.Workload;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** All that is drawn at once: a full start, failures, profiles; on one thread and on four. */
final class ParallelRunsTest {

  private static final int JOBS = 40;

  private static ThroughputTable table() {
    SplittableRandom random = new SplittableRandom(1);
    ThroughputTable.Builder table = ThroughputTable.builder();
    List<JobKind> kinds =
        JobTemplate.published().stream().map(job -> new JobKind(job.jobType(), 1)).toList();
    for (JobKind kind : kinds) {
      table.alone("v100", kind, 1);
      for (JobKind other : kinds) {
        double rate = random.nextDouble() - 0.2;
        PairRates shared = new PairRates(Math.max(0, rate), Math.max(0, rate));
        table.sharing("v100", kind, other, shared);
      }
    }
    return table.build();
  }

  private static SimulationResult run(ThroughputTable table) {
    Cluster cluster = Cluster.of(new WorkerType("v100", 4));
    OptionalDouble minutes = OptionalDouble.of(90);
    Workload workload =
        new Workload(1, false, false, false, false, minutes, "v100", JobTemplate.published());
    JobGenerator jobs = new JobGenerator(workload, table, 3).behindFull(cluster);
    List<TraceJob> trace = IntStream.range(0, JOBS).mapToObj(i -> jobs.next()).toList();
    SimulationSetup setup =
        SimulationSetup.builder(cluster, table, MaxMinFairness.create())
            .packed(true)
            .conditions(
                RunConditions.NONE
                    .with(new FailureModel(36_000, 3600, 3))
                    .with(new Estimation(EstimationMethods.standard(), 10, 0.2, 3)))
            .build();
    return Simulator.run(setup, trace, SimulationObserver.none());
  }

  @Test
  void run_onSeveralThreads_isTheRunOnOne() throws InterruptedException {
    ThroughputTable table = table();
    SimulationResult alone = run(table);
    assertEquals(JOBS, alone.completed());
    assertTrue(alone.failureCost().orElseThrow().leasesLost() > 0, "nothing failed");
    Callable<SimulationResult> again = () -> run(table);
    for (SimulationResult result : Parallel.all(Collections.nCopies(4, again), 4, done -> {})) {
      assertEquals(alone, result);
    }
  }
}
