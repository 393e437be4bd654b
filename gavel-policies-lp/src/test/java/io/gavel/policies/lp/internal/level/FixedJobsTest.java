package io.gavel.policies.lp.internal.level;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import org.junit.jupiter.api.Test;

/** A job that is fixed under a row: its fractions, its part of the row, and its prices. */
class FixedJobsTest {

  private static AllocationProgram program() {
    return AllocationProgram.maximizeMinimum(
        AllocationProblem.builder(Cluster.of(new WorkerType("a", 4), new WorkerType("b", 4)))
            .job(Job.of("x"), 4, 1)
            .job(Job.of("y"), 4, 1)
            .constraint(
                Constraint.named("limit")
                    .that(LinearForm.workers().ofJobs("x", "y").onTypes("a"))
                    .atMost(0.5))
            .build(),
        new double[] {1, 1});
  }

  /** Fixes x on both types, without time left, with a throughput; returns its fractions. */
  private static double[] fixed(FixedJobs jobs, double throughput) {
    boolean[] open = {true, true, true, true};
    double[] throughputs = {throughput, 0};
    jobs.fix(m -> m == 0, throughputs, m -> 2, open);
    assertArrayEquals(new boolean[] {false, false, true, true}, open);
    double[] x = new double[4];
    jobs.run(m -> true, throughputs, x);
    return x;
  }

  @Test
  void without_jobInRow_lowersWorkersAndBound() {
    AllocationProgram all = program();
    FixedJobs jobs = new FixedJobs(all);
    double[] x = fixed(jobs, 1.75);
    assertArrayEquals(new double[] {0.25, 0.75, 0, 0}, x);
    AllocationProgram rest =
        jobs.without(all.withColumns(new boolean[] {false, false, true, true}), x);
    assertEquals(0.25, rest.rows().bound(0));
    assertEquals(3.75, rest.workers(0));
    assertEquals(3.25, rest.workers(1));
    assertTrue(jobs.fit(rest, x));
  }

  @Test
  void fit_jobExceedsRow_isFalse() {
    AllocationProgram all = program();
    FixedJobs jobs = new FixedJobs(all);
    assertFalse(jobs.fit(all, fixed(jobs, 3.25)));
  }

  @Test
  void price_ofRow_paysForTheFastColumn() {
    FixedJobs jobs = new FixedJobs(program());
    fixed(jobs, 1.75);
    double[] owed = new double[2];
    double[] time = new double[2];
    jobs.price(new double[2], new double[] {3}, owed, time);
    assertArrayEquals(new double[] {1, 0}, owed);
    assertArrayEquals(new double[] {1, 0}, time);
  }
}
