package io.gavel.policies.lp.solver.sampling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.Cases;
import io.gavel.policies.lp.solver.interior.tiled.StructuredSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.model.Job;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Levels of many jobs, some of which limit it by their time. */
class SampledLevelsTest {

  private static final int JOBS = 8_000;

  /** Solves small programs, and records the jobs that count in them. */
  private static final class Recorder implements SmallSolver {
    private final List<Integer> counting = new ArrayList<>();

    @Override
    public CertifiedSolution solve(AllocationProgram part, Tolerance aim, SolveLimits limits) {
      int count = 0;
      for (int m = 0; m < part.jobCount(); m++) {
        count += part.requirement(m) > 0 ? 1 : 0;
      }
      counting.add(count);
      return Samples.solveSmall(part, aim, limits);
    }
  }

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

  /** The jobs that count in each small program that is solved; the optimum is what time allows. */
  private static List<Integer> solved(int workers, double needs, double scale) {
    AllocationProgram level = level(workers, 2_000 - workers, needs, scale);
    Recorder recorder = new Recorder();
    SampledSolver solver = new SampledSolver(new StructuredSolver(), recorder);
    CertifiedSolution found = solver.fromSample(level, SolveLimits.none()).orElseThrow();
    assertTrue(found.holdsWithin(CertifiedSolution.GOOD), found::toString);
    double most = fullTime(level);
    assertEquals(most, found.objective(), 1e-9 * most);
    assertEquals(most, found.bound().value(), 1e-9 * most);
    return recorder.counting;
  }

  /** Most jobs of a sample, but not those below twice its level. */
  private static void assertWithoutSlow(int sample, int others) {
    assertTrue(others < sample && others > 0.95 * sample, others + " of " + sample);
  }

  /** Workers cost nothing in the sample, but a few more of them are needed at those prices. */
  @Test
  void fromSample_levelThatTimeLimits_takesPricesWithoutSlowJobs() {
    for (double scale : new double[] {1, 1e-3, 1e3}) {
      List<Integer> jobs = solved(400, 1.44, scale);
      assertEquals(2, jobs.size(), jobs::toString);
      assertWithoutSlow(jobs.get(0), jobs.get(1));
    }
  }

  /** Prices of the sample need more workers than there are, so that some jobs are solved again. */
  @Test
  void fromSample_fewWorkersBesideSlowJobs_solvesUndecidedJobsWithoutThem() {
    for (double scale : new double[] {1, 1e-3, 1e3}) {
      List<Integer> jobs = solved(400, 1.36, scale);
      assertEquals(4, jobs.size(), jobs::toString);
      assertWithoutSlow(jobs.get(0), jobs.get(1));
      assertEquals(jobs.get(1), jobs.get(2));
      assertTrue(jobs.get(3) < 700, jobs::toString);
    }
  }

  /** Without the slow jobs, decided ones hold too much; with them, they do not. */
  @Test
  void fromSample_tooFewWorkersBesideSlowJobs_solvesUndecidedJobsWithThem() {
    List<Integer> jobs = solved(150, 1.44, 1);
    assertEquals(5, jobs.size(), jobs::toString);
    assertWithoutSlow(jobs.get(0), jobs.get(1));
    assertTrue(jobs.get(3) < jobs.get(4) && jobs.get(4) < 500, jobs::toString);
  }

  /** Slow jobs are not a part of a level that workers limit. */
  @Test
  void fromSample_levelThatWorkersLimit_solvesTheSampleAndUndecidedJobs() {
    AllocationProgram level = level(150, 1_850, 1.36, 1);
    Recorder recorder = new Recorder();
    SampledSolver solver = new SampledSolver(new StructuredSolver(), recorder);
    CertifiedSolution found = solver.fromSample(level, SolveLimits.none()).orElseThrow();
    assertTrue(found.holdsWithin(CertifiedSolution.GOOD), found::toString);
    assertTrue(found.bound().value() < 0.99 * fullTime(level));
    assertEquals(2, recorder.counting.size());
  }
}
