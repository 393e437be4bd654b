package io.gavel.simulator.observe;

import io.gavel.mechanism.plan.RoundPlan;
import io.gavel.mechanism.state.SchedulerState;
import io.gavel.mechanism.state.WaitingJob;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Sums the time for which jobs wait, by reason: from each plan or fill that gives a job no lease to
 * the next one, or to the end of the round. It takes some time at each. Mutable; not thread-safe.
 */
public final class WaitMeter implements SimulationObserver {

  private final Map<WaitingJob.Reason, Double> seconds = new EnumMap<>(WaitingJob.Reason.class);
  private List<WaitingJob> waiting = List.of();
  private double since;

  @Override
  public void planned(RoundPlan plan, Supplier<SchedulerState> state) {
    count(plan.startSeconds());
    waiting = WaitingJob.of(state.get());
    since = plan.startSeconds();
  }

  @Override
  public void finishedRound(double endSeconds, int completedJobs) {
    count(endSeconds);
    waiting = List.of();
  }

  private void count(double untilSeconds) {
    for (WaitingJob job : waiting) {
      seconds.merge(job.reason(), untilSeconds - since, Double::sum);
    }
  }

  /**
   * Returns the time for which jobs waited.
   *
   * @return seconds summed over jobs, for the reasons that occurred, in their order; a copy
   */
  public Map<WaitingJob.Reason, Double> jobSeconds() {
    return new EnumMap<>(seconds);
  }
}
