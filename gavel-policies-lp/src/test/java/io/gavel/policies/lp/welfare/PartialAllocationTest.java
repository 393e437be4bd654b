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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  /**
   * A type that is faster by the same factor for all jobs leaves one class of each scale factor.
   */
  @Test
  void allocate_proportionalThroughputs_areOneClass() {
    AllocationProblem.Builder jobs = AllocationProblem.builder(workers(40, 20, 30));
    Random random = new Random(5);
    double[] own = random.doubles(300, 0.1, 10).toArray();
    for (int m = 0; m < own.length; m++) {
      Job job = Job.builder("job " + m).scaleFactor(1 + m % 2).build();
      jobs.job(job, own[m] / 3, own[m] / 7, 0.9 * own[m]);
    }
    AllocationProblem problem = jobs.build();
    Allocation x = PartialAllocation.create().allocate(problem);
    for (int m = 2; m < own.length; m++) {
      double first = x.effectiveThroughput(m % 2) / own[m % 2];
      assertEquals(first, x.effectiveThroughput(m) / own[m], 1e-11 * first);
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

  /** The part that a job keeps is computed from the same problem without the job. */
  @ParameterizedTest
  @CsvSource({"1, 1, 1", "3, 0.5, 0.25", "1, 0.75, 0.25", "1.5, 0.5, 1"})
  void partialAllocation_limits_comparesWithTheProblemWithoutTheJob(
      double onA, double capOfFirst, double capOfSecond) {
    double[][] rates = {{4, 1}, {3, 2}, {5, 1}};
    double[] cap = {capOfFirst, capOfSecond, 1};
    Allocation all = NashWelfare.create().allocate(limited(rates, -1, onA, cap));
    Allocation x = PartialAllocation.create().allocate(limited(rates, -1, onA, cap));
    for (int m = 0; m < rates.length; m++) {
      Allocation without = NashWelfare.create().allocate(limited(rates, m, onA, cap));
      double part = 1;
      for (int k = 0, other = 0; k < rates.length; k++) {
        if (k != m) {
          part *= all.effectiveThroughput(k) / without.effectiveThroughput(other++);
        }
      }
      assertEquals(part * all.effectiveThroughput(m), x.effectiveThroughput(m), 1e-5);
    }
    assertEquals(0, x.maxViolation());
  }

  /** Jobs that may hold so many workers of a type in all, and have so much time each. */
  private static AllocationProblem limited(double[][] rates, int absent, double onA, double[] cap) {
    AllocationProblem.Builder jobs =
        AllocationProblem.builder(Cluster.of(new WorkerType("a", 3), new WorkerType("b", 1)));
    jobs.constraint(Constraint.named("a").that(LinearForm.workers().onTypes("a")).atMost(onA));
    for (int m = 0; m < rates.length; m++) {
      if (m != absent) {
        jobs.job(Job.of("j" + m), rates[m]);
        jobs.constraint(
            Constraint.named("cap" + m).that(LinearForm.time().ofJobs("j" + m)).atMost(cap[m]));
      }
    }
    return jobs.build();
  }

  private static final int JOBS = 24;

  private static double weight(int m) {
    return 1 + m % 5;
  }

  /**
   * Jobs of one type share its workers by weight: with W the sum of the weights, the other jobs
   * have W/(W − w) times as much without one, so it keeps that to the power of −(W − w)/w.
   */
  @Test
  void allocate_jobsOnOneType_isKnownForAllWeights() {
    AllocationProblem.Builder builder = AllocationProblem.builder(workers(3));
    double all = 0;
    for (int m = 0; m < JOBS; m++) {
      Job job = Job.builder("" + m).scaleFactor(1 + m % 2).weight(weight(m)).build();
      builder.job(job, 1e3 * (1 + m));
      all += weight(m);
    }
    Allocation x = PartialAllocation.create().allocate(builder.build());
    for (int m = 0; m < JOBS; m++) {
      double w = weight(m);
      double kept = StrictMath.pow((all - w) / all, (all - w) / w);
      assertEquals(kept * 3 * w / all / (1 + m % 2), x.fraction(m, 0), 2e-8, "job " + m);
    }
  }

  /** All weights count as parts of each other, however small. */
  @Test
  void allocate_weightsInAnyUnit_isTheSame() {
    Random random = new Random(2);
    AllocationProblem.Builder builder = AllocationProblem.builder(workers(4, 6));
    for (int m = 0; m < JOBS; m++) {
      builder.job(Job.of("" + m), random.doubles(2, 1, 4).toArray());
    }
    AllocationProblem problem = builder.build();
    Allocation one = PartialAllocation.create().allocate(weighted(problem, 1));
    for (double unit : new double[] {0x1p-30, 0x1p30}) {
      Allocation other = PartialAllocation.create().allocate(weighted(problem, unit));
      for (int m = 0; m < JOBS; m++) {
        double expected = one.effectiveThroughput(m);
        assertEquals(expected, other.effectiveThroughput(m), 1e-6 * expected, "job " + m);
      }
    }
  }

  private static AllocationProblem weighted(AllocationProblem problem, double unit) {
    return problem.withJobs(
        IntStream.range(0, JOBS)
            .mapToObj(m -> problem.job(m).toBuilder().weight(unit * weight(m)).build())
            .toList());
  }

  /** A job that runs all of its time on workers that no other job wants keeps all. */
  @Test
  void allocate_jobThatTakesNothingFromOthers_keepsAll() {
    AllocationProblem.Builder builder = AllocationProblem.builder(workers(3, 4));
    for (int m = 0; m < JOBS; m++) {
      builder.job(Job.of("" + m), m < JOBS - 1 ? 2 : 0, m < JOBS - 1 ? 0 : 5);
    }
    Allocation x = PartialAllocation.create().allocate(builder.build());
    int others = JOBS - 1;
    double kept = StrictMath.pow((others - 1.0) / others, others - 1);
    assertEquals(kept * 3 / others, x.fraction(0, 0), 2e-8);
    assertEquals(1, x.fraction(JOBS - 1, 1), 2e-8);
  }

  /**
   * A quota of half a worker of three for half of the jobs: they share it, the other jobs the rest.
   */
  @Test
  void allocate_jobsUnderAQuota_shareWhatItAllows() {
    AllocationProblem.Builder builder = AllocationProblem.builder(workers(3));
    int half = JOBS / 2;
    for (int m = 0; m < JOBS; m++) {
      builder.job(Job.of("" + m), 2);
    }
    String[] even = IntStream.range(0, half).mapToObj(m -> "" + 2 * m).toArray(String[]::new);
    builder.constraint(
        Constraint.named("quota").that(LinearForm.workers().ofJobs(even)).atMost(0.5));
    Allocation x = PartialAllocation.create().allocate(builder.build());
    double kept = StrictMath.pow((half - 1.0) / half, half - 1);
    assertEquals(kept * 0.5 / half, x.fraction(0, 0), 2e-8);
    assertEquals(kept * 2.5 / half, x.fraction(1, 0), 2e-8);
  }

  /** Jobs of several types and sizes, against Nash welfare without the job. */
  @Test
  void allocate_jobsOfSeveralTypes_keepWhatSolvesSay() {
    for (int seed = 0; seed < 4; seed++) {
      Random random = new Random(seed);
      boolean ties = seed % 2 == 0;
      AllocationProblem.Builder builder = AllocationProblem.builder(workers(4, 6, 9));
      for (int m = 0; m < JOBS; m++) {
        double[] rates = random.doubles(3, 1, 4).map(r -> ties ? Math.rint(r) : r).toArray();
        int size = 1 + m % 3 % 2;
        builder.job(Job.builder("" + m).scaleFactor(size).weight(weight(m)).build(), rates);
      }
      AllocationProblem problem = builder.build();
      Allocation kept = PartialAllocation.create().allocate(problem);
      Allocation with = NashWelfare.create().allocate(problem);
      for (int m = seed % 2; m < JOBS; m += 7) {
        List<Job> rest = new ArrayList<>(problem.jobs());
        rest.remove(m);
        Allocation without = NashWelfare.create().allocate(without(problem, m));
        double loss = 0;
        for (int k = 0; k < JOBS - 1; k++) {
          double before = with.effectiveThroughput(k < m ? k : k + 1);
          loss += rest.get(k).weight() * StrictMath.log(before / without.effectiveThroughput(k));
        }
        double part = kept.effectiveThroughput(m) / with.effectiveThroughput(m);
        assertEquals(StrictMath.exp(loss / weight(m)), part, 1e-4, "seed " + seed + " job " + m);
      }
    }
  }

  private static AllocationProblem without(AllocationProblem problem, int m) {
    return problem.edit().remove("" + m).build();
  }
}
