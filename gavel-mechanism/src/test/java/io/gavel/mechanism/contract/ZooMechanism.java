package io.gavel.mechanism.contract;

import io.gavel.mechanism.RoundScheduler;
import io.gavel.mechanism.event.EventOutcome;
import io.gavel.mechanism.event.SchedulerEvent;
import io.gavel.mechanism.plan.RoundPlan;
import io.gavel.mechanism.state.SchedulerState;
import io.gavel.policies.model.Cluster;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** The library's scheduler with events filtered and plans changed on purpose. Mutable. */
final class ZooMechanism implements RoundMechanism {

  private final RoundScheduler right;
  private UnaryOperator<RoundPlan> changes = plan -> plan;
  private boolean fills;
  private RoundPlan last = new RoundPlan(0, 0, 1, List.of());
  private Function<SchedulerEvent, Optional<SchedulerEvent>> filters = Optional::of;
  private boolean refusesThePast = true;
  private boolean forgetsAccounts;
  private double now = Double.NEGATIVE_INFINITY;

  ZooMechanism(RoundScheduler right) {
    this.right = right;
  }

  ZooMechanism changes(UnaryOperator<RoundPlan> change) {
    changes = change;
    return this;
  }

  /** Fills with nothing; other animals cannot fill. */
  ZooMechanism fillsNothing() {
    fills = true;
    return this;
  }

  ZooMechanism filters(Function<SchedulerEvent, Optional<SchedulerEvent>> what) {
    filters = what;
    return this;
  }

  ZooMechanism acceptsThePast() {
    refusesThePast = false;
    return this;
  }

  ZooMechanism forgetsAccounts() {
    forgetsAccounts = true;
    return this;
  }

  Cluster cluster() {
    return right.state().cluster();
  }

  @Override
  public EventOutcome accept(SchedulerEvent event) {
    if (event.atSeconds() < now) {
      if (refusesThePast) {
        throw new IllegalArgumentException("past");
      }
      return EventOutcome.UNCHANGED;
    }
    now = event.atSeconds();
    return filters.apply(event).map(right::accept).orElse(EventOutcome.UNCHANGED);
  }

  @Override
  public RoundPlan plan(double nowSeconds) {
    if (nowSeconds < now && refusesThePast) {
      throw new IllegalArgumentException("past");
    }
    now = Math.max(now, nowSeconds);
    last = changes.apply(right.plan(nowSeconds));
    return last;
  }

  @Override
  public Optional<RoundPlan> fill(double nowSeconds) {
    now = Math.max(now, nowSeconds);
    return fills
        ? Optional.of(new RoundPlan(last.round(), now, last.endSeconds(), List.of()))
        : Optional.empty();
  }

  @Override
  public Optional<RoundMechanism> restored() {
    return forgetsAccounts
        ? Optional.of(
            new ZooMechanism(RoundScheduler.restore(withoutAccounts(right.state())))
                .forgetsAccounts())
        : Optional.empty();
  }

  private static SchedulerState withoutAccounts(SchedulerState s) {
    return new SchedulerState(
        s.cluster(),
        s.options(),
        s.nowSeconds(),
        s.countedUntilSeconds(),
        s.rounds(),
        s.allocation(),
        s.doneJobIds(),
        List.of(),
        s.running(),
        s.lastPlan(),
        s.nextLease(),
        s.totals(),
        s.jobs(),
        s.workers());
  }
}
