package io.gavel.policies.lp.solver.sampling;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class JobSampleTest {

  private static final int JOBS = 2_000;
  private static final int DRAWS = 200;

  /** One job of each size given, then jobs on one worker. */
  private static AllocationProgram program(int... large) {
    AllocationProblem.Builder problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("t", 1_000_000)));
    double[] requirement = new double[large.length + JOBS];
    for (int m = 0; m < requirement.length; m++) {
      int workers = m < large.length ? large[m] : 1;
      problem.job(Job.builder("j" + m).scaleFactor(workers).build(), 1 + m);
    }
    Arrays.fill(requirement, 1);
    return AllocationProgram.maximizeMinimum(problem.build(), requirement);
  }

  private static JobSample sample(AllocationProgram program) {
    return JobSample.of(program, Samples.uses(program), DRAWS);
  }

  private static double workers(AllocationProgram program, int from) {
    double sum = 0;
    for (int c = from; c < program.columnCount(); c++) {
      sum += program.size(c);
    }
    return sum;
  }

  @Test
  void of_jobsOfOneSize_errsByOneOverTheRootOfTheDraws() {
    JobSample sample = sample(program());
    assertEquals(1 / Math.sqrt(DRAWS), sample.error(), 1e-12);
    assertEquals(DRAWS, sample.program().jobCount());
    assertEquals(JOBS, workers(sample.program(), 0), 1e-9);
  }

  /** As in a program of undecided jobs and of aggregated ones, which hold nearly all workers. */
  @Test
  void of_largeJobs_takesThemAsTheyAreAndDrawsFromTheOthers() {
    JobSample sample = sample(program(400_000, 500_000));
    assertEquals(400_000, sample.program().size(0));
    assertEquals(500_000, sample.program().size(1));
    assertEquals(2 + DRAWS, sample.program().jobCount());
    assertEquals(JOBS, workers(sample.program(), 2), 1e-9);
    assertEquals(JOBS / 902_000.0 / Math.sqrt(DRAWS), sample.error(), 1e-12);
  }

  @Test
  void of_jobsThatAreLargeOnceLargerOnesAreOut_takesThoseToo() {
    JobSample sample = sample(program(900_000, 100));
    assertEquals(900_000, sample.program().size(0));
    assertEquals(100, sample.program().size(1));
    assertEquals(JOBS, workers(sample.program(), 2), 1e-9);
  }
}
