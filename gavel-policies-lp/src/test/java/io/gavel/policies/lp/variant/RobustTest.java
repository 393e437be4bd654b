package io.gavel.policies.lp.variant;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationException;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.ThroughputMatrix;
import io.gavel.policies.Tolerance;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.lp.Intervals;
import io.gavel.policies.lp.Problems;
import io.gavel.policies.lp.Problems.Kind;
import io.gavel.policies.lp.catalog.Policies;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.welfare.NashWelfare;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.proof.Proof;
import io.gavel.policies.statement.Goal;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class RobustTest {

  private static final int PROMISES = Boolean.getBoolean("gavel.nightly") ? 10_000 : 300;

  @Provide
  static Arbitrary<String> policies() {
    return Arbitraries.of(Policies.standard().names());
  }

  @Provide
  static Arbitrary<Kind> kinds() {
    return Arbitraries.of(Kind.PLAIN, Kind.TIES, Kind.PAIRS, Kind.SHARES, Kind.ELASTIC);
  }

  private static double[] row(double... rates) {
    return rates;
  }

  private static AllocationProblem problem(Random random, Kind kind) {
    return Intervals.random(Problems.random(random, kind), random);
  }

  private static Allocation at(ThroughputMatrix truth, Allocation x) {
    return Allocation.of(x.problem().withThroughputs(truth), x.fractions(), x.certificate());
  }

  /** Rounding is monotone, too: there is no tolerance. */
  private static void assertKept(AllocationProblem problem, Allocation x, Random random) {
    for (int i = 0; i < 5; i++) {
      Allocation real = at(Intervals.truth(problem.throughputs(), random), x);
      for (int m = 0; m < problem.jobCount(); m++) {
        double promised = x.effectiveThroughput(m);
        double realised = real.effectiveThroughput(m);
        assertTrue(
            realised >= promised,
            "%s: job %s was promised %s, and got %s".formatted(random, m, promised, realised));
      }
    }
  }

  @Example
  void allocate_everyTruthInTheIntervals_keepsTheProvedPromise() {
    List<Kind> kinds = List.of(Kind.PLAIN, Kind.TIES, Kind.PAIRS, Kind.SHARES, Kind.ELASTIC);
    Policy policy = Robust.of(MaxMinFairness.create());
    for (long seed = 0; seed < PROMISES; seed++) {
      AllocationProblem problem = problem(new Random(seed), kinds.get((int) (seed % kinds.size())));
      Allocation x = policy.allocate(problem);
      assertTrue(Proof.of(x).holdsWithin(Tolerance.CERTIFIED), "seed " + seed);
      assertKept(problem, x, Draws.ofSeed(~seed));
    }
  }

  @Property(tries = 60)
  void allocate_everyPolicy_keepsItsPromise(
      @ForAll("policies") String name, @ForAll("kinds") Kind kind, @ForAll Draws random) {
    AllocationProblem problem =
        Intervals.random(Problems.complete(random, kind), random).withoutConfigurations();
    try {
      assertKept(problem, Robust.of(Policies.standard().named(name)).allocate(problem), random);
    } catch (IllegalArgumentException | AllocationException refused) {
      return; // what a policy cannot answer it cannot promise
    }
  }

  /** No answer promises more: the optimum at the lower ends bounds the worst case of any other. */
  @Property
  void allocate_meansInPlaceOfLowerEnds_promiseNoMore(
      @ForAll("kinds") Kind kind, @ForAll Draws random) {
    AllocationProblem problem = problem(random, kind);
    Allocation robust = Robust.of(MaxMinFairness.create()).allocate(problem);
    Allocation hopeful = MaxMinFairness.create().allocate(problem);
    Allocation worst = at(problem.throughputs().low(), hopeful);
    double level = Double.POSITIVE_INFINITY;
    Goal.Level goal = (Goal.Level) robust.certificate().statement().orElseThrow().goal();
    for (int m = 0; m < problem.jobCount(); m++) {
      if (goal.requirement(m) > 0) {
        level = Math.min(level, worst.effectiveThroughput(m) / goal.requirement(m));
      }
    }
    double bound = robust.certificate().bound();
    assertTrue(
        level == Double.POSITIVE_INFINITY || level <= bound * (1 + 1e-12), level + " > " + bound);
  }

  @Property
  void allocate_knownRates_isThePolicysAnswerBitForBit(
      @ForAll("kinds") Kind kind, @ForAll Draws random) {
    AllocationProblem certain = Problems.random(random, kind);
    ThroughputMatrix rates = certain.throughputs();
    AllocationProblem points = certain.withThroughputs(rates.within(rates, rates));
    for (Policy policy : List.of(MaxMinFairness.create(), NashWelfare.create())) {
      assertEquals(policy.allocate(certain), Robust.of(policy).allocate(points));
    }
  }

  /** Two jobs, one worker of each of two types; job b may be as slow as 1 on the fast type. */
  @Example
  void allocate_oneUncertainRate_movesTheOtherJobToTheFastType() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("fast", 1), new WorkerType("slow", 1)))
            .job(Job.of("a"), 4, 1)
            .job(Job.of("b"), 8, 1)
            .within(row(1, 1), row(9, 1))
            .build();
    Allocation x = Robust.of(MaxMinFairness.create()).allocate(problem);
    assertEquals(1, x.fraction("b", "slow"), 1e-6);
    assertEquals(1, x.fraction("a", "fast"), 1e-6);
    assertEquals(1, x.effectiveThroughput("b"), 1e-6);
    assertEquals(1, x.certificate().objective(), 1e-6); // b has its equal share at 1 and 1
  }

  @Example
  void reads_intervalsAndWhatThePolicyReads() {
    Policy policy = MaxMinFairness.create();
    assertEquals(Aspect.union(policy.reads(), Aspect.INTERVALS), Robust.of(policy).reads());
    assertEquals(policy.claims(), Robust.of(policy).claims());
  }
}
