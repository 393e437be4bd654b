package io.gavel.policies.lp.internal.level;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Prices;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.lp.Problems;
import io.gavel.policies.lp.Problems.Kind;
import io.gavel.policies.lp.fairness.FinishTimeFairness;
import io.gavel.policies.lp.fairness.Makespan;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.internal.PoolShares;
import io.gavel.policies.lp.share.IsolatedShare;
import io.gavel.policies.lp.share.Normalizer;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.CommonsMathSolver;
import io.gavel.policies.model.Job;
import java.util.List;
import net.jqwik.api.Assume;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Finish-time fairness and makespan against their definitions, other methods, and their proofs. */
class LevelSearchProperties {

  private final CertifiedSolver oracle =
      CertifiedSolver.of(List.of(new CommonsMathSolver()), Tolerance.CERTIFIED);

  private static double rho(Allocation x, int m) {
    Job job = x.problem().job(m);
    double steps = job.stepsRemaining().orElseThrow();
    double shared = job.secondsSinceStart() + steps / x.effectiveThroughput(m);
    return shared / (job.isolatedSecondsSoFar() + steps / IsolatedShare.throughput(x.problem(), m));
  }

  private static boolean counts(AllocationProblem problem, int m) {
    return problem.job(m).stepsRemaining().orElseThrow() > 0
        && IsolatedShare.throughput(problem, m) > 0;
  }

  @Property
  void finishTimeFairness_objective_isTheLargestRhoByDefinition(
      @ForAll Draws random, @ForAll Kind kind) {
    Assume.that(kind != Kind.WIDE_RATES);
    AllocationProblem problem = Problems.complete(random, kind);
    Allocation x = FinishTimeFairness.create().allocate(problem);
    double largest = 0;
    for (int m = 0; m < problem.jobCount(); m++) {
      largest = counts(problem, m) ? Math.max(largest, rho(x, m)) : largest;
    }
    assertEquals(largest, x.certificate().objective(), 1e-12 * largest);
  }

  @Property
  void makespan_objective_isTheLastJobByDefinition(@ForAll Draws random, @ForAll Kind kind) {
    Assume.that(kind != Kind.WIDE_RATES);
    AllocationProblem problem = Problems.complete(random, kind);
    Allocation x = Makespan.create().allocate(problem);
    boolean[] runnable = PoolShares.runnable(problem);
    double last = 0;
    for (int m = 0; m < problem.jobCount(); m++) {
      double steps = problem.job(m).stepsRemaining().orElseThrow();
      last = runnable[m] && steps > 0 ? Math.max(last, steps / x.effectiveThroughput(m)) : last;
    }
    assertEquals(last, x.certificate().objective(), 1e-12 * last);
  }

  @Property
  void objectives_agreeWithAnIndependentSimplex(@ForAll Draws random, @ForAll Kind kind) {
    Assume.that(kind != Kind.WIDE_RATES); // beyond what the oracle can do
    AllocationProblem problem = Problems.complete(random, kind);
    try {
      assertClose(
          FinishTimeFairness.create().withSolver(oracle).allocate(problem),
          FinishTimeFairness.create().allocate(problem));
      assertClose(
          Makespan.create().withSolver(oracle).allocate(problem),
          Makespan.create().allocate(problem));
    } catch (SolveFailedException beyondTheOracle) {
      Assume.that(!beyondTheOracle.getMessage().matches(".*(Commons Math|commons.math3).*"));
      throw beyondTheOracle;
    }
  }

  private static void assertClose(Allocation expected, Allocation actual) {
    double objective = expected.certificate().objective();
    assertEquals(objective, actual.certificate().objective(), 2e-6 * objective);
  }

  @Property
  void makespan_byBinarySearch_agreesWithTheProgram(@ForAll Draws random, @ForAll Kind kind) {
    Assume.that(kind != Kind.WIDE_RATES);
    AllocationProblem problem = Problems.complete(random, kind);
    double exact = Makespan.create().allocate(problem).certificate().objective();
    Allocation searched = Makespan.create().withBinarySearch().allocate(problem);
    assertEquals(exact, searched.certificate().objective(), 1.01e-6 * exact);
    assertTrue(searched.certificate().bound() <= exact * (1 + 1e-9));
    Allocation coarse = Makespan.create().withBinarySearch(0.05).allocate(problem);
    assertTrue(coarse.certificate().objective() <= exact * 1.0501);
    assertTrue(coarse.certificate().bound() >= exact * 0.95 - 1e-9 * exact);
  }

  @Property
  void makespan_byBinarySearch_endsWithinAnyTolerance(
      @ForAll Draws random, @ForAll Kind kind, @ForAll @IntRange(max = 9) int digits) {
    Assume.that(kind != Kind.WIDE_RATES);
    double tolerance = Math.pow(10, -digits);
    AllocationProblem problem = Problems.complete(random, kind);
    Certificate searched =
        Makespan.create().withBinarySearch(tolerance).allocate(problem).certificate();
    assertTrue(
        searched.objective() <= searched.bound() * (1 + tolerance) * (1 + 1e-8),
        () -> searched.relativeGap() + " instead of " + tolerance);
    double exact = Makespan.create().allocate(problem).certificate().objective();
    assertTrue(searched.bound() <= exact * (1 + 1e-9));
  }

  /** Programs with a gap of half the tolerance and more, at which bisection does not go on. */
  @Example
  void makespan_gapOfTheProgram_endsTheSearch() {
    for (long seed :
        new long[] {-1088692112099258884L, -5931922468253560583L, 5230364425473336480L}) {
      makespan_byBinarySearch_agreesWithTheProgram(Draws.ofSeed(seed), Kind.ELASTIC);
      makespan_byBinarySearch_endsWithinAnyTolerance(Draws.ofSeed(seed), Kind.ELASTIC, 9);
    }
  }

  /**
   * Without a past, ρ is isolated throughput over throughput: max-min fairness by isolated share.
   */
  @Property
  void finishTimeFairness_whereAllStartNow_isMaxMinByIsolatedShare(@ForAll Draws random) {
    AllocationProblem problem = withoutPast(Problems.complete(random, Kind.PLAIN));
    Assume.that(
        problem.jobs().stream().allMatch(job -> job.stepsRemaining().orElseThrow() > 0)
            && problem.unrunnable().size() < problem.jobCount());
    double rho = FinishTimeFairness.create().allocate(problem).certificate().objective();
    double level =
        MaxMinFairness.create()
            .withNormalizer(Normalizer.ISOLATED_SHARE)
            .allocate(problem)
            .certificate()
            .objective();
    assertEquals(1 / level, rho, 1e-6 * rho);
    assertTrue(rho <= 1 + 1e-6, "an isolated share has ρ = 1 and is feasible");
  }

  private static AllocationProblem withoutPast(AllocationProblem problem) {
    return problem.withJobs(
        problem.jobs().stream()
            .map(
                job ->
                    job.toBuilder().weight(1).secondsSinceStart(0).isolatedSecondsSoFar(0).build())
            .toList());
  }

  @Property
  void weightedShares_ofEqualWeights_areTheIsolatedShares(@ForAll Draws random, @ForAll Kind kind) {
    Assume.that(kind != Kind.WIDE_RATES);
    AllocationProblem problem = Problems.complete(random, kind);
    AllocationProblem equal =
        problem.withJobs(
            problem.jobs().stream().map(job -> job.toBuilder().weight(3).build()).toList());
    assertClose(
        FinishTimeFairness.create().allocate(equal),
        FinishTimeFairness.create().withWeightedShares().allocate(equal));
  }

  /** As the documentation says: at its prices the demands of the bound are worth all there is. */
  @Property
  void prices_proveTheBound(@ForAll Draws random, @ForAll Kind kind) {
    Assume.that(kind != Kind.WIDE_RATES);
    AllocationProblem problem = Problems.complete(random, kind);
    boolean[] runnable = PoolShares.runnable(problem);
    Allocation x = Makespan.create().allocate(problem);
    Prices prices = x.certificate().prices();
    double all = 0;
    double steps = 0;
    for (int k = 0; k < problem.cluster().poolCount(); k++) {
      all += prices.ofPool(k) * problem.cluster().poolWorkers(k);
    }
    for (int m = 0; m < problem.jobCount(); m++) {
      all += prices.ofTime(m);
      steps +=
          runnable[m] ? prices.ofThroughput(m) * problem.job(m).stepsRemaining().orElseThrow() : 0;
    }
    Assume.that(steps > 0);
    assertEquals(steps / all, x.certificate().bound(), 1e-6 * x.certificate().bound());
  }
}
