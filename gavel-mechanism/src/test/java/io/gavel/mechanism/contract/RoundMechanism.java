package io.gavel.mechanism.contract;

import io.gavel.mechanism.RoundScheduler;
import io.gavel.mechanism.event.EventOutcome;
import io.gavel.mechanism.event.SchedulerEvent;
import io.gavel.mechanism.plan.RoundPlan;
import io.gavel.mechanism.state.SchedulerState;
import java.util.Optional;
import java.util.function.Function;

/**
 * A mechanism that turns allocations into rounds, as the rules see it: a {@link RoundScheduler}, a
 * wrapper around one, or another implementation.
 */
public interface RoundMechanism {

  /**
   * Applies an event.
   *
   * @param event not earlier than the last event or plan
   * @return the outcome
   * @throws IllegalArgumentException if the event is earlier
   */
  EventOutcome accept(SchedulerEvent event);

  /**
   * Plans the next round.
   *
   * @param nowSeconds the start of the round
   * @return the plan
   * @throws IllegalArgumentException if the time is before the last event or plan
   */
  RoundPlan plan(double nowSeconds);

  /**
   * Gives free workers to jobs that wait, for the rest of the round.
   *
   * @param nowSeconds before the end of the round
   * @return the round with the new leases only; empty if this mechanism cannot fill
   */
  default Optional<RoundPlan> fill(double nowSeconds) {
    return Optional.empty();
  }

  /**
   * Stores this mechanism and restores another from it.
   *
   * @return a mechanism that must plan the same from now on; empty if this one cannot be stored
   */
  default Optional<RoundMechanism> restored() {
    return Optional.empty();
  }

  /**
   * Wraps the library's scheduler.
   *
   * @param scheduler the scheduler
   * @return the scheduler as a mechanism
   */
  static RoundMechanism of(RoundScheduler scheduler) {
    return of(scheduler, RoundScheduler::restore);
  }

  /**
   * Wraps the library's scheduler where it is restored in another way.
   *
   * @param scheduler the scheduler
   * @param restoring restores a scheduler from a state, such as one with a placement strategy
   * @return the scheduler as a mechanism
   */
  static RoundMechanism of(
      RoundScheduler scheduler, Function<SchedulerState, RoundScheduler> restoring) {
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
      public Optional<RoundPlan> fill(double nowSeconds) {
        return Optional.of(scheduler.fill(nowSeconds));
      }

      @Override
      public Optional<RoundMechanism> restored() {
        return Optional.of(of(restoring.apply(scheduler.state()), restoring));
      }
    };
  }
}
