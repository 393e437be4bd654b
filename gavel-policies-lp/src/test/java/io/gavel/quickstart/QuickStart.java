package io.gavel.quickstart;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;

/** A first program; the consumer projects of the build compile and run this file. */
public final class QuickStart {
  private QuickStart() {}

  /**
   * Runs the program.
   *
   * @param args none
   */
  public static void main(String[] args) {
    var cluster = Cluster.of(new WorkerType("v100", 1), new WorkerType("k80", 1));
    var problem =
        AllocationProblem.builder(cluster)
            .job(Job.of("transformer"), 4, 1) // steps per second alone on a v100, on a k80
            .job(Job.of("resnet"), 2, 1)
            .job(Job.of("cyclegan"), 1, 1)
            .build();
    Allocation x = MaxMinFairness.create().allocate(problem);
    System.out.print(x.toTable()); // 2.0, 1.2 and 0.8 steps/s
    System.out.println(x.certificate()); // objective = bound = 0.8 of an equal share each
  }
}
