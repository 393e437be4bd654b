package io.gavel.policies.lp.variant;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.ThroughputMatrix;
import io.gavel.policies.Tolerance;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.lp.Intervals;
import io.gavel.policies.lp.Problems;
import io.gavel.policies.lp.Problems.Kind;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.queue.HeadOfLineFifo;
import io.gavel.policies.lp.throughput.MaxTotalThroughput;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;

class ExploringTest {

  private static final double ROUNDING = 1e-9;

  @Provide
  static Arbitrary<Kind> kinds() {
    return Arbitraries.of(Kind.PLAIN, Kind.TIES, Kind.PAIRS, Kind.SHARES, Kind.ELASTIC);
  }

  @Provide
  static Arbitrary<Policy> policies() {
    return Arbitraries.of(
        MaxMinFairness.create(), MaxTotalThroughput.create(), Robust.of(MaxMinFairness.create()));
  }

  private static double throughput(Allocation x, ThroughputMatrix truth, int m) {
    double steps = 0;
    for (int g = 0; g < truth.groupCount(); g++) {
      for (int i = 0; i < truth.group(g).size(); i++) {
        for (int j = 0; truth.group(g).member(i) == m && j < truth.typeCount(); j++) {
          steps += x.fraction(g, j) * truth.stepsPerSecond(g, i, j);
        }
      }
    }
    return steps;
  }

  @Property
  void allocate_anyTruth_costsNoMoreThanTheShare(
      @ForAll("kinds") Kind kind,
      @ForAll("policies") Policy policy,
      @ForAll @DoubleRange(min = 0.01, max = 0.5) double share,
      @ForAll Draws random) {
    AllocationProblem problem = Intervals.random(Problems.random(random, kind), random);
    Allocation without = policy.allocate(problem);
    Allocation with = Exploring.of(policy, share, 1.2).allocate(problem);
    assertTrue(Tolerance.CERTIFIED.atMost(with.maxViolation(), 0));
    ThroughputMatrix truth = Intervals.truth(problem.throughputs(), random);
    for (int m = 0; m < problem.jobCount(); m++) {
      double kept = (1 - share) * throughput(without, truth, m);
      assertTrue(throughput(with, truth, m) >= kept * (1 - ROUNDING), "job " + m);
    }
    assertTrue(explored(problem, without, with, share) <= workers(problem) * share + ROUNDING);
  }

  /** Workers that explore, averaged over time. */
  private static double explored(
      AllocationProblem problem, Allocation without, Allocation with, double share) {
    double workers = 0;
    for (int m = 0; m < problem.jobCount(); m++) {
      for (int j = 0; j < problem.cluster().typeCount(); j++) {
        double time = with.fraction(m, j) - (1 - share) * without.fraction(m, j);
        workers += with.equals(without) ? 0 : Math.max(0, time) * problem.job(m).workers();
      }
    }
    return workers;
  }

  private static double workers(AllocationProblem problem) {
    return problem.cluster().workers();
  }

  @Property
  void allocate_fewJobs_givesTimeWhereRatesAreUncertain(@ForAll Draws random) {
    AllocationProblem problem = Intervals.random(Problems.random(random, Kind.PLAIN), random);
    double share = 0.1;
    Allocation x = Exploring.of(MaxMinFairness.create(), share, 1.2).allocate(problem);
    ThroughputMatrix rates = problem.throughputs();
    int types = problem.cluster().typeCount();
    for (int m = 0; m < problem.jobCount(); m++) {
      for (int j = 0; j < types; j++) {
        double low = rates.low().stepsPerSecond(m, j);
        boolean uncertain = problem.runs(m, j) && rates.high().stepsPerSecond(m, j) > 1.2 * low;
        double workers = problem.cluster().poolWorkers(problem.cluster().poolOf(j));
        double least = workers / (problem.jobCount() * types * problem.job(m).workers());
        double due = uncertain ? share * Math.min(1.0 / types, least / types) : 0;
        assertTrue(x.fraction(m, j) >= due * (1 - ROUNDING), m + " on " + j);
      }
    }
  }

  @Property
  void allocate_narrowIntervals_isThePolicysAnswer(
      @ForAll("kinds") Kind kind, @ForAll Draws random) {
    AllocationProblem problem = Intervals.random(Problems.random(random, kind), random);
    Policy policy = MaxMinFairness.create();
    assertEquals(policy.allocate(problem), Exploring.of(policy, 0.1, 10.1).allocate(problem));
  }

  /** One worker each; the rate of the new job on the fast type is unknown, and it is not there. */
  private static AllocationProblem oneUncertainRate() {
    return AllocationProblem.builder(
            Cluster.of(new WorkerType("fast", 1), new WorkerType("slow", 1)))
        .job(Job.of("known"), 4, 1)
        .job(Job.of("new"), 1.01, 1)
        .within(new double[] {1, 1}, new double[] {9, 1})
        .build();
  }

  @Example
  void allocate_oneUncertainRate_hasTheShare() {
    AllocationProblem problem = oneUncertainRate();
    Allocation x = Exploring.of(MaxTotalThroughput.create(), 0.05, 1.5).allocate(problem);
    assertEquals(0.05, x.fraction("new", "fast"), 1e-6);
    assertEquals(0.95, x.fraction("new", "slow"), 1e-6);
    assertEquals(0.95, x.fraction("known", "fast"), 1e-6);
    assertTrue(x.certificate().bound() >= x.certificate().objective());
  }

  @Example
  void allocate_whatItCannotMix_isRefused() {
    AllocationProblem problem = oneUncertainRate();
    Policy unstated = Exploring.of(HeadOfLineFifo.aware(), 0.1, 1);
    assertThrows(IllegalArgumentException.class, () -> unstated.allocate(problem));
    Policy policy = MaxMinFairness.create();
    for (double share : new double[] {0, 1, Double.NaN}) {
      assertThrows(IllegalArgumentException.class, () -> Exploring.of(policy, share, 1));
    }
    for (double factor : new double[] {0.9, Double.POSITIVE_INFINITY, Double.NaN}) {
      assertThrows(IllegalArgumentException.class, () -> Exploring.of(policy, 0.1, factor));
    }
    assertEquals(
        Aspect.union(policy.reads(), Aspect.INTERVALS), Exploring.of(policy, 0.1, 1).reads());
  }

  /** A rate that may be nine times its least is certain up to a factor of nine. */
  @Example
  void allocate_intervalAsWideAsTheFactor_isThePolicysAnswer() {
    AllocationProblem problem = oneUncertainRate();
    Policy policy = MaxTotalThroughput.create();
    assertEquals(policy.allocate(problem), Exploring.of(policy, 0.05, 9).allocate(problem));
    assertNotEquals(
        policy.allocate(problem), Exploring.of(policy, 0.05, Math.nextDown(9.0)).allocate(problem));
  }

  @Example
  void allocate_constraints_areRefusedByName() {
    AllocationProblem problem =
        oneUncertainRate()
            .constraining(Constraint.named("few").that(LinearForm.workers()).atMost(1));
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class,
            () -> Exploring.of(MaxTotalThroughput.create(), 0.05, 2).allocate(problem));
    assertTrue(refused.getMessage().contains("\"few\""), refused.getMessage());
  }
}
