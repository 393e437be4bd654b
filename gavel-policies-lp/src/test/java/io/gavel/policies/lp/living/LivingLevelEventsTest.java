package io.gavel.policies.lp.living;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.model.Job;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Many events: no drift, and few jobs are looked at. */
class LivingLevelEventsTest {

  /** What settled jobs use is a sum that each event changes twice and more. */
  @Test
  void level_afterAHundredThousandEvents_hasNotDrifted() {
    SplittableRandom random = new SplittableRandom(7);
    LivingLevel living = LivingLevel.of(LivingProblems.problem(random, 300));
    List<String> ids = new ArrayList<>(living.problem().jobs().stream().map(Job::id).toList());
    for (int i = 0; i < 50_000; i++) {
      living.depart(ids.set(random.nextInt(ids.size()), "next" + i));
      Job job = LivingProblems.job(random, "next" + i);
      // Over the year, throughputs grow by nine orders of magnitude and fall again.
      double year = StrictMath.pow(10, 4.5 - 4.5 * StrictMath.cos(2e-5 * i * 2 * Math.PI));
      double[] rates = LivingProblems.rates(random, job.scaleFactor());
      living.arrive(job, rates[0] * year, rates[1] * year, rates[2] * year);
    }
    LivingLevel fresh = LivingLevel.of(living.problem());
    assertEquals(fresh.level(), living.level(), 1e-9 * fresh.level());
    assertTrue(living.allocation().certificate().relativeGap() <= 1e-9);
    assertEquals(1, living.counts().rebuilds());
  }

  @Test
  void events_amongManyJobs_lookAtFewOfThem() {
    SplittableRandom random = new SplittableRandom(11);
    int n = 20_000;
    LivingLevel living = LivingLevel.of(LivingProblems.problem(random, n));
    long before = living.counts().evaluations();
    for (int i = 0; i < 300; i++) {
      living.depart("job" + i);
      Job job = LivingProblems.job(random, "next" + i);
      living.arrive(job, LivingProblems.rates(random, job.scaleFactor()));
      living.workers("b", n / 3 - i % 2);
    }
    LivingCounts counts = living.counts();
    assertEquals(900, counts.events());
    assertEquals(1, counts.rebuilds());
    assertTrue((counts.evaluations() - before) / 900 < n / 2, counts::toString);
    assertTrue(living.allocation().certificate().relativeGap() <= 1e-9);
  }
}
