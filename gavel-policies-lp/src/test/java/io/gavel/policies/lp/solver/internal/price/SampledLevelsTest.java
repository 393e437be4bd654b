package io.gavel.policies.lp.solver.internal.price;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.Cases;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.model.Job;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Levels of many jobs, some of which limit it by their time. */
class SampledLevelsTest {

  private static final int JOBS = 8_000;

  /**
   * Jobs that need 0.5 to 1 steps, and 400 slow ones that need more.
   *
   * @param needs the least that a slow job needs
   * @param scale of all needs
   */
  private static AllocationProgram level(int first, int second, double needs, double scale) {
    Random random = new Random(31);
    AllocationProblem.Builder problem = AllocationProblem.builder(Cases.workers(first, second));
    double[] needed = new double[JOBS];
    for (int m = 0; m < JOBS; m++) {
      problem.job(Job.of("" + m), random.doubles(2, 1, 4).toArray());
      needed[m] = scale * (0.5 + 0.5 * random.nextDouble());
    }
    for (int m = 4_000; m < 4_400; m++) {
      needed[m] = scale * needs * (1 + m % 7 / 20.0);
    }
    return AllocationProgram.maximizeMinimum(problem.build(), needed);
  }

  private static double fullTime(AllocationProgram level) {
    double least = Double.POSITIVE_INFINITY;
    double[] fastest = level.fastest();
    for (int m = 0; m < JOBS; m++) {
      least = Math.min(least, fastest[m] / level.requirement(m));
    }
    return least;
  }

  /** Time limits the level, with workers for all other jobs or with few more than they need. */
  @Test
  void fromSample_levelThatTimeLimits_isWhatTimeAllows() {
    for (double[] shape : new double[][] {{400, 1.44}, {400, 1.36}, {150, 1.44}}) {
      for (double scale : new double[] {1, 1e-3, 1e3}) {
        int workers = (int) shape[0];
        AllocationProgram level = level(workers, 2_000 - workers, shape[1], scale);
        CertifiedSolution found = Samples.solve(level, Samples.NONE).orElseThrow();
        assertTrue(found.holdsWithin(CertifiedSolution.GOOD), found::toString);
        double most = fullTime(level);
        assertEquals(most, found.objective(), 1e-8 * most);
        assertEquals(most, found.bound().value(), 1e-9 * most);
      }
    }
  }

  /** Slow jobs are not a part of a level that workers limit. */
  @Test
  void fromSample_levelThatWorkersLimit_isBelow() {
    AllocationProgram level = level(150, 1_850, 1.36, 1);
    CertifiedSolution found = Samples.assertSampledAsWhole(level);
    assertTrue(found.bound().value() < 0.99 * fullTime(level));
  }
}
