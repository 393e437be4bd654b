package io.gavel.simulator;

import static io.gavel.simulator.SimulatorTest.NET;
import static io.gavel.simulator.SimulatorTest.ONE;
import static io.gavel.simulator.SimulatorTest.job;
import static io.gavel.simulator.SimulatorTest.run;
import static io.gavel.simulator.SimulatorTest.setup;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.WorkerType;
import io.gavel.simulator.observe.SimulationObserver;
import io.gavel.workload.TraceJob;
import java.util.Iterator;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** When a simulation ends, and what it counts by then. */
final class SimulationEndTest {

  private static Iterator<TraceJob> endless(double secondsApart) {
    return Stream.iterate(0, i -> i + 1)
        .map(i -> job("j" + i, secondsApart * i, NET, 200))
        .iterator();
  }

  private static SimulationSetup.Builder onOneWorker() {
    return setup(ONE, MaxMinFairness.create(), false).toBuilder();
  }

  @Test
  void run_window_endsWhenItsJobsAreDone() {
    SimulationSetup setup = onOneWorker().window(new Window(2, 5)).build();
    SimulationResult result = Simulator.run(setup, endless(200), SimulationObserver.none());
    assertEquals(3, result.measured().size());
    assertEquals(3, result.jctSeconds().size());
    assertFalse(result.saturated());
  }

  @Test
  void run_moreWorkThanWorkers_isGivenUpAsSaturated() {
    SimulationSetup setup =
        onOneWorker().window(new Window(0, 1_000_000)).mostActiveJobs(20).build();
    SimulationResult result = Simulator.run(setup, endless(10), SimulationObserver.none());
    assertTrue(result.saturated());
    assertTrue(result.jobs().size() < 40, () -> "%s jobs came".formatted(result.jobs().size()));
  }

  @Test
  void run_deadlines_countsThoseThatWereMissed() {
    SimulationSetup setup = onOneWorker().build();
    TraceJob a = job("a", 0, NET, 200);
    TraceJob b = job("b", 0, NET, 200);
    // 100 s each on a worker that they share: done at 100 and at 200 s
    assertEquals(1, run(setup, withSlo(a, 1), withSlo(b, 1)).sloViolations());
    assertEquals(0, run(setup, withSlo(a, 2), withSlo(b, 2)).sloViolations());
    assertEquals(0, run(setup, a, b).sloViolations());
  }

  private static TraceJob withSlo(TraceJob job, double slo) {
    return new TraceJob(
        job.id(),
        job.arrivalSeconds(),
        job.kind(),
        job.totalSteps(),
        job.weight(),
        OptionalDouble.of(slo),
        OptionalDouble.empty());
  }

  @Test
  void run_untilATime_endsWithTheRoundUnderWay() {
    // a is done at 60 s; b of 1000 s is cut at the end of the third round; c never comes.
    SimulationSetup setup =
        setup(Cluster.of(new WorkerType("gpu", 2)), MaxMinFairness.create(), false)
            .under(RunConditions.NONE.until(250));
    SimulationResult result =
        run(setup, job("a", 0, NET, 120), job("b", 0, NET, 2000), job("c", 300, NET, 120));
    assertEquals(3, result.rounds());
    assertEquals(2, result.jobs().size());
    assertEquals(60, result.averageJctSeconds().orElseThrow());
    assertEquals(1, result.completed());
    assertEquals(60, result.makespanSeconds());
    assertEquals((60 + 300) / 600.0, result.utilization().orElseThrow());
  }

  @Test
  void run_untilATimeInAnIdleGap_doesNotWaitForTheNextJob() {
    SimulationSetup setup = onOneWorker().conditions(RunConditions.NONE.until(250)).build();
    SimulationResult result = run(setup, job("a", 0, NET, 120), job("b", 300, NET, 120));
    assertEquals(1, result.rounds());
    assertEquals(1, result.jobs().size());
  }
}
