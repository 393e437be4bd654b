package io.gavel.mechanism.contract;

import io.gavel.mechanism.RoundScheduler;
import io.gavel.mechanism.event.EventOutcome;
import io.gavel.mechanism.event.SchedulerEvent;
import io.gavel.mechanism.plan.RoundPlan;
import java.util.Optional;

/**
 * What the rules ask of a mechanism that turns allocations into rounds: a {@link RoundScheduler},
 * what wraps one, or one of another make.
 */
public interface RoundMechanism {

  /**
   * Takes note of an event.
   *
   * @param event not earlier than the last event or plan
   * @return what came of it
   * @throws IllegalArgumentException if it is earlier
   */
  EventOutcome accept(SchedulerEvent event);

  /**
   * Plans the next round.
   *
   * @param nowSeconds its start
   * @return what runs where
   * @throws IllegalArgumentException if the time is before the last event or plan
   */
  RoundPlan plan(double nowSeconds);

  /**
   * Another that continues from what this one stored.
   *
   * @return a mechanism with the same future; empty if this one stores nothing
   */
  default Optional<RoundMechanism> restored() {
    return Optional.empty();
  }

  /**
   * The library's mechanism.
   *
   * @param scheduler that is told and asked
   * @return the scheduler as a mechanism
   */
  static RoundMechanism of(RoundScheduler scheduler) {
    return new RoundMechanism() {
      @Override
      public EventOutcome accept(SchedulerEvent event) {
        return scheduler.accept(event);
      }

      @Override
      public RoundPlan plan(double nowSeconds) {
        return scheduler.plan(nowSeconds);
      }

      @Override
      public Optional<RoundMechanism> restored() {
        return Optional.of(of(RoundScheduler.restore(scheduler.state())));
      }
    };
  }
}
