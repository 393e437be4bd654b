package io.gavel.simulator.observe;

import io.gavel.mechanism.plan.Lease;
import io.gavel.policies.Allocation;
import java.util.List;

/** Watches a simulation. Called in the order of simulated time, by the thread that simulates. */
public interface SimulationObserver {

  /**
   * Watches nothing.
   *
   * @return an observer
   */
  static SimulationObserver none() {
    return new SimulationObserver() {};
  }

  /**
   * Several that watch.
   *
   * @param observers who
   * @return an observer that tells each of them, in order
   */
  static SimulationObserver of(SimulationObserver... observers) {
    return new ObserverGroup(List.of(observers));
  }

  /**
   * The policy answered.
   *
   * @param atSeconds simulated time
   * @param allocation the answer
   */
  default void allocated(double atSeconds, Allocation allocation) {}

  /**
   * A lease was used.
   *
   * @param lease who had which workers
   * @param busyUntilSeconds when the last of its jobs was done, or the end of the lease
   */
  default void ran(Lease lease, double busyUntilSeconds) {}

  /**
   * A round is over.
   *
   * @param endSeconds simulated time
   * @param completedJobs jobs completed so far
   */
  default void finishedRound(double endSeconds, int completedJobs) {}
}
