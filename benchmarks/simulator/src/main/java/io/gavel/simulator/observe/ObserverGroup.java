package io.gavel.simulator.observe;

import io.gavel.mechanism.plan.Lease;
import io.gavel.mechanism.plan.RoundPlan;
import io.gavel.mechanism.state.SchedulerState;
import io.gavel.policies.Allocation;
import java.util.List;
import java.util.function.Supplier;

/** Forwards each event to all members, in order. */
record ObserverGroup(List<SimulationObserver> members) implements SimulationObserver {

  @Override
  public void allocated(double atSeconds, Allocation allocation) {
    members.forEach(member -> member.allocated(atSeconds, allocation));
  }

  @Override
  public void planned(RoundPlan plan, Supplier<SchedulerState> state) {
    members.forEach(member -> member.planned(plan, state));
  }

  @Override
  public void ran(Lease lease, double busyUntilSeconds) {
    members.forEach(member -> member.ran(lease, busyUntilSeconds));
  }

  @Override
  public void finishedRound(double endSeconds, int completedJobs) {
    members.forEach(member -> member.finishedRound(endSeconds, completedJobs));
  }
}
