package io.gavel.policies.lp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Policy;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolveLimits.LimitAction;
import io.gavel.policies.lp.throughput.MaxTotalThroughput;
import io.gavel.policies.lp.welfare.NashWelfare;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** The best allocation of policies that limits end anywhere. */
final class StoppedPoliciesTest {

  private static AllocationProblem problem() {
    Random random = new Random(1);
    AllocationProblem.Builder problem =
        AllocationProblem.builder(
            Cluster.of(
                new WorkerType("a", 300), new WorkerType("b", 400), new WorkerType("c", 500)));
    for (int m = 0; m < 3_000; m++) {
      double a = 1 + random.nextDouble();
      double b = a * (0.2 + 0.8 * random.nextDouble());
      problem.job(Job.of("job" + m), a, b, b * (0.2 + 0.8 * random.nextDouble()));
    }
    return problem.build();
  }

  /** Ends the solve when the limits have been asked so often. */
  private static CertifiedSolver after(int questions) {
    int[] asked = {0};
    return CertifiedSolver.standard()
        .with(
            SolveLimits.none()
                .withCancellation(() -> asked[0]++ >= questions)
                .withOnExpiry(LimitAction.BEST_FEASIBLE));
  }

  private static void requireBest(Function<CertifiedSolver, Policy> policy) {
    AllocationProblem problem = problem();
    double optimum =
        policy.apply(CertifiedSolver.standard()).allocate(problem).certificate().objective();
    double half = policy.apply(after(0)).allocate(problem).certificate().objective();
    assertTrue(half < optimum, "half of everything is not optimal");
    int certified = 0;
    for (int questions = 0; questions < 20_000 && certified < 2; questions += 1 + questions / 4) {
      Allocation found = policy.apply(after(questions)).allocate(problem);
      Certificate certificate = found.certificate();
      String at = "after " + questions + ": " + certificate;
      assertEquals(0, found.maxViolation(), at);
      assertTrue(certificate.objective() >= half - 1e-9 * Math.abs(half), at);
      assertTrue(certificate.objective() <= optimum + 1e-6 * Math.abs(optimum), at);
      assertTrue(certificate.bound() >= optimum - 1e-6 * Math.abs(optimum), at);
      certified += certificate.relativeGap() < 1e-6 ? 1 : 0;
    }
    assertEquals(2, certified, "ends with the optimum");
  }

  @Test
  void maxMinFairness_endedAnywhere_isFeasibleAndBetterThanHalf() {
    requireBest(solver -> MaxMinFairness.create().withSolver(solver));
  }

  @Test
  void maxTotalThroughput_endedAnywhere_isFeasibleAndBetterThanHalf() {
    requireBest(solver -> MaxTotalThroughput.create().withSolver(solver));
  }

  @Test
  void nashWelfare_endedAnywhere_isFeasibleAndBetterThanHalf() {
    requireBest(solver -> NashWelfare.create().withSolver(solver));
  }
}
