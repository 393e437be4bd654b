package io.gavel.policies.lp;

import static io.gavel.policies.lp.PolicyNumbers.demand;
import static io.gavel.policies.lp.PolicyNumbers.fastestTime;
import static io.gavel.policies.lp.PolicyNumbers.jobs;
import static io.gavel.policies.lp.PolicyNumbers.left;
import static io.gavel.policies.lp.PolicyNumbers.owed;
import static io.gavel.policies.lp.PolicyNumbers.price;
import static io.gavel.policies.lp.PolicyNumbers.share;
import static io.gavel.policies.lp.PolicyNumbers.slo;
import static io.gavel.policies.lp.PolicyNumbers.steps;
import static io.gavel.policies.lp.PolicyNumbers.turn;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.Policy;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.audit.Auditor;
import io.gavel.policies.audit.Finding;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.lp.PolicyNumbers.OfEntry;
import io.gavel.policies.lp.PolicyNumbers.OfJob;
import io.gavel.policies.lp.Problems.Kind;
import io.gavel.policies.lp.fairness.FinishTimeFairness;
import io.gavel.policies.lp.fairness.Makespan;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.hierarchy.ExactWaterFilling;
import io.gavel.policies.lp.hierarchy.WaterFilling;
import io.gavel.policies.lp.internal.PoolShares;
import io.gavel.policies.lp.queue.FifoProgram;
import io.gavel.policies.lp.queue.ShortestJobFirst;
import io.gavel.policies.lp.queue.StrictFifo;
import io.gavel.policies.lp.share.EqualShare;
import io.gavel.policies.lp.share.Normalizer;
import io.gavel.policies.lp.throughput.AverageCompletionTime;
import io.gavel.policies.lp.throughput.MaxTotalThroughput;
import io.gavel.policies.lp.throughput.StepWeight;
import io.gavel.policies.lp.throughput.ThroughputPerCost;
import io.gavel.policies.lp.throughput.ThroughputPerPrice;
import io.gavel.policies.lp.welfare.MeanFairness;
import io.gavel.policies.lp.welfare.NashWelfare;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Every policy that optimises, on random problems: a quarter each with constraints and quotas, with
 * configurations, with both, and with types that are forbidden to some jobs; some with pairs,
 * shares of workers or ties. A general solver on the plain rows finds nothing better, the
 * constraints hold, and the prices of the certificate prove its bound once more.
 */
class OptimalPoliciesTest {

  private static final long CASES = Boolean.getBoolean("gavel.nightly") ? 8_000 : 12;

  private static final double CLOSE = 1e-5;

  /** How close levels of water filling are, relative to themselves and a 1000th of a share. */
  private static final double LEVEL = 1e-7;

  private static final double SCALE = 1e-3;

  /** How a policy's answer is judged. */
  private interface Judge {
    void judge(AllocationProblem problem, Allocation x, long seed);
  }

  private record Candidate(String name, Policy policy, Judge judge) {}

  private static Stream<Candidate> candidates() {
    return Stream.of(
        new Candidate(
            "max-min",
            MaxMinFairness.create(),
            level((p, m) -> owed(p, m, Normalizer.EQUAL_SHARE))),
        new Candidate(
            "max-min of the fastest type",
            MaxMinFairness.create().withNormalizer(Normalizer.FASTEST_TYPE),
            level((p, m) -> owed(p, m, Normalizer.FASTEST_TYPE))),
        new Candidate("makespan", Makespan.create(), OptimalPoliciesTest::makespan),
        new Candidate("finish time", FinishTimeFairness.create(), finishTimes(false)),
        new Candidate(
            "weighted finish time",
            FinishTimeFairness.create().withWeightedShares(),
            finishTimes(true)),
        new Candidate("total", MaxTotalThroughput.create(), sum(PolicyNumbers::steps, true)),
        new Candidate(
            "total without SLOs",
            MaxTotalThroughput.create().withoutSlos(),
            sum(PolicyNumbers::steps, false)),
        new Candidate(
            "per price without SLOs",
            ThroughputPerPrice.create().withoutSlos(),
            sum(PolicyNumbers::perPrice, false)),
        new Candidate(
            "total of shares",
            MaxTotalThroughput.create().withStepWeight(StepWeight.WEIGHTED_SHARES).withoutSlos(),
            sum(jobs((p, m) -> p.job(m).weight() * share(p, m)), false)),
        new Candidate("per price", ThroughputPerPrice.create(), sum(PolicyNumbers::perPrice, true)),
        new Candidate("per cost", ThroughputPerCost.create(), OptimalPoliciesTest::perCost),
        new Candidate(
            "average completion",
            AverageCompletionTime.create().withFavour(0),
            sum(jobs((p, m) -> left(p, m) > 0 ? p.job(m).weight() * share(p, m) : 0), false)),
        new Candidate(
            "fifo program",
            FifoProgram.create(),
            sum(jobs((p, m) -> turn(p, m) * share(p, m)), false)),
        new Candidate("nash", NashWelfare.create(), OptimalPoliciesTest::nash),
        new Candidate("harmonic mean", MeanFairness.of(-1), OptimalPoliciesTest::harmonic),
        new Candidate("strict fifo", StrictFifo.create(), OptimalPoliciesTest::inOrder),
        new Candidate(
            "shortest first", ShortestJobFirst.create(), OptimalPoliciesTest::shortestFirst),
        new Candidate("water filling", WaterFilling.create(), levels(false)),
        new Candidate("hierarchical", WaterFilling.create().overEntities(), levels(true)));
  }

  /** Every fourth problem forbids some types to some jobs. */
  private static AllocationProblem anyProblem(long seed) {
    long of = seed / 4;
    return seed % 4 < 3
        ? problem(3 * of + seed % 4)
        : Problems.forbidding(ConstrainedProblems.unconstrained(of), new Random(of));
  }

  private static AllocationProblem problem(long seed) {
    AllocationProblem elastic = Problems.complete(seed, Kind.ELASTIC);
    return switch ((int) (seed % 3)) {
      case 0 -> ConstrainedProblems.of(seed / 3);
      case 1 -> Trees.random(elastic, seed);
      default -> ConstrainedProblems.constraining(Trees.random(elastic, seed), seed);
    };
  }

  @TestFactory
  Stream<DynamicTest> answers_areOptimalForAnIndependentSolver() {
    return candidates().map(candidate -> dynamicTest(candidate.name(), () -> check(candidate)));
  }

  /** One problem in two hundred may be beyond the solvers; none may be answered wrongly. */
  private static void check(Candidate candidate) {
    int unanswered = 0;
    for (long seed = 0; seed < CASES; seed++) {
      try {
        check(candidate, anyProblem(seed), seed);
      } catch (SolveFailedException beyond) {
        unanswered++;
      } catch (RuntimeException | AssertionError failed) {
        throw new AssertionError("seed " + seed + ": " + failed, failed);
      }
    }
    assertTrue(200L * unanswered <= CASES, candidate.name() + " left unanswered " + unanswered);
  }

  private static void check(Candidate candidate, AllocationProblem problem, long seed) {
    Allocation x;
    try {
      x = candidate.policy().allocate(problem);
    } catch (InfeasibleProblemException conflict) {
      assertTrue(
          conflict.conflict().stream().anyMatch(name -> name.startsWith("slo:")),
          conflict.getMessage());
      double met = new PlainRows(problem).floor(m -> 0, m -> slo(problem, m, true)).mostLevel();
      assertTrue(!(met >= 1 + CLOSE), () -> conflict.getMessage() + " holds at " + met);
      return;
    }
    assertEquals(0, x.maxViolation());
    Finding kept = Auditor.create().judge(x, Invariant.CONSTRAINTS);
    assertTrue(kept instanceof Finding.Holds || problem.constraintRows().isEmpty(), kept::toString);
    candidate.judge().judge(problem, x, seed);
  }

  private static void assertClose(double expected, double actual) {
    assertEquals(expected, actual, CLOSE * Math.abs(expected) + 1e-9);
  }

  private static Judge level(OfJob owed) {
    return (problem, x, seed) -> {
      if (IntStream.range(0, problem.jobCount()).anyMatch(m -> owed.of(problem, m) > 0)) {
        IntToDoubleFunction of = m -> owed.of(problem, m);
        assertClose(new PlainRows(problem).floor(m -> 0, of).mostLevel(), objective(x));
        assertClose(
            new WeakDuality(problem, x.certificate().prices()).level(of), x.certificate().bound());
        assertProved(x);
      }
    };
  }

  private static void assertProved(Allocation x) {
    assertTrue(x.certificate().holdsWithin(Tolerance.CERTIFIED), x.certificate().toString());
  }

  private static double objective(Allocation x) {
    return x.certificate().objective();
  }

  private static Judge sum(OfEntry gain, boolean slos) {
    return (problem, x, seed) -> {
      IntToDoubleFunction of = i -> gain.of(problem, i);
      IntToDoubleFunction floor = m -> slo(problem, m, slos);
      assertClose(
          new PlainRows(problem)
              .floor(m -> floor.applyAsDouble(m) * (1 - 1e-9), m -> 0)
              .mostGain(of),
          objective(x));
      assertClose(
          new WeakDuality(problem, x.certificate().prices()).sum(of, floor),
          x.certificate().bound());
      assertProved(x);
      for (int m = 0; m < problem.jobCount(); m++) {
        assertTrue(x.effectiveThroughput(m) >= floor.applyAsDouble(m) * (1 - 1e-6), "SLO of " + m);
      }
    };
  }

  /** At the best ratio, steps minus the ratio times what they cost are 0 at most. */
  private static void perCost(AllocationProblem problem, Allocation x, long seed) {
    int types = problem.cluster().typeCount();
    IntToDoubleFunction cost = i -> price(problem, i) * problem.workers(i / types);
    double steps = 0;
    double bill = 0;
    for (int i = 0; i < problem.groupCount() * types; i++) {
      steps += steps(problem, i) * x.fraction(i / types, i % types);
      bill += cost.applyAsDouble(i) * x.fraction(i / types, i % types);
    }
    if (bill > 0) {
      double ratio = steps / bill;
      assertClose(ratio, objective(x));
      double more =
          new PlainRows(problem)
              .floor(m -> slo(problem, m, true) * (1 - 1e-9), m -> 0)
              .mostGain(i -> steps(problem, i) - ratio * cost.applyAsDouble(i));
      assertTrue(more <= CLOSE * steps, () -> "could gain " + more);
      assertProved(x);
    }
  }

  private static void makespan(AllocationProblem problem, Allocation x, long seed) {
    if (IntStream.range(0, problem.jobCount()).anyMatch(m -> left(problem, m) > 0)) {
      IntToDoubleFunction steps = m -> left(problem, m);
      assertClose(1 / new PlainRows(problem).floor(m -> 0, steps).mostLevel(), objective(x));
      assertClose(
          1 / new WeakDuality(problem, x.certificate().prices()).level(steps),
          x.certificate().bound());
      assertProved(x);
    }
  }

  /** A level that is a little less demands more than can be had, and a little more does not. */
  private static Judge finishTimes(boolean weighted) {
    return (problem, x, seed) -> {
      double rho = objective(x);
      if (rho > 0) {
        double more = part(problem, rho * (1 + CLOSE), weighted);
        double less = part(problem, rho * (1 - CLOSE), weighted);
        assertTrue(less < 1 && more > 1 - 1e-6, () -> less + ", " + more);
        assertProved(x);
      }
    };
  }

  private static double part(AllocationProblem problem, double rho, boolean weighted) {
    IntToDoubleFunction demand = m -> demand(problem, m, rho, weighted);
    return IntStream.range(0, problem.jobCount()).allMatch(m -> demand.applyAsDouble(m) >= 0)
        ? new PlainRows(problem).floor(m -> 0, demand).mostLevel()
        : 0;
  }

  private static void nash(AllocationProblem problem, Allocation x, long seed) {
    IntToDoubleFunction weight = m -> x.effectiveThroughput(m) > 0 ? problem.job(m).weight() : 0;
    double value = 0;
    double weights = 1e-9;
    for (int m = 0; m < problem.jobCount(); m++) {
      double w = weight.applyAsDouble(m);
      value += w > 0 ? w * Math.log(x.effectiveThroughput(m)) : 0;
      weights += w;
    }
    assertEquals(value, objective(x), 1e-6 * weights);
    double bound = new WeakDuality(problem, x.certificate().prices()).logs(weight);
    assertEquals(bound, x.certificate().bound(), 1e-6 * weights);
    assertTrue(bound <= objective(x) + 1e-6 * weights, x.certificate()::toString);
  }

  /** The harmonic mean is the sum of weights over {@code Σ c / throughput}. */
  private static void harmonic(AllocationProblem problem, Allocation x, long seed) {
    IntToDoubleFunction c = m -> problem.job(m).weight() * EqualShare.throughput(problem, m);
    double sum = 0;
    double weights = 0;
    for (int m = 0; m < problem.jobCount(); m++) {
      if (c.applyAsDouble(m) > 0) {
        sum += c.applyAsDouble(m) / x.effectiveThroughput(m);
        weights += problem.job(m).weight();
      }
    }
    if (weights > 0) {
      assertClose(weights / sum, objective(x));
      double least = new WeakDuality(problem, x.certificate().prices()).reciprocals(c);
      assertTrue(sum <= least * (1 + CLOSE), sum + " instead of " + least);
      assertProved(x);
    }
  }

  private static void inOrder(AllocationProblem problem, Allocation x, long seed) {
    inOrder(problem, x, seed, IntStream.range(0, problem.jobCount()).boxed().toList());
  }

  private static void shortestFirst(AllocationProblem problem, Allocation x, long seed) {
    inOrder(
        problem,
        x,
        seed,
        IntStream.range(0, problem.jobCount())
            .boxed()
            .filter(m -> left(problem, m) > 0 && PoolShares.fastest(problem, m) > 0)
            .sorted(Comparator.comparingDouble(m -> fastestTime(problem, m)))
            .toList());
  }

  /** Each job gets the most that earlier jobs leave. */
  private static void inOrder(
      AllocationProblem problem, Allocation x, long seed, List<Integer> order) {
    if (order.isEmpty()) {
      return;
    }
    int place = (int) (seed / 3 % order.size());
    List<Integer> earlier = order.subList(0, place);
    int m = order.get(place);
    if (PoolShares.fastest(problem, m) > 0) {
      double most = mostOf(problem, x, m, earlier::contains);
      double scale = mostOf(problem, x, m, k -> false);
      if (Double.isFinite(most) && Double.isFinite(scale)) { // the oracle has an answer
        assertEquals(most, x.effectiveThroughput(m), 1e-4 * scale + 1e-9);
      }
    }
  }

  private interface Keeps {
    boolean keeps(int m);
  }

  /**
   * The most throughput of a job while others keep theirs. The solver needs some slack in what they
   * keep, and what the job gains by it can be a million times as much. It is concave in the slack,
   * so the line through two slacks is not below the value without slack.
   */
  private static double mostOf(AllocationProblem problem, Allocation x, int m, Keeps others) {
    double slack = 1e-9;
    return 2 * mostOf(problem, x, m, others, slack) - mostOf(problem, x, m, others, 2 * slack);
  }

  private static double mostOf(
      AllocationProblem problem, Allocation x, int m, Keeps others, double slack) {
    return new PlainRows(problem)
        .floor(k -> others.keeps(k) ? x.effectiveThroughput(k) * (1 - slack) : 0, k -> 0)
        .mostThroughput(k -> k == m ? 1 : 0);
  }

  /** Every level is that of arithmetic in 60 digits. */
  private static Judge levels(boolean overEntities) {
    return (problem, x, seed) -> {
      double[] levels = ExactWaterFilling.fill(problem, overEntities).orElse(new double[0]);
      for (int m = 0; m < levels.length; m++) {
        double equal = EqualShare.throughput(problem, m);
        if (equal > 0) {
          double allowed = LEVEL * (levels[m] + SCALE);
          assertEquals(levels[m], x.effectiveThroughput(m) / equal, allowed, "job " + m);
        }
      }
    };
  }

  /** Weights of 1000 beside 0.001 let a light job rise by what a heavy one lacks. */
  @Test
  void levels_lightJobsBesideHeavyOnes_areExact() {
    for (long seed : new long[] {14, 95, 1735, 2289, 2832, 3717, 5001, 5978}) {
      AllocationProblem problem = problem(seed);
      levels(false).judge(problem, WaterFilling.create().allocate(problem), seed);
    }
    for (long seed : new long[] {41, 189, 280, 3306, 3714, 3786, 5310}) {
      AllocationProblem problem = problem(seed);
      levels(true).judge(problem, WaterFilling.create().overEntities().allocate(problem), seed);
    }
  }
}
