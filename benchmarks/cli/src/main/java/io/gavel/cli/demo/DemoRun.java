package io.gavel.cli.demo;

import io.gavel.mechanism.plan.Lease;
import io.gavel.plot.Schedule;
import io.gavel.policies.Allocation;
import io.gavel.policies.Policy;
import io.gavel.simulator.RunConditions;
import io.gavel.simulator.SimulationResult;
import io.gavel.simulator.SimulationSetup;
import io.gavel.simulator.Simulator;
import io.gavel.simulator.observe.SimulationObserver;
import io.gavel.simulator.observe.Timeline;
import java.util.ArrayList;
import java.util.List;

/**
 * The day under one policy. Immutable.
 *
 * @param firstAllocation the first allocation of the policy
 * @param result the measurements
 * @param schedule the jobs on each worker over time
 */
record DemoRun(Allocation firstAllocation, SimulationResult result, Schedule schedule) {

  /** Simulates the day; earlier runs completed {@code before} jobs. */
  static DemoRun of(DemoScenario scenario, Policy policy, SimulationObserver progress, int before) {
    Timeline timeline = new Timeline();
    List<Allocation> allocations = new ArrayList<>();
    SimulationObserver observer =
        new SimulationObserver() {
          @Override
          public void allocated(double atSeconds, Allocation allocation) {
            allocations.add(allocation);
          }

          @Override
          public void ran(Lease lease, double busyUntilSeconds) {
            timeline.ran(lease, busyUntilSeconds);
          }

          @Override
          public void finishedRound(double endSeconds, int completedJobs) {
            progress.finishedRound(endSeconds, before + completedJobs);
          }
        };
    SimulationResult result =
        Simulator.run(
            new SimulationSetup(scenario.cluster(), scenario.table(), policy)
                .under(RunConditions.NONE.filling()),
            scenario.jobs(),
            observer);
    return new DemoRun(
        allocations.get(0),
        result,
        new Schedule(scenario.cluster(), result.jobs(), timeline.spans()));
  }
}
