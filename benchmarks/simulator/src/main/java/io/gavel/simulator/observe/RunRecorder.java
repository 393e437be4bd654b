package io.gavel.simulator.observe;

import io.gavel.mechanism.plan.Lease;
import io.gavel.mechanism.plan.RoundPlan;
import io.gavel.mechanism.state.SchedulerState;
import io.gavel.policies.Allocation;
import io.gavel.policies.Tolerance;
import io.gavel.policies.model.Cluster;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Records the rounds, leases and prices of a simulation for a report. Mutable while the simulation
 * runs; not thread-safe.
 */
public final class RunRecorder implements SimulationObserver {

  /**
   * A round.
   *
   * @param endSeconds end of the round, in simulated seconds
   * @param busyWorkerSeconds busy worker time in the round
   * @param running the average number of jobs with a lease
   */
  public record Round(double endSeconds, double busyWorkerSeconds, double running) {}

  /**
   * The prices of one allocation: the value of one more worker of each pool.
   *
   * @param atSeconds time of the allocation, in simulated seconds
   * @param pools price of each pool, in the unit of the policy's objective; 0 where the entire pool
   *     is worth less than certificates can tell from 0
   */
  public record Quote(double atSeconds, List<Double> pools) {}

  private final Timeline timeline = new Timeline();
  private final List<Round> rounds = new ArrayList<>();
  private final List<Quote> quotes = new ArrayList<>();
  private final double ganttSeconds;
  private double busy;
  private double heldJobSeconds;
  private double startSeconds;
  private boolean inRound;

  /**
   * Creates an empty recorder.
   *
   * @param ganttSeconds time up to which single leases are recorded
   */
  public RunRecorder(double ganttSeconds) {
    this.ganttSeconds = ganttSeconds;
  }

  @Override
  public void allocated(double atSeconds, Allocation allocation) {
    double accuracy =
        Tolerance.CERTIFIED.relative() * Math.abs(allocation.certificate().objective());
    Cluster cluster = allocation.problem().cluster();
    List<Double> pools = new ArrayList<>();
    for (int k = 0; k < cluster.poolCount(); k++) {
      double price = allocation.certificate().prices().ofPool(k);
      pools.add(price * cluster.poolWorkers(k) > accuracy ? price : 0);
    }
    quotes.add(new Quote(atSeconds, pools));
  }

  @Override
  public void planned(RoundPlan plan, Supplier<SchedulerState> state) {
    startSeconds = inRound ? startSeconds : plan.startSeconds();
    inRound = true; // fills follow
  }

  @Override
  public void ran(Lease lease, double busyUntilSeconds) {
    double workerSeconds = lease.workersHeld() * (busyUntilSeconds - lease.startSeconds());
    busy += workerSeconds;
    heldJobSeconds += lease.jobIds().size() * (busyUntilSeconds - lease.startSeconds());
    if (lease.startSeconds() < ganttSeconds) {
      timeline.ran(lease, busyUntilSeconds);
    }
  }

  @Override
  public void finishedRound(double endSeconds, int completedJobs) {
    double length = endSeconds - startSeconds;
    rounds.add(new Round(endSeconds, busy, length > 0 ? heldJobSeconds / length : 0));
    busy = 0;
    heldJobSeconds = 0;
    inRound = false;
  }

  /**
   * Returns the leases of the first hours.
   *
   * @return spans by worker and time
   */
  public List<Timeline.Span> spans() {
    return timeline.spans();
  }

  /**
   * Returns the rounds.
   *
   * @return the rounds in order of time
   */
  public List<Round> rounds() {
    return List.copyOf(rounds);
  }

  /**
   * Returns the prices.
   *
   * @return the prices in the order of allocations
   */
  public List<Quote> quotes() {
    return List.copyOf(quotes);
  }
}
