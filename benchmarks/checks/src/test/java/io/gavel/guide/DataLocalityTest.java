package io.gavel.guide;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.contract.PolicyContract;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import org.junit.jupiter.api.Test;

class DataLocalityTest extends PolicyContract {
  @Override
  protected Policy policy() {
    return new DataLocality(0, 0.25);
  }

  @Override
  protected AllocationProblem adapt(AllocationProblem problem) {
    return problem.withoutPairs();
  }

  /** Away from its data a job has a normalised throughput of 1 at a cost of 0.25. */
  @Test
  void allocate_twoJobs_oneStaysWithTheData() {
    Cluster cluster = Cluster.of(new WorkerType("v100", 1), new WorkerType("k80", 1));
    AllocationProblem problem =
        AllocationProblem.builder(cluster).job(Job.of("a"), 4, 1).job(Job.of("b"), 1, 1).build();
    Allocation x = policy().allocate(problem);
    assertEquals(1.75, x.certificate().objective(), 1e-6);
    assertEquals(1, x.fraction("a", "v100"), 1e-6);
    assertEquals(1, x.fraction("b", "k80"), 1e-6);
  }
}
