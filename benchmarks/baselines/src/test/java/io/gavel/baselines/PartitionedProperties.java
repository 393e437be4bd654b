package io.gavel.baselines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.lp.Problems;
import io.gavel.policies.lp.Problems.Kind;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.welfare.NashWelfare;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Assume;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** POP: the answers of the parts make a feasible whole, and its certificate is true. */
class PartitionedProperties {

  /** Jobs of 26 kinds on as many workers of each of three types as there are jobs to four. */
  private static AllocationProblem cluster(int jobs, long seed, boolean gangs) {
    Random random = new Random(seed);
    double[][] kinds = new double[26][];
    for (int kind = 0; kind < kinds.length; kind++) {
      double k80 = 1 + 9 * random.nextDouble();
      double p100 = k80 * (1 + 3 * random.nextDouble());
      kinds[kind] = new double[] {p100 * (1 + 2 * random.nextDouble()), p100, k80};
    }
    int each = Math.max(1, Math.floorDiv(jobs, 4));
    AllocationProblem.Builder problem =
        AllocationProblem.builder(
            Cluster.of(
                new WorkerType("v100", each),
                new WorkerType("p100", each),
                new WorkerType("k80", each)));
    for (int m = 0; m < jobs; m++) {
      int size = gangs ? 1 << Math.max(0, random.nextInt(7) - 3) : 1;
      problem.job(
          Job.builder("job" + m).scaleFactor(size).build(), kinds[random.nextInt(kinds.length)]);
    }
    return problem.build();
  }

  @Property(tries = 300)
  void allocate_anyProblem_isFeasibleAndBetweenItsBounds(
      @ForAll Draws random, @ForAll Kind kind, @ForAll @IntRange(min = 1, max = 4) int parts) {
    AllocationProblem problem = Problems.complete(random, kind);
    Allocation x;
    double exact;
    try {
      x = Partitioned.maxMinFairness(parts).withSeed(random.nextLong()).allocate(problem);
      exact = MaxMinFairness.create().allocate(problem).certificate().objective();
    } catch (SolveFailedException beyondTheSolver) {
      Assume.that(kind != Kind.WIDE_RATES);
      throw beyondTheSolver;
    }
    assertEquals(0, x.maxViolation());
    assertTrue(x.certificate().objective() <= exact * (1 + 2e-6));
    assertTrue(x.certificate().bound() >= exact * (1 - 2e-6));
    for (int g = 0; g < problem.groupCount(); g++) {
      for (int j = 0; j < problem.cluster().typeCount(); j++) {
        assertTrue(x.fraction(g, j) == 0 || problem.runs(g, j));
      }
    }
    if (parts == 1) {
      assertTrue(x.certificate().holdsWithin(new Tolerance(0, 3e-6)), x.certificate().toString());
    }
  }

  @Example
  void allocate_2048Jobs_isWithinAPerCentAndAHalf() {
    for (long seed = 0; seed < 3; seed++) {
      AllocationProblem problem = cluster(2048, seed, false);
      double exact = MaxMinFairness.create().allocate(problem).certificate().objective();
      Allocation random = Partitioned.maxMinFairness(4).withSeed(seed).allocate(problem);
      Allocation alike = Partitioned.maxMinFairness(4).byClass().allocate(problem);
      assertTrue(random.certificate().objective() >= 0.985 * exact);
      assertTrue(alike.certificate().objective() >= 0.995 * exact);
      assertTrue(random.certificate().bound() >= exact * (1 - 1e-6));
      assertTrue(random.certificate().relativeGap() < 0.03, random.certificate().toString());
    }
  }

  @Example
  void allocate_nashWelfare_isBoundedToo() {
    for (long seed = 0; seed < 10; seed++) {
      AllocationProblem problem = cluster(64, seed, true);
      double exact = NashWelfare.create().allocate(problem).certificate().objective();
      Allocation x = PartitionedTest.welfare(2).withSeed(seed).allocate(problem);
      assertTrue(x.certificate().objective() <= exact + 1e-4);
      assertTrue(x.certificate().bound() >= exact - 1e-4);
      assertTrue(x.certificate().bound() - x.certificate().objective() < 0.05 * 64);
    }
  }

  @Example
  void allocate_gangsLargerThanAPart_areCutUp() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("a", 8), new WorkerType("b", 2)))
            .job(Job.builder("large").scaleFactor(8).build(), 4, 100)
            .job(Job.of("small"), 1, 1)
            .build();
    Allocation x = Partitioned.maxMinFairness(4).allocate(problem);
    assertTrue(x.fraction("large", "a") > 0.5);
    assertEquals(0, x.fraction("large", "b")); // pieces of two would fit there, the gang does not
    assertTrue(x.effectiveThroughput("small") > 0);
    Allocation whole = Partitioned.maxMinFairness(1).allocate(problem);
    double exact = MaxMinFairness.create().allocate(problem).certificate().objective();
    assertEquals(exact, whole.certificate().objective(), 1e-6);
  }

  @Example
  void allocate_partThatFails_failsTheWhole() {
    AllocationProblem problem = cluster(8, 1, false);
    Partitioned failing =
        new Partitioned(
            part -> {
              throw new SolveFailedException("on purpose");
            },
            p -> AllocationProgram.maximizeSum(p, new double[8]),
            2,
            0,
            false);
    assertEquals(
        "on purpose",
        assertThrows(SolveFailedException.class, () -> failing.allocate(problem)).getMessage());
    assertThrows(IllegalArgumentException.class, () -> Partitioned.maxMinFairness(0));
  }

  /** Parts by kind are the same whatever the seed, and random ones are not. */
  @Example
  void withSeed_ofStratifiedParts_changesNothing() {
    AllocationProblem problem = cluster(40, 3, false);
    Partitioned random = Partitioned.maxMinFairness(3);
    Partitioned alike = random.byClass();
    assertEquals(alike.withSeed(1).allocate(problem), alike.withSeed(2).allocate(problem));
    assertNotEquals(random.withSeed(1).allocate(problem), random.withSeed(2).allocate(problem));
  }

  @Example
  void nashWelfare_jobThatRunsNowhere_changesNothing() {
    AllocationProblem.Builder one =
        AllocationProblem.builder(Cluster.of(new WorkerType("gpu", 2))).job(Job.of("1"), 8);
    AllocationProblem.Builder two =
        AllocationProblem.builder(Cluster.of(new WorkerType("gpu", 2)))
            .job(Job.of("1"), 8)
            .job(Job.of("nowhere"), 0);
    double expected = StrictMath.log(8);
    for (AllocationProblem.Builder problem : List.of(one, two)) {
      Allocation x = PartitionedTest.welfare(2).allocate(problem.build());
      assertEquals(expected, x.certificate().objective(), 1e-6);
      assertEquals(1, x.timeFraction(0), 1e-6);
    }
  }

  /** A statement of the caller's may read anything. */
  @Example
  void reads_ofAnyStatement_isEverything() {
    Partitioned own =
        new Partitioned(
            MaxMinFairness.create(),
            p -> AllocationProgram.maximizeSum(p, new double[p.jobCount()]),
            2,
            0,
            false);
    assertEquals(Aspect.all(), own.reads());
    assertTrue(!Partitioned.maxMinFairness(2).reads().contains(Aspect.HISTORY));
  }

  @Example
  void claims_areTheRulesButForJobsThatRunNowhere() {
    Claims rules = Claims.rules().without(Invariant.SET_ASIDE);
    assertEquals(rules, Partitioned.maxMinFairness(2).claims());
  }

  @Example
  void allocate_constraints_areRefused() {
    AllocationProblem problem =
        cluster(8, 1, false)
            .constraining(Constraint.named("few").that(LinearForm.workers()).atMost(1));
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class, () -> Partitioned.maxMinFairness(2).allocate(problem));
    assertTrue(refused.getMessage().contains("\"few\""), refused.getMessage());
  }
}
