package io.gavel.policies.lp.solver.sampling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.Arrays;
import java.util.stream.IntStream;
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

  /** A row of its own for every 400 jobs, of which 200 are drawn: of each two, either may be. */
  @Test
  void of_jobsOfSeveralRows_drawsEitherOfTwoNeighbours() {
    AllocationProgram plain = program();
    CouplingRows.Builder rows = CouplingRows.builder();
    double[] ones = new double[400];
    Arrays.fill(ones, 1);
    for (int first = 0; first < JOBS; first += 400) {
      int[] columns = IntStream.range(first, first + 400).toArray();
      rows.add("row " + first, Relation.AT_MOST, 100, columns, ones);
    }
    AllocationProgram drawn = sample(plain.withRows(rows.build())).program();
    assertEquals(JOBS / 2, drawn.jobCount());
    assertEquals(JOBS, workers(drawn, 0), 1e-9);
    int firsts = 0;
    for (int m = 0; m < drawn.jobCount(); m++) {
      assertEquals(2, drawn.size(m), 1e-9);
      int job = (int) drawn.rate(m) - 1;
      assertEquals(m, job / 2, "one of each two");
      firsts += job % 400 == 0 ? 1 : 0;
    }
    assertTrue(firsts > 0 && firsts < JOBS / 400, "first jobs of rows: " + firsts);
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
