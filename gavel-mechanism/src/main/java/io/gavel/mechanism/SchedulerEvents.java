package io.gavel.mechanism;

import io.gavel.policies.Cluster;

/** Guards on what a scheduler is told. */
final class SchedulerEvents {

  private SchedulerEvents() {}

  /** The new time, which must not be before the old one. */
  static double advance(double now, double to, String what) {
    if (!(to >= now)) {
      throw new IllegalArgumentException(
          "%s at %s seconds is earlier than the last event or plan at %s; time must not go back"
              .formatted(what, to, now));
    }
    return to;
  }

  /** What an event is called in messages. */
  static String name(SchedulerEvent event) {
    if (event instanceof SchedulerEvent.AllocationChanged) {
      return "changed allocation";
    } else if (event instanceof SchedulerEvent.ProblemChanged) {
      return "changed problem";
    } else if (event instanceof SchedulerEvent.JobDone done) {
      return "job \"%s\" done".formatted(done.jobId());
    } else if (event instanceof SchedulerEvent.LeaseEnded ended) {
      return "end of the lease of job \"%s\"".formatted(ended.jobId());
    } else if (event instanceof SchedulerEvent.JobFailed failed) {
      return "job \"%s\" failed".formatted(failed.jobId());
    }
    return "order of types";
  }

  /** A problem or allocation must be for the scheduler's cluster. */
  static void requireSameCluster(SchedulerEvent event, Cluster cluster) {
    if (event instanceof SchedulerEvent.AllocationChanged changed) {
      requireSame("allocation", changed.allocation().problem().cluster(), cluster);
    } else if (event instanceof SchedulerEvent.ProblemChanged changed) {
      requireSame("problem", changed.problem().cluster(), cluster);
    }
  }

  private static void requireSame(String what, Cluster other, Cluster cluster) {
    if (!other.equals(cluster)) {
      throw new IllegalArgumentException(
          "the %s is for %s; this scheduler is for %s".formatted(what, other, cluster));
    }
  }
}
