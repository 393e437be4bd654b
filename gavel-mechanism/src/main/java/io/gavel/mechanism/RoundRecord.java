package io.gavel.mechanism;

import io.gavel.mechanism.internal.planning.LagPlanner;
import io.gavel.mechanism.plan.Lease;
import io.gavel.mechanism.plan.RoundPlan;
import io.gavel.mechanism.plan.RoundPlan.Interruption.Kind;
import io.gavel.mechanism.state.WaitingJob;
import jdk.jfr.FlightRecorder;

/** Reports plans to the flight recorder. Stateless. */
final class RoundRecord {

  private RoundRecord() {}

  /**
   * Returns whether rounds are being recorded; false on a runtime linked without the flight
   * recorder. The classes of events are left alone before the first recording: they would start the
   * recorder.
   */
  static boolean isRecording() {
    try {
      return FlightRecorder.isInitialized()
          && (RoundEvent.isRecording() || WaitEvent.isRecording());
    } catch (LinkageError without) {
      return false;
    }
  }

  /** Plans a round and records it. */
  static RoundPlan plan(LagPlanner planner, double nowSeconds) {
    RoundEvent event = new RoundEvent();
    event.begin();
    RoundPlan plan = planner.plan(nowSeconds);
    event.end();
    if (event.shouldCommit()) {
      event.round = plan.round();
      event.atSeconds = plan.startSeconds();
      event.jobs = planner.openJobs();
      event.placed = plan.leases().stream().mapToInt(lease -> lease.jobIds().size()).sum();
      event.leases = plan.leases().size();
      event.extended = (int) plan.leases().stream().filter(Lease::extended).count();
      event.moved = count(plan, Kind.MOVED);
      event.preempted = count(plan, Kind.PREEMPTED);
      event.resumed = count(plan, Kind.RESUMED);
      event.restarted = count(plan, Kind.RESTARTED);
      event.commit();
    }
    if (WaitEvent.isRecording()) {
      WaitingJob.of(planner.state()).forEach(job -> record(plan.round(), job));
    }
    return plan;
  }

  private static int count(RoundPlan plan, Kind kind) {
    return (int) plan.interruptions().stream().filter(each -> each.kind() == kind).count();
  }

  private static void record(long round, WaitingJob job) {
    WaitEvent event = new WaitEvent();
    event.round = round;
    event.job = job.jobId();
    event.reason = job.reason().name();
    event.workerType = job.workerType().orElse("");
    event.needed = job.workersNeeded();
    event.free = job.workersFree();
    event.commit();
  }
}
