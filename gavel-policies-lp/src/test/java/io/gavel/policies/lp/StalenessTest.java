package io.gavel.policies.lp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.ThroughputMatrix;
import io.gavel.policies.Tolerance;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.explain.Staleness;
import io.gavel.policies.lp.Problems.Kind;
import io.gavel.policies.lp.fairness.FinishTimeFairness;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.throughput.MaxTotalThroughput;
import io.gavel.policies.lp.variant.HeterogeneityAgnostic;
import io.gavel.policies.lp.welfare.NashWelfare;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.proof.Certifier;
import io.gavel.policies.statement.Goal;
import io.gavel.policies.statement.Statement;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class StalenessTest {

  @Provide
  static Arbitrary<Kind> kinds() {
    return Arbitraries.of(Kind.PLAIN, Kind.TIES, Kind.PAIRS, Kind.SHARES, Kind.ELASTIC);
  }

  @Provide
  static Arbitrary<Policy> policies() {
    return Arbitraries.of(
        MaxMinFairness.create(), NashWelfare.create(), FinishTimeFairness.create());
  }

  private static double objective(AllocationProblem now, Allocation x, Allocation decided) {
    Statement statement = decided.certificate().statement().orElseThrow();
    return Certifier.certify(now, x.fractions(), statement, decided.certificate().prices(), 0)
        .certificate()
        .objective();
  }

  @Property
  void of_otherRates_isAtLeastWhatANewDecisionGains(
      @ForAll("policies") Policy policy, @ForAll("kinds") Kind kind, @ForAll Draws random) {
    AllocationProblem then = Intervals.random(Problems.complete(random, kind), random);
    AllocationProblem now = then.withThroughputs(Intervals.truth(then.throughputs(), random));
    Allocation decided = policy.allocate(then);
    double stale = Staleness.of(decided, now);
    assertTrue(stale >= 0);
    double stay = objective(now, decided, decided);
    double better = objective(now, policy.allocate(now), decided);
    Goal goal = decided.certificate().statement().orElseThrow().goal();
    double gain = goal.minimized() ? stay - better : better - stay;
    double larger = Math.max(Math.abs(stay), Math.abs(better));
    double scale = goal instanceof Goal.Welfare ? weights(then) : larger;
    assertTrue(gain <= stale * scale * (1 + 1e-9), () -> gain + " of " + scale + " " + stale);
  }

  private static double weights(AllocationProblem problem) {
    return problem.jobs().stream().mapToDouble(Job::weight).sum();
  }

  @Property
  void of_theSameRates_isTheGapOfTheDecision(
      @ForAll("policies") Policy policy, @ForAll("kinds") Kind kind, @ForAll Draws random) {
    AllocationProblem problem = Problems.complete(random, kind);
    double stale = Staleness.of(policy.allocate(problem), problem);
    assertTrue(stale <= Tolerance.CERTIFIED.relative(), () -> "stale by " + stale);
  }

  /**
   * Each job has the type on which it is faster, and a level of 2 T / (T + 1). A fourth of the
   * other type would be a gain only once the job is faster there.
   */
  @Example
  void of_ratesThatTurn_isWhatIsMissed() {
    Allocation decided = MaxMinFairness.create().allocate(two(4, 1, 1, 4));
    assertEquals(0, Staleness.of(decided, two(4, 0.5, 0.5, 4)), 1e-6);
    assertEquals(0.75, Staleness.of(decided, two(1, 4, 4, 1)), 1e-6);
  }

  @Example
  void of_whatProvesNothing_isInfinite() {
    AllocationProblem problem = two(4, 1, 1, 4);
    for (Policy policy :
        List.of(
            MaxTotalThroughput.create(), HeterogeneityAgnostic.unitRates(NashWelfare.create()))) {
      assertEquals(
          Double.POSITIVE_INFINITY,
          Staleness.of(policy.allocate(problem), problem),
          () -> "" + policy);
    }
    AllocationProblem smaller =
        problem.withThroughputs(ThroughputMatrix.copyOf(new double[][] {{0, 1}, {1, 4}}));
    Allocation decided = MaxMinFairness.create().allocate(problem);
    assertTrue(Staleness.of(decided, smaller) > 0.5);
  }

  private static AllocationProblem two(double aa, double ab, double ba, double bb) {
    return AllocationProblem.builder(Cluster.of(new WorkerType("a", 1), new WorkerType("b", 1)))
        .job(Job.of("first"), aa, ab)
        .job(Job.of("second"), ba, bb)
        .build();
  }

  @Example
  void of_otherJobs_isRefused() {
    Allocation decided = MaxMinFairness.create().allocate(two(4, 1, 1, 4));
    AllocationProblem other =
        AllocationProblem.builder(decided.problem().cluster()).job(Job.of("first"), 4, 3).build();
    assertThrows(IllegalArgumentException.class, () -> Staleness.of(decided, other));
  }
}
