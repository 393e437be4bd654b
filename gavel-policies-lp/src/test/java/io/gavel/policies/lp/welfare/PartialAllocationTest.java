package io.gavel.policies.lp.welfare;

import static io.gavel.policies.lp.Cases.problem;
import static io.gavel.policies.lp.Cases.row;
import static io.gavel.policies.lp.Cases.workers;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.audit.Auditor;
import io.gavel.policies.audit.Finding;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Jobs of weights 1 and 3 on one worker, which would have all of it without the other. */
final class PartialAllocationTest {

  private final AllocationProblem two =
      problem(workers(1), row(10), row(0.2))
          .withJobs(List.of(Job.of("1"), Job.builder("2").weight(3).build()));

  /** Of the fair 1/4 and 3/4 each keeps the part by which the other's power of weight falls. */
  @Test
  void allocate_unequalWeights_keepsWhatTheOthersLose() {
    Allocation x = PartialAllocation.create().allocate(two);
    assertEquals(0.25 * Math.pow(0.75, 3), x.fraction(0, 0), 1e-4);
    assertEquals(0.75 * Math.cbrt(0.25), x.fraction(1, 0), 1e-4);
  }

  @Test
  void allocate_constraintThatWithholdingBreaks_isRefusedByName() {
    AllocationProblem least =
        two.constraining(
            Constraint.named("least").that(LinearForm.time().ofJobs("1")).atLeast(0.1));
    IllegalArgumentException error =
        assertThrows(
            IllegalArgumentException.class, () -> PartialAllocation.create().allocate(least));
    assertTrue(error.getMessage().endsWith("the problem has \"least\""), error::getMessage);
  }

  /** Among few jobs, each departure takes a solve; its rounding may not depend on units. */
  @Test
  void allocate_otherUnitsOfSteps_hasTheSameBits() {
    for (long seed : new long[] {10, 20, 46, 103}) {
      for (int jobs = 4; jobs <= 5; jobs++) {
        double[] plain = PartialAllocation.create().allocate(random(seed, jobs, 0)).fractions();
        double[] other = PartialAllocation.create().allocate(random(seed, jobs, 20)).fractions();
        assertArrayEquals(plain, other, "seed " + seed);
      }
    }
  }

  /** Jobs of weights that are far apart; a step of each is divided into some power of two. */
  private static AllocationProblem random(long seed, int jobs, int exponent) {
    Random random = new Random(seed);
    int types = 2 + random.nextInt(2);
    int[] workers = IntStream.range(0, types).map(j -> 1 + random.nextInt(2)).toArray();
    AllocationProblem.Builder problem = AllocationProblem.builder(workers(workers));
    for (int m = 0; m < jobs; m++) {
      double[] rates = random.doubles(types, 1, 10).toArray();
      double weight = StrictMath.pow(10, random.nextInt(7) - 3);
      int unit = exponent * (random.nextInt(3) - 1);
      Arrays.setAll(rates, j -> Math.scalb(rates[j], unit));
      problem.job(Job.builder("j" + m).weight(weight).build(), rates);
    }
    return problem.build();
  }

  /** Of identical jobs that may hold one worker in all, each keeps its part by the closed form. */
  @Test
  void partialAllocation_limitOfAllWorkers_isThatOfSoManyWorkers() {
    for (int n = 1; n <= 5; n++) {
      AllocationProblem.Builder jobs =
          AllocationProblem.builder(Cluster.of(new WorkerType("a", 7), new WorkerType("b", 2)));
      for (int m = 0; m < n; m++) {
        jobs.job(Job.of("j" + m), 2, 2);
      }
      Allocation x =
          PartialAllocation.create()
              .allocate(
                  jobs.build()
                      .constraining(Constraint.named("one").that(LinearForm.workers()).atMost(1)));
      for (int m = 0; m < n; m++) {
        double part = Math.pow(1 - 1.0 / n, n - 1);
        assertEquals(2 * part / n, x.effectiveThroughput(m), 1e-6);
      }
      assertEquals(0, x.maxViolation());
      assertInstanceOf(Finding.Holds.class, Auditor.create().judge(x, Invariant.CONSTRAINTS));
    }
  }

  /** What a job keeps follows from the problem without it under the same constraint. */
  @Test
  void partialAllocation_limitOfAType_comparesWithTheProblemWithoutTheJob() {
    double[][] rates = {{4, 1}, {3, 2}, {5, 1}};
    Allocation all = NashWelfare.create().allocate(limited(rates, -1));
    Allocation x = PartialAllocation.create().allocate(limited(rates, -1));
    for (int m = 0; m < rates.length; m++) {
      Allocation without = NashWelfare.create().allocate(limited(rates, m));
      double part = 1;
      for (int k = 0, other = 0; k < rates.length; k++) {
        if (k != m) {
          part *= all.effectiveThroughput(k) / without.effectiveThroughput(other++);
        }
      }
      assertEquals(part * all.effectiveThroughput(m), x.effectiveThroughput(m), 1e-5);
    }
  }

  private static AllocationProblem limited(double[][] rates, int absent) {
    AllocationProblem.Builder jobs =
        AllocationProblem.builder(Cluster.of(new WorkerType("a", 3), new WorkerType("b", 1)));
    for (int m = 0; m < rates.length; m++) {
      if (m != absent) {
        jobs.job(Job.of("j" + m), rates[m]);
      }
    }
    return jobs.build()
        .constraining(Constraint.named("a").that(LinearForm.workers().onTypes("a")).atMost(1));
  }
}
