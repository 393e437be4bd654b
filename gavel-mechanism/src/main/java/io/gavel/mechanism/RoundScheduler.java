package io.gavel.mechanism;

import io.gavel.policies.Cluster;
import java.util.List;

/** Turns allocations into rounds. The signatures only: every round is still empty. */
public final class RoundScheduler {

  private final Cluster cluster;
  private final RoundOptions options;

  private RoundScheduler(Cluster cluster, RoundOptions options) {
    this.cluster = cluster;
    this.options = options;
  }

  /**
   * A scheduler that knows no allocation yet.
   *
   * @param cluster the worker types
   * @param options the length of a round
   * @return a new scheduler
   */
  public static RoundScheduler create(Cluster cluster, RoundOptions options) {
    return new RoundScheduler(cluster, options);
  }

  /**
   * A scheduler that continues where another was.
   *
   * @param state of the other
   * @return a new scheduler
   */
  public static RoundScheduler restore(SchedulerState state) {
    return new RoundScheduler(state.cluster(), state.options());
  }

  /**
   * Takes note of an event.
   *
   * @param event not before the last
   */
  public void accept(SchedulerEvent event) {
    Require.finite(event.atSeconds(), "time of the event");
  }

  /**
   * Closes the round before and plans the next.
   *
   * @param nowSeconds the start of the round
   * @return the plan
   */
  public RoundPlan plan(double nowSeconds) {
    return new RoundPlan(0, nowSeconds, nowSeconds + options.roundSeconds(), List.of());
  }

  /**
   * The whole memory of the scheduler.
   *
   * @return an immutable value
   */
  public SchedulerState state() {
    return new SchedulerState(cluster, options);
  }
}
