package io.gavel.policies.lp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.Policy;
import io.gavel.policies.ThroughputMatrix;
import io.gavel.policies.Tolerance;
import io.gavel.policies.audit.Auditor;
import io.gavel.policies.audit.Finding;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.constraint.LinearForm.Term;
import io.gavel.policies.lp.Problems.Kind;
import io.gavel.policies.lp.fairness.EqualThroughput;
import io.gavel.policies.lp.fairness.MaxEnvyFree;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.share.IsolatedShare;
import io.gavel.policies.lp.share.Normalizer;
import io.gavel.policies.lp.variant.HeterogeneityAgnostic;
import io.gavel.policies.lp.welfare.MeanFairness;
import io.gavel.policies.model.Group;
import io.gavel.policies.program.Measure.ReferenceThroughput;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Published policies that optimise, on random problems with prices: a third with constraints and
 * quotas, a third with configurations, a third with both; some with shares of workers or ties. A
 * general solver on the plain rows of each policy's own program finds nothing better.
 */
public class PublishedPoliciesOracleTest {

  private static final long CASES = Boolean.getBoolean("gavel.nightly") ? 2_000 : 6;

  private static final double CLOSE = 1e-5;

  /** Judges how a policy answers a problem that is a function of the seed. */
  private interface Check {

    /** Whether there was an optimum to compare. */
    boolean check(long seed);
  }

  private record Candidate(String name, Check check) {}

  private static Stream<Candidate> candidates() {
    return Stream.of(
        new Candidate("agnostic", PublishedPoliciesOracleTest::agnostic),
        new Candidate("agnostic on a type", PublishedPoliciesOracleTest::agnosticOnType),
        new Candidate(
            "envy-free", seed -> envyFree(seed, MaxEnvyFree.create(), Normalizer.EQUAL_SHARE)),
        new Candidate(
            "oef cooperative",
            seed ->
                envyFree(
                    seed,
                    MaxEnvyFree.create().withReference(Normalizer.SLOWEST_TYPE),
                    Normalizer.SLOWEST_TYPE)),
        new Candidate("oef non-cooperative", PublishedPoliciesOracleTest::equalThroughput),
        new Candidate("harmonic mean", PublishedPoliciesOracleTest::harmonicMean));
  }

  @TestFactory
  Stream<DynamicTest> answers_areOptimalForAnIndependentSolver() {
    return candidates()
        .map(candidate -> dynamicTest(candidate.name(), () -> check(candidate.check())));
  }

  private static void check(Check check) {
    int compared = 0;
    for (long seed = 0; seed < CASES; seed++) {
      try {
        compared += check.check(seed) ? 1 : 0;
      } catch (RuntimeException | AssertionError failed) {
        throw new AssertionError("seed " + seed + ": " + failed, failed);
      }
    }
    assertTrue(4L * compared >= CASES, "compared only " + compared);
  }

  /** A problem without pairs, which most of these policies refuse or ignore. */
  public static AllocationProblem problem(long seed, boolean elastic, boolean constrained) {
    List<Kind> rigid = List.of(Kind.PLAIN, Kind.TIES, Kind.SHARES);
    boolean ways = elastic && seed % 3 > 0;
    Kind kind = ways ? Kind.ELASTIC : rigid.get((int) (seed / 3 % 3));
    AllocationProblem free = Trees.random(Problems.complete(seed, kind).withoutPairs(), seed);
    return constrained && seed % 3 != 1 ? ConstrainedProblems.constraining(free, seed) : free;
  }

  private static void assertClose(double expected, double actual) {
    assertEquals(expected, actual, CLOSE * Math.abs(expected) + 1e-9);
  }

  private static void assertKept(Allocation x) {
    assertEquals(0, x.maxViolation());
    Finding kept = Auditor.create().judge(x, Invariant.CONSTRAINTS);
    assertTrue(
        kept instanceof Finding.Holds || x.problem().constraintRows().isEmpty(), kept::toString);
  }

  private static void assertProved(Allocation x) {
    assertTrue(x.certificate().holdsWithin(Tolerance.CERTIFIED), x.certificate()::toString);
    Finding proved = Auditor.create().judge(x, Invariant.PROVED);
    assertInstanceOf(Finding.Holds.class, proved, proved::toString);
  }

  private static double objective(Allocation x) {
    return x.certificate().objective();
  }

  private static double rate(AllocationProblem problem, int g, int j) {
    return problem.runs(g, j) ? problem.throughputs().stepsPerSecond(g, j) : 0;
  }

  private static boolean hasSteps(AllocationProblem problem) {
    return problem.constraints().stream()
        .flatMap(constraint -> constraint.form().terms().stream())
        .anyMatch(term -> term.unit() == Term.Unit.STEPS);
  }

  private static boolean agnostic(long seed) {
    return agnostic(
        problem(seed, true, true),
        HeterogeneityAgnostic.unitRates(MaxMinFairness.create()),
        m -> 1);
  }

  private static boolean agnosticOnType(long seed) {
    AllocationProblem problem = problem(seed, true, true);
    for (int type = 0; type < problem.cluster().typeCount(); type++) {
      int j = type;
      IntToDoubleFunction rate = m -> problem.throughputs().stepsPerSecond(m, j);
      boolean known =
          IntStream.range(0, problem.jobCount())
              .allMatch(m -> isUnrunnable(problem, m) || rate.applyAsDouble(m) > 0);
      if (known) {
        String name = problem.cluster().type(j).name();
        return agnostic(
            problem, HeterogeneityAgnostic.referenceType(MaxMinFairness.create(), name), rate);
      }
    }
    return false; // it refuses a type on which some job cannot run
  }

  private static boolean isUnrunnable(AllocationProblem problem, int m) {
    return problem.unrunnable().stream().anyMatch(job -> job.job() == m);
  }

  /** The level among jobs that are as fast everywhere, in their first way only. */
  private static boolean agnostic(
      AllocationProblem problem, Policy policy, IntToDoubleFunction rate) {
    if (hasSteps(problem)) {
      return false; // it knows no steps, and says so
    }
    int types = problem.cluster().typeCount();
    ThroughputMatrix.Builder matrix = ThroughputMatrix.builder(types);
    for (int m = 0; m < problem.jobCount(); m++) {
      double[] rates = new double[types];
      Arrays.fill(rates, isUnrunnable(problem, m) ? 0 : rate.applyAsDouble(m));
      matrix.job(rates);
    }
    for (int g = problem.jobCount(); g < problem.groupCount(); g++) {
      Group.Configuration way = (Group.Configuration) problem.group(g);
      matrix.configuration(way.job(), way.name(), way.holding(), new double[types]);
    }
    AllocationProblem believed = problem.believing(matrix.build());
    IntToDoubleFunction owed =
        m ->
            believed.job(m).weight()
                * Normalizer.EQUAL_SHARE.throughput(believed, m)
                / believed.job(m).workers();
    Allocation x;
    try {
      x = policy.allocate(problem);
    } catch (InfeasibleProblemException conflict) {
      assertNone(new PlainRows(believed).mostThroughput(m -> 0), conflict);
      return false;
    }
    assertKept(x);
    boolean some = IntStream.range(0, problem.jobCount()).anyMatch(m -> owed.applyAsDouble(m) > 0);
    if (some) {
      assertClose(new PlainRows(believed).floor(m -> 0, owed).mostLevel(), objective(x));
      assertTrue(x.certificate().holdsWithin(Tolerance.CERTIFIED), x.certificate()::toString);
    }
    return some;
  }

  /** The general solver finds no allocation either. */
  private static void assertNone(double optimum, InfeasibleProblemException conflict) {
    assertTrue(Double.isNaN(optimum), () -> conflict.getMessage() + ", but " + optimum);
  }

  private static boolean envyFree(long seed, MaxEnvyFree policy, ReferenceThroughput reference) {
    AllocationProblem problem = problem(seed, false, true);
    PlainRows rows = new PlainRows(problem);
    for (int m = 0; m < problem.jobCount(); m++) {
      for (int k = 0; k < problem.jobCount(); k++) {
        if (m != k && problem.job(m).workers() == problem.job(k).workers()) {
          rows.atLeastNothing(m + " beside " + k, gainByMoving(problem, m, k));
        }
      }
    }
    IntToDoubleFunction worth =
        m -> {
          double throughput = reference.throughput(problem, m);
          return throughput > 0 ? 1 / throughput : 0;
        };
    double most = rows.mostThroughput(worth);
    try {
      Allocation x = policy.allocate(problem);
      assertKept(x);
      assertClose(most, objective(x));
      assertProved(x);
      return true;
    } catch (InfeasibleProblemException conflict) {
      assertNone(most, conflict);
      return false;
    }
  }

  /** What a job makes of its own fractions, less what it would make of another job's. */
  private static IntToDoubleFunction gainByMoving(AllocationProblem problem, int m, int k) {
    int types = problem.cluster().typeCount();
    double fastest =
        IntStream.range(0, types).mapToDouble(j -> rate(problem, m, j)).max().orElse(0);
    return i -> {
      double part = fastest > 0 ? rate(problem, m, i % types) / fastest : 0;
      return i / types == m ? part : i / types == k ? -part : 0;
    };
  }

  private static boolean equalThroughput(long seed) {
    AllocationProblem problem = problem(seed, true, true);
    IntToDoubleFunction slowest = m -> Normalizer.SLOWEST_TYPE.throughput(problem, m);
    PlainRows rows = new PlainRows(problem).exactly(slowest);
    double most =
        IntStream.range(0, problem.jobCount()).anyMatch(m -> slowest.applyAsDouble(m) > 0)
            ? rows.mostLevel()
            : rows.mostThroughput(m -> 0);
    try {
      Allocation x = EqualThroughput.create().allocate(problem);
      assertKept(x);
      assertClose(most, objective(x));
      assertProved(x);
      for (int m = 0; m < problem.jobCount(); m++) {
        double owed = objective(x) * slowest.applyAsDouble(m);
        assertEquals(owed, x.effectiveThroughput(m), CLOSE * owed + 1e-6);
      }
      return most > 0;
    } catch (InfeasibleProblemException conflict) {
      assertNone(most, conflict);
      return false;
    }
  }

  private static boolean harmonicMean(long seed) {
    AllocationProblem problem = problem(seed, true, true);
    IntToDoubleFunction isolated = m -> IsolatedShare.throughput(problem, m);
    Allocation x =
        MeanFairness.of(-1).withReference(Normalizer.ISOLATED_SHARE).unweighted().allocate(problem);
    assertKept(x);
    double sum = 0;
    int counted = 0;
    for (int m = 0; m < problem.jobCount(); m++) {
      if (isolated.applyAsDouble(m) > 0) {
        sum += isolated.applyAsDouble(m) / x.effectiveThroughput(m);
        counted++;
      }
    }
    if (counted > 0) {
      assertClose(counted / sum, objective(x));
      double least = new WeakDuality(problem, x.certificate().prices()).reciprocals(isolated);
      assertTrue(sum <= least * (1 + CLOSE), sum + " instead of " + least);
      assertProved(x);
    }
    return counted > 0;
  }
}
