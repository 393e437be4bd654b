package io.gavel.guide;

// first allocation: begin
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.explain.Explanation;
import io.gavel.policies.explain.WhatIf;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;

public class FirstAllocation {
  public static void main(String[] args) {
    Cluster cluster = Cluster.of(new WorkerType("v100", 1), new WorkerType("k80", 1));
    AllocationProblem problem =
        AllocationProblem.builder(cluster)
            .job(Job.of("transformer"), 4, 1) // steps per second on a v100, on a k80
            .job(Job.of("resnet"), 2, 1)
            .job(Job.of("cyclegan"), 1, 1)
            .build();

    Policy policy = MaxMinFairness.create();
    Allocation x = policy.allocate(problem);
    System.out.print(x.toTable());
    System.out.println(x.certificate());

    System.out.print(Explanation.of(x, "cyclegan").toText());

    Cluster larger = Cluster.of(new WorkerType("v100", 1), new WorkerType("k80", 2));
    WhatIf whatIf = WhatIf.compare(policy, problem, problem.withCluster(larger));
    for (WhatIf.Change change : whatIf.winners()) {
      System.out.printf("%s: %.3f to %.3f%n", change.jobId(), change.before(), change.after());
    }
  }
}
// first allocation: end
