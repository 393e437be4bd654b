package io.gavel.mechanism.internal.planning;

import io.gavel.mechanism.event.SchedulerEvent;
import io.gavel.mechanism.plan.Worker;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.internal.Require;
import io.gavel.policies.model.Cluster;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks and accessors for events. Stateless. */
final class SchedulerEvents {

  private SchedulerEvents() {}

  /** Returns the time of an event, which must not be before now. */
  static double advance(double now, SchedulerEvent event) {
    double to = event.atSeconds();
    return to >= now
        ? to
        : Require.advance(now, to, name(event)); // builds the name only on failure
  }

  /** Returns the name of an event in error messages. */
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
    } else if (event instanceof SchedulerEvent.ProgressReported report) {
      return "report of job \"%s\"".formatted(report.jobId());
    } else if (event instanceof SchedulerEvent.OverheadChanged changed) {
      return "overhead of job \"%s\"".formatted(changed.jobId());
    } else if (event instanceof SchedulerEvent.WorkersLost) {
      return "loss of workers";
    } else if (event instanceof SchedulerEvent.WorkersDrained) {
      return "drain of workers";
    }
    return "return of workers";
  }

  /** Returns the problem of a changed allocation or problem; null for other events. */
  static @Nullable AllocationProblem problem(SchedulerEvent event) {
    Allocation allocation = allocation(event);
    if (allocation != null) {
      return allocation.problem();
    }
    return event instanceof SchedulerEvent.ProblemChanged changed ? changed.problem() : null;
  }

  /** Returns the allocation of a changed allocation; null for other events. */
  static @Nullable Allocation allocation(SchedulerEvent event) {
    return event instanceof SchedulerEvent.AllocationChanged changed ? changed.allocation() : null;
  }

  /** Returns the workers that an event names. */
  static List<Worker> listedWorkers(SchedulerEvent event) {
    if (event instanceof SchedulerEvent.WorkersLost lost) {
      return lost.workers();
    } else if (event instanceof SchedulerEvent.WorkersDrained drained) {
      return drained.workers();
    } else if (event instanceof SchedulerEvent.WorkersReturned returned) {
      return returned.workers();
    }
    return List.of();
  }

  /** Returns the number of the lease that an event names; -1 if it names none. */
  static long lease(SchedulerEvent event) {
    if (event instanceof SchedulerEvent.ProgressReported report) {
      return report.lease();
    } else if (event instanceof SchedulerEvent.LeaseEnded ended) {
      return ended.lease().orElse(-1);
    } else if (event instanceof SchedulerEvent.JobFailed failed) {
      return failed.lease().orElse(-1);
    }
    return -1;
  }

  /** Returns the job that an event names. */
  static String job(SchedulerEvent event) {
    if (event instanceof SchedulerEvent.JobDone done) {
      return done.jobId();
    } else if (event instanceof SchedulerEvent.ProgressReported report) {
      return report.jobId();
    } else if (event instanceof SchedulerEvent.LeaseEnded ended) {
      return ended.jobId();
    } else if (event instanceof SchedulerEvent.JobFailed failed) {
      return failed.jobId();
    } else if (event instanceof SchedulerEvent.OverheadChanged changed) {
      return changed.jobId();
    }
    throw new IllegalArgumentException("event names no job: %s".formatted(event));
  }

  /** Requires that a problem or allocation is for the scheduler's cluster. */
  static void requireSameCluster(SchedulerEvent event, Cluster cluster) {
    AllocationProblem problem = problem(event);
    if (problem != null) {
      requireSame(allocation(event) == null ? "problem" : "allocation", problem.cluster(), cluster);
    }
  }

  /**
   * Requires the same types and pools, and no more workers. Fewer workers and other prices are
   * possible, because a policy may allocate only the available workers.
   */
  private static void requireSame(String what, Cluster other, Cluster cluster) {
    boolean same = other.typeCount() == cluster.typeCount();
    for (int j = 0; same && j < cluster.typeCount(); j++) {
      same =
          other.type(j).name().equals(cluster.type(j).name())
              && other.type(j).pool().equals(cluster.type(j).pool());
    }
    if (!same) {
      throw new IllegalArgumentException(
          "the %s is for %s; this scheduler is for %s, whose types and pools must be the same"
              .formatted(what, other, cluster));
    }
    for (int k = 0; k < cluster.poolCount(); k++) {
      if (other.poolWorkers(k) > cluster.poolWorkers(k)) {
        throw new IllegalArgumentException(
            "the %s has %s workers of type \"%s\"; this scheduler has %s. Create the scheduler with all workers that it will ever have, and report those that do not exist yet as lost"
                .formatted(
                    what, other.poolWorkers(k), cluster.poolName(k), cluster.poolWorkers(k)));
      }
    }
  }
}
