package io.gavel.simulator.observe;

import io.gavel.mechanism.plan.Lease;
import io.gavel.mechanism.plan.RoundPlan;
import io.gavel.mechanism.state.SchedulerState;
import io.gavel.policies.Allocation;
import java.util.List;
import java.util.function.Supplier;

/**
 * Observes a simulation. Methods are called in the order of simulated time, on the simulating
 * thread.
 */
public interface SimulationObserver {

  /**
   * Returns an observer that ignores all events.
   *
   * @return the observer
   */
  static SimulationObserver none() {
    return new SimulationObserver() {};
  }

  /**
   * Combines observers.
   *
   * @param observers the observers
   * @return an observer that forwards each event to them, in order
   */
  static SimulationObserver of(SimulationObserver... observers) {
    return new ObserverGroup(List.of(observers));
  }

  /**
   * The policy computed an allocation.
   *
   * @param atSeconds simulated time
   * @param allocation the allocation
   */
  default void allocated(double atSeconds, Allocation allocation) {}

  /**
   * A round was planned, or idle workers were given to waiting jobs within a round.
   *
   * @param plan the new leases, up to the end of the round
   * @param state computes the state of the scheduler after the plan, which takes time
   */
  default void planned(RoundPlan plan, Supplier<SchedulerState> state) {}

  /**
   * A lease ended.
   *
   * @param lease the jobs and their workers
   * @param busyUntilSeconds completion of the last of its jobs, or the end of the lease
   */
  default void ran(Lease lease, double busyUntilSeconds) {}

  /**
   * A round ended.
   *
   * @param endSeconds simulated time
   * @param completedJobs the number of jobs completed so far
   */
  default void finishedRound(double endSeconds, int completedJobs) {}
}
