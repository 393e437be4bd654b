package io.gavel.policies.lp.solver.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Policy;
import io.gavel.policies.SolveStoppedException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.lp.fairness.FinishTimeFairness;
import io.gavel.policies.lp.fairness.Makespan;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.hierarchy.WaterFilling;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.SolveLimits.LimitAction;
import io.gavel.policies.lp.throughput.MaxTotalThroughput;
import io.gavel.policies.lp.throughput.ThroughputPerCost;
import io.gavel.policies.lp.welfare.MeanFairness;
import io.gavel.policies.lp.welfare.NashWelfare;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class SolveLimitsTest {

  private static final List<Function<CertifiedSolver, Policy>> POLICIES =
      List.of(
          MaxMinFairness.create()::withSolver,
          WaterFilling.create()::withSolver,
          solver -> WaterFilling.create().withSolver(solver).overEntities(),
          Makespan.create()::withSolver,
          solver -> Makespan.create().withSolver(solver).withBinarySearch(),
          FinishTimeFairness.create()::withSolver,
          NashWelfare.create()::withSolver,
          solver -> MeanFairness.of(-1).withSolver(solver));

  @AfterEach
  void clearInterruption() {
    Thread.interrupted();
  }

  private static AllocationProblem problem(int jobs, boolean pairs) {
    SplittableRandom random = new SplittableRandom(5);
    Cluster cluster =
        Cluster.of(
            new WorkerType("a", 3).withPricePerHour(2), new WorkerType("b", 4).withPricePerHour(1));
    AllocationProblem.Builder builder = AllocationProblem.builder(cluster);
    for (int m = 0; m < jobs; m++) {
      builder.job(
          Job.builder("j" + m).stepsRemaining(random.nextDouble(1, 9)).build(),
          random.nextDouble(1, 8),
          random.nextDouble(1, 2));
    }
    if (pairs) {
      builder.pair("j0", "j1", new double[] {1, 1}, new double[] {1, 1});
    }
    return builder.build();
  }

  private static CertifiedSolver limited(SolveLimits limits) {
    return CertifiedSolver.standard().with(limits);
  }

  private static SolveLimits bestAt(int call) {
    AtomicInteger calls = new AtomicInteger();
    return SolveLimits.none()
        .withCancellation(() -> calls.incrementAndGet() >= call)
        .withOnExpiry(LimitAction.BEST_FEASIBLE);
  }

  private static void assertHonest(Allocation best, Allocation optimal, String what) {
    Certificate found = best.certificate();
    Certificate proved = optimal.certificate();
    assertEquals(0, best.maxViolation(), what);
    double slack = 1e-6 * Math.max(1, Math.abs(proved.objective()));
    double low = Math.min(found.objective(), found.bound());
    double high = Math.max(found.objective(), found.bound());
    assertTrue(low <= proved.objective() + slack, what + found);
    assertTrue(high >= proved.objective() - slack, what + found);
  }

  @Test
  void allocate_cancelledAtFirstCheck_throws() {
    for (Function<CertifiedSolver, Policy> policy : POLICIES) {
      Policy limited = policy.apply(limited(SolveLimits.none().withCancellation(() -> true)));
      assertThrows(SolveStoppedException.class, () -> limited.allocate(problem(6, false)));
    }
  }

  @Test
  void allocate_cancelledAtAnyCheck_isFeasibleAndHonest() {
    AllocationProblem problem = problem(6, false);
    for (int i = 0; i < POLICIES.size(); i++) {
      Allocation optimal = POLICIES.get(i).apply(CertifiedSolver.standard()).allocate(problem);
      for (int call = 1; call < 400; call += 1 + call / 7) {
        Allocation best = POLICIES.get(i).apply(limited(bestAt(call))).allocate(problem);
        assertHonest(best, optimal, "policy %s, check %s: ".formatted(i, call));
      }
    }
  }

  @Test
  void allocate_everyNumberOfSteps_isFeasibleHonestAndRepeatable() {
    AllocationProblem problem = problem(9, false);
    for (int i = 0; i < POLICIES.size(); i++) {
      Allocation optimal = POLICIES.get(i).apply(CertifiedSolver.standard()).allocate(problem);
      for (int steps = 1; steps <= 30; steps++) {
        SolveLimits limits = new SolveLimits(steps).withOnExpiry(LimitAction.BEST_FEASIBLE);
        Policy policy = POLICIES.get(i).apply(limited(limits));
        Allocation best = policy.allocate(problem);
        assertHonest(best, optimal, "policy %s, %s steps: ".formatted(i, steps));
        assertEquals(best, policy.allocate(problem));
      }
    }
  }

  @Test
  void allocate_fewSteps_isFarFromOptimalAndSaysSo() {
    SolveLimits one = new SolveLimits(1).withOnExpiry(LimitAction.BEST_FEASIBLE);
    Certificate certificate =
        MaxMinFairness.create().withSolver(limited(one)).allocate(problem(9, false)).certificate();
    assertFalse(certificate.holdsWithin(Tolerance.CERTIFIED));
    assertTrue(certificate.relativeGap() < 1, certificate::toString);
  }

  @Test
  void allocate_enoughSteps_isTheSameAsWithoutLimit() {
    SolveLimits many = new SolveLimits(100_000).withCancellation(() -> false);
    assertEquals(
        MaxMinFairness.create().allocate(problem(9, false)),
        MaxMinFairness.create().withSolver(limited(many)).allocate(problem(9, false)));
  }

  @Test
  void allocate_interruptedThread_endsAndStaysInterrupted() {
    Policy policy = MaxMinFairness.create();
    Thread.currentThread().interrupt();
    var stopped =
        assertThrows(SolveStoppedException.class, () -> policy.allocate(problem(6, false)));
    assertTrue(Thread.interrupted());
    assertTrue(stopped.getMessage().contains("interruption"), stopped::getMessage);
  }

  @Test
  void allocate_interruptedThread_bestFeasibleIsHonest() {
    AllocationProblem problem = problem(6, true);
    Allocation optimal = MaxMinFairness.create().allocate(problem);
    SolveLimits limits = SolveLimits.none().withOnExpiry(LimitAction.BEST_FEASIBLE);
    Thread.currentThread().interrupt();
    Allocation best = MaxMinFairness.create().withSolver(limited(limits)).allocate(problem);
    assertTrue(Thread.interrupted());
    assertHonest(best, optimal, "pairs: ");
    assertTrue(Double.isFinite(best.certificate().bound()));
  }

  @Test
  void allocate_interruptedThread_endsProgramsThatDecideFeasibility() {
    AllocationProblem problem =
        problem(6, false)
            .constraining(
                Constraint.named("busy").that(LinearForm.workers()).atLeastPartOfCapacity(0.8));
    CertifiedSolver solver = limited(SolveLimits.none().withOnExpiry(LimitAction.BEST_FEASIBLE));
    for (Policy policy :
        List.of(
            MaxTotalThroughput.create().withSolver(solver),
            MaxMinFairness.create().withSolver(solver),
            Makespan.create().withSolver(solver))) {
      policy.allocate(problem);
      Thread.currentThread().interrupt();
      assertThrows(SolveStoppedException.class, () -> policy.allocate(problem), policy::toString);
      assertTrue(Thread.interrupted());
    }
  }

  @Test
  void allocate_pairsCancelledAtAnyCheck_isFeasibleAndHonest() {
    AllocationProblem problem = problem(6, true);
    Allocation optimal = MaxMinFairness.create().allocate(problem);
    for (int call = 1; call < 12; call++) {
      Allocation best = MaxMinFairness.create().withSolver(limited(bestAt(call))).allocate(problem);
      assertHonest(best, optimal, "check %s: ".formatted(call));
    }
  }

  @Test
  void allocate_ratioOfCosts_isFeasibleAndHonest() {
    AllocationProblem problem = problem(6, false);
    Allocation optimal = ThroughputPerCost.create().allocate(problem);
    Policy cheapest = ThroughputPerCost.create().withSolver(limited(bestAt(1)));
    assertHonest(cheapest.allocate(problem), optimal, "ratio: ");
  }

  @Test
  void allocate_manyJobs_asksWithinAPass() {
    AtomicInteger calls = new AtomicInteger();
    SolveLimits limits =
        SolveLimits.none()
            .withCancellation(() -> calls.incrementAndGet() < 0)
            .withMaxSteps(1)
            .withOnExpiry(LimitAction.BEST_FEASIBLE);
    int jobs = 40_000;
    MaxMinFairness.create().withSolver(limited(limits)).allocate(problem(jobs, false));
    assertTrue(calls.get() > 5 * jobs / 1024, calls::toString);
  }

  @Test
  void constructor_noStep_isRefused() {
    assertThrows(IllegalArgumentException.class, () -> SolveLimits.none().withMaxSteps(0));
  }
}
