package io.gavel.policies.lp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.lp.EveryPolicyTest.Candidate;
import io.gavel.policies.lp.Problems.Kind;
import io.gavel.policies.lp.fairness.FinishTimeFairness;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.hierarchy.WaterFilling;
import io.gavel.policies.lp.share.EqualShare;
import io.gavel.policies.lp.share.IsolatedShare;
import io.gavel.policies.lp.share.Normalizer;
import io.gavel.policies.model.Job;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What does not depend on how a problem is told, for every policy. */
class EveryPolicyProperties {

  /** Earlier jobs come first in these, be it in a tree, or draw first. */
  private static final String BY_ARRIVAL =
      "FIFO.*|STRICT_FIFO|SHORTEST_JOB_FIRST|HIERARCHICAL.*|GANDIVA";

  /** A type is drawn by its index. */
  private static final String BY_TYPE = "FIFO_AGNOSTIC";

  /** A step counts as such, so that the unit of steps matters. */
  private static final String BY_STEPS = "TOTAL|PER_.*";

  @Provide
  static Arbitrary<Candidate> candidates() {
    return Arbitraries.of(EveryPolicyTest.candidates().toList());
  }

  @Provide
  static Arbitrary<Candidate> candidatesOfUniqueThroughputs() {
    return Arbitraries.of(
        EveryPolicyTest.candidates()
            .filter(
                candidate ->
                    candidate
                        .name()
                        .matches("EQUAL_SHARE|ISOLATED|WATER_FILLING|NASH|HARMONIC.*|PARTIAL.*"))
            .toList());
  }

  /** A problem with all that the policy needs, small. */
  private static AllocationProblem problem(Candidate candidate, Random random, Kind kind) {
    Assume.that(kind != Kind.WIDE_RATES); // at times beyond the solvers
    return candidate.adapt(Problems.complete(random, kind), random);
  }

  @Property
  void jobsAndTypesInAnotherOrder_leaveTheObjective(
      @ForAll Draws random, @ForAll Kind kind, @ForAll("candidates") Candidate candidate) {
    Assume.that(!candidate.name().matches(BY_TYPE));
    Assume.that(kind != Kind.TIES || !candidate.name().matches("FIFO_.*|DOMINANT.*")); // by index
    AllocationProblem problem = problem(candidate, random, kind);
    Relabeling order = Relabeling.none(problem).withTypesShuffled(random);
    if (!candidate.name().matches(BY_ARRIVAL)) {
      order = order.withJobsShuffled(random);
    }
    assertSameObjective(
        candidate,
        candidate.policy().allocate(problem),
        candidate.policy().allocate(order.of(problem)));
  }

  private static void assertSameObjective(Candidate candidate, Allocation x, Allocation y) {
    double expected = x.certificate().objective();
    double weights = x.problem().jobs().stream().mapToDouble(Job::weight).sum();
    double scale = candidate.provesRelatively() ? Math.abs(expected) : weights;
    boolean oneAfterAnother = candidate.name().matches("STRICT.*|SHORTEST.*");
    double tolerance = oneAfterAnother ? 1e-5 : 2e-6; // slack of earlier jobs multiplies
    assertEquals(expected, y.certificate().objective(), tolerance * scale);
  }

  /**
   * Where throughputs are unique, each job keeps its own. A welfare of logarithms that is 10⁻⁶ from
   * its optimum leaves a throughput √(2 · 10⁻⁶) from its own, in each of the two answers.
   */
  @Property
  void jobsAndTypesInAnotherOrder_leaveUniqueThroughputs(
      @ForAll Draws random,
      @ForAll Kind kind,
      @ForAll("candidatesOfUniqueThroughputs") Candidate candidate) {
    AllocationProblem problem = problem(candidate, random, kind);
    Relabeling order = Relabeling.none(problem).withTypesShuffled(random).withJobsShuffled(random);
    Allocation x = candidate.policy().allocate(problem);
    Allocation y = candidate.policy().allocate(order.of(problem));
    double largest =
        IntStream.range(0, problem.jobCount()).mapToDouble(x::effectiveThroughput).max().orElse(0);
    for (int m = 0; m < problem.jobCount(); m++) {
      double equal = EqualShare.throughput(problem, order.jobs().get(m));
      double expected = x.effectiveThroughput(order.jobs().get(m));
      double rounding = 1e-12 * largest; // all that a job may get that is owed nothing
      assertEquals(
          expected, y.effectiveThroughput(m), 3e-3 * (expected + equal) + rounding, "job " + m);
    }
  }

  /** What is open of two welfares, over a small weight, was a part in 200 of a throughput. */
  @Example
  void jobsAndTypesInAnotherOrder_partialAllocationOfSmallWeights_leaveThroughputs() {
    Candidate partial =
        EveryPolicyTest.candidates()
            .filter(candidate -> candidate.name().equals("PARTIAL_ALLOCATION"))
            .findFirst()
            .orElseThrow();
    jobsAndTypesInAnotherOrder_leaveUniqueThroughputs(
        Draws.ofSeed(-6656257478487542914L), Kind.PAIRS, partial);
  }

  @Property
  void stepsInPowersOfTwo_leaveTheBitsOfAllShares(
      @ForAll Draws random, @ForAll Kind kind, @ForAll("candidates") Candidate candidate) {
    Assume.that(!candidate.name().matches(BY_STEPS));
    AllocationProblem problem = problem(candidate, random, kind).withoutPairs();
    Allocation x = candidate.policy().allocate(problem);
    Allocation y =
        candidate.policy().allocate(Relabeling.none(problem).withOtherUnits(random).of(problem));
    for (int m = 0; m < problem.jobCount(); m++) {
      for (int j = 0; j < problem.cluster().typeCount(); j++) {
        assertEquals(x.fraction(m, j), y.fraction(m, j), "job " + m + ", type " + j);
      }
    }
  }

  @Property
  void twinOfAJob_getsTheSameBits(
      @ForAll Draws random, @ForAll Kind kind, @ForAll("candidates") Candidate candidate) {
    Assume.that(!candidate.name().matches(BY_ARRIVAL + "|ALLOX"));
    AllocationProblem problem = problem(candidate, random, kind).withoutPairs();
    int types = problem.cluster().typeCount();
    AllocationProblem.Builder copy = AllocationProblem.builder(problem.cluster());
    for (int m = 0; m <= problem.jobCount(); m++) {
      int original = m % problem.jobCount();
      double[] rates = new double[types];
      for (int j = 0; j < types; j++) {
        rates[j] = problem.throughputs().stepsPerSecond(original, j);
      }
      Job job = problem.job(original);
      copy.job(m == original ? job : withId("twin", job), rates);
    }
    Allocation x = candidate.policy().allocate(copy.build());
    for (int j = 0; j < types; j++) {
      assertEquals(x.fraction(0, j), x.fraction(problem.jobCount(), j), "type " + j);
    }
  }

  private static Job withId(String id, Job job) {
    Job.Builder copy =
        Job.builder(id)
            .scaleFactor(job.scaleFactor())
            .gpuMilli(job.gpuMilli())
            .weight(job.weight())
            .secondsSinceStart(job.secondsSinceStart())
            .isolatedSecondsSoFar(job.isolatedSecondsSoFar());
    job.stepsRemaining().ifPresent(copy::stepsRemaining);
    job.sloSeconds().ifPresent(copy::sloSeconds);
    return copy.build();
  }

  /** With equal weights and single workers nobody is worse off than on the n-th part of it all. */
  @Property
  void sharingIncentive_equalWeightsAndSingleWorkers_isKept(
      @ForAll Draws random, @ForAll Kind kind) {
    Assume.that(kind != Kind.WIDE_RATES);
    AllocationProblem any = Problems.complete(random, kind).withoutPairs();
    AllocationProblem problem =
        any.withJobs(
            any.jobs().stream()
                .map(job -> Job.builder(job.id()).stepsRemaining(1e4).build())
                .toList());
    for (Policy policy :
        List.of(
            MaxMinFairness.create(),
            MaxMinFairness.create().withNormalizer(Normalizer.ISOLATED_SHARE),
            WaterFilling.create(),
            FinishTimeFairness.create())) {
      Allocation x = policy.allocate(problem);
      for (int m = 0; m < problem.jobCount(); m++) {
        double alone = IsolatedShare.throughput(problem, m);
        assertTrue(x.effectiveThroughput(m) >= alone * (1 - 1e-6), policy + ", job " + m);
      }
    }
  }
}
