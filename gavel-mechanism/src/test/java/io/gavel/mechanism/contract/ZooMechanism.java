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

/** The library's scheduler, told less or changed in what it says. Mutable. */
final class ZooMechanism implements RoundMechanism {

  private final RoundScheduler right;
  private UnaryOperator<RoundPlan> says = plan -> plan;
  private Function<SchedulerEvent, Optional<SchedulerEvent>> hears = Optional::of;
  private boolean refusesThePast = true;
  private boolean forgetsDebts;
  private double now = Double.NEGATIVE_INFINITY;

  ZooMechanism(RoundScheduler right) {
    this.right = right;
  }

  ZooMechanism says(UnaryOperator<RoundPlan> change) {
    says = change;
    return this;
  }

  ZooMechanism hears(Function<SchedulerEvent, Optional<SchedulerEvent>> what) {
    hears = what;
    return this;
  }

  ZooMechanism livesInThePast() {
    refusesThePast = false;
    return this;
  }

  ZooMechanism forgetsDebts() {
    forgetsDebts = true;
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
    return hears.apply(event).map(right::accept).orElse(EventOutcome.UNCHANGED);
  }

  @Override
  public RoundPlan plan(double nowSeconds) {
    if (nowSeconds < now && refusesThePast) {
      throw new IllegalArgumentException("past");
    }
    now = Math.max(now, nowSeconds);
    return says.apply(right.plan(nowSeconds));
  }

  @Override
  public Optional<RoundMechanism> restored() {
    return forgetsDebts
        ? Optional.of(
            new ZooMechanism(RoundScheduler.restore(withoutAccounts(right.state()))).forgetsDebts())
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
