package io.gavel.simulator.observe;

import io.gavel.mechanism.plan.Lease;
import io.gavel.policies.Allocation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Remembers of a simulation what a report draws. Mutable while the simulation runs. */
public final class RunRecorder implements SimulationObserver {

  /**
   * A round.
   *
   * @param endSeconds when it ended
   * @param busyWorkerSeconds what was used of it
   * @param running jobs that had a lease
   */
  public record Round(double endSeconds, double busyWorkerSeconds, int running) {}

  /**
   * What one more worker of each pool was worth to the policy.
   *
   * @param atSeconds when the policy answered
   * @param pools prices in the unit of the policy's objective
   */
  public record Quote(double atSeconds, List<Double> pools) {}

  private final Timeline timeline = new Timeline();
  private final List<Round> rounds = new ArrayList<>();
  private final List<Quote> quotes = new ArrayList<>();
  private final Map<String, Map<Integer, Double>> used = new LinkedHashMap<>();
  private final double ganttSeconds;
  private double busy;
  private int running;

  /**
   * An empty record.
   *
   * @param ganttSeconds until when single leases are remembered
   */
  public RunRecorder(double ganttSeconds) {
    this.ganttSeconds = ganttSeconds;
  }

  @Override
  public void allocated(double atSeconds, Allocation allocation) {
    List<Double> pools = new ArrayList<>();
    for (double price : allocation.certificate().prices().pools()) {
      pools.add(price);
    }
    quotes.add(new Quote(atSeconds, pools));
  }

  @Override
  public void ran(Lease lease, double busyUntilSeconds) {
    double workerSeconds = lease.workersHeld() * (busyUntilSeconds - lease.startSeconds());
    busy += workerSeconds;
    running += lease.jobIds().size();
    for (String job : lease.jobIds()) {
      used.computeIfAbsent(job, id -> new LinkedHashMap<>())
          .merge(lease.workerType(), workerSeconds / lease.jobIds().size(), Double::sum);
    }
    if (lease.startSeconds() < ganttSeconds) {
      timeline.ran(lease, busyUntilSeconds);
    }
  }

  @Override
  public void finishedRound(double endSeconds, int completedJobs) {
    rounds.add(new Round(endSeconds, busy, running));
    busy = 0;
    running = 0;
  }

  /**
   * Leases of the first hours.
   *
   * @return what ran on which worker
   */
  public List<Timeline.Span> spans() {
    return timeline.spans();
  }

  /**
   * The rounds.
   *
   * @return in order
   */
  public List<Round> rounds() {
    return List.copyOf(rounds);
  }

  /**
   * The prices.
   *
   * @return in the order of allocations
   */
  public List<Quote> quotes() {
    return List.copyOf(quotes);
  }

  /**
   * The time that a job had.
   *
   * @param jobId a job
   * @param type index of a worker type
   * @return worker-seconds; of a pair, half for each
   */
  public double workerSeconds(String jobId, int type) {
    return used.getOrDefault(jobId, Map.of()).getOrDefault(type, 0.0);
  }
}
