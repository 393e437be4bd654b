package io.gavel.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.mechanism.plan.RoundPlan;
import io.gavel.mechanism.state.SchedulerState;
import io.gavel.policies.Policy;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.queue.HeadOfLineFifo;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.WorkerType;
import io.gavel.simulator.failure.FailureModel;
import io.gavel.simulator.observe.SimulationObserver;
import io.gavel.workload.JobKind;
import io.gavel.workload.ThroughputTable;
import io.gavel.workload.ThroughputTable.PairRates;
import io.gavel.workload.TraceJob;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

final class LineTest {

  private static final List<JobKind> KINDS =
      List.of(
          new JobKind("net", 1),
          new JobKind("net", 2),
          new JobKind("web", 1),
          new JobKind("big", 1));
  private static final Cluster CLUSTER =
      Cluster.of(new WorkerType("a", 2), new WorkerType("b", 2), new WorkerType("c", 1));

  /** An observer that reads the state after each plan; the scheduler must then list all jobs. */
  private static final SimulationObserver READER =
      new SimulationObserver() {
        @Override
        public void planned(RoundPlan plan, Supplier<SchedulerState> state) {
          state.get();
        }
      };

  private static ThroughputTable table(Random random) {
    ThroughputTable.Builder table = ThroughputTable.builder();
    for (String type : List.of("a", "b", "c")) {
      for (JobKind kind : KINDS) {
        table.alone(type, kind, 1 + random.nextInt(4));
      }
      table.sharing(type, KINDS.get(0), KINDS.get(2), new PairRates(0.9, 0.8));
    }
    return table.build();
  }

  /** Jobs that mostly wait, of which a third may share workers of one type. */
  private static List<TraceJob> overload(Random random) {
    List<TraceJob> jobs = new ArrayList<>();
    double arrival = 0;
    for (int i = 0; i < 60; i++) {
      arrival += random.nextInt(40);
      JobKind kind = KINDS.get(random.nextInt(KINDS.size()));
      boolean share = kind.jobType().equals("web") && random.nextBoolean();
      jobs.add(
          new TraceJob(
              "j" + i,
              arrival,
              kind,
              share ? 300 : 1000,
              1 + random.nextInt(600),
              1,
              OptionalDouble.empty(),
              OptionalDouble.empty(),
              Optional.empty(),
              Collections.emptySortedMap(),
              random.nextInt(3) * 60));
    }
    return jobs;
  }

  /** Jobs that the scheduler does not list, and no allocation, would not have run earlier. */
  @Test
  void run_filling_equalsARunInWhichAllJobsAreListed() {
    for (int seed = 0; seed < 80; seed++) {
      Random random = new Random(seed);
      Policy policy = seed % 4 == 0 ? MaxMinFairness.create() : HeadOfLineFifo.aware();
      Policy unclaimed = policy::allocate;
      RunConditions conditions = RunConditions.NONE.filling();
      SimulationSetup setup =
          SimulationSetup.builder(CLUSTER, table(random), policy)
              .packed(seed % 3 == 0)
              .rounds(new RoundOptions(100))
              .elasticWorkers(seed % 5 == 0 ? 2 : 0)
              .minResetSeconds(seed % 7 == 0 ? 350 : 0)
              .build()
              .under(
                  seed % 2 == 0 ? conditions : conditions.with(new FailureModel(3000, 150, seed)));
      List<TraceJob> jobs = overload(random);
      assertEquals(
          Simulator.run(setup.toBuilder().policy(unclaimed).build(), jobs, READER),
          Simulator.run(setup, jobs, SimulationObserver.none()),
          "seed " + seed);
    }
  }
}
