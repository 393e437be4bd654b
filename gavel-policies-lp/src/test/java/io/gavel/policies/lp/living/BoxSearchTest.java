package io.gavel.policies.lp.living;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.Cases;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.living.BoxSearch.Outcome;
import io.gavel.policies.model.Job;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Searches in boxes around prices and a level, and what events cost. */
class BoxSearchTest {

  private static final double FREE = Double.POSITIVE_INFINITY;

  private final JobSlots jobs = new JobSlots(2);
  private final OpenSlots open = new OpenSlots(jobs);
  private final SettledSums sums = new SettledSums(jobs);
  private final BoxSearch box = new BoxSearch(jobs, open, sums);

  /**
   * Twenty jobs on four workers of a and eight of b, of rates 2 and 1 or 1 and 1 by turns. By
   * worker, a level of 1 demands what all 12 workers would give: 16 or 12 steps per second.
   */
  private void twenty() {
    jobs.workers[0] = 4;
    jobs.workers[1] = 8;
    for (int slot = 0; slot < 20; slot++) {
      jobs.take(slot % 2 == 0 ? Cases.row(2, 1) : Cases.row(1, 1), 1, 1, 1);
      open.add(slot);
    }
  }

  /**
   * The even jobs get a: with t the level, they demand 160 t, of which a gives 8 and b the rest;
   * the odd ones demand 120 t of b. So 280 t = 16.
   */
  private static final double LEVEL = 16 / 280.0;

  /** At the optimum a step costs as much on both: prices of 2 and 1, the level's being 1. */
  @Test
  void search_widestBox_closesAtTheOptimum() {
    twenty();
    for (double start : new double[] {0.03, LEVEL, 0.08}) {
      for (double[] price : new double[][] {{1, 1}, {3, 1}, {0.5, 2}}) {
        box.clear();
        assertEquals(Outcome.CLOSED, box.search(price, start, 3, FREE, 1e-10));
        assertEquals(LEVEL, box.lowest, 1e-9);
        assertEquals(LEVEL, box.bound, 1e-9);
        assertTrue(box.lowest < box.bound && !box.byTime);
        assertEquals(2, box.proof[0] / box.proof[1], 1e-6);
        assertEquals(LEVEL, box.level, 1e-9);
        assertFits();
      }
    }
  }

  /** What the open jobs have at the level they reach: within pools and time. */
  private void assertFits() {
    double[] used = new double[2];
    SlotMix mix = new SlotMix(jobs);
    for (int slot = 0; slot < 20; slot++) {
      double[] x = new double[2];
      double demand = box.level * jobs.requirement(slot);
      if (open.isSettled(slot)) {
        box.addSettled(mix, slot, demand, x);
      } else {
        box.addOpen(mix, slot, demand, x);
      }
      double made = x[0] * jobs.rate[2 * slot] + x[1] * jobs.rate[2 * slot + 1];
      assertTrue(made >= box.lowest * jobs.requirement(slot) * (1 - 1e-12), "slot " + slot);
      assertTrue(x[0] + x[1] <= 1);
      used[0] += x[0];
      used[1] += x[1];
    }
    assertTrue(used[0] <= 4 && used[1] <= 8, Arrays.toString(used));
  }

  /** Far from the optimum a search ends at an edge, as far towards it as the box goes. */
  @Test
  void search_boxThatIsTooSmall_endsOnItsEdge() {
    twenty();
    double[] right = {2, 1};
    assertEquals(Outcome.ON_EDGE, box.search(right, LEVEL / 2, 0.25, FREE, 1e-10));
    assertEquals(LEVEL / 2 * Math.exp(0.25), box.level, 1e-12);
    box.clear();
    assertEquals(Outcome.ON_EDGE, box.search(right, LEVEL * 2, 0.25, FREE, 1e-10));
    assertTrue(box.level < LEVEL * 2 && box.level >= LEVEL * 2 * Math.exp(-0.25) - 1e-12);
    box.clear();
    double[] wrong = {8, 1};
    assertEquals(Outcome.ON_EDGE, box.search(wrong, LEVEL, 0.25, FREE, 1e-10));
    double ratio = box.price[0] / box.price[1];
    assertEquals(8 * Math.exp(-0.25), ratio, 1e-9); // as far towards 2 as one of them may go
    box.clear();
    assertEquals(Outcome.CLOSED, box.search(right, LEVEL * 1.2, 0.25, FREE, 1e-10));
  }

  /** A job that runs full time below the level of the prices is the bound. */
  @Test
  void search_capBelowThePrices_closesByTime() {
    twenty();
    double cap = LEVEL / 2;
    assertEquals(Outcome.CLOSED, box.search(Cases.row(2, 1), cap, 3, cap, 1e-10));
    assertTrue(box.byTime);
    assertEquals(cap, box.bound, 1e-10);
    assertEquals(cap, box.lowest, 1e-10);
    box.clear();
    assertEquals(Outcome.CLOSED, box.search(Cases.row(2, 1), cap, 3, 2 * LEVEL, 1e-10));
    assertEquals(LEVEL, box.lowest, 1e-9);
    assertTrue(!box.byTime);
  }

  /** Jobs that are settled on b count by their sums. */
  @Test
  void search_settledJobs_countAsIfTheyWereOpen() {
    twenty();
    for (int slot = 1; slot < 20; slot += 2) {
      open.settle(slot, SlotMix.IDLE, 1);
      sums.add(slot, SlotMix.IDLE, 1, 1);
    }
    long before = box.evaluations;
    assertEquals(Outcome.CLOSED, box.search(Cases.row(2, 1.1), LEVEL, 0.5, FREE, 1e-10));
    assertEquals(LEVEL, box.lowest, 1e-9);
    assertEquals(LEVEL, box.bound, 1e-9);
    assertEquals(0, (box.evaluations - before) % 10); // ten jobs at a time
    assertFits();
  }

  /** Where prices move nobody to another mix, no job is open, and sums alone have the level. */
  @Test
  void level_ofManyJobsOnOneType_isProvedWithoutAnOpenJob() {
    int n = 2_100; // so many that the first prices are those of a sample
    AllocationProblem.Builder builder = AllocationProblem.builder(Cases.workers(n / 4));
    for (int m = 0; m < n; m++) {
      builder.job(Job.of("" + m), 1 + m % 7);
    }
    LivingLevel living = LivingLevel.of(builder.build());
    assertEquals(0, living.counts().open());
    assertEquals(0.25, living.level(), 1e-10);
    assertEquals(0.25, living.bound(), 1e-10);
    assertEquals(0, living.allocation().certificate().relativeGap(), 1e-9);
    for (int m = 0; m < 100; m++) {
      living.depart("" + m);
      double level = n / 4.0 / (n - 1 - m);
      assertEquals(level, living.level(), 1e-10 * level);
      assertEquals(level, living.bound(), 1e-10 * level);
    }
  }

  /** A pool without workers has the unit 1, and nothing runs there. */
  @Test
  void unit_ofAPool_isAtLeastOne() {
    jobs.workers[0] = 0;
    jobs.workers[1] = 5;
    assertEquals(1, box.unit(0));
    assertEquals(5, box.unit(1));
    jobs.take(Cases.row(0, 3), 1, 1, 1);
    open.add(0);
    assertEquals(Outcome.CLOSED, box.search(Cases.row(1, 1), 0.2, 3, 0.2, 1e-10));
    assertEquals(0.2, box.lowest, 1e-10); // all of its time: 3 of 15 steps per second
  }

  /**
   * A thousand jobs: the first search looks at all of them some times, and forty events at fewer
   * than one search would.
   */
  @Test
  void counts_ofEvents_areThoseOfFewJobs() {
    SplittableRandom random = new SplittableRandom(5);
    LivingLevel living = LivingLevel.of(LivingProblems.problem(random, 1_000));
    LivingCounts start = living.counts();
    assertEquals(0, start.events());
    assertEquals(1, start.rebuilds());
    assertTrue(start.boxes() <= 6, start.toString());
    assertTrue(start.evaluations() <= 20_000, start.toString());
    for (int i = 0; i < 40; i++) {
      if (i % 2 == 0) {
        Job job = LivingProblems.job(random, "next" + i);
        living.arrive(job, LivingProblems.rates(random, job.scaleFactor()));
      } else {
        living.depart("job" + 7 * i);
      }
    }
    LivingCounts end = living.counts();
    assertEquals(40, end.events());
    assertTrue(end.evaluations() - start.evaluations() <= 30_000, end.toString());
    assertTrue(end.boxes() - start.boxes() <= 48, end.toString());
    assertTrue(end.open() >= 10 && end.open() <= 100, end.toString());
    assertEquals(1, end.rebuilds());
    double exact = MaxMinFairness.create().allocate(living.problem()).certificate().objective();
    assertEquals(exact, living.level(), 2e-6 * exact);
    living.workers("b", 332);
    assertEquals(1, living.counts().rebuilds());
    living.workers("b", 2); // gangs of four fit no more
    assertEquals(2, living.counts().rebuilds());
    living.workers("b", 333);
    assertEquals(3, living.counts().rebuilds());
  }
}
