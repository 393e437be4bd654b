package io.gavel.legacy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import org.junit.jupiter.api.Test;

final class OriginalFifoTest {

  private static final int JOBS = 150;

  private static AllocationProblem problem() {
    AllocationProblem.Builder problem =
        AllocationProblem.builder(
            Cluster.of(
                new WorkerType("k80", 36), new WorkerType("p100", 36), new WorkerType("v100", 36)));
    for (int m = 0; m < JOBS; m++) {
      problem.job(Job.of(Integer.toString(m)), 1, 2, 3);
    }
    return problem.build();
  }

  /** As measured with the published program over a thousand seeds. */
  @Test
  void allocate_manyJobs_overbooksTheLastTypeAsPublished() {
    double[] jobs = new double[3];
    int overbooked = 0;
    for (long seed = 0; seed < 1000; seed++) {
      Allocation x = new OriginalFifo(seed).allocate(problem());
      for (int j = 0; j < 3; j++) {
        jobs[j] += x.workersUsed(j) / 1000;
      }
      overbooked += x.workersUsed(2) > 36 ? 1 : 0;
    }
    assertEquals(7, jobs[0], 0.5);
    assertEquals(13, jobs[1], 0.5);
    assertEquals(108, jobs[2], 0.6);
    assertEquals(630, overbooked, 5);
  }

  private static AllocationProblem onTwoWorkers(Job... jobs) {
    AllocationProblem.Builder problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 2)));
    for (Job job : jobs) {
      problem.job(job, 1);
    }
    return problem.build();
  }

  /** When job 0 is done, job 1 is not counted yet: the gang fits, and the type is overbooked. */
  @Test
  void allocate_firstJobDone_givesItsPlaceBeforeLaterJobsAreCounted() {
    Job first = Job.of("0");
    Job second = Job.of("1");
    Job gang = Job.builder("2").scaleFactor(2).build();
    OriginalFifo fifo = new OriginalFifo(0);
    assertEquals(0, fifo.allocate(onTwoWorkers(first, second, gang)).fraction(2, 0));
    Allocation x = fifo.allocate(onTwoWorkers(second, gang));
    assertEquals(1, x.fraction(0, 0));
    assertEquals(1, x.fraction(1, 0));
  }
}
