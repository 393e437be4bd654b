package io.gavel.simulator.observe;

import io.gavel.mechanism.plan.RoundPlan;
import io.gavel.mechanism.state.SchedulerState;
import io.gavel.mechanism.state.WaitingJob;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Sums the time for which jobs wait, by reason: from each plan that gives a job no lease to the end
 * of its round. It takes some time in each round. Mutable; not thread-safe.
 */
public final class WaitMeter implements SimulationObserver {

  private final Map<WaitingJob.Reason, Double> seconds = new EnumMap<>(WaitingJob.Reason.class);

  @Override
  public void planned(RoundPlan plan, Supplier<SchedulerState> state) {
    double length = plan.endSeconds() - plan.startSeconds();
    for (WaitingJob job : WaitingJob.of(state.get())) {
      seconds.merge(job.reason(), length, Double::sum);
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
