package io.gavel.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gavel.estimator.EstimationMethod;
import io.gavel.estimator.method.EstimationMethods;
import io.gavel.estimator.method.NearestReferences;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.WorkerType;
import io.gavel.simulator.observe.SimulationObserver;
import io.gavel.workload.InvalidInputException;
import io.gavel.workload.JobKind;
import io.gavel.workload.ThroughputTable;
import io.gavel.workload.ThroughputTable.PairRates;
import io.gavel.workload.TraceJob;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Rounds of 100 s on one worker; jobs make 2 steps/s alone. */
final class EstimationTest {

  private static final JobKind SMALL = new JobKind("small", 1);
  private static final JobKind LARGE = new JobKind("large", 1);
  private static final ThroughputTable TABLE =
      ThroughputTable.builder()
          .alone("gpu", SMALL, 2)
          .alone("gpu", LARGE, 2)
          .sharing("gpu", SMALL, SMALL, new PairRates(1.5, 1.5))
          .sharing("gpu", SMALL, LARGE, new PairRates(1.25, 1))
          .sharing("gpu", LARGE, SMALL, new PairRates(1, 1.25))
          .sharing("gpu", LARGE, LARGE, new PairRates(0, 0))
          .build();

  private static SimulationSetup oracle() {
    return SimulationSetup.builder(
            Cluster.of(new WorkerType("gpu", 1)), TABLE, MaxMinFairness.create())
        .packed(true)
        .rounds(new RoundOptions(100))
        .build();
  }

  private static SimulationSetup estimating(
      EstimationMethod method, int references, double profile, long seed) {
    return oracle()
        .under(RunConditions.NONE.with(new Estimation(method, references, profile, seed)));
  }

  private static SimulationResult run(SimulationSetup setup, JobKind... kinds) {
    return run(setup, 150, kinds);
  }

  private static SimulationResult run(SimulationSetup setup, double gap, JobKind... kinds) {
    List<TraceJob> jobs = new ArrayList<>();
    for (JobKind kind : kinds) {
      OptionalDouble none = OptionalDouble.empty();
      jobs.add(new TraceJob("job" + jobs.size(), gap * jobs.size(), kind, 400, 1, none, none));
    }
    return Simulator.run(setup, jobs, SimulationObserver.none());
  }

  @Test
  void run_everythingMeasured_isTheRunOfAPolicyThatIsTold() {
    JobKind[] kinds = {SMALL, LARGE, SMALL, LARGE, LARGE, SMALL};
    List<JobOutcome> told = run(oracle(), kinds).jobs();
    for (long seed = 0; seed < 5; seed++) {
      SimulationSetup setup = estimating(NearestReferences.create(), 2, 1, seed);
      assertEquals(told, run(setup, kinds).jobs());
    }
  }

  @Test
  void run_wrongBelief_costsARoundAndIsMended() {
    // Two large jobs need 200 s each and do not fit together. Where the only reference is the
    // small type, they are believed to; they lose a round to it, and take turns from then on.
    Set<Double> makespans = new TreeSet<>();
    for (long seed = 0; seed < 10; seed++) {
      SimulationSetup setup = estimating(NearestReferences.create(), 1, 0, seed);
      SimulationResult result = run(setup, 0, LARGE, LARGE);
      assertEquals(2, result.completed());
      makespans.add(result.makespanSeconds());
    }
    assertEquals(400, run(oracle(), 0, LARGE, LARGE).makespanSeconds());
    assertEquals(Set.of(400.0, 500.0), makespans);
  }

  @Test
  void run_sameSeed_isTheSameRun() {
    JobKind[] kinds = {SMALL, LARGE, SMALL, SMALL, LARGE, SMALL};
    SimulationSetup setup = estimating(EstimationMethods.standard(), 2, 0.3, 5);
    assertEquals(run(setup, kinds), run(setup, kinds));
  }

  @Test
  void run_moreReferencesThanTypes_isRefused() {
    SimulationSetup setup = estimating(NearestReferences.create(), 3, 1, 0);
    var error = assertThrows(InvalidInputException.class, () -> run(setup, SMALL));
    assertEquals(
        "references are 3; the throughput table has 2 single-worker job types", error.getMessage());
  }
}
