package io.gavel.baselines;

import static io.gavel.policies.lp.ElasticClosedFormsTest.equalJobs;
import static io.gavel.policies.lp.ElasticClosedFormsTest.hull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Elastic jobs whose optimum is known in closed form, or by trying all assignments. */
final class ElasticBaselinesTest {

  @Test
  void pollux_equalJobsOnOneType_getTheHullOfTheirSpeeds() {
    for (int jobs = 1; jobs <= 12; jobs++) {
      double expected = hull(8.0 / jobs);
      Allocation x = Pollux.create().allocate(equalJobs(jobs, 8));
      for (int m = 0; m < jobs; m++) {
        assertEquals(expected, x.effectiveThroughput(m), 2e-6 * expected);
      }
    }
  }

  @Test
  void optimus_equalJobs_growsThemByWorkers() {
    for (int jobs : new int[] {1, 2, 4, 8}) {
      Allocation x = Optimus.create().allocate(equalJobs(jobs, 8));
      for (int m = 0; m < jobs; m++) {
        assertEquals(hull(8.0 / jobs), x.effectiveThroughput(m), 1e-6);
      }
    }
  }

  @Test
  void sia_elasticJobs_isCloseToTheBestAssignment() {
    Random random = new Random(5);
    for (int i = 0; i < 60; i++) {
      AllocationProblem problem = equalJobs(1 + random.nextInt(4), 4 + random.nextInt(5));
      Allocation x = Sia.create().allocate(problem);
      double best = bestAssignment(problem, 0, problem.cluster().poolWorkers(0));
      assertTrue(x.certificate().objective() <= best + 1e-9);
      assertTrue(x.certificate().bound() >= best - 1e-9);
      assertTrue(x.certificate().objective() >= 0.9 * best, x::toTable);
      assertEquals(0, x.maxViolation());
    }
  }

  /** The largest Σ (1.1 − A^−0.5), each job in one way or waiting. */
  private static double bestAssignment(AllocationProblem problem, int m, int free) {
    if (m == problem.jobCount()) {
      return 0;
    }
    double best = bestAssignment(problem, m + 1, free);
    for (int g :
        IntStream.concat(IntStream.of(m), IntStream.of(problem.configurationsOf(m))).toArray()) {
      if (problem.scaleFactor(g) <= free) {
        double gain = 1.1 - Math.pow(problem.throughputs().stepsPerSecond(g, 0) / hull(1), -0.5);
        best = Math.max(best, gain + bestAssignment(problem, m + 1, free - problem.scaleFactor(g)));
      }
    }
    return best;
  }
}
