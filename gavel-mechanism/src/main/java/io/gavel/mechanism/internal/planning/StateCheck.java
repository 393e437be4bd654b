package io.gavel.mechanism.internal.planning;

import io.gavel.mechanism.event.SchedulerEvent;
import io.gavel.mechanism.internal.workers.Workers;
import io.gavel.mechanism.placement.Server;
import io.gavel.mechanism.plan.Worker;
import io.gavel.mechanism.state.SchedulerState;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.WorkerType;
import java.util.List;

/**
 * Checks that the parts of a state fit its cluster, because a state may have been built or edited
 * by hand.
 */
final class StateCheck {

  private final Cluster cluster;
  private final Workers workers;

  private StateCheck(Cluster cluster) {
    this.cluster = cluster;
    this.workers = new Workers(cluster);
  }

  static void requireFits(SchedulerState state) {
    StateCheck check = new StateCheck(state.cluster());
    state.allocation().ifPresent(allocation -> check.requireFits(allocation.problem()));
    state.running().forEach(open -> check.requireFits(open, open.workerType(), open.workers()));
    state
        .lastPlan()
        .ifPresent(
            plan ->
                plan.leases()
                    .forEach(
                        lease -> check.requireFits(lease, lease.workerType(), lease.workers())));
  }

  /** Requires servers that a placement strategy can describe. */
  static void requireServers(Cluster cluster) {
    for (WorkerType type : cluster.types()) {
      if (type.workersPerServer() > Server.MOST_GPUS) {
        throw new IllegalArgumentException(
            "servers of type \"%s\" have %s workers; with a placement strategy, at most %s"
                .formatted(type.name(), type.workersPerServer(), Server.MOST_GPUS));
      }
    }
  }

  private void requireFits(AllocationProblem problem) {
    SchedulerEvents.requireSameCluster(new SchedulerEvent.ProblemChanged(0, problem), cluster);
  }

  private void requireFits(Object lease, int workerType, List<Worker> held) {
    if (workerType >= cluster.typeCount()) {
      throw new IllegalArgumentException(
          "state has %s, but its cluster has only %s types".formatted(lease, cluster.typeCount()));
    }
    held.forEach(workers::require);
  }
}
