package io.gavel.mechanism;

import io.gavel.mechanism.plan.RoundPlan;
import io.gavel.mechanism.plan.RoundSummary;
import io.gavel.mechanism.planning.LagPlanner;

/** What a plan tells the flight recorder. Stateless. */
final class RoundRecord {

  private RoundRecord() {}

  /** Whether anybody records; false on a runtime that was linked without the recorder. */
  static boolean isRecording() {
    try {
      return RoundEvent.isRecording();
    } catch (LinkageError without) {
      return false;
    }
  }

  /** Plans, and tells of it. */
  static RoundPlan plan(LagPlanner rounds, double nowSeconds) {
    RoundEvent event = new RoundEvent();
    event.begin();
    RoundPlan plan = rounds.plan(nowSeconds);
    event.end();
    if (event.shouldCommit()) {
      RoundSummary summary = RoundSummary.of(plan);
      event.round = plan.round();
      event.atSeconds = plan.startSeconds();
      event.jobs = rounds.openJobs();
      event.placed = summary.placed();
      event.leases = plan.leases().size();
      event.extended = summary.extended();
      event.moved = summary.moved();
      event.preempted = summary.preempted();
      event.resumed = summary.resumed();
      event.restarted = summary.restarted();
      event.commit();
    }
    return plan;
  }
}
