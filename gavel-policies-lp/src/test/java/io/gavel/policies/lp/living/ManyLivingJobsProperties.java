package io.gavel.policies.lp.living;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.lp.level.MaxMinRequirements;
import io.gavel.policies.lp.share.Normalizer;
import io.gavel.policies.model.Job;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Events among some hundred jobs, nearly all of which are settled when one comes. */
class ManyLivingJobsProperties {

  /** Tighter than what is promised, 1e-8; searches end at 1e-10. */
  private static final double CLOSE = 1e-9;

  private static void assertAsFromScratch(LivingLevel living) {
    LivingLevel scratch = LivingLevel.of(living.problem());
    assertTrue(living.bound() - living.level() <= CLOSE * living.bound(), living::toString);
    assertTrue(
        living.level() <= scratch.bound() * (1 + 1e-12), () -> living + " against " + scratch);
    assertTrue(
        living.bound() >= scratch.level() * (1 - 1e-12), () -> living + " against " + scratch);
  }

  private static void assertEachJobReachesTheLevel(LivingLevel living) {
    AllocationProblem problem = living.problem();
    double[] requirement = MaxMinRequirements.of(problem, Normalizer.EQUAL_SHARE);
    double[] use = new double[problem.cluster().poolCount()];
    for (int m = 0; m < problem.jobCount(); m++) {
      double[] x = living.fractions(problem.job(m).id());
      double throughput = 0;
      double time = 0;
      for (int j = 0; j < x.length; j++) {
        throughput += problem.throughputs().stepsPerSecond(m, j) * x[j];
        time += x[j];
        use[problem.cluster().poolOf(j)] += problem.workers(m) * x[j];
      }
      assertTrue(time <= 1 + 1e-12, living::toString);
      assertTrue(throughput >= requirement[m] * living.level() * (1 - 1e-12), living::toString);
    }
    for (int k = 0; k < use.length; k++) {
      assertTrue(use[k] <= problem.cluster().poolWorkers(k) * (1 + CLOSE), "pool " + k);
    }
  }

  @Property(tries = 30)
  void level_afterEachEvent_isTheOneFromScratch(
      @ForAll Draws random, @ForAll @IntRange(min = 30, max = 300) int jobs) {
    LivingLevel living = LivingLevel.of(LivingProblems.problem(random, jobs));
    List<String> ids = new ArrayList<>();
    living.problem().jobs().forEach(job -> ids.add(job.id()));
    for (int i = 0; i < 12; i++) {
      int which = random.nextInt(ids.size());
      Job job = LivingProblems.job(random, "next" + i);
      switch (random.nextInt(4)) {
        case 0 -> {
          living.arrive(job, LivingProblems.rates(random, job.scaleFactor()));
          ids.add(job.id());
        }
        case 1 -> living.depart(ids.remove(which));
        case 2 -> {
          Job same = job.toBuilder(ids.get(which)).build();
          living.update(same, LivingProblems.rates(random, same.scaleFactor()));
        }
        default -> living.workers("b", Math.max(4, jobs / 3 + random.nextInt(9) - 4));
      }
      assertAsFromScratch(living);
    }
    assertEachJobReachesTheLevel(living);
    assertEquals(0, living.allocation().certificate().relativeGap(), CLOSE);
    assertEquals(12, living.counts().events());
    assertEquals(1, living.counts().rebuilds());
  }
}
