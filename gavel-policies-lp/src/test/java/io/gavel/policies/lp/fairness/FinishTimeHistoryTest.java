package io.gavel.policies.lp.fairness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Tolerance;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Finish-time fairness for jobs of all ages, with all rests. */
class FinishTimeHistoryTest {

  private static final double[] AGES = {0, 1, 1e3, 1e6, 1e9};
  private static final double[] ISOLATED = {0, 1, 100, 1e3, 1e6};
  private static final double[] RESTS = {1e-6, 1e-3, 1, 1e3, 1e9};

  private static final MathContext DIGITS = new MathContext(60);

  private static final boolean NIGHTLY = Boolean.getBoolean("gavel.nightly");

  /** A job with a throughput of 5 that has a history, and a new one with 3, on one worker. */
  private static AllocationProblem problem(double age, double isolated, double rest) {
    return AllocationProblem.builder(Cluster.of(new WorkerType("a", 1)))
        .job(
            Job.builder("old")
                .stepsRemaining(rest)
                .secondsSinceStart(age)
                .isolatedSecondsSoFar(isolated)
                .build(),
            5)
        .job(Job.builder("new").stepsRemaining(1000).build(), 3)
        .build();
  }

  private static BigDecimal exact(double value) {
    return new BigDecimal(value);
  }

  /** Whether the worker has enough time for both jobs at a ρ. */
  private static boolean isEnough(BigDecimal rho, double age, double isolated, double rest) {
    BigDecimal old =
        rho.multiply(exact(isolated).add(exact(rest).divide(exact(2.5), DIGITS)), DIGITS)
            .subtract(exact(age));
    BigDecimal fresh = rho.multiply(exact(1000).divide(exact(1.5), DIGITS), DIGITS);
    if (old.signum() <= 0 || fresh.signum() <= 0) {
      return false;
    }
    BigDecimal time =
        exact(rest)
            .divide(old.multiply(exact(5)), DIGITS)
            .add(exact(1000).divide(fresh.multiply(exact(3)), DIGITS));
    return time.compareTo(BigDecimal.ONE) <= 0;
  }

  private static double leastRho(double age, double isolated, double rest) {
    BigDecimal low = BigDecimal.ZERO;
    BigDecimal high = BigDecimal.ONE;
    while (!isEnough(high, age, isolated, rest)) {
      high = high.multiply(exact(2));
    }
    for (int i = 0; i < 150; i++) {
      BigDecimal middle = low.add(high).divide(exact(2), DIGITS);
      if (isEnough(middle, age, isolated, rest)) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return high.doubleValue();
  }

  @Test
  void allocate_allAgesAndRests_isTheLeastRho() {
    for (double age : AGES) {
      for (double isolated : ISOLATED) {
        for (double rest : RESTS) {
          Allocation x = FinishTimeFairness.create().allocate(problem(age, isolated, rest));
          double least = leastRho(age, isolated, rest);
          String what = "age %s, isolated %s, rest %s".formatted(age, isolated, rest);
          assertEquals(least, x.certificate().objective(), 1e-9 * least, what);
          assertEquals(least, x.certificate().bound(), 1e-9 * least, what);
          assertEquals(0, x.maxViolation(), what);
        }
      }
    }
  }

  private static AllocationProblem random(long seed) {
    Random random = new Random(seed);
    int types = 1 + random.nextInt(3);
    WorkerType[] workers = new WorkerType[types];
    for (int j = 0; j < types; j++) {
      workers[j] = new WorkerType("t" + j, 1 + random.nextInt(3));
    }
    AllocationProblem.Builder problem = AllocationProblem.builder(Cluster.of(workers));
    for (int m = 0, n = 2 + random.nextInt(7); m < n; m++) {
      boolean old = random.nextInt(3) > 0;
      problem.job(
          Job.builder("j" + m)
              .stepsRemaining(Math.pow(10, random.nextDouble(-4, 7)))
              .secondsSinceStart(old ? Math.pow(10, random.nextDouble(0, 7)) : 0)
              .isolatedSecondsSoFar(old ? Math.pow(10, random.nextDouble(0, 6)) : 0)
              .build(),
          random.doubles(types, 0.5, 5).toArray());
    }
    return problem.build();
  }

  @Test
  void allocate_anyHistory_isAnsweredAndProved() {
    for (long seed = 0; seed < (NIGHTLY ? 2_500 : 60); seed++) {
      for (FinishTimeFairness policy :
          List.of(FinishTimeFairness.create(), FinishTimeFairness.create().withWeightedShares())) {
        Allocation x = policy.allocate(random(seed));
        assertEquals(0, x.maxViolation(), "seed " + seed);
        assertTrue(x.certificate().holdsWithin(Tolerance.CERTIFIED), "seed " + seed);
      }
    }
  }
}
