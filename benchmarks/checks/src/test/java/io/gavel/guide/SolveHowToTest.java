package io.gavel.guide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.ThroughputMatrix;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.Session;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolveLimits.LimitAction;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.JobColumns;
import io.gavel.policies.model.WorkerType;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The code of the how-to pages on limits, earlier prices and millions of jobs. */
class SolveHowToTest {

  private static AllocationProblem problem(int jobs) {
    Cluster cluster = Cluster.of(new WorkerType("v100", 2), new WorkerType("k80", 3));
    AllocationProblem.Builder problem = AllocationProblem.builder(cluster);
    for (int m = 0; m < jobs; m++) {
      problem.job(Job.of("job" + m), 2 + m % 7, 1 + m % 3);
    }
    return problem.build();
  }

  @Test
  void limits_deadline_endWithTheBestAnswer() {
    AllocationProblem problem = problem(20);
    // time limit: begin
    long deadline = System.nanoTime() + 50_000_000; // 50 ms from now
    SolveLimits limits =
        SolveLimits.none()
            .withCancellation(() -> System.nanoTime() - deadline > 0)
            .withOnExpiry(LimitAction.BEST_FEASIBLE);
    Policy policy = MaxMinFairness.create().withSolver(CertifiedSolver.standard().with(limits));
    Allocation x = policy.allocate(problem);
    double gap = x.certificate().relativeGap(); // how far from optimal it may be
    // time limit: end
    assertEquals(0, x.maxViolation());
    assertTrue(gap >= 0);
  }

  @Test
  void steps_limited_giveTheSameAnswerTwice() {
    AllocationProblem problem = problem(20);
    // step limit: begin
    SolveLimits limits = SolveLimits.none().withMaxSteps(5).withOnExpiry(LimitAction.BEST_FEASIBLE);
    Policy policy = MaxMinFairness.create().withSolver(CertifiedSolver.standard().with(limits));
    // step limit: end
    Allocation x = policy.allocate(problem);
    assertEquals(x, policy.allocate(problem));
  }

  @Test
  void start_fromEarlierPrices_givesTheSameLevel() {
    AllocationProblem before = problem(40);
    AllocationProblem after = problem(41);
    Allocation previous = MaxMinFairness.create().allocate(before);
    // start from prices: begin
    CertifiedSolver warm = CertifiedSolver.standard().startingFrom(previous.certificate().prices());
    Allocation next = MaxMinFairness.create().withSolver(warm).allocate(after);
    // start from prices: end
    double cold = MaxMinFairness.create().allocate(after).certificate().objective();
    assertEquals(cold, next.certificate().objective(), 1e-6 * cold);
  }

  @Test
  void session_overProblems_givesTheSameLevels() {
    AllocationProblem before = problem(40);
    // session: begin
    Policy session = Session.of(MaxMinFairness.create()::withSolver); // one for each scheduler
    Allocation now = session.allocate(before);
    AllocationProblem after =
        before.edit().remove("job3").job(Job.of("new"), 4, 1).build(); // others stay as they are
    Allocation next = session.allocate(after); // starts from what it found last
    // session: end
    assertEquals(MaxMinFairness.create().allocate(before), now);
    double cold = MaxMinFairness.create().allocate(after).certificate().objective();
    assertEquals(cold, next.certificate().objective(), 1e-6 * cold);
  }

  @Test
  void columns_ofArrays_areAnsweredByRow() {
    Cluster cluster = Cluster.of(new WorkerType("v100", 2), new WorkerType("k80", 3));
    String[] ids = {"a", "b", "c"};
    double[] weights = {1, 1, 2};
    int[] gangs = {1, 2, 1};
    double[] rowMajor = {4, 1, 6, 2, 5, 1};
    // columns: begin
    List<Job> jobs = JobColumns.builder(ids).weights(weights).scaleFactors(gangs).build();
    ThroughputMatrix rates = ThroughputMatrix.ofRows(cluster.typeCount(), rowMajor);
    AllocationProblem problem = AllocationProblem.of(cluster, jobs, rates);
    // columns: end
    Allocation allocation = MaxMinFairness.create().allocate(problem);
    // all fractions: begin
    double[] fractions = allocation.fractions(); // row-major: a row for each job
    // all fractions: end
    assertEquals(6, fractions.length);
    assertEquals(allocation.fraction(1, 1), fractions[3]);
    assertTrue(allocation.certificate().relativeGap() <= 1e-8);
  }
}
