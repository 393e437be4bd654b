import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;

public class QuickStart {
  public static void main(String[] args) {
    Cluster cluster = Cluster.of(new WorkerType("v100", 1), new WorkerType("k80", 1));
    AllocationProblem problem =
        AllocationProblem.builder(cluster)
            .job(Job.of("transformer"), 4, 1) // steps per second alone on a v100, on a k80
            .job(Job.of("resnet"), 2, 1)
            .job(Job.of("cyclegan"), 1, 1)
            .build();
    Allocation x = MaxMinFairness.create().allocate(problem);
    System.out.print(x.toTable());
    System.out.println(x.certificate());
  }
}
