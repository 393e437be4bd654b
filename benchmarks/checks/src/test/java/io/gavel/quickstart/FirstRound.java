package io.gavel.quickstart;

import io.gavel.mechanism.RoundScheduler;
import io.gavel.mechanism.event.SchedulerEvent;
import io.gavel.mechanism.plan.Lease;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;

/**
 * From a problem to the leases of a round, with the modules of policies and mechanism; a consumer
 * project of the build links this very file into a runtime image.
 */
public final class FirstRound {
  private FirstRound() {}

  /**
   * Runs the program.
   *
   * @param args none
   */
  public static void main(String[] args) {
    Cluster cluster = Cluster.of(new WorkerType("v100", 1), new WorkerType("k80", 1));
    AllocationProblem problem =
        AllocationProblem.builder(cluster)
            .job(Job.of("transformer"), 4, 1)
            .job(Job.of("resnet"), 2, 1)
            .job(Job.of("cyclegan"), 1, 1)
            .build();
    Allocation x = MaxMinFairness.create().allocate(problem);
    System.out.print(x.toTable());
    RoundScheduler scheduler = RoundScheduler.create(cluster, RoundOptions.defaults());
    scheduler.accept(new SchedulerEvent.AllocationChanged(0, x));
    for (Lease lease : scheduler.plan(0).leases()) {
      System.out.println(lease.jobIds() + " on " + cluster.type(lease.workerType()).name());
    }
  }
}
