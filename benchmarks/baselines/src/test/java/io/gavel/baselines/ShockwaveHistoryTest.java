package io.gavel.baselines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.History;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Shockwave weighs late jobs by the fifth power of their delay, up to 10^50 and more. */
class ShockwaveHistoryTest {

  private static final boolean NIGHTLY = Boolean.getBoolean("gavel.nightly");

  private static double power(Random random, double from, double to) {
    return StrictMath.pow(10, random.nextDouble(from, to));
  }

  private static AllocationProblem random(long seed) {
    Random random = new Random(seed);
    WorkerType[] types = new WorkerType[1 + random.nextInt(3)];
    for (int j = 0; j < types.length; j++) {
      types[j] = new WorkerType("t" + j, 2 + random.nextInt(4));
    }
    AllocationProblem.Builder problem = AllocationProblem.builder(Cluster.of(types));
    double wide = random.nextInt(9) + 0.1;
    for (int m = 0, n = 1 + random.nextInt(12); m < n; m++) {
      double age = power(random, 0, wide);
      double[] rates = random.doubles(types.length, 0.5, 1.5).map(r -> r * age).toArray();
      problem.job(
          Job.builder("j" + m)
              .scaleFactor(1 + random.nextInt(2))
              .stepsRemaining(power(random, -wide, wide))
              .secondsSinceStart(random.nextBoolean() ? power(random, 0, wide) : 0)
              .history(
                  new History(
                      0, power(random, 0, wide), 0, 0, Optional.empty(), Optional.empty(), 0))
              .build(),
          rates);
    }
    return problem.build();
  }

  @Test
  void allocate_anyDelay_isAnsweredAndProved() {
    for (long seed = 0; seed < (NIGHTLY ? 5_000 : 150); seed++) {
      AllocationProblem problem = random(seed);
      double scale = 1; // the price of the makespan
      for (int m = 0; m < problem.jobCount(); m++) {
        double rho = Math.max(1, Themis.rho(problem, m));
        scale += StrictMath.pow(rho, 5) / problem.jobCount();
      }
      Allocation x = Shockwave.create().allocate(problem);
      double gap = x.certificate().bound() - x.certificate().objective();
      assertTrue(gap <= 1e-6 * scale && gap >= -1e-12 * scale, "seed " + seed);
      assertEquals(0, x.maxViolation(), "seed " + seed);
    }
  }
}
